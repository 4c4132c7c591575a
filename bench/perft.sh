#!/bin/sh
# Counting moves beside Debian's Stockfish: one thread, no hash table, rounds in turn, medians of
# CPU time. bench/perft.sh BUILD [ROUNDS]
set -eu
build=${1:?"usage: $0 BUILD [ROUNDS]"}
rounds=${2:-5}
PATH=$PATH:/usr/games
command -v stockfish >/dev/null || { echo "stockfish is missing: tools/install-deps check" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

echo "perft: CPU seconds, median of $rounds rounds in turn; ratio = peer / ours"
printf '%-14s %-12s %10s %10s %8s\n' what peer theirs ours ratio
while IFS='|' read -r what depth fen; do
    : >"$work/theirs" >"$work/ours"
    for round in $(seq "$rounds"); do
        printf 'position fen %s\ngo perft %s\n' "$fen" "$depth" |
            "$build/bench/cpu" stockfish >"$work/one"
        read -r time peer_nodes <"$work/one" && echo "$time" >>"$work/theirs"
        "$build/bench/cpu" "$build/arbiter" perft "$depth" "$fen" >"$work/one" </dev/null
        read -r time nodes <"$work/one" && echo "$time" >>"$work/ours"
        [ "$nodes" = "$peer_nodes" ] || { echo "$what: $nodes, stockfish $peer_nodes"; exit 1; }
    done
    theirs=$(median <"$work/theirs") ours=$(median <"$work/ours")
    printf '%-14s %-12s %10s %10s %8s\n' "$what d$depth" stockfish "$theirs" "$ours" \
        "$(awk "BEGIN { printf \"%.2f\", $theirs / ($ours + 1e-9) }")"
done <<'END'
start|6|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
kiwipete|5|r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
position 3|7|8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1
END
