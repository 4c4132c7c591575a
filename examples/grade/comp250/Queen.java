public class Queen extends Piece {
    public Queen(int x, int y, Side side, Board board) {
        super(x, y, side, board);
    }

    @Override
    public boolean canMove(int destX, int destY) {
        int dx = Math.abs(x - destX), dy = Math.abs(y - destY);
        return dx == dy || dx == 0 || dy == 0;
    }

    @Override
    public String getSymbol() {
        return getSide() == Side.WHITE ? "♕" : "♛";
    }
}
