#!/bin/sh
# Compares `arbiter moves` with the straightforward linked-list program, on a million lines made here and
# on fewer, longer ones. The output must be the same; CPU seconds of all threads and elapsed seconds are
# medians of alternating rounds. On a shared machine the CPU seconds tell more.
# bench/moves.sh BUILD [LINES [ROUNDS]]
set -eu
build=${1:?"usage: $0 BUILD [LINES [ROUNDS]]"}
lines=${2:-1000000}
rounds=${3:-3}
cores=$(getconf _NPROCESSORS_ONLN)
threads=$((cores < 8 ? cores : 8))
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

median() { # file, column
    sort -n -k "$2" "$1" | awk -v c="$2" '{ v[NR] = $c } END { print v[int((NR + 1) / 2)] }'
}

measure() { # name, command...: its times go to a file of that name
    name=$1
    shift
    "$build/bench/cpu" -e "$@" "$work/input" "$work/$name.out" >>"$work/$name"
    cmp "$work/list.out" "$work/$name.out"
}

show() { # name, title
    cpu=$(median "$work/$1" 1) elapsed=$(median "$work/$1" 2)
    printf '  %-28s %9s %9s' "$2" "$cpu" "$elapsed"
    awk -v c="$cpu" -v e="$elapsed" -v lc="$(median "$work/list" 1)" \
        -v le="$(median "$work/list" 2)" \
        'BEGIN { printf " %9.1f %9.1f\n", lc / (c + 1e-9), le / (e + 1e-9) }'
}

record() { # name, title, column
    [ -n "${BENCH_RESULTS:-}" ] || return 0
    awk -v what="$2" -v ours="$(median "$work/$1" "$3")" -v list="$(median "$work/list" "$3")" \
        'BEGIN { printf "result\t%s\tlinked list\t%.3f\t%.3f\ts\t%.1f\n", what, list, ours,
                 list / (ours + 1e-9) }' >>"$BENCH_RESULTS"
}

run() { # lines, moves a line at most
    "$build/bench/moves_generate" "$1" "$2" >"$work/input"
    : >"$work/list" >"$work/one" >"$work/many"
    for round in $(seq "$rounds"); do
        measure list "$build/bench/moves_linked_list"
        measure one "$build/arbiter" moves --threads 1
        measure many "$build/arbiter" moves --threads "$threads"
    done
    echo "$1 lines of 1 to $2 moves"
    show list 'linked list, 1 thread'
    show one 'arbiter moves, 1 thread'
    show many "arbiter moves, $threads threads"
    record one "moves: $1 lines of up to $2, 1 thread, CPU" 1
    record many "moves: $1 lines of up to $2, $threads threads, elapsed" 2
}

echo "moves: outputs identical; median of $rounds rounds in turn; $cores cores"
printf '  %-28s %9s %9s %9s %9s\n' '' 'CPU s' 'elapsed s' 'CPU x' 'elapsed x'
run "$lines" 20
run $((lines / 4)) 80
