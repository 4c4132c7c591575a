// Game.java: the referee of COMP 250's assignment: who may move, what has happened, who has won.
import java.util.Stack;

public class Game {
    Board b = new Board();
    Stack<String> moveHistory = new Stack<>();
    Side currentTurn = Side.WHITE;

    private static boolean isOnBoard(int x, int y) {
        return x >= 0 && x < 8 && y >= 0 && y < 8;
    }

    private boolean isClear(int x, int y, int destX, int destY) {
        int dx = Integer.signum(destX - x), dy = Integer.signum(destY - y);
        for (x += dx, y += dy; x != destX || y != destY; x += dx, y += dy)
            if (b.get(x, y) != null)
                return false;
        return true;
    }

    public boolean canMove(int x, int y, int destX, int destY, Side s) {
        if (!isOnBoard(x, y) || !isOnBoard(destX, destY) || (x == destX && y == destY))
            return false;
        Piece piece = b.get(x, y), target = b.get(destX, destY);
        if (piece == null || piece.getSide() != s || !piece.canMove(destX, destY))
            return false;
        if (target != null && target.getSide() == s)
            return false;
        return piece instanceof Knight || isClear(x, y, destX, destY);
    }

    public boolean isInCheck(Side s) {
        King king = b.getKing(s);
        for (Piece piece : b.getPieces(Side.negate(s)))
            if (king != null && canMove(piece.x, piece.y, king.x, king.y, Side.negate(s)))
                return true;
        return false;
    }

    public boolean move(int x, int y, int destX, int destY) {
        Side side = currentTurn;
        if (!canMove(x, y, destX, destY, side))
            return false;
        appendMoveToHistory(x, y, destX, destY, side);
        b.get(x, y).move(destX, destY);
        if (b.getKing(Side.negate(side)) == null) {
            appendWinToHistory(side);
            return true;
        }
        for (Side s : new Side[] {Side.WHITE, Side.BLACK})
            if (isInCheck(s))
                appendCheckToHistory(s);
        currentTurn = Side.negate(side);
        return true;
    }

    private void appendMoveToHistory(int x, int y, int destX, int destY, Side side) {
        Piece moved = b.get(x, y), taken = b.get(destX, destY);
        String how = taken == null ? " to " : " captures " + taken.getSymbol() + " at ";
        moveHistory.push(side + moved.getSymbol() + " at " + x + ", " + y + how + destX + ", " + destY);
    }

    private void appendCheckToHistory(Side side) {
        moveHistory.push(side + " is in check");
    }

    private void appendWinToHistory(Side side) {
        moveHistory.push(side + " has won");
    }
}
