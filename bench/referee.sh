#!/bin/sh
# Relates a referee's questions to Debian's Stockfish counting moves (Y: its nodes per second, go perft 6 from
# the start position), in alternating rounds, by CPU time. A ratio is the median of the rounds' own ratios, since
# a machine's speed changes from round to round. bench/referee.sh BUILD [ROUNDS]
# With valgrind it also counts the instructions of an operation. If CHESS_LIBRARY is the folder that has chess-library's
# chess.hpp, a second table compares what both can do, in the same rounds.
set -eu
here=$(dirname "$0")
build=${1:?"usage: $0 BUILD [ROUNDS]"}
rounds=${2:-15}
PATH=$PATH:/usr/games
command -v stockfish >/dev/null || { echo "stockfish is missing: tools/install-deps check" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
seconds() { # depth: CPU seconds of Stockfish
    printf 'go perft %s\n' "$1" | "$build/bench/cpu" stockfish | cut -d' ' -f1
}

other=${CHESS_LIBRARY:-}
if [ -n "$other" ]; then
    "${CXX:-g++}" -std=c++17 -O3 -march=native -DNDEBUG -I "$other" -o "$work/chess-library" "$here/programs/referee_peer.cpp"
    "$build/bench/referee_questions" data >"$work/data"
fi
for round in $(seq "$rounds"); do
    all=$(seconds 6) idle=$(seconds 1)
    peer=$(awk "BEGIN { printf \"%.0f\", 119060324 / ($all - $idle) }")
    echo "$peer" >>"$work/peer"
    "$build/bench/referee_questions" 0.04 2>/dev/null |
        awk -v peer="$peer" -v work="$work" '{
            print $2 / $3 >>(work "/" $1)
            print $2 / $3 / peer >>(work "/" $1 ".ratio") }'
    [ -z "$other" ] || "$work/chess-library" 0.04 <"$work/data" 2>/dev/null |
        while read -r what count seconds; do
            row=$what
            [ "$what" != game_trusted ] || row=game_play # our library has no call that asks less
            ours=$(tail -n 1 "$work/$row")
            awk "BEGIN { print $seconds / $count * 1e9, 1e9 / $ours, $count / $seconds / $ours }" >>"$work/$what.both"
        done
done
: >"$work/instructions"
if command -v valgrind >/dev/null; then
    valgrind --tool=callgrind --callgrind-out-file="$work/callgrind" "$build/bench/referee_questions" 0 \
        >"$work/counts" 2>/dev/null
    callgrind_annotate --inclusive=yes --threshold=100 "$work/callgrind" |
        sed -n 's/^ *\([0-9,]*\) .*:run_\([a-z_]*\).*/\2 \1/p' | tr -d , | sort -u >"$work/costs"
    awk 'NR == FNR { n[$1] = $2; next } $1 in n { printf "%s %.0f\n", $1, $2 / n[$1] }' \
        "$work/counts" "$work/costs" >"$work/instructions"
fi

peer=$(median <"$work/peer")
echo "referee: million operations a second of CPU time, medians of $rounds rounds in turn;"
awk "BEGIN { printf \"Y = %.0f million nodes a second by Stockfish; aim and ratio in Y\n\", $peer / 1e6 }"
printf '%-12s %10s %8s %8s %14s\n' question ours ratio aim instructions
while read -r what aim; do
    ours=$(median <"$work/$what") ratio=$(median <"$work/$what.ratio")
    cost=$(awk -v what="$what" '$1 == what { print $2 }' "$work/instructions")
    awk -v what="$what" -v aim="$aim" -v ours="$ours" -v ratio="$ratio" -v cost="${cost:--}" 'BEGIN {
        printf "%-12s %10.2f %8.3f %8s %14s\n", what, ours / 1e6, ratio, aim, cost }'
    [ -z "${BENCH_RESULTS:-}" ] || awk -v what="$what" -v ours="$ours" -v peer="$peer" -v ratio="$ratio" 'BEGIN {
        printf "result\treferee: %s\tstockfish perft nodes\t%.2f\t%.2f\tM/s\t%.3f\n", what,
               peer / 1e6, ours / 1e6, ratio }' >>"$BENCH_RESULTS"
done <<'END'
list 0.10
count 0.20
has_move 0.20
checkmate 0.20
stalemate 0.20
is_legal 0.60
verdict -
in_check -
attackers -
outcome -
play_undo -
make_unmake -
play_all -
game_play -
read_score -
run_score -
san_write -
san_read -
fen_write -
fen_read -
set_up -
END
[ -n "$other" ] || exit 0
echo
echo "beside chess-library, nanoseconds of CPU time, medians of the same rounds; the ratio is our time to theirs"
printf '%-12s %14s %8s %8s\n' question chess-library ours ratio
for what in game_play game_trusted san_read; do
    theirs=$(cut -d' ' -f1 "$work/$what.both" | median) ours=$(cut -d' ' -f2 "$work/$what.both" | median)
    ratio=$(cut -d' ' -f3 "$work/$what.both" | median)
    printf '%-12s %14.1f %8.1f %8.3f\n' "$what" "$theirs" "$ours" "$ratio"
    [ -z "${BENCH_RESULTS:-}" ] ||
        printf 'result\treferee: %s, time\tchess-library\t%.1f\t%.1f\tns\t%.3f\n' "$what" "$theirs" "$ours" "$ratio" >>"$BENCH_RESULTS"
done
