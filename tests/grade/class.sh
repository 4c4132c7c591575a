#!/bin/sh
# The course's C++ classes, and a class of students: each mistake is found, in every form of report; a
# stopped run can be continued; the same input gives the same report.
. "$(dirname "$0")/lib.sh"
examples=$top/examples/grade
"$examples/make-classes" made || { bad "make-classes"; finish; }
mkdir tests handed-in && cp "$examples"/tests/*.txt tests
for name in right turn-ignored double-step-jumps pin-ignored castles-through-check leak crash \
    does-not-compile; do
    mv "made/$name" handed-in
done
cc -w -I"$top/include" "$examples/program/main.c" "$examples/library/lab3.c" -o handed-in/program
cc -w -shared -fPIC -I"$top/include" "$examples/library/lab3.c" -o handed-in/library.so
mkdir handed-in/empty handed-in/.hidden
# Real submissions have such things: a main of their own somewhere, prints, no Chess.h, and links
# that lead elsewhere.
sed -i 's/^bool ChessBoard::isValidMove.*/#include <cstdio>\n&/; s/^    if (!isOnBoard(fromRow/    std::printf("debug\\n");\n&/' \
    handed-in/leak/ChessBoard.cc
printf '#include "ChessBoard.hh"\nint main() { return Student::ChessBoard(2, 2).getNumRows(); }\n' \
    >handed-in/leak/test.cc
cp handed-in/leak/test.cc handed-in/leak/main.cc
mv handed-in/leak/Chess.h chess.h
sed -i 's/bonus/false/' handed-in/leak/ChessBoard.cc
ln -s ../turn-ignored handed-in/right/link
ln -s /etc/passwd handed-in/right/Passwd.cc

class() { "$arbiter" grade --leaks --time 20 --submissions handed-in "$@" tests/part*.txt tests/king*.txt; }

class --resume state --csv grades.csv --html report.html --gradescope scope >table.txt 2>err
is "exit code" "$?" 1
is "stderr" "$(cat err)" ""
golden class_table.txt table.txt
tr -d '\r' <grades.csv >grades.txt
golden class_grades.csv grades.txt
golden class_report.html report.html
is "a file each" "$(ls scope | tr '\n' ' ')" "castles-through-check.json crash.json \
does-not-compile.json double-step-jumps.json empty.json leak.json library.so.json pin-ignored.json program.json \
right.json turn-ignored.json "
has "no compiler's words are lost" scope/does-not-compile.json "was not declared in this scope"
class --resume state --json >class.json
golden class.json class.json

# A stored result is used, but only if nothing has changed.
cp -R state kept
sed -i 's/^run 1 /run 0 /' state/turn-ignored.grade
class --resume state >table2.txt
is "results are reused" "$(grep -c '^turn-ignored .* 13.00 / 13' table2.txt)" 1
echo >>handed-in/turn-ignored/ChessPiece.cc
class --resume state >table3.txt
cmp -s table.txt table3.txt && good || bad "a changed submission is graded again"
printf 'garbage' >state/program.grade
class --resume state >table3.txt
cmp -s table.txt table3.txt && good || bad "a broken result is made again"
"$arbiter" grade --submissions nowhere tests/part1_8x8_1.txt 2>err
is "no such folder" "$?" 3
mkdir nobody
"$arbiter" grade --submissions nobody tests/part1_8x8_1.txt >out 2>err
is "an empty folder" "$?: $(cat err)" "3: nobody: there is no submission in it"

# A stopped run is continued: what was finished is not run again, and the report is the same.
rm -rf handed-in/[a-o]* handed-in/right handed-in/pin* handed-in/turn*
printf '#!/bin/sh\nsleep 2\nexec ./answer\n' >slow && chmod +x slow
for name in a b c d e f; do
    mkdir "handed-in/$name" && cp slow "handed-in/$name/lab3" && cp handed-in/program "handed-in/$name/answer"
done
"$arbiter" grade -j 2 --submissions handed-in --resume half tests/part1_8x8_1.txt >out 2>err &
grader=$!
while [ ! -f half/a.grade ] || [ ! -f half/b.grade ]; do sleep 0.1; done
kill -TERM "$grader"
wait "$grader"
is "stopped" "$?" 4
left=$((7 - $(find half -name '*.grade' | wc -l)))
has "stopped" err "stopped with $left submission"
has "stopped" err "to go; the same call goes on there"
is "each that was not finished is said to be stopped" "$(grep -c 'not graded: stopped' out)" "$left"
touch -d '2001-01-01' half/a.grade
"$arbiter" grade --submissions handed-in --resume half tests/part1_8x8_1.txt >again.txt
is "goes on" "$?" 0
is "where it was" "$(find half -name a.grade -newermt 2002-01-01)" ""
"$arbiter" grade --submissions handed-in tests/part1_8x8_1.txt >whole.txt
cmp -s again.txt whole.txt && good || bad "the report is the same"
is "nothing is left behind" "$(ls "$TMPDIR")" ""
finish
