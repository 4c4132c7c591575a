// Side.java: whose piece it is. Used if the course's own file is missing.
public enum Side {
    BLACK, WHITE;

    public static Side negate(Side side) {
        return side == WHITE ? BLACK : WHITE;
    }
}
