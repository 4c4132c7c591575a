arbiter-journal 1
| name = x
| nonsense = 3
fen startpos
