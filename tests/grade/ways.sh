#!/bin/sh
# Programs, libraries and classes: right ones, and mistakes explained. Set GOLDEN=update to rewrite
# what is expected; review the difference.
. "$(dirname "$0")/lib.sh"
examples=$top/examples/grade
tests=tests
mkdir tests && cp "$examples"/tests/*.txt tests
parts="$tests/part1_8x8_1.txt $tests/part2_6x6_1.txt $tests/part3_8x8_1.txt $tests/part4_8x8_1.txt
       $tests/part4_8x8_2.txt $tests/king_taken_4x4.txt"
# shellcheck disable=SC2086 # lists of words
grade() { "$arbiter" grade --time 20 "$@"; }

# ---- programs ----
cc -w -I"$top/include" "$examples/program/main.c" "$examples/library/lab3.c" -o lab3
grade --program ./lab3 $parts >program.txt 2>program.err
is "right program" "$?" 0
is "right program, stderr" "$(cat program.err)" ""
golden program.txt program.txt
grade --program "$PWD/lab3" $parts | tail -1 >total
is "by its whole path" "$(cat total)" "Total 13 / 13, 6 of 6 files right"
(mkdir sub && cd sub && "$arbiter" grade --program ../lab3 ../tests/part1_8x8_1.txt) | tail -1 >total
is "by a path upwards" "$(cat total)" "Total 1 / 1, 1 of 1 file right"
grade --json --program ./lab3 - <tests/part1_8x8_1.txt | head -1 | cut -d, -f1 >first
is "a test from standard input has its name" "$(cat first)" '{"file":"<stdin>"'
printf '#!/bin/sh\nexec "$(dirname "$0")/lab3" # a script beside its program\n' >script
chmod +x script
grade --program ./script tests/part1_8x8_1.txt >out
is "sees no file that its command does not name" "$?" 1
grade --program './script # ./lab3' tests/part1_8x8_1.txt >out
is "sees those that it names" "$?" 0
mkdir own && cp lab3 own && chmod 700 own own/lab3
grade --program own/lab3 tests/part1_8x8_1.txt >out
is "can be of the owner alone" "$?" 0
TMPDIR=$PWD/own grade --program ./lab3 tests/part1_8x8_1.txt >out
is "the folder for temporary files too" "$?" 0

# ---- answers ----
cat >scan.txt <<'END'
6
2 2
w r 1 0
b r 0 0
~
isValidScan
underThreatScan
isValidMove 1 0 0 0
isPieceUnderThreat 1 1
displayBoard
movePiece 1 0 1 1
movePiece 0 0 0 0
END
answer() { # name, points, answers
    printf "$3" >answers
    grade --partial --program 'cat answers # ./answers' scan.txt >out 2>&1
    is "$1" "$(tail -1 out | cut -d' ' -f2)" "$2"
}
right='1 0 0 0\n1 0 1 1\n.\n0 0\n1 0\n.\ntrue\nfalse\ntrue\nfalse\n'
answer "all right" 6 "$right"
answer "any order, twice, blanks, CRLF, capitals" 6 \
    '\n1 0 1 1\r\n 1 0 0 0 \n1 0 1 1\n.\n1 0\n0 0\n.\n\nTrue\nFALSE\ntrue\nfalse'
answer "the other side's moves are not looked at" 6 \
    '0 0 0 1\n0 0 1 0\n1 0 0 0\n1 0 1 1\n.\n0 0\n1 0\n.\ntrue\nfalse\ntrue\nfalse\n'
answer "a board at displayBoard" 6 \
    '1 0 0 0\n1 0 1 1\n.\n0 0\n1 0\n.\ntrue\nfalse\n  01\n  --\n0|r |\n1|R |\n  --\n\ntrue\nfalse\n'
answer "a move too few" 0 '1 0 0 0\n.\n0 0\n1 0\n.\ntrue\nfalse\ntrue\nfalse\n'
answer "a move from an empty square" 0 '0 1 1 1\n1 0 0 0\n1 0 1 1\n.\n0 0\n1 0\n.\ntrue\nfalse\ntrue\nfalse\n'
answer "a move off the board" 0 '1 0 0 0\n1 0 1 1\n1 0 2 0\n.\n0 0\n1 0\n.\ntrue\nfalse\ntrue\nfalse\n'
answer "a threat too many" 1 '1 0 0 0\n1 0 1 1\n.\n0 0\n0 1\n1 0\n.\ntrue\nfalse\ntrue\nfalse\n'
answer "wrong at the third" 2 '1 0 0 0\n1 0 1 1\n.\n0 0\n1 0\n.\nfalse\nfalse\ntrue\nfalse\n'
answer "neither true nor false" 3 '1 0 0 0\n1 0 1 1\n.\n0 0\n1 0\n.\ntrue\nno\ntrue\nfalse\n'
answer "ends early" 5 '1 0 0 0\n1 0 1 1\n.\n0 0\n1 0\n.\ntrue\nfalse\ntrue\n'
answer "one too many" 5 "${right}true\n"
answer "nothing" 0 ''
# What is written to stderr is read all the time, whatever comes on stdout.
loud='head -c 300000 /dev/zero | tr "\0" x >&2'
printf "$right" >answers
grade --program "$loud; cat answers # ./answers" scan.txt >out 2>&1
is "much on stderr before the answers" "$(tail -1 out | cut -d' ' -f2)" 6
grade --program "cat answers; exec >&-; $loud; echo last words >&2 # ./answers" scan.txt >out 2>&1
is "and behind them" "$(tail -1 out | cut -d' ' -f2)" 6
grade --program "head -2 answers; exec >&-; $loud; printf '\nz\na\n\n\nb\tb \nc\nlast words\n\n' >&2; exit 3 # ./answers" scan.txt >out 2>&1
has "the last words are the last four lines" out "Its last words: a b b c last words"
printf '' >answers
grade --program 'cat answers # ./answers' scan.txt >out 2>&1
is "without --partial all or none" "$(tail -1 out | cut -d' ' -f2)" 0

# ---- libraries ----
cc -w -shared -fPIC -I"$top/include" "$examples/library/lab3.c" -o lab3.so
grade --library lab3.so $parts >library.txt
is "right library" "$?" 0
cmp -s program.txt library.txt && good || bad "a library's report is a program's"
# a rook that jumps
sed 's/return straight && is_free_way.*/return straight;/' "$examples/library/lab3.c" >jumping.c
cc -w -shared -fPIC -I"$top/include" jumping.c -o jumping.so
grade --library jumping.so tests/part1_8x8_1.txt >library_wrong.txt
golden library_wrong.txt library_wrong.txt
cp "$examples/library/lab3.c" text.so
grade --library text.so tests/part1_8x8_1.txt >out
has "no library" out "invalid ELF header"
printf 'int x;' | cc -shared -fPIC -x c - -o empty.so
grade --library empty.so tests/part1_8x8_1.txt >out
has "an empty library" out "the library has no createChessBoard"

# ---- calls ----
"$arbiter" grade tests/part1_8x8_1.txt >out 2>err
is "nothing to grade" "$?" 2
"$arbiter" grade --program ./lab3 >out 2>err
is "no tests" "$?" 2
"$arbiter" grade --program ./lab3 --class x tests/part1_8x8_1.txt >out 2>err
is "two ways" "$?" 2
"$arbiter" grade --program ./lab3 missing.txt >out 2>err
is "no such test" "$?" 3
echo 1 >broken.txt
"$arbiter" grade --program ./lab3 broken.txt >out 2>err
is "a broken test" "$?" 3
has "a broken test" err "broken.txt:2:1: the file ends where the numbers of rows and columns should be"
"$arbiter" grade --library missing.so tests/part1_8x8_1.txt >out 2>err
is "no such library" "$?" 3
mkdir nothing
printf '1\n1 1\n~\n' >silent.txt
"$arbiter" grade --class nothing silent.txt >out 2>err
is "nothing handed in" "$?" 1
is "no call is blamed where none was made" "$(grep -c 'did not match' out)" 0
PATH=/nonexistent "$arbiter" grade --program ./lab3 tests/part1_8x8_1.txt >out 2>err
is "without bubblewrap" "$?" 4
has "without bubblewrap" err "bubblewrap (bwrap) is not installed; --no-sandbox runs them all the same"
mkdir fake
printf '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n' >fake/bwrap
chmod +x fake/bwrap
PATH=$PWD/fake:$PATH "$arbiter" grade --program 'touch ran' tests/part1_8x8_1.txt >out 2>err
is "where bubblewrap may not work" "$?" 4
has "where bubblewrap may not work" err "cannot be isolated here: bwrap: No permissions to create new namespace"
is "nothing is run then" "$(cat out; ls ran 2>&1 | grep -c '^ran$')" 0
grade --no-sandbox --program ./lab3 $parts >open.txt
is "without a sandbox, when told so" "$?" 0
cmp -s program.txt open.txt && good || bad "without a sandbox the report is the same"

# ---- JSON, Gradescope ----
grade --json --library jumping.so tests/part1_8x8_1.txt tests/king_taken_4x4.txt >wrong.json
golden wrong.json wrong.json
grade --gradescope results.json --library jumping.so tests/part1_8x8_1.txt >out
golden results.json results.json
finish
