#!/bin/sh
# Compares list, make and unmake with chess-library (github.com/Disservin/chess-library), in alternating rounds, by CPU time.
# A ratio is the median of the rounds' own ratios. bench/lookahead.sh BUILD [ROUNDS]
# CHESS_LIBRARY is the folder that has its chess.hpp; without it only our own figures are measured.
set -eu
build=${1:?"usage: $0 BUILD [ROUNDS]"}
rounds=${2:-9}
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
rate() { awk '{ printf "%.3f\n", $1 / $2 / 1e6 }'; }

peer=
if [ -n "${CHESS_LIBRARY:-}" ]; then
    "${CXX:-g++}" -std=c++17 -O3 -march=native -DNDEBUG -I "$CHESS_LIBRARY" -o "$work/peer" "$here/programs/lookahead_peer.cpp"
    peer=yes
fi
echo "lookahead: million moves a second of CPU time, medians of $rounds rounds in turn;"
echo "ratios to chess-library's legalmoves, makeMove and unmakeMove, which check nothing"
printf '%-12s %14s %14s %8s %14s %8s\n' position chess-library make ratio play ratio
while read -r name depth times fen; do
    rm -f "$work"/*.rate "$work"/*.ratio
    for round in $(seq "$rounds"); do
        theirs=-
        [ -z "$peer" ] || theirs=$("$work/peer" "$depth" "$times" "$fen" | rate)
        echo "$theirs" >>"$work/peer.rate"
        for how in make play; do
            ours=$("$build/bench/lookahead" "$how" "$depth" "$times" "$fen" | rate)
            echo "$ours" >>"$work/$how.rate"
            [ -z "$peer" ] || awk "BEGIN { printf \"%.3f\n\", $ours / $theirs }" >>"$work/$how.ratio"
        done
    done
    for how in make play; do
        [ -n "$peer" ] || echo - >"$work/$how.ratio"
        [ -z "$peer" ] || [ -z "${BENCH_RESULTS:-}" ] || printf 'result\tlookahead: %s, %s\tchess-library\t%s\t%s\tM/s\t%s\n' \
            "$name" "$how" "$(median <"$work/peer.rate")" "$(median <"$work/$how.rate")" "$(median <"$work/$how.ratio")" >>"$BENCH_RESULTS"
    done
    printf '%-12s %14s %14s %8s %14s %8s\n' "$name" "$(median <"$work/peer.rate")" "$(median <"$work/make.rate")" \
        "$(median <"$work/make.ratio")" "$(median <"$work/play.rate")" "$(median <"$work/play.ratio")"
done <<'END'
start 5 2 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
kiwipete 4 3 r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
position-3 6 1 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1
END
