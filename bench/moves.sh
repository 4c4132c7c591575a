#!/bin/sh
# `arbiter moves` beside the straightforward linked-list program, on a million lines made here, and on
# fewer and longer ones: the same output, and CPU seconds, medians of rounds in turn.
# bench/moves.sh BUILD [LINES [ROUNDS]]
set -eu
build=${1:?"usage: $0 BUILD [LINES [ROUNDS]]"}
lines=${2:-1000000}
rounds=${3:-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

run() { # lines, moves a line at most
    "$build/bench/moves_generate" "$1" "$2" >"$work/input"
    : >"$work/list" >"$work/ours"
    for round in $(seq "$rounds"); do
        "$build/bench/cpu" "$build/bench/moves_linked_list" "$work/input" "$work/list.out" |
            cut -d ' ' -f 1 >>"$work/list"
        "$build/bench/cpu" "$build/arbiter" moves "$work/input" "$work/ours.out" |
            cut -d ' ' -f 1 >>"$work/ours"
        cmp "$work/list.out" "$work/ours.out"
    done
    list=$(median <"$work/list") ours=$(median <"$work/ours")
    printf '%-32s %12s %10s %8s\n' "$1 lines of 1 to $2 moves" "$list" "$ours" \
        "$(awk "BEGIN { printf \"%.1f\", $list / ($ours + 1e-9) }")"
}

echo "moves: outputs identical; CPU seconds, median of $rounds rounds in turn"
printf '%-32s %12s %10s %8s\n' what 'linked list' ours ratio
run "$lines" 20
run $((lines / 4)) 80
