// Board.java: eight by eight squares, x to the right, y downwards. Used if the course's own file is missing.
import java.util.ArrayList;
import java.util.List;

public class Board {
    private Piece[][] squares;

    public Board() {
        fillBoard();
    }

    public void fillBoard() {
        squares = new Piece[8][8];
        for (Side side : Side.values()) {
            int back = side == Side.BLACK ? 0 : 7, front = side == Side.BLACK ? 1 : 6;
            for (int x = 0; x < 8; x++) {
                squares[x][front] = new Pawn(x, front, side, this);
                squares[x][back] = x == 0 || x == 7   ? new Rook(x, back, side, this)
                                   : x == 1 || x == 6 ? new Knight(x, back, side, this)
                                   : x == 2 || x == 5 ? new Bishop(x, back, side, this)
                                   : x == 3           ? new Queen(x, back, side, this)
                                                      : new King(x, back, side, this);
            }
        }
    }

    public King getKing(Side side) {
        for (Piece piece : getPieces(side))
            if (piece instanceof King)
                return (King) piece;
        return null;
    }

    public List<Piece> getPieces(Side side) {
        List<Piece> found = new ArrayList<>();
        for (Piece[] column : squares)
            for (Piece piece : column)
                if (piece != null && piece.getSide() == side)
                    found.add(piece);
        return found;
    }

    public Piece get(int x, int y) {
        return squares[x][y];
    }

    public void set(int x, int y, Piece piece) {
        squares[x][y] = piece;
    }
}
