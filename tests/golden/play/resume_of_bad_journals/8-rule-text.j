arbiter-journal 1
| board = 99
fen 8 w
