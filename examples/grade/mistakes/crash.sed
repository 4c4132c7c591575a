# The king is followed without asking whether it is still there.
s/bool safe = king == nullptr || /bool safe = /
