# A captured piece is never deleted.
s/^    delete piece;$//
