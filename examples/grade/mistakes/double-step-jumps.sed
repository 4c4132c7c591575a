# A pawn's double step does not look at the square between.
s/row == start && wayIsFree(toRow, toColumn)/row == start/
