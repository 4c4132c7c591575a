# The pointer to the king is used without a test whether the king still exists.
s/bool safe = king == nullptr || /bool safe = /
