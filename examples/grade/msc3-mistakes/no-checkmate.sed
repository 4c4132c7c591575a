# Mate is announced as a check.
s/(!over ? "check" : check ? "checkmate" : "stalemate")/"check"/
