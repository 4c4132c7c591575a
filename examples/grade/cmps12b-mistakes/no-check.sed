# Checks are not looked at.
s/return !isInCheck(white);/return true;/
