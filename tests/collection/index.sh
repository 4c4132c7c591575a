#!/bin/bash
# A search by the index finds the same games as a search of the whole collection, clean or messy; a damaged index is noticed
# and not used.
#   tests/collection/index.sh BUILD [SEED]
. "$(dirname "$0")/common" "$@"
convert() { arbiter convert "$@" || [ $? -eq 1 ]; }

# Games of the two generators, with mess; stray tags, joined games, games without tags; names in Latin-1.
make_games() { # how many
    "$build/bench/pgn_generate" "$1" plain "$seed" | mess
    "$build/tests/random_games" chess "$1" "$seed"
    printf '\n[White "M\374ller"]\n[Black "<\\"B\\\\"]\n\n1. d4 d5 2. c4 e6 1-0[Event "joined"]\n[White "Other"]\n\n1. c4 e6 2. d4 d5 1-0\n'
    printf '\n1. e4 *\n\n1. e4 e5 *\n\n[White "stray"]\n[Event "behind stray tags"]\n[White "Last"]\n\n1. e4 e5 1/2-1/2\n'
}
names=$(printf '%s\n' Müller other last stray '"B' a E)
make_games 60 >games.pgn
arbiter index games.pgn >messages
arbiter index -j 3 games.pgn >again
same 'threads change nothing' messages again
arbiter index --check games.pgn >report && good || bad 'a new index is good'

compare() { # query
    for form in uci ndjson; do
        convert --to $form --keep --where "$1" games.pgn >by-index 2>index-says
        convert --to $form --keep --no-index --where "$1" games.pgn >by-search 2>search-says
        same "$form of $1" by-index by-search
        same "counts of $1" index-says search-says
    done
}
for line in '1. e4' '1. e4 e5' '1. d4 d5 2. c4 e6' '1. c4 e6 2. d4 d5' '1. h4 h5 2. g4'; do
    compare "line \"$line\""
done
compare 'line "1. d4" either and not result = draw'
echo "$names" | while read -r name; do
    printf 'player ~ %s\n' "'$name'"
    printf 'White = %s or Black ~ %s\n' "'$name'" "'$name'"
done >queries
while read -r query; do compare "$query"; done <queries
# Positions of the games themselves, from all over them.
convert --to fen --keep games.pgn 2>/dev/null | grep ' [wb] ' | awk -v seed="$seed" 'BEGIN { srand(seed) } rand() < 0.003' |
    head -n 12 >positions
[ "$(wc -l <positions)" -gt 3 ] && good || bad 'positions were taken'
while read -r fen; do compare "position \"$fen\""; done <positions
arbiter stats --json --where 'line "1. e4"' games.pgn >by-index
arbiter stats --json --no-index --where 'line "1. e4"' games.pgn >by-search
same 'stats' by-index by-search

# Whatever byte of the index is damaged, no game is missing from the result.
query="line \"1. d4 d5 2. c4 e6\" or player ~ last"
convert --to uci --keep --no-index --where "$query" games.pgn >right 2>/dev/null
cp games.pgn.arbindex sound
size=$(wc -c <sound)
for step in $(seq 1 25); do
    at=$(awk -v seed="$seed" -v step="$step" -v size="$size" 'BEGIN { srand(seed * 31 + step); print int(rand() * size) }')
    cp sound games.pgn.arbindex
    printf '\245' | dd of=games.pgn.arbindex bs=1 seek="$at" conv=notrunc 2>/dev/null
    cmp -s sound games.pgn.arbindex && continue
    arbiter index --check games.pgn >report && bad "a wrong byte at $at is noticed" || good
    convert --to uci --keep --where "$query" games.pgn >got 2>/dev/null
    same "a wrong byte at $at" got right
done
for cut in 0 1 4095 4096 $((size / 2)) $((size - 1)); do
    head -c "$cut" sound >games.pgn.arbindex
    convert --to uci --keep --where "$query" games.pgn >got 2>/dev/null
    same "cut at $cut" got right
done

# The index belongs to another collection of the same length with the same times.
cp sound games.pgn.arbindex
touch -r games.pgn stamp
sed -i 's/White "Last"/White "Late"/' games.pgn
touch -r stamp games.pgn
arbiter index --check games.pgn >report && bad 'a change is noticed' || good
convert --to uci --keep --where 'player ~ late' games.pgn 2>/dev/null | grep -c . >report
[ "$(cat report)" = 1 ] && good || bad 'a changed collection is read'

# Shards: each file is indexed once, by one of them.
mkdir many
for n in 1 2 3 4 5; do make_games $((n * 3)) >many/$n.pgn; done
for k in 1 2 3; do arbiter index --shard $k/3 many; done | sort >got
arbiter index many | sort >wanted
same 'three shards index every file once' got wanted
[ "$(wc -l <got)" = 5 ] && good || bad 'five files, five indexes'
arbiter index --check many >report && good || bad 'their indexes are good'
finish
