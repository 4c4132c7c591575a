#!/bin/bash
# A query finds exactly the games that have a position in which it holds, as found by writing out all positions; a search that
# gives up a game early, by its tags or first moves, finds the same games as one that reads them whole.
#   tests/collection/search.sh BUILD [SEED]
. "$(dirname "$0")/common" "$@"

# The games have few different first moves, so that they share positions; comments, line breaks and joined games must not be lost.
{
    "$build/bench/pgn_generate" 40 clocks "$seed" | mess
    for moves in '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6' '1. Nf3 Nc6 2. e4 e5 3. Bb5 a6' '1. e4 {one} e5 2. Bb5 Nc6 3. Nf3 a6' \
        '1. d4 d5 2. c4 e6 3. Nc3 Nf6' '1. c4 e6 2. Nc3 d5 3. d4 Nf6' '1. d4 (1. e4 e5) 1... d5 2. c4 e6' '1. a4 b5 2. axb5 a6 3. bxa6 Bxa6'; do
        printf '[Event "E"]\n[White "Alpha"]\n[Result "*"]\n\n%s *\n\n' "$moves"
        printf '[Event "E"]\n[White "Beta"]\n[Result "*"]\n\n%s\n*[White "joined"]\n\n%s *\n\n1. e4 c5\n*\n\n' "$moves" "$moves"
        printf '[White "No event"]\n\n%s\n2. Ke2 *\n\n' "$moves"
    done
    "$build/bench/pgn_generate" 60 plain "$seed"
} >games.pgn

# number<TAB>position for every position of every game that is sound; the start begins a game.
convert --to ndjson games.pgn >all.ndjson
sed 's/.*"game":\([0-9]*\),.*/\1/' all.ndjson >numbers
convert --to fen games.pgn | awk 'NR == FNR { number[NR] = $1; next } / w KQkq - 0 1$/ { game++ }
    { print number[game] "\t" $1 " " $2 " " $3 " " $4 }' numbers - >positions
found() { # query: the numbers of its games
    convert --to ndjson --where "$1" games.pgn | sed 's/.*"game":\([0-9]*\),.*/\1/'
}
expected() { awk -F '\t' -v wanted="$1" '$2 == wanted && !seen[$1]++ { print $1 }' positions; }
awk -v seed="$seed" 'BEGIN { srand(seed) } rand() < 0.004' positions | cut -f2 | head -n 25 >chosen
tail -n +2 positions | cut -f2 | sort | uniq -c | sort -rn | awk 'NR <= 15 { sub(/^ *[0-9]* /, ""); print }' >>chosen
while IFS= read -r position; do
    found "position \"$position 0 1\"" >got
    expected "$position" >wanted
    same "position $position" got wanted
done <chosen
[ -s wanted ] || { failed=$((failed + 1)); echo 'failed: a common position is in some game'; }

# The material of these positions: letters in the order QRBNP, White's and Black's. Pawns count where there are some.
awk -F '\t' '
    function letters(from, kinds,    i, text, times) {
        for (i = 1; i <= length(kinds); i++)
            for (times = gsub(substr(kinds, i, 1), "&", from); times > 0; times--)
                text = text toupper(substr(kinds, i, 1))
        return text
    }
    { split($2, part, " "); print $1 "\t" letters(part[1], "QRBNP") " v " letters(part[1], "qrbnp") }' positions >materials
awk -v seed="$seed" 'BEGIN { srand(seed) } /P/ && rand() < 0.003' materials | cut -f2 | sort -u | head -n 20 >chosen
while IFS= read -r material; do
    found "material \"white $material\"" >got
    awk -F '\t' -v wanted="$material" '$2 == wanted && !seen[$1]++ { print $1 }' materials >wanted
    same "material $material" got wanted
done <chosen
[ -s wanted ] || { failed=$((failed + 1)); echo 'failed: some material is in some game'; }

# A search by tags finds the same games as reading all of them.
for name in Alpha Beta joined 'No event' Nobody; do
    found "white = \"$name\"" >got
    grep -F "\"White\":\"$name\"" all.ndjson | sed 's/.*"game":\([0-9]*\),.*/\1/' >wanted || :
    same "white = $name" got wanted
done
# Searches by the keys of Polyglot books: the published keys of the start position and of the position after 1. e4.
found 'polyglot 463b96181691fc9c' >got
found 'position "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"' >wanted
same 'the start by its key' got wanted
found 'polyglot 0x823C9B50FD114196' >got
found 'line "1. e4"' >wanted
same '1. e4 by its key' got wanted
[ -s wanted ] || { failed=$((failed + 1)); echo 'failed: 1. e4 is in some game'; }
# Conditions that are decided early are combined with ones that are decided at the end of a game.
for query in 'line "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"' 'starts "1. e4 e5"' 'opening ~ "Ruy"' 'opening in D30..D39'; do
    found "$query or plies < 0" >got
    found "$query and plies >= 0" >wanted
    same "$query" got wanted
    found "not ($query)" >got
    { found "$query"; cat got; } | sort -n >both
    same "either it holds or not: $query" both numbers
done
# One that is given up early leaves the other to be decided later.
first='position "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"'
for later in promotion 'quiet >= 12' 'repetition >= 2' 'plies >= 100' 'material "white QRRBB v QRRBB"'; do
    found "$first or $later" >got
    { found "$first"; found "$later"; } | sort -un >wanted
    same "either the first move or $later" got wanted
    found "$first and $later" >got
    { found "$first"; found "$later"; } | sort -n | uniq -d >wanted
    same "both the first move and $later" got wanted
done
finish
