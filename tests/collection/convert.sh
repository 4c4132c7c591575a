#!/bin/bash
# What holds for every conversion of every collection.
#   tests/collection/convert.sh BUILD [SEED]
. "$(dirname "$0")/common" "$@"
games() { grep -c '^\[Event ' "$1" || :; }

{ "$build/bench/pgn_generate" 60 plain "$seed"; "$build/bench/pgn_generate" 40 clocks "$seed"; } |
    mess >games.pgn

convert --fold games.pgn >clean.pgn
arbiter check --good good.pgn games.pgn >report || :
convert --fold good.pgn >from-good.pgn
same 'the games that are written are those that check calls good' clean.pgn from-good.pgn
convert --fold clean.pgn >again.pgn
convert games.pgn >kept-comments.pgn
convert kept-comments.pgn >kept-again.pgn
same 'clean PGN stays as it is' clean.pgn again.pgn
same 'comments that are kept stay as they are' kept-comments.pgn kept-again.pgn
arbiter check --warnings --json clean.pgn >report || bad 'clean PGN has errors'
if grep -v '"summary"\|"no-moves"\|"null-move"\|"too-deep"' report; then
    bad 'clean PGN has warnings'
else
    good
fi
if grep -v '^\[' clean.pgn | LC_ALL=C grep '.\{80\}' | LC_ALL=C grep -v '[^ ]\{79\}'; then
    bad 'clean PGN has lines past 79 columns'
else
    good
fi
convert --keep games.pgn >kept.pgn
[ "$(games kept.pgn)" = "$(arbiter check --list games.pgn | wc -l)" ] && good || bad '--keep keeps all'
arbiter check kept.pgn >report || : # braces and parentheses are closed, tags too
grep -q 'unclosed\|stray\|bad-tag' report && bad 'what is kept is well-formed' || good

convert --no-comments --no-variations --no-nags clean.pgn >bare.pgn
grep -v '^\[' bare.pgn | grep -q '[{($]' && bad 'bare moves are bare' || good
# The output does not depend on how the input is broken into lines.
"$build/bench/pgn_generate" 60 plain "$seed" >laid-out.pgn
convert laid-out.pgn >lines
sed '/^\[/!s/ /  /g' laid-out.pgn >apart.pgn
sed 's/$/\r/' laid-out.pgn >crlf.pgn
sed '/^\[/!s/\([0-9]\)\. /\1./g' laid-out.pgn >glued.pgn
awk '/^\[/ { print; next } { gsub(/ /, "\n"); print }' laid-out.pgn >words.pgn
for layout in apart crlf glued words; do
    convert $layout.pgn >lines.other
    same "words $layout" lines lines.other
done
for form in uci fen ndjson; do
    convert --to $form clean.pgn >"$form"
    convert --to $form bare.pgn >"$form.bare"
done
same 'moves do not depend on comments' uci uci.bare
same 'positions do not depend on comments' fen fen.bare
arbiter legal fen >report && good || bad 'every FEN is a position'

convert --dedupe clean.pgn >once.pgn
cat clean.pgn clean.pgn | convert --dedupe - >twice.pgn
same 'a second time adds nothing' once.pgn twice.pgn
convert --dedupe -j 3 clean.pgn clean.pgn >threads.pgn
same 'nor by threads' once.pgn threads.pgn
convert --to uci clean.pgn | sort -u >expected
convert --to uci --dedupe clean.pgn | sort >got
same 'duplicates are games with the same start and moves' expected got

total=0
for result in 1-0 0-1 1/2-1/2 '*'; do
    total=$((total + $(convert --result "$result" clean.pgn | grep -c '^\[Event ' || :)))
done
[ $total = "$(games clean.pgn)" ] && good || bad 'each game has one result'
convert --plies -39 --to uci clean.pgn | awk 'NF > 39' >got
convert --plies 40- --to uci clean.pgn | awk 'NF < 40' >>got
same 'plies are counted' /dev/null got
convert --ends checkmate --to pgn --no-comments --no-variations clean.pgn |
    awk '/^\[Event/ { n++ } /#/ { mates++ } END { print n - mates }' >got
echo 0 >expected
same 'mate is the end' expected got

if command -v node >/dev/null; then
    node -e '
        const fens = require("fs").readFileSync("fen", "utf8").trimEnd().split("\n")
        let at = 0
        for (const line of require("fs").readFileSync("ndjson", "utf8").trimEnd().split("\n")) {
            const game = JSON.parse(line)
            const lengths = [game.moves, game.uci, game.clocks, game.evals].filter(x => x)
            at += game.plies
            if (lengths.some(x => x.length !== game.plies) || fens[at++] !== game.final)
                throw new Error(line)
        }
        if (at !== fens.length) throw new Error("positions are left")' && good || bad 'JSON'
else
    missing='node is not installed'
fi
finish
