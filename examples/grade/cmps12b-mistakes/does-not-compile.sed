# A semicolon is missing.
s/^    private Piece first;/    private Piece first/
