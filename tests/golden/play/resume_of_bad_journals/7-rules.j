arbiter-journal 1
rules atomic
