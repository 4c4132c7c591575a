# A typing error.
s/return toRow == row + forward \&\&/return toRow == row + forwards \&\&/
