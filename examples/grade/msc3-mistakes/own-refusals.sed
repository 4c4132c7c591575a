# Refusals in words of its own: right rulings, but not the handout's words.
s/"There is no piece at position " << source << "!\\n"/"Error: empty square\\n"/
s/"It is not " << colour(piece->white) << "'s turn to move!\\n"/"Error: the other side moves\\nTry again.\\n"/
s/colour(piece->white) << "'s " << piece->name() << " cannot move to " << destination << "!\\n"/"Error: no\\n"/
