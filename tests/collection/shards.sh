#!/bin/bash
# For every collection and every number of shards, the merged output of the shards is the output of one run, byte for byte;
# and the output does not depend on the number of threads.
#   tests/collection/shards.sh BUILD [ROUNDS] [SEED]
rounds=${2:-2}
. "$(dirname "$0")/common" "${1:-}" "${3:-}"
is() { # what, expected code, got
    [ "$2" = "$3" ] && return
    bad "$1: exit $3 instead of $2"
}
make_mess() { # games, seed
    "$build/bench/pgn_generate" "$1" "$([ $(($2 % 2)) = 0 ] && echo plain || echo clocks)" "$2" | mess "$2"
}
# Lines and JSON name their shard, so they may be merged in any order.
merged() { # command, shards
    if [ "$1" = check ] && [[ $kind != *--list* ]]; then
        arbiter check --merge $(seq -f 'part-%g' "$2" -1 1)
    else
        arbiter "$1" --merge $(seq -f 'part-%g' "$2")
    fi
}
code() { # output, command...: its exit code
    local to=$1 code=0
    shift
    "$@" >"$to" 2>messages || code=$?
    echo $code
}

for ((round = 1; round <= rounds; round++)); do
    seed=$((seed + 1))
    rm -rf games && mkdir games
    make_mess 40 $seed >games/a.pgn
    make_mess 25 $((seed + 100)) | gzip >games/b.pgn.gz
    : >games/c.pgn
    make_mess 9 $((seed + 200)) >games/d.pgn
    for kind in 'check' 'check --json --warnings' 'check --list' 'check --strict' \
        'convert --to pgn --keep' 'convert --to uci' 'convert --to fen' 'convert --to ndjson'; do
        command=${kind%% *}
        # shellcheck disable=SC2086 # words
        expected=$(code whole arbiter $kind games)
        is "$kind -j 3" "$expected" "$(code threads arbiter $kind -j 3 games)"
        same "$kind -j 3" whole threads
        n=$((round % 7 + 1))
        for shards in $n $(((n + 2) % 7 + 1)); do
            rm -f part-*
            for k in $(seq "$shards"); do
                [ "$(code "part-$k" arbiter $kind --shard "$k/$shards" games)" -le 1 ]
            done
            got=$(code merged merged "$command" "$shards")
            [[ $kind == convert* || $kind == *--list* ]] ||
                is "$kind in $shards shards" "$expected" "$got"
            same "$kind in $shards shards" whole merged
        done
    done
done
finish
