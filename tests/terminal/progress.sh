#!/bin/sh
# The progress bar of `check` and the line of `match` appear on a terminal after a second and are removed at the end; a pipe gets none.
set -eu
: "${ARBITER:?"is the program to test"}"
command -v script >/dev/null || { echo "script is missing"; exit 77; }
engine=$(cd "$(dirname "$0")/engines" && pwd)/waits
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
cd "$home"
fail() { echo "failed: $*"; cat -v seen; exit 1; }

awk 'BEGIN { for (i = 0; i < 20000; i++)
    printf "[Event \"Bar\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n\n" }' >games.pgn
mkfifo slow

# The first file ends more than a second after it was opened, however late the program was started: then the bar may be drawn.
checked() { # where the terminal is
    (exec >slow; sleep 1.5; echo) &
    script -qec "'$ARBITER' check slow games.pgn $1" /dev/null >seen </dev/null || fail "$1: exit $?"
    wait
}
checked ''
grep -q "$(printf '\r')"'\[#* *\] *[0-9]*% [0-9]* games/s, [0-9:]* left ' seen || fail "there is no bar"
grep -q "$(printf '\r')  *$(printf '\r')" seen || fail "the bar stays"
grep -q '20000 games' seen || fail "there is no summary"
checked '2>/dev/null'
! grep -q 'games/s' seen || fail "a bar where no terminal is"

# The engines wait with their moves until the line has been seen.
mkdir gate
GATE=$home/gate
export GATE
script -qefc "'$ARBITER' match 'cmd=$engine name=One' 'cmd=$engine name=Two' --tc inf --maxmoves 2 --games 1" /dev/null >seen </dev/null &
tries=0
until grep -q "$(printf '\r')"'0 of 1 games, 1 being played (move 1) ' seen || [ $tries = 12000 ]; do
    tries=$((tries + 1))
    sleep 0.05
done
touch gate/0 gate/1 gate/2 gate/3 gate/4 gate/5
wait $! || fail "a match: exit $?"
grep -q "$(printf '\r')  *$(printf '\r')1/1  1.1  One - Two  1/2-1/2 " seen || fail "the line of a match stays"
"$ARBITER" match "cmd=$engine name=One" "cmd=$engine name=Two" --tc inf --maxmoves 2 --games 1 >seen 2>&1 || fail "a match: exit $?"
! grep -q 'being played' seen || fail "a line where no terminal is"
echo "6 passed, 0 failed"
