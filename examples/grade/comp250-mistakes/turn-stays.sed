# It is always White's turn.
s/currentTurn = Side.negate(side);/;/
