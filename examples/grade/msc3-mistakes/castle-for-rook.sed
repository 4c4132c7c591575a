# The handout says "rook (or castle)": no mistake.
s/return "Rook"/return "Castle"/
