# The board is asked before the squares are looked at.
s/if (!isOnBoard(x, y) ||/if (b.get(destX, destY) == b.get(x, y) \&\& !isOnBoard(x, y) ||/
