// Piece.java: a piece that knows its board. Used if the course's own file is missing.
public abstract class Piece {
    protected int x, y;
    protected Board board;
    private Side side;

    public Piece(int x, int y, Side side, Board board) {
        this.x = x;
        this.y = y;
        this.side = side;
        this.board = board;
    }

    public abstract boolean canMove(int destX, int destY);

    public abstract String getSymbol();

    public boolean move(int destX, int destY) {
        if (!canMove(destX, destY))
            return false;
        if (board.get(destX, destY) != null)
            board.get(destX, destY).capture();
        board.set(x, y, null);
        board.set(destX, destY, this);
        x = destX;
        y = destY;
        return true;
    }

    public void capture() {
        x = y = -1;
    }

    public Side getSide() {
        return side;
    }

    public void setSide(Side side) {
        this.side = side;
    }
}
