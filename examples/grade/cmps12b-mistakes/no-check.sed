# Checks are ignored.
s/return !isInCheck(white);/return true;/
