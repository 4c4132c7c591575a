#!/bin/sh
# A referee's questions beside Debian's Stockfish counting moves (Y: its nodes a second, go perft 6 from
# the start position), rounds in turn, CPU time. A ratio is the median of the rounds' own ratios, since
# a machine's speed changes from round to round. bench/referee.sh BUILD [ROUNDS]
# Where valgrind is there, also the instructions an operation.
set -eu
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

for round in $(seq "$rounds"); do
    all=$(seconds 6) idle=$(seconds 1)
    peer=$(awk "BEGIN { printf \"%.0f\", 119060324 / ($all - $idle) }")
    echo "$peer" >>"$work/peer"
    "$build/bench/referee_questions" 0.04 2>/dev/null |
        awk -v peer="$peer" -v work="$work" '{
            print $2 / $3 >>(work "/" $1)
            print $2 / $3 / peer >>(work "/" $1 ".ratio") }'
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
