#!/bin/sh
# Speed of `arbiter check` beside pgn-extract on the same files in the same run, rounds in turn, by
# CPU time, best of five. bench/check.sh BUILD
# Real collections from ../shared/data/pgn where they are, else generated ones.
set -eu
cd "$(dirname "$0")/.."
build=$(cd "${1:?"usage: $0 BUILD"}" && pwd)
data=../shared/data/pgn
PATH=$PATH:/usr/games
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rounds=${ROUNDS:-5}

"$build/bench/pgn_generate" 12000 plain >"$work/generated-plain.pgn"
"$build/bench/pgn_generate" 4000 clocks >"$work/generated-clocks.pgn"
for name in tcec-plain twic-raw lichess-dump-2021-10 tcec-std; do
    [ -f $data/$name.pgn.zst ] && zstd -dcq $data/$name.pgn.zst >"$work/$name.pgn"
done

spent() { # best so far, command...: the smaller of it and the CPU seconds
    best=$1
    shift
    # A collection with faults is no failure of the run.
    "$build/bench/cpu" sh -c '"$@" || :' sh "$@" 2>/dev/null >"$work/cpu"
    awk -v best="$best" '{ print $1 < best ? $1 : best }' "$work/cpu"
}

printf '%-24s %8s %12s %12s %8s %12s\n' collection MB arbiter pgn-extract ratio --strict
for file in "$work"/*.pgn; do
    for i in 1 2 3 4; do cat "$file"; done >"$work/four"
    size=$(wc -c <"$file")
    ours=1e9 theirs=1e9 strict=1e9 round=0
    while [ $round -lt "$rounds" ]; do
        ours=$(spent "$ours" "$build/arbiter" check --warnings "$work/four")
        strict=$(spent "$strict" "$build/arbiter" check --strict "$work/four")
        if command -v pgn-extract >/dev/null; then
            theirs=$(spent "$theirs" pgn-extract -s -r "$file")
        fi
        round=$((round + 1))
    done
    echo "$(basename "$file" .pgn) $size $ours $theirs $strict" | awk '{
        ours = 4 * $2 / $3 / 1e6; theirs = $2 / $4 / 1e6; strict = 4 * $2 / $5 / 1e6
        printf "%-24s %8.1f %7.1f MB/s %7.1f MB/s %8.1f %7.1f MB/s\n", $1, $2 / 1e6, ours, theirs,
               (theirs > 0.001 ? ours / theirs : 0), strict }'
done
