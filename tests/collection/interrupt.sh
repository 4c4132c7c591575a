#!/bin/sh
# An interrupted check reports what it has found so far and where to go on; a second check from there
# finds the rest. tests/collection/interrupt.sh BUILD
set -eu
build=$(cd "${1:?"usage: $0 BUILD"}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$build/bench/pgn_generate" 2000 plain | sed 's/ 12\. [^ ]*/ 12. Kh9/' >some.pgn
cat some.pgn some.pgn some.pgn some.pgn >four.pgn
cat four.pgn four.pgn four.pgn four.pgn four.pgn >games.pgn
"$build/arbiter" check games.pgn >whole || [ $? = 1 ]

# The check may have ended before the interrupt comes, or not have begun. Then it is tried again, earlier or later.
wait=100 # milliseconds
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
    "$build/arbiter" check games.pgn >first 2>message &
    child=$!
    sleep "$(awk "BEGIN { print $wait / 1000 }")"
    kill -INT $child 2>/dev/null || :
    code=0
    wait $child || code=$?
    grep -q 'stopped in games.pgn; the rest: --from ' message && break
    if [ "$code" -gt 128 ]; then wait=$((wait * 2)); else wait=$((wait * 2 / 3 + 1)); fi
done
from=$(sed -n 's/.*the rest: --from //p' message)
[ -n "$from" ] || { echo "0 passed, 1 failed: never interrupted in $try tries (exit $code)"; exit 1; }
[ "$code" -le 1 ] || { echo "0 passed, 1 failed: exit $code"; exit 1; }
"$build/arbiter" check --from "$from" games.pgn >rest || [ $? = 1 ]

# Findings with their places follow each other; counts add up.
summary='^1 file, '
counts() { sed -n "s/$summary\([0-9]*\) game.*, \([0-9]*\) pl.*: \([0-9]*\) faulty.*/\1 \2 \3/p" "$@"; }
sum=$(counts first rest | awk '{ g += $1; p += $2; f += $3 } END { print g, p, f }')
[ "$sum" = "$(counts whole)" ] || { echo "0 passed, 1 failed: $sum, whole $(counts whole)"; exit 1; }
cat first rest | grep '^games.pgn:' >both
grep '^games.pgn:' whole | cmp - both || { echo "0 passed, 1 failed: findings differ"; exit 1; }
echo "stopped at byte $from of $(wc -c <games.pgn)"
echo "1 passed, 0 failed"
