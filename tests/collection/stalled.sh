#!/bin/sh
# An interrupt ends a check or a conversion of a pipe into which nobody writes any more; it reports the
# complete games that have come, and where to go on. tests/collection/stalled.sh BUILD
set -eu
build=$(cd "${1:?"usage: $0 BUILD"}" && pwd)
work=$(mktemp -d)
child='' watchdog=''
trap 'kill -9 $child $watchdog 2>/dev/null || :; rm -rf "$work"' EXIT
cd "$work"
"$build/bench/pgn_generate" 2000 plain >games.pgn
zstd -q games.pgn
half=$(($(wc -c <games.pgn.zst) / 2))
head -c $half games.pgn.zst >half.zst
mkfifo pipe
exec 3<>pipe # opens both ends, so that neither this call waits nor the pipe ends
fail() { echo "0 passed, 1 failed: $*"; exit 1; }

# The input is larger than the pipe, so when it is written its beginning has been read.
interrupted() { # input, exit code, arguments...: as it should be
    input=$1 expected=$2
    shift 2
    "$build/arbiter" "$@" <pipe >first 2>message 3>&- &
    child=$!
    cat "$input" >&3
    kill -INT $child
    (trap 'kill $nap' TERM; sleep 600 & nap=$!; wait $nap && kill -9 $child) >/dev/null 2>&1 3>&- &
    watchdog=$!
    code=0
    wait $child || code=$?
    kill $watchdog 2>/dev/null || :
    [ "$code" = "$expected" ] || fail "$*: exit $code: $(cat message)"
    grep -q 'stopped in ' message || fail "$*: no word of it: $(cat message)"
    [ "$(grep -c '^arbiter:' message)" = 1 ] || fail "$*: $(cat message)"
    dd if=pipe of=/dev/null iflag=nonblock bs=64k 2>/dev/null || : # what is left in it
}

counts() { sed -n 's/^1 file, \([0-9]*\) game.*, \([0-9]*\) pl.*/\1 \2/p' "$@"; }
"$build/arbiter" check games.pgn >whole
for call in "games.pgn 1" "games.pgn 2" "half.zst 1" "half.zst 2"; do
    input=${call% *}
    interrupted "$input" 0 check -j "${call#* }" -
    from=$(sed -n 's/.*the rest: --from //p' message)
    [ "$from" -gt 0 ] || fail "$input: nothing was checked"
    "$build/arbiter" check --from "$from" games.pgn >rest
    sum=$(counts first rest | awk '{ games += $1; plies += $2 } END { print games, plies }')
    [ "$sum" = "$(counts whole)" ] || fail "$input: $sum, whole $(counts whole)"
done
interrupted games.pgn 4 convert --to uci -
[ "$(wc -l <first)" -gt 0 ] || fail "nothing was converted"
"$build/arbiter" convert --to uci games.pgn | head -n "$(wc -l <first)" | cmp - first ||
    fail "what was converted is not the beginning"
echo "5 passed, 0 failed"
