#!/bin/sh
# Commands are killed by SIGKILL in mid-run: `check` leaves the files of --good and --bad unchanged or
# complete; `grade` leaves no process behind, and grading the class again gives the same result.
#   ARBITER=... tests/faults/kills.sh [ROUNDS]
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
arbiter=${ARBITER:-$top/build/arbiter}
rounds=${1:-6}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
passed=0 failed=0
is() { # what, got, wanted
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "$1: got $2, wanted $3"; fi
}
pause() { # a little longer each round, over and over
    awk "BEGIN { printf \"0.%03d\", ($1 * 37) % 300 }"
}

i=0
while [ $i -lt 20000 ]; do
    printf '[Event "%d"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n' $i
    i=$((i + 1))
done >games.pgn
cat games.pgn games.pgn games.pgn games.pgn games.pgn games.pgn games.pgn games.pgn >many.pgn
round=0
killed=0
while [ "$round" -lt "$rounds" ]; do
    echo before >good
    echo before >bad
    "$arbiter" check --good good --bad bad many.pgn >/dev/null 2>&1 &
    victim=$!
    sleep "$(pause $round)"
    if kill -KILL $victim 2>/dev/null; then killed=$((killed + 1)); fi
    wait $victim 2>/dev/null || :
    [ "$(head -c 6 good)" = before ] || is "check $round: good is whole" "$(cmp good many.pgn && echo whole)" whole
    [ "$(cat bad)" = before ] || is "check $round: bad is whole" "$(cat bad)" ""
    passed=$((passed + 1))
    rm -f good.* bad.* # temporary files that a killed process could not remove
    round=$((round + 1))
done
is "check was killed" "$([ $killed -gt 0 ] && echo yes)" yes

mkdir class
for student in ann ben cem dot; do
    printf '#!/bin/sh\nsleep 0.1\nwhile read -r line; do case $line in movePiece*) echo true ;; esac; done\n' >class/$student
    chmod +x class/$student
done
printf '1\n4 4\nw r 3 0\nb k 0 3\n~\nmovePiece 3 0 2 0\n' >test.txt
"$arbiter" grade --no-sandbox --submissions class --csv right.csv test.txt >/dev/null 2>&1 || :
round=0
while [ "$round" -lt "$rounds" ]; do
    "$arbiter" grade --no-sandbox --submissions class --resume kept test.txt >/dev/null 2>&1 &
    victim=$!
    sleep "$(pause $round)"
    kill -KILL $victim 2>/dev/null || :
    wait $victim 2>/dev/null || :
    round=$((round + 1))
done
left() { # 1: there are processes of the class, 0: there are none
    case $(cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ') in *"$work/class"*) echo 1 ;; *) echo 0 ;; esac
}
tries=0
while [ "$(left)" != 0 ] && [ $tries -lt 6000 ]; do # they end by themselves, and soon
    tries=$((tries + 1))
    sleep 0.1
done
is "grade: processes left" "$(left)" 0
"$arbiter" grade --no-sandbox --submissions class --resume kept --csv again.csv test.txt >/dev/null 2>&1 || :
is "grade: again" "$(cmp right.csv again.csv && echo same)" same
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
