# The bonus, with a pawn that may be taken in passing for longer than a move.
s/const bool bonus = false;/const bool bonus = true;/
s/    passedRow = passedColumn = -1;//
