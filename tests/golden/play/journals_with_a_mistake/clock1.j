arbiter-journal 1
rules chess
clock 0 5
