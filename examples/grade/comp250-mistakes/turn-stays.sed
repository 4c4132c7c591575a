# White moves for ever.
s/currentTurn = Side.negate(side);/;/
