#!/bin/sh
# `arbiter moves` beside the straightforward linked-list program, on a million lines made here: the
# same output, and CPU seconds, medians of rounds in turn. bench/moves.sh BUILD [LINES [ROUNDS]]
set -eu
build=${1:?"usage: $0 BUILD [LINES [ROUNDS]]"}
lines=${2:-1000000}
rounds=${3:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

"$build/bench/moves_generate" "$lines" >"$work/input"
: >"$work/list" >"$work/ours"
for round in $(seq "$rounds"); do
    "$build/bench/cpu" "$build/bench/moves_linked_list" "$work/input" "$work/list.out" |
        cut -d ' ' -f 1 >>"$work/list"
    "$build/bench/cpu" "$build/arbiter" moves "$work/input" "$work/ours.out" |
        cut -d ' ' -f 1 >>"$work/ours"
    cmp "$work/list.out" "$work/ours.out"
done
list=$(median <"$work/list") ours=$(median <"$work/ours")
echo "moves: $lines lines, $(wc -c <"$work/input" | tr -d ' ') bytes, outputs identical;" \
     "CPU seconds, median of $rounds rounds in turn"
printf '%-14s %10s %10s %8s\n' what 'linked list' ours ratio
printf '%-14s %10s %10s %8s\n' moves "$list" "$ours" \
    "$(awk "BEGIN { printf \"%.2f\", $list / ($ours + 1e-9) }")"
