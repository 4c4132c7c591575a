arbiter-journal 1
rules chess
clock 5 -1
