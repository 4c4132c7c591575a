#!/bin/sh
# Course files: mistakes are reported with their places; parts share their points; shipped courses
# are found by name.
. "$(dirname "$0")/lib.sh"
right=$top/examples/grade/class

# mistakes NAME TEXT EXPECTED
mistakes() {
    printf "$2" >"$1.course"
    "$arbiter" grade --course "$1.course" --class "$right" >out 2>err
    is "$1: exit code" $? 3
    is "$1" "$(cat err)" "$(printf "$3")"
}
mistakes key 'format = lab3-class\nfromat = 3\n' "key.course:2:1: there is no key 'fromat'\n"
mistakes rules 'format = lab3-class\nrules =  nosuch\n' "rules.course:2:10: there is no rule set 'nosuch'\n"
mistakes twice 'format = lab3-class\ntime = 3\ntime = 4\n' "twice.course:3:1: 'time' is stated already\n"
mistakes number 'format = lab3-class\n  time =  0\n' "number.course:2:11: 'time' takes a whole number from 1 to 3600\n"
mistakes format 'title = x\n' "format.course:2:1: a course file states its 'format'\n"
mistakes no_value 'format = lab3-class\ntitle = # none\n' "no_value.course:2:1: 'title' has no value\n"
mistakes no_statement 'format = lab3-class\nhello\n' \
    "no_statement.course:2:1: this is no statement: write 'key = value'\n"
mistakes about 'format = lab3-class\npart a = generate 2 about chess\n' \
    "about.course:2:27: tests of lab3-class are not about 'chess'\n"
mistakes rulings 'format = moves\npart a = rulings generate 2\n' "rulings.course:2:18: 'rulings' is of narrate and narrate-class\n"
mistakes empty_part 'format = lab3-class\npart a = points 3\n' \
    "empty_part.course:2:6: the part 'a' has no tests: neither files nor generate\n"
mistakes two 'format = lab3-class\npart a = generate 1\nhidden a = generate 1 size 40x2\n' \
    "two.course:3:8: there is a part 'a' already\ntwo.course:3:28: 'size' takes rows and columns, as in 8x8, each 1 to 32; or any\n"
mistakes file 'format = lab3-class\npart a = files nothing*.txt\n' "file.course:2:16: there is no test 'nothing*.txt'\n"
"$arbiter" grade --course lab33 --class "$right" >out 2>err
is "no such course" "$?: $(cat err)" "3: arbiter: there is no course or file 'lab33'; did you mean 'lab3'?"

# Paths are relative to the course file; points are the part's, or the files' own.
mkdir -p course/tests
cp "$top"/examples/grade/tests/part*.txt course/tests
printf 'title = T\nformat = lab3-class\npart one = points 3 files tests/part1*.txt tests/part2*.txt\nhidden own = files tests/part4*.txt\n' \
    >course/t.course
"$arbiter" grade --course course/t.course --class "$right" >out 2>err
is "parts" "$?: $(tail -1 out)" "0: Total 9 / 9, 4 of 4 files right"
is "points of a file" "$(grep -c 'Score 1.5 / 1.5' out)" 2
# Test files named on the command line replace the course's parts.
"$arbiter" grade --course course/t.course --class "$right" course/tests/part3*.txt >out 2>err
is "named files" "$?: $(tail -1 out)" "0: Total 3 / 3, 1 of 1 file right"

# The shipped courses of Lab 3, with fresh tests for a seed.
"$arbiter" grade --course lab3 --seed 5 --class "$right" >out 2>err
is "lab3" "$?: $(tail -1 out)" "0: Total 100 / 100, 40 of 40 files right"
"$top/examples/grade/make-classes" classes
"$arbiter" grade --course lab3-bonus --class classes/bonus >bonus.out 2>err
is "lab3-bonus" "$?: $(tail -1 bonus.out)" "0: Total 100 / 100, 30 of 30 files right"
"$arbiter" grade --course lab3 --seed 6 --class "$right" >out2 2>err
if cmp -s out out2; then bad "another seed gives the same tests"; else good; fi
finish
