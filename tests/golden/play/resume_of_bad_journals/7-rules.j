arbiter-journal 1
rules bughouse
