#!/bin/sh
# Runs a hostile library between tests that it answers rightly. The tests of a submission share a part of the sandbox, yet each
# hostile act costs its own test alone, and no test sees what another has left behind.
. "$(dirname "$0")/lib.sh"
kinds=$(seq 2 23)
cc -w -shared -fPIC -D_GNU_SOURCE -I"$top/include" -DcreateChessBoard=lab3_create -c "$top/examples/grade/library/lab3.c" -o right.o &&
    cc -Wall -Wextra -fPIC -D_GNU_SOURCE -I"$top/include" -c "$here/hostile_library.c" -o hostile.o &&
    cc -shared right.o hostile.o -o hostile.so || { echo "0 passed, 1 failed"; exit 1; }
mkdir tests
right() { printf '1\n4 4\nw r 3 0\nb r 0 3\n~\nisValidScan\nmovePiece 3 0 3 1\n' >"$1"; }
for kind in $kinds; do
    number=$(printf %02d "$kind")
    right "tests/${number}_before.txt"
    printf '9\n%d 1\nw r 0 0\n~\nisValidScan\n' "$kind" >"tests/${number}_hostile.txt"
done
right tests/99_behind.txt
"$arbiter" grade --time 2 --memory 128 --processes 16 --json --library hostile.so tests/*.txt >out.json 2>err
is "exit code" "$?" 1
is "stderr" "$(cat err)" ""
for kind in $kinds; do
    number=$(printf %02d "$kind")
    has "before $kind" out.json "\"file\":\"tests/${number}_before.txt\",\"ok\":true"
    grep -F "tests/${number}_hostile.txt" out.json >one.json
    has "hostile $kind" one.json '"ok":false'
    has "hostile $kind gains nothing" one.json '"score":0,"points":9'
done
has "behind them all" out.json '"file":"tests/99_behind.txt","ok":true'
ending() { grep -F "tests/$1_hostile.txt" out.json | sed 's/.*"ending":"\([a-z-]*\)".*/\1/'; }
is "killed" "$(ending 06)" crash
is "endless" "$(ending 07)" timeout
is "fork bomb" "$(ending 08)" timeout
is "memory" "$(ending 09)" crash
is "aborted" "$(ending 19)" crash
is "nothing is left behind" "$(ls "$TMPDIR")" ""
finish
