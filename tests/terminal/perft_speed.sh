#!/bin/sh
# On a terminal `perft` names its way of counting and its speed; elsewhere it prints the count alone.
set -eu
: "${ARBITER:?"is the program to test"}"
command -v script >/dev/null || { echo "script is missing"; exit 77; }
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
cd "$home"
fail() { echo "failed: $*"; cat -v seen; exit 1; }

counted() { # options and where the terminal is
    script -qec "'$ARBITER' perft $1" /dev/null </dev/null | tr -d '\r' >seen || fail "$1"
}
for way in product bulk leaf; do
    counted "--count $way 3"
    grep -qx "by $way: [0-9.]* s, [0-9.]* million lines a second" seen || fail "$way is not named"
    [ "$(tail -n 1 seen)" = 8902 ] || fail "$way: the count is not the last line"
done
counted '3'
grep -q '^by product: ' seen || fail "the default way is not named"
counted '--divide 2'
[ "$(head -n 1 seen | cut -d: -f1)" = 'by product' ] || fail "the way is not named before the moves"
[ "$(tail -n 1 seen)" = 400 ] || fail "the count is not the last line of --divide"
counted '3 2>/dev/null'
[ "$(cat seen)" = 8902 ] || fail "more than the count on stdout"
echo "10 passed, 0 failed"
