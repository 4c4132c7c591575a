arbiter-journal 1
rules chess
fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
move e2e4
forfeit black it has ended
undo
resign white
