# A pawn that is not known.
s/return pawnCanGo(piece, column, row);/return false;/
