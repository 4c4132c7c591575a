arbiter-journal 1
rules chess
fen 8/8/8/8/8/8/8/8 w - - 0 1
