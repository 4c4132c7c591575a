# A slip of the keys.
s/return toRow == row + forward \&\&/return toRow == row + forwards \&\&/
