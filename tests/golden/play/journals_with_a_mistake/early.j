arbiter-journal 1
rules chess
move e2e4
