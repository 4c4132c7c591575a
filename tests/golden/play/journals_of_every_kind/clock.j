arbiter-journal 1
rules chess
clock 300000 2000
fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
move e2e4 299000 300000
move e7e5 299000 1234
flag black
