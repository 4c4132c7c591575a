#!/bin/bash
# Whatever the collection and however many shards: what they say, merged, is what one run says, byte
# for byte; and the same for threads.
#   tests/collection/shards.sh BUILD [ROUNDS] [SEED]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "${1:?"usage: $0 BUILD [ROUNDS] [SEED]"}" && pwd)
rounds=${2:-2} seed=${3:-$RANDOM}
echo "seed $seed"
PATH=$build:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
passed=0 failed=0
same() { # what, expected, got
    if cmp "$2" "$3"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed $1 (seed $seed)"
    fi
}
is() { # what, expected code, got
    [ "$2" = "$3" ] && return
    failed=$((failed + 1))
    echo "failed $1: exit $3 instead of $2 (seed $seed)"
}
mess() { # games, seed
    "$build/bench/pgn_generate" "$1" "$([ $(($2 % 2)) = 0 ] && echo plain || echo clocks)" "$2" |
        LC_ALL=C awk -v seed="$2" -f "$here/mess.awk"
}
# Lines and JSON tell their shard themselves: they may come in any order.
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
    mess 40 $seed >games/a.pgn
    mess 25 $((seed + 100)) | gzip >games/b.pgn.gz
    : >games/c.pgn
    mess 9 $((seed + 200)) >games/d.pgn
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
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
