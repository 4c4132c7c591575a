public class King extends Piece {
    public King(int x, int y, Side side, Board board) {
        super(x, y, side, board);
    }

    @Override
    public boolean canMove(int destX, int destY) {
        int dx = Math.abs(x - destX), dy = Math.abs(y - destY);
        return dx <= 1 && dy <= 1;
    }

    @Override
    public String getSymbol() {
        return getSide() == Side.WHITE ? "♔" : "♚";
    }
}
