#!/bin/sh
# Compares perft with Debian's Stockfish: no hash table, alternating rounds, CPU time less that of
# starting up, medians of the rounds' ratios. bench/perft.sh BUILD [ROUNDS]
# The deepest count is done once. Lines "result WHAT PEER THEIRS OURS UNIT RATIO", separated by
# tabs, go to the file $BENCH_RESULTS, too.
set -eu
build=${1:?"usage: $0 BUILD [ROUNDS]"}
rounds=${2:-9}
results=${BENCH_RESULTS:-/dev/null}
PATH=$PATH:/usr/games
command -v stockfish >/dev/null || { echo "stockfish is missing: tools/install-deps check" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

theirs() { # depth fen: "SECONDS NODES"
    printf 'position fen %s\ngo perft %s\n' "$2" "$1" | "$build/bench/cpu" stockfish
}

ours() { # option... : "SECONDS NODES"
    "$build/bench/cpu" "$build/arbiter" perft "$@" </dev/null
}

# Prints the CPU seconds of one run less those of starting up; the count must be the one wanted.
net() { # "SECONDS NODES" start-up wanted
    echo "$1" | awk -v start="$2" -v wanted="$3" -v what="$what" '
        $2 != wanted { print what ": " $2 ", not " wanted >"/dev/stderr"; exit 1 }
        { s = $1 - start; print (s > 0.001 ? s : 0.001) }'
}

start='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
kiwipete='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
what=start-up
for round in 1 2 3; do
    theirs 1 "$start" >>"$work/their_start"
    ours 1 >>"$work/our_start"
done
their_start=$(median <"$work/their_start") our_start=$(median <"$work/our_start")

echo "perft: million positions a CPU second, medians of $rounds rounds in turn, one thread, no table"
printf '%-26s %-10s %10s %10s %8s\n' what peer theirs ours ratio
while IFS='|' read -r what depth nodes most ways fen; do
    rm -f "$work"/*.ratio "$work"/*.time
    for round in $(seq "$((most < rounds ? most : rounds))"); do
        peer=$(net "$(theirs "$depth" "$fen")" "$their_start" "$nodes")
        echo "$peer" >>"$work/peer.time"
        for way in $ways; do
            time=$(net "$(ours --count "$way" "$depth" "$fen")" "$our_start" "$nodes")
            echo "$time" >>"$work/$way.time"
            awk "BEGIN { print $peer / $time }" >>"$work/$way.ratio"
        done
    done
    for way in $ways; do
        awk -v what="perft $what d$depth $way" -v nodes="$nodes" -v results="$results" \
            -v theirs="$(median <"$work/peer.time")" -v ours="$(median <"$work/$way.time")" \
            -v ratio="$(median <"$work/$way.ratio")" 'BEGIN {
            t = sprintf("%.1f", nodes / theirs / 1e6); o = sprintf("%.1f", nodes / ours / 1e6)
            r = sprintf("%.2f", ratio)
            printf "%-26s %-10s %10s %10s %8s\n", substr(what, 7), "stockfish", t, o, r
            printf "result\t%s\tstockfish\t%s\t%s\tMnodes/s\t%s\n", what, t, o, r >>results }'
    done
done <<END
start|6|119060324|99|product bulk leaf|$start
start|7|3195901860|1|product|$start
kiwipete|5|193690690|99|product bulk leaf|$kiwipete
position 3|7|178633661|99|product bulk leaf|8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1
END

# Compares two threads with one by elapsed time. Whether a shared host gives two whole cores changes
# from minute to minute. So each round also runs two independent processes at once, each with the whole
# count on one thread; together they show what the machine can give at that moment. Counts take a
# second or more, so that starting up does not matter.
timed() { # command... : "CPU-SECONDS ELAPSED NODES"
    "$build/bench/cpu" -e "$@" </dev/null
}

at_once='"$@" & first=$!; "$@" && wait "$first"'

of_rounds() { # expression of the columns of $work/rounds: its median
    awk "{ print $1 }" "$work/rounds" | median
}

row() { # what peer one two ratio CPU-one CPU-two
    printf '%-26s %-11s %10.3f %10.3f %8.2f %14.3f %10.3f\n' "${1#perft }" "$2" "$3" "$4" "$5" "$6" "$7"
    printf 'result\t%s\t%s\t%.3f\t%.3f\ts a count\t%.2f\n' "$1" "$2" "$3" "$4" "$5" >>"$results"
}

echo
thread_rounds=15
echo "two threads beside one, two processes beside one: seconds elapsed a count, medians of $thread_rounds rounds in turn"
printf '%-26s %-11s %10s %10s %8s %14s %10s\n' what peer theirs ours ratio "CPU theirs" ours
while IFS='|' read -r way depth fen; do
    set -- "$build/arbiter" perft --count "$way" "$depth" "$fen" --threads
    for round in $(seq "$thread_rounds"); do
        one=$(timed "$@" 1)
        two=$(timed "$@" 2)
        processes=$(timed sh -c "$at_once" - "$@" 1)
        echo "$one $two $processes"
    done >"$work/rounds"
    awk '$3 != $6 || $3 != $9 { print "counts differ: " $0; exit 1 }' "$work/rounds" >&2
    row "perft $way, 2 threads" "1 thread" "$(of_rounds '$2')" "$(of_rounds '$5')" \
        "$(of_rounds '$2 / $5')" "$(of_rounds '$1')" "$(of_rounds '$4')"
    row "perft $way, 2 processes" "1 process" "$(of_rounds '$2')" "$(of_rounds '$8 / 2')" \
        "$(of_rounds '2 * $2 / $8')" "$(of_rounds '$1')" "$(of_rounds '$7 / 2')"
    # Shows what sharing the work costs, whatever the host gives.
    row "perft $way, 2 threads" "2 processes" "$(of_rounds '$8 / 2')" "$(of_rounds '$5')" \
        "$(of_rounds '$8 / 2 / $5')" "$(of_rounds '$7 / 2')" "$(of_rounds '$4')"
done <<END
product|7|$start
bulk|7|$start
leaf|5|$kiwipete
END

# The same without a clock, if valgrind is installed: the instructions of the busier of two threads in
# relation to those of a single thread. On two idle cores the times have this ratio.
command -v valgrind >/dev/null || exit 0

busiest() { # threads way depth: million instructions
    rm -f "$work"/calls*
    valgrind --tool=callgrind --separate-threads=yes --fair-sched=yes \
        --callgrind-out-file="$work/calls" \
        "$build/arbiter" perft --threads "$1" --count "$2" "$3" "$start" >/dev/null 2>&1
    cat "$work"/calls* | awk '/^totals:/ && $2 > most { most = $2 } END { print most / 1e6 }'
}

echo
echo "two threads beside one: million instructions of the busier, start position"
for call in 'product 6' 'bulk 6' 'leaf 5'; do
    one=$(busiest 1 ${call% *} ${call#* }) two=$(busiest 2 ${call% *} ${call#* })
    echo "$one $two" | awk -v way="${call% *}" -v results="$results" '{
        what = "perft " way ", 2 threads, the busier"
        printf "%-26s %-11s %10.1f %10.1f %8.2f\n", way, "1 thread", $1, $2, $1 / $2
        printf "result\t%s\t1 thread\t%.1f\t%.1f\tM instr.\t%.2f\n", what, $1, $2, $1 / $2 >>results }'
done
