// Side.java: whose piece it is. Stands in where the course's is not there.
public enum Side {
    BLACK, WHITE;

    public static Side negate(Side side) {
        return side == WHITE ? BLACK : WHITE;
    }
}
