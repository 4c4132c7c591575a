public class Pawn extends Piece {
    public Pawn(int x, int y, Side side, Board board) {
        super(x, y, side, board);
    }

    @Override
    public boolean canMove(int destX, int destY) {
        int ahead = getSide() == Side.WHITE ? -1 : 1, home = getSide() == Side.WHITE ? 6 : 1;
        Piece target = board.get(destX, destY);
        if (Math.abs(destX - x) == 1)
            return destY == y + ahead && target != null && target.getSide() != getSide();
        if (destX != x || target != null)
            return false;
        return destY == y + ahead || (y == home && destY == y + 2 * ahead && board.get(x, y + ahead) == null);
    }

    @Override
    public String getSymbol() {
        return getSide() == Side.WHITE ? "♙" : "♟";
    }
}
