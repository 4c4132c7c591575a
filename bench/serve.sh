#!/bin/sh
# Measures the durable moves per second of `arbiter serve`, with the load on the same machine. Every
# line has a fresh server and a fresh store. If BENCH_RESULTS names a file, the figures go there too.
#   bench/serve.sh BUILD [SECONDS]
set -eu
build=${1:?"usage: $0 BUILD [SECONDS]"}
seconds=${2:-5}
games=100000
work=$(mktemp -d)
server=
end() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || :
    wait
    rm -rf "$work"
}
trap end EXIT INT TERM

ulimit -n "$(ulimit -H -n)"
start() {
    : >"$work/out"
    "$build/arbiter" serve --port 0 --store "$work/games.db" --games 1000000000 \
        --connections 1000000 >"$work/out" &
    server=$!
    until grep -qs http "$work/out"; do sleep 0.01; done
    port=$(sed 's/.*:\([0-9]*\).*/\1/' "$work/out")
}
stop() {
    kill "$server"
    wait "$server" || :
    server=
}
# Prints one line of figures: load CONNECTIONS [RATE [STREAMS]]; they stay in $work/figures.
load() {
    rm -f "$work"/games.db*
    start
    connections=$1
    shift
    "$build/bench/serve_load" "$port" "$connections" "$seconds" "$@" >"$work/load"
    stop
    grep -v '^#' "$work/load"
    grep '^#' "$work/load" >"$work/figures"
}
figure() { cut -f"$(($1 + 1))" "$work/figures"; }
# record WHAT TARGET OURS UNIT BETTER: the ratio is above 1 where the target is met.
record() {
    [ -n "${BENCH_RESULTS:-}" ] || return 0
    awk -v what="$1" -v target="$2" -v ours="$3" -v unit="$4" -v more="$5" 'BEGIN {
        ratio = more == "more" ? ours / target : target / (ours > 0 ? ours : 1e-9)
        printf "result\t%s\ttarget\t%s\t%s\t%s\t%.2f\n", what, target, ours, unit, ratio
    }' >>"$BENCH_RESULTS"
}
now() { date +%s%N; }

echo "serve: as fast as it goes"
for connections in 1 100 1000 5000; do
    load $connections
    if [ $connections = 1 ]; then # a single client waits for the disk with each move
        [ -z "${BENCH_RESULTS:-}" ] || printf 'result\t%s\t-\t-\t%s\t%s\t-\n' \
            "serve: moves, 1 connection" "$(figure 1)" "moves/s" >>"$BENCH_RESULTS"
    else
        record "serve: moves, $connections connections" 10000 "$(figure 1)" "moves/s" more
    fi
done

echo "serve: 5,000 moves a second are due (three times; the median counts)"
for connections in 100 1000 5000; do
    for again in 1 2 3; do
        load $connections 5000
        figure 3 >>"$work/p99.$connections"
    done
    record "serve: p99 at 5,000 moves/s, $connections connections" 20 \
        "$(sort -n "$work/p99.$connections" | sed -n 2p)" ms less
done

echo "serve: 10,000 event streams, 1,000 moves a second are due, each told to ten"
load 1000 1000 10000
record "serve: memory with 10,000 event streams" 400 "$(figure 4)" MB less

echo "serve: a store of $games games"
rm -f "$work"/games.db*
start
"$build/bench/serve_load" "$port" fill $games
stop
began=$(now)
start
open_ms=$((($(now) - began) / 1000000))
stop
echo "      opened in $open_ms ms, $(du -k "$work/games.db" | cut -f1) KB on disk"
record "serve: $games stored games opened" 1000 "$open_ms" ms less
