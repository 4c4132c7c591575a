# The bonus, where a pawn can be captured en passant for longer than one move.
s/const bool bonus = false;/const bool bonus = true;/
s/    passedRow = passedColumn = -1;//
