#!/bin/sh
# Compares the grid kernel with Debian's Fairy-Stockfish on larger boards (perft, alternating rounds, CPU
# time less start-up, medians of the rounds' ratios), and measures what its moves cost from 8x8 to 32x32 in
# relation to what its sliders see. That build plays nothing above 12x10, so larger boards have no peer.
# bench/grid.sh BUILD [ROUNDS]
set -eu
cd "$(dirname "$0")/.."
build=$(cd "${1:?"usage: $0 BUILD [ROUNDS]"}" && pwd)
rounds=${2:-5}
PATH=$PATH:/usr/games
command -v fairy-stockfish >/dev/null ||
    { echo "fairy-stockfish is missing: tools/install-deps check" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
theirs() { # variant, depth: CPU seconds, nodes
    printf 'setoption name VariantPath value bench/boards/wide.ini
setoption name UCI_Variant value %s\nposition startpos\ngo perft %s\n' "$1" "$2" |
        "$build/bench/cpu" fairy-stockfish
}
ours() { # rules, depth
    "$build/bench/cpu" "$build/arbiter" perft --rules "$1" "$2" </dev/null
}
# The median CPU seconds of starting up.
idle() { # theirs or ours, variant or rules
    for round in 1 2 3 4 5; do "$1" "$2" 1; done | awk '{ print $1 }' | median
}

echo "grid: million nodes a second of CPU time, medians of $rounds rounds in turn"
printf '%-24s %16s %8s %8s\n' what fairy-stockfish ours ratio
while read -r variant depth board rules; do
    : >"$work/theirs" >"$work/ours" >"$work/ratio"
    their_idle=$(idle theirs "$variant") our_idle=$(idle ours "$rules")
    for round in $(seq "$rounds"); do
        theirs "$variant" "$depth" >"$work/one" && read -r their_time peer_nodes <"$work/one"
        ours "$rules" "$depth" >"$work/one" && read -r our_time nodes <"$work/one"
        [ "$nodes" = "$peer_nodes" ] || { echo "$variant: $nodes, not $peer_nodes"; exit 1; }
        awk -v nodes="$nodes" -v theirs="$their_time" -v their_idle="$their_idle" \
            -v ours="$our_time" -v our_idle="$our_idle" -v work="$work" 'BEGIN {
            peer = nodes / (theirs - their_idle) / 1e6; own = nodes / (ours - our_idle) / 1e6
            print peer >>(work "/theirs"); print own >>(work "/ours"); print own / peer >>(work "/ratio") }'
    done
    awk -v what="$variant $board d$depth" -v peer="$(median <"$work/theirs")" \
        -v ours="$(median <"$work/ours")" -v ratio="$(median <"$work/ratio")" \
        -v file="${BENCH_RESULTS:-/dev/null}" 'BEGIN {
        printf "%-24s %16.2f %8.2f %8.2f\n", what, peer, ours, ratio
        printf "result\tgrid: %s\tfairy-stockfish\t%.2f\t%.2f\tM nodes/s\t%.2f\n", what, peer,
               ours, ratio >>file }'
done <<'END'
capablanca 5 10x8 examples/rules/capablanca.rules
janus 5 10x8 examples/rules/janus.rules
embassy 5 10x8 examples/rules/embassy.rules
courier 5 12x8 tests/data/rules/courier.rules
grand 4 10x10 examples/rules/grand.rules
shako 4 10x10 examples/rules/shako.rules
wide 4 12x10 bench/boards/wide.rules
END
echo "boards above 12x10: fairy-stockfish does not play them"

echo "grid: one list of moves, the men of chess thrown on a board"
: >"$work/instructions"
if command -v valgrind >/dev/null; then
    valgrind --tool=callgrind --callgrind-out-file="$work/callgrind" "$build/bench/grid" 0 \
        >/dev/null 2>&1
    callgrind_annotate --inclusive=yes --threshold=100 "$work/callgrind" |
        sed -n 's/^ *\([0-9,]*\) .*:run_\([0-9]*\).*/\2 \1/p' | tr -d , | sort -u >"$work/instructions"
fi
"$build/bench/grid" 0.2 >"$work/sizes"
printf '%-8s %10s %14s %14s %22s\n' board ns instructions 'squares seen' 'instructions a square'
awk -v file="${BENCH_RESULTS:-/dev/null}" 'NR == FNR { cost[$1] = $2; next } {
    seen = $4 / 300; instructions = cost[$1] / 300
    printf "%-8s %10.0f %14.0f %14.1f %22.1f\n", $1 "x" $1, $3 / $2 * 1e9, instructions, seen,
           instructions / seen
    if ($1 == 8) { first_cost = instructions; first_seen = seen }
    if ($1 == 32 && first_cost > 0)
        printf "result\tgrid: growth from 8x8 to 32x32\tslider squares seen\t%.2f\t%.2f\ttimes\t%.2f\n",
               seen / first_seen, instructions / first_cost,
               (seen / first_seen) / (instructions / first_cost) >>file
}' "$work/instructions" "$work/sizes"
