arbiter-journal 1
rules chess
> [White "A"]
> 
> 1. e4 {go+ 
+ od} e5 *
fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
move e2e4
move e7e5
