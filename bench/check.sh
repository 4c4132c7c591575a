#!/bin/sh
# Compares `arbiter check` with every check on with pgn-extract: the same files in the same run, in
# alternating rounds, by CPU time less that of an empty file, best of ROUNDS. Then it measures what
# strictness, threads and unpacking cost, and memory.
#   bench/check.sh BUILD [ROW...]
# "Moves only" (bench/programs/pgn_moves.c) is the smallest program that checks moves: it reads the same file
# in blocks, looks for FEN and Variant tags and plays every main line; it knows no results,
# repetitions, variations, places or findings. Our command reads each file repeatedly, 48 MB in all.
# The files are generated collections, and real ones from ../shared/data/pgn if they exist.
set -eu
cd "$(dirname "$0")/.."
. bench/timing
rounds=${ROUNDS:-21}

"$build/bench/pgn_generate" 12000 plain >"$work/generated-plain.pgn"
"$build/bench/pgn_generate" 4000 clocks >"$work/generated-clocks.pgn"
for name in tcec-plain twic-raw lichess-dump-2021-10 tcec-std; do
    [ ! -f $data/$name.pgn.zst ] || zstd -dcq $data/$name.pgn.zst >"$work/$name.pgn"
done

# Measures what each program needs for an empty file.
: >"$work/empty"
our_start=1e9 their_start=1e9 moves_start=1e9 round=0
while [ $round -lt $((2 * rounds)) ]; do
    our_start=$(spent "$our_start" "$build/arbiter" check --warnings "$work/empty")
    moves_start=$(spent "$moves_start" "$build/bench/pgn_moves" "$work/empty")
    if command -v pgn-extract >/dev/null; then
        their_start=$(spent "$their_start" pgn-extract -s -r "$work/empty")
    fi
    round=$((round + 1))
done

printf '%-32s %17s %-16s %10s %8s\n' what arbiter peer '' ratio
for file in "$work"/*.pgn; do
    name=$(basename "$file" .pgn)
    asked "check/$name" || continue
    size=$(wc -c <"$file")
    times=$((48000000 / size + 1))
    repeat $times "$file" >"$work/often"
    ours=1e9 theirs=1e9 strict=1e9 moves=1e9 round=0
    while [ $round -lt "$rounds" ]; do
        ours=$(spent "$ours" "$build/arbiter" check --warnings "$work/often")
        strict=$(spent "$strict" "$build/arbiter" check --strict "$work/often")
        moves=$(spent "$moves" "$build/bench/pgn_moves" "$work/often")
        if command -v pgn-extract >/dev/null; then
            theirs=$(spent "$theirs" pgn-extract -s -r "$file")
        fi
        round=$((round + 1))
    done
    [ "$theirs" = 1e9 ] || say "check/$name" pgn-extract \
        "$(rate "$size" "$theirs" "$their_start")" \
        "$(rate $((times * size)) "$ours" "$our_start")" MB/s
    say "check-strict/$name" moves-only "$(rate $((times * size)) "$moves" "$moves_start")" \
        "$(rate $((times * size)) "$strict" "$our_start")" MB/s
done

# One large file serves to measure memory and threads.
cat "$work/generated-plain.pgn" "$work/generated-clocks.pgn" >"$work/half"
repeat 6 "$work/half" >"$work/large"
size=$(wc -c <"$work/large")
one_and_two check-two-threads "$work/large" "$build/arbiter" check

# Unpacking on two cores. Whether a check keeps up with it depends on the bytes per ply: so there are
# half plain scores and half games with clocks, and lichess's games with clocks and evaluations.
clocks=$work/lichess-dump-2021-10.pgn
[ -f "$clocks" ] || clocks=$work/generated-clocks.pgn
repeat $((50000000 / $(wc -c <"$clocks") + 1)) "$clocks" >"$work/clocks"
beside_unpacking() { # name, row, how our time is taken, how theirs: best of the rounds each
    zstd -qf "$work/$1" -o "$work/$1.zst"
    asked "$2/$1" || return 0
    size=$(wc -c <"$work/$1")
    packed=1e9 unpack=1e9 round=0
    while [ $round -lt "$rounds" ]; do
        packed=$($3 "$packed" "$work/$1.zst")
        # shellcheck disable=SC2016 # for the inner shell
        unpack=$($4 "$unpack" sh -c 'zstd -dcq "$1" >/dev/null' sh "$work/$1.zst")
        round=$((round + 1))
    done
    say "$2/$1" zstd-dc "$(rate "$size" "$unpack")" "$(rate "$size" "$packed")" MB/s
}
by_the_clock() { elapsed "$1" "$build/arbiter" check -j 2 "$2"; }
by_the_busiest() {
    "$build/bench/busiest" check -j 2 "$2" 2>"$work/busiest" >/dev/null
    tail -n 1 "$work/busiest" | awk -v best="$1" '{ print $1 < best ? $1 : best }'
}
beside_unpacking large check-zst-two-threads by_the_clock elapsed
beside_unpacking clocks check-zst-two-threads by_the_clock elapsed
# The same if unpacking has a core of its own and two threads check, estimated by the CPU time of the
# busiest of the three (bench/busiest): for plain scores, and for half plain and half with clocks.
repeat 10 "$work/generated-plain.pgn" >"$work/plain"
beside_unpacking plain check-zst-busiest-of-three by_the_busiest spent
beside_unpacking large check-zst-busiest-of-three by_the_busiest spent
for call in "1 large" "2 large" "4 large" "1 large.zst"; do
    # shellcheck disable=SC2086 # two words
    set -- $call
    asked "check-memory/$2-j$1" || continue
    peak=$(measure 3 1e9 "$build/arbiter" check -j "$1" "$work/$2")
    say "check-memory/$2-j$1" limit "$((8192 + 4096 * ($1 - 1)))" "$peak" kB
done
