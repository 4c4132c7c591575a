public class Bishop extends Piece {
    public Bishop(int x, int y, Side side, Board board) {
        super(x, y, side, board);
    }

    @Override
    public boolean canMove(int destX, int destY) {
        int dx = Math.abs(x - destX), dy = Math.abs(y - destY);
        return dx == dy;
    }

    @Override
    public String getSymbol() {
        return getSide() == Side.WHITE ? "♗" : "♝";
    }
}
