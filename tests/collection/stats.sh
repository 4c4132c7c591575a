#!/bin/sh
# stats counts what convert finds, by any number of threads; its page is well-formed and has no scripts.
#   tests/collection/stats.sh BUILD [GAMES] [SEED]
set -eu
build=$(cd "${1:?"usage: $0 BUILD [GAMES] [SEED]"}" && pwd)
games=${2:-300} seed=${3:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
is() { # what, got, wanted
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed $1: '$2' instead of '$3'"; fi
}
cd "$work"
"$build/tests/random_games" chess "$games" "$seed" >games.pgn
printf '\n[White "<script>&\\"]]>"]\n[Black "M\374ller"]\n[Result "1-0"]\n\n1. e4 1-0\n' >>games.pgn
for result in 1/2-1/2 1/2-1/2 1/2-1/2 0-1 0-1 0-1 0-1 0-1; do # random games hardly ever have such an end
    printf '\n[White "One"]\n[Black "Other"]\n[Date "2001.02.03"]\n[WhiteElo "2450"]\n[Result "%s"]\n\n1. e4 c5 %s\n' $result $result >>games.pgn
done
printf '\n[White "Late"]\n[Black "Later"]\n[Result "0-0"]\n\n1. e4 e5 0-0\n' >>games.pgn # both lose

"$build/arbiter" stats --json games.pgn >all.json
for form in '' --json '--html -'; do
    # shellcheck disable=SC2086
    "$build/arbiter" stats $form games.pgn >one
    # shellcheck disable=SC2086
    "$build/arbiter" stats -j 3 $form games.pgn >three
    is "three threads $form" "$(cmp one three 2>&1)" ''
done
"$build/arbiter" stats --html page.html games.pgn
is 'page in a file' "$(cmp one page.html 2>&1)" ''

# ---- the same counts as convert ----

written() { "$build/arbiter" convert --keep --to uci "$@" games.pgn 2>/dev/null | wc -l | tr -d ' '; }
counted() { grep -oF "$1" all.json | head -n 1; }
is games "$(counted "\"games\":$((games + 10)),")" "\"games\":$((games + 10)),"
is 'a query for it' "$(written --result 0-0)" 1
is 'both lose' "$(counted '"0-0":1},')" '"0-0":1},'
want="\"results\":{\"1-0\":$(written --result 1-0),\"1/2-1/2\":$(written --result 1/2-1/2),\"0-1\":$(written --result 0-1),"
is results "$(counted "$want")" "$want"
for end in checkmate stalemate fivefold 75-moves dead-position; do
    count=$(written --ends $end)
    [ "$count" = 0 ] || is "$end" "$(counted "\"$end\":$count")" "\"$end\":$count"
done
is 'a filter' "$("$build/arbiter" stats --json --plies -40 games.pgn | cut -d, -f1)" "{\"games\":$(written --plies -40)"

# ---- parts ----

stats() { "$build/arbiter" stats "$@"; }
for count in 2 7; do
    rm -f part-*
    k=1
    while [ $k -le $count ]; do
        stats -j 2 --shard $k/$count games.pgn >part-$k
        k=$((k + 1))
    done
    for form in '' --json '--html -'; do
        # shellcheck disable=SC2086
        stats $form games.pgn >one
        # shellcheck disable=SC2086
        stats --merge $form part-* >merged
        is "$count parts $form" "$(cmp one merged 2>&1)" ''
    done
done
refused() { # what, sentence, arguments
    what=$1 sentence=$2
    shift 2
    if "$build/arbiter" "$@" >out 2>err; then code=0; else code=$?; fi
    is "$what: exit" $code 3
    is "$what: says so" "$(grep -c "$sentence" err)" 1
    is "$what: nothing is written" "$(wc -c <out | tr -d ' ')" 0
}
refused 'a part is missing' 'shard 3/7 is missing' stats --merge part-1 part-2 part-4 part-5 part-6 part-7
refused 'a part is there twice' 'there twice' stats --merge part-1 part-1 part-2 part-3 part-4 part-5 part-6 part-7
sed '$d' part-3 >cut-3
refused 'a part was cut short' 'not what a whole' stats --merge part-1 part-2 cut-3 part-4 part-5 part-6 part-7
sed 's/^games.*/games\t0\tmany/' part-3 >odd-3
refused 'a part is damaged' 'damaged' stats --merge part-1 part-2 odd-3 part-4 part-5 part-6 part-7
refused 'not a part' 'not what a whole' stats --merge games.pgn
refused 'a part of another command' 'stats --merge' check --merge part-*

# ---- the page ----

is scripts "$(grep -ciE '<script|<link|src=|href=|https?:|url\(' page.html || :)" 0
is name "$(grep -cF '&lt;script&gt;&amp;' page.html)" 1
is latin1 "$(grep -c 'Müller' page.html)" 1
# Every tag that opens closes, in its order; nothing else has a < in it.
is tags "$(tr '\n' ' ' <page.html | sed 's/^<!DOCTYPE html>//' | awk '{
    while (match($0, /<[^<>]*>/)) {
        before = substr($0, 1, RSTART - 1); tag = substr($0, RSTART + 1, RLENGTH - 2); $0 = substr($0, RSTART + RLENGTH)
        if (before ~ /[<>]/) { print "a lone bracket: " before; exit }
        name = tag; sub(/^\//, "", name); sub(/[ \/].*/, "", name); count++
        if (tag ~ /^\//) { if (open[depth--] != name) { print "closes wrongly: " tag; exit } }
        else if (tag !~ /\/$/) open[++depth] = name
    }
    print (depth == 0 && count > 50 ? "good" : "still open: " open[depth])
}')" good
echo "$passed passed, $failed failed (seed $seed)"
[ "$failed" -eq 0 ]
