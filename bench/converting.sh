#!/bin/sh
# Compares `arbiter convert` with pgn-extract on the same collection in the same run, in alternating rounds, by CPU time less
# that of an empty file, best of ROUNDS; then filters with `check`, two threads with one, and queries by an index.
#   bench/converting.sh BUILD [ROW...]
# Real collections from ../shared/data/pgn are used if they exist, else generated ones. Our command reads each file repeatedly,
# 48 MB in all, except in the search for duplicates, where both programs must read the same file.
set -eu
cd "$(dirname "$0")/.."
. bench/timing
rounds=${ROUNDS:-11}

unpacked() { # name, kind of games instead, how many
    if [ -f "$data/$1.pgn.zst" ]; then
        zstd -dcq "$data/$1.pgn.zst" >"$work/$1.pgn"
    else
        "$build/bench/pgn_generate" "$3" "$2" >"$work/$1.pgn"
    fi
    size=$(wc -c <"$work/$1.pgn")
    times=$((48000000 / size + 1))
    repeat $times "$work/$1.pgn" >"$work/$1.often"
}
unpacked twic-raw plain 12000
file=$work/twic-raw.pgn
line='1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6'
echo "$line *" >"$work/line"
eco=/usr/share/pgn-extract/eco.pgn
: >"$work/empty"

printf '%-32s %17s %-16s %10s %8s\n' what arbiter peer '' ratio
# Ours in "$ours", theirs in "$theirs", words apart by tabs, FILE for the collection.
beside() { # row, our file
    asked "$1" || return 0
    our_file=$2 our_best=1e9 their_best=1e9 our_start=1e9 their_start=1e9 round=0
    our_size=$(wc -c <"$our_file")
    with() { # file, command
        printf '%s' "$2" | sed "s|FILE|$1|"
    }
    IFS=$(printf '\t')
    while [ $round -lt "$rounds" ]; do
        # shellcheck disable=SC2046 # words
        {
            our_best=$(spent "$our_best" $(with "$our_file" "$ours"))
            our_start=$(spent "$our_start" $(with "$work/empty" "$ours"))
            their_best=$(spent "$their_best" $(with "$file" "$theirs"))
            their_start=$(spent "$their_start" $(with "$work/empty" "$theirs"))
        }
        round=$((round + 1))
    done
    unset IFS
    say "$1" "$peer" "$(rate "$size" "$their_best" "$their_start")" "$(rate "$our_size" "$our_best" "$our_start")" MB/s
}
words() { # so that an argument may have blanks
    words=$1
    shift
    for word; do words=$(printf '%s\t%s' "$words" "$word"); done
    printf '%s' "$words"
}
convert=$(words "$build/arbiter" convert)
if command -v pgn-extract >/dev/null; then
    peer=pgn-extract
    often=$work/twic-raw.often
    theirs=$(words pgn-extract -s FILE) ours=$(words "$convert" FILE)
    beside convert-pgn "$often"
    theirs=$(words pgn-extract -s -Wuci FILE) ours=$(words "$convert" --to uci FILE)
    beside convert-uci "$often"
    theirs=$(words pgn-extract -s -D FILE) ours=$(words "$convert" --dedupe FILE)
    beside convert-dedupe "$file"
    theirs=$(words pgn-extract -s -x"$work/line" FILE) ours=$(words "$convert" --where "line \"$line\"" FILE)
    beside convert-line "$often"
    if [ -f $eco ]; then
        theirs=$(words pgn-extract -s -e$eco FILE) ours=$(words "$convert" --add eco FILE)
        beside convert-openings "$often"
    fi
fi
# Compares filters with a check of the same file: 1 is the speed of the check.
peer=check file=$work/twic-raw.often
size=$(wc -c <"$file")
theirs=$(words "$build/arbiter" check FILE)
for test in 'ends = stalemate' 'result = none' 'White = Nobody'; do
    ours=$(words "$convert" --where "$test" FILE)
    beside "convert-where-$(echo "$test" | tr -d ' =')" "$file"
done

# Reads whole games with comments into trees of the library; the aim is 100 MB/s.
for name in tcec-std lichess-dump-2021-10 annotated-redacted; do
    asked "tree/$name" || continue
    unpacked $name clocks 4000
    best=1e9 round=0
    while [ $round -lt "$rounds" ]; do
        best=$(spent "$best" "$build/bench/tree_games" "$work/$name.often")
        round=$((round + 1))
    done
    say "tree/$name" aim 100 "$(rate "$(wc -c <"$work/$name.often")" "$best")" MB/s
    rm "$work/$name.often"
done

# Two threads beside one: games with a comment behind every move, four times as many.
for name in tcec-std lichess-dump-2021-10; do
    asked "convert-two-threads/$name" || continue
    unpacked $name clocks 4000
    repeat 4 "$work/$name.often" >"$work/$name.large"
    one_and_two "convert-two-threads/$name" "$work/$name.large" "$build/arbiter" convert
    rm "$work/$name.often" "$work/$name.large"
done

# Shows with ten times the games that memory does not grow with the collection.
if asked convert-memory; then
    repeat 10 "$work/twic-raw.often" >"$work/ten"
    for call in '' '--to uci' '--where opening~najdorf' '--to ndjson'; do
        # shellcheck disable=SC2086 # words
        say "convert-memory$(echo "$call" | tr -d ' -')" one-tenth "$(measure 3 1e9 "$build/arbiter" convert $call "$work/twic-raw.often")" \
            "$(measure 3 1e9 "$build/arbiter" convert $call "$work/ten")" kB
    done
    rm "$work/ten"
fi

# Compares a query by an index with a whole search, in queries per second of CPU time. GAMES is the number of generated games.
asked index || exit 0
"$build/bench/pgn_generate" "${GAMES:-100000}" plain >"$work/indexed.pgn"
cat "$work/twic-raw.pgn" >>"$work/indexed.pgn"
"$build/arbiter" index "$work/indexed.pgn" >/dev/null
for test in "line \"$line\"" 'player ~ carlsen'; do
    with=1e9 without=1e9 round=0
    while [ $round -lt "$rounds" ]; do
        with=$(spent "$with" "$build/arbiter" convert --to uci --where "$test" "$work/indexed.pgn")
        without=$(spent "$without" "$build/arbiter" convert --no-index --to uci --where "$test" "$work/indexed.pgn")
        round=$((round + 1))
    done
    say "index-${test%% *}" whole-search "$(rate 1000000 "$without")" "$(rate 1000000 "$with")" queries/s
done
