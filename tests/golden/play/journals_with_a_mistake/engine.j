arbiter-journal 1
rules chess
engine red stockfish
