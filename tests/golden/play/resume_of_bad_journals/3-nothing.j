arbiter-journal 1
