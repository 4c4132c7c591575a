# Castling does not look at the square that the king skips.
s/return !isAttacked(row, 4, enemy) &&/return !isAttacked(row, 4, enemy);/
/^           !isAttacked(row, 4 + step, enemy);$/d
