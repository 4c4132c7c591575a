arbiter-journal 1
rules chess
fen rnbqkbnr/ppppppppp w
