arbiter-journal 1
move e2e4
