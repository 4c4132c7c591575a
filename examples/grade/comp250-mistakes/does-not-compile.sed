# Game lacks a brace.
s/^    public boolean isInCheck(Side s) {/    public boolean isInCheck(Side s)/
