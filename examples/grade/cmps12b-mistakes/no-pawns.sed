# Pawns are not implemented.
s/return pawnCanGo(piece, column, row);/return false;/
