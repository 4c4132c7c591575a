arbiter-journal 1
rules nosuch
fen x
