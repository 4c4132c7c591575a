# No mistake: the bonus, right.
s/const bool bonus = false;/const bool bonus = true;/
