#!/bin/sh
# Durable moves a second of `arbiter serve`, the load on the same machine.
#   bench/serve.sh BUILD [SECONDS]
set -eu
build=${1:?"usage: $0 BUILD [SECONDS]"}
seconds=${2:-5}
work=$(mktemp -d)
server=
end() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || :
    wait
    rm -rf "$work"
}
trap end EXIT INT TERM

ulimit -n "$(ulimit -H -n)"
"$build/arbiter" serve --port 0 --store "$work/games.db" --games 1000000000 --connections 1000000 \
    >"$work/out" &
server=$!
until grep -qs http "$work/out"; do sleep 0.1; done
port=$(sed 's/.*:\([0-9]*\).*/\1/' "$work/out")

echo "serve: as fast as it goes"
for connections in 1 100 1000 5000; do
    "$build/bench/serve_load" "$port" $connections "$seconds"
done
echo "serve: 5,000 moves a second are due"
"$build/bench/serve_load" "$port" 1000 "$seconds" 5000
echo "serve: 10,000 event streams"
"$build/bench/serve_load" "$port" 1000 "$seconds" 1000 10000
