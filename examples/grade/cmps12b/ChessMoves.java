// ChessMoves.java: is a sequence of moves legal? java ChessMoves INPUT OUTPUT. The board is a linked list of pieces.
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;

public class ChessMoves {
    static final class Piece {
        char letter;
        int column, row;
        Piece next;

        boolean isWhite() {
            return Character.isLowerCase(letter);
        }
    }

    private Piece first;

    private Piece find(int column, int row) {
        for (Piece piece = first; piece != null; piece = piece.next)
            if (piece.column == column && piece.row == row)
                return piece;
        return null;
    }

    private void add(char letter, int column, int row) {
        Piece piece = new Piece();
        piece.letter = letter;
        piece.column = column;
        piece.row = row;
        piece.next = first;
        first = piece;
    }

    private void remove(Piece gone) {
        if (first == gone)
            first = gone.next;
        for (Piece piece = first; piece != null; piece = piece.next)
            if (piece.next == gone)
                piece.next = gone.next;
    }

    private boolean isClear(Piece piece, int column, int row) {
        int dx = Integer.signum(column - piece.column), dy = Integer.signum(row - piece.row);
        for (int x = piece.column + dx, y = piece.row + dy; x != column || y != row; x += dx, y += dy)
            if (find(x, y) != null)
                return false;
        return true;
    }

    private boolean pawnCanGo(Piece pawn, int column, int row) {
        int ahead = pawn.isWhite() ? 1 : -1, home = pawn.isWhite() ? 2 : 7;
        int dx = Math.abs(column - pawn.column), dy = row - pawn.row;
        boolean taken = find(column, row) != null;
        if (dx == 1)
            return dy == ahead && taken;
        if (dx != 0 || taken)
            return false;
        return dy == ahead || (dy == 2 * ahead && pawn.row == home && find(column, pawn.row + ahead) == null);
    }

    private boolean canGo(Piece piece, int column, int row) {
        int dx = Math.abs(column - piece.column), dy = Math.abs(row - piece.row);
        boolean straight = dx == 0 || dy == 0, diagonal = dx == dy;
        if (dx == 0 && dy == 0)
            return false;
        switch (Character.toLowerCase(piece.letter)) {
        case 'k':
            return dx <= 1 && dy <= 1;
        case 'q':
            return (straight || diagonal) && isClear(piece, column, row);
        case 'r':
            return straight && isClear(piece, column, row);
        case 'b':
            return diagonal && isClear(piece, column, row);
        case 'n':
            return dx * dy == 2;
        default:
            return pawnCanGo(piece, column, row);
        }
    }

    private boolean isInCheck(boolean white) {
        Piece king = null;
        for (Piece piece = first; piece != null; piece = piece.next)
            if (piece.letter == (white ? 'k' : 'K'))
                king = piece;
        for (Piece piece = first; king != null && piece != null; piece = piece.next)
            if (piece.isWhite() != white && canGo(piece, king.column, king.row))
                return true;
        return false;
    }

    // Moves if that is legal.
    private boolean move(int column, int row, int toColumn, int toRow, boolean white) {
        Piece piece = find(column, row), taken = find(toColumn, toRow);
        if (piece == null || piece.isWhite() != white || toColumn < 1 || toColumn > 8 || toRow < 1 || toRow > 8)
            return false;
        if (taken != null && taken.isWhite() == white || !canGo(piece, toColumn, toRow))
            return false;
        if (taken != null)
            remove(taken);
        piece.column = toColumn;
        piece.row = toRow;
        return !isInCheck(white);
    }

    static String judge(String line) {
        ChessMoves board = new ChessMoves();
        String[] halves = line.split(":", 2);
        String[] pieces = halves[0].trim().split("\\s+"), moves = halves[1].trim().split("\\s+");
        for (int i = 0; i + 2 < pieces.length; i += 3)
            board.add(pieces[i].charAt(0), Integer.parseInt(pieces[i + 1]), Integer.parseInt(pieces[i + 2]));
        for (int i = 0; i + 3 < moves.length; i += 4) {
            int[] at = new int[4];
            for (int j = 0; j < 4; j++)
                at[j] = Integer.parseInt(moves[i + j]);
            if (!board.move(at[0], at[1], at[2], at[3], i % 8 == 0))
                return at[0] + " " + at[1] + " " + at[2] + " " + at[3] + " illegal";
        }
        return "Legal";
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = Files.newBufferedReader(Paths.get(arguments[0]), StandardCharsets.UTF_8);
        PrintWriter out = new PrintWriter(Files.newBufferedWriter(Paths.get(arguments[1])));
        for (String line; (line = in.readLine()) != null;)
            out.println(judge(line));
        out.close();
    }
}
