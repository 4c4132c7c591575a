#!/bin/sh
# The bonus and generated tests: the right class passes every generated test, the wrong one does not.
. "$(dirname "$0")/lib.sh"
examples=$top/examples/grade
"$examples/make-classes" made || { bad "make-classes"; finish; }
for name in right bonus en-passant-late; do lean "made/$name"; done
mkdir tests && cp "$examples"/tests/*.txt tests

"$arbiter" grade --rules lab-bonus --class made/en-passant-late tests/bonus_8x8_1.txt >late.txt
is "en passant a move late" "$?" 1
golden late.txt late.txt

for part in 1 2 3 4 5; do
    "$arbiter" grade --generate 12 --seed 3 --part $part "fresh$part" >coverage
    is "part $part" "$?" 0
    has "part $part covers its rules" coverage "not covered: nothing"
    "$arbiter" grade --generate 12 --seed 3 --part $part again >coverage2
    cmp -s coverage coverage2 && good || bad "part $part: the same seed, the same report"
    for file in "fresh$part"/*; do
        cmp -s "$file" "again/$(basename "$file")" || bad "the same seed, the same test: $file"
    done
    rules=lab
    [ $part = 5 ] && rules=lab-bonus
    "$arbiter" lab --rules $rules "fresh$part"/*.txt >/dev/null || bad "part $part can be read"
done
# A call that leaves the board crashes a class that reads beyond it, so only one file of ten has such calls, all in part 2.
is "files with a call off the board" "$(grep -l 'off the board' fresh[12345]/*.txt | tr '\n' ' ')" "fresh2/part2_8x8_12.txt fresh2/part2_8x8_2.txt "
is "and no other call leaves it" "$(grep -lE '^(movePiece|isValidMove)( [0-9]+)* (-|[89])' fresh[12345]/*.txt | tr '\n' ' ')" \
    "fresh2/part2_8x8_12.txt fresh2/part2_8x8_2.txt "
golden fresh.txt fresh4/part4_8x8_1.txt
# A class may castle before part 4 asks for it, or on any board. So no fresh test has a king on its first row with its own
# rook in the corner, unless it is about castling.
"$arbiter" grade --generate 36 --seed 1 --size 6x4 --part 3 small >/dev/null
"$arbiter" grade --generate 36 --seed 1 --part 3 usual >/dev/null
is "boards that look like castling" "$(awk '
    FNR == 1 { delete at; read = 0 }
    FNR == 2 { rows = $1; columns = $2; read = 1 }
    read && /^[wb] / { at[$1 $2, $3] = at[$1 $2, $3] " " $4 }
    /^~/ {
        for (side = 0; side < 2; side++) {
            colour = substr("wb", side + 1, 1); row = side ? 0 : rows - 1
            rooks = at[colour "r", row] " "
            if (((colour "k", row) in at) && (index(rooks, " 0 ") || index(rooks, " " columns - 1 " "))) print FILENAME
        }
    }' small/*.txt usual/*.txt)" ""
"$arbiter" grade --generate 12 --seed 4 --part 4 other >/dev/null
cmp -s fresh4/part4_8x8_1.txt other/part4_8x8_1.txt && bad "another seed, other tests" || good
for size in 1x1 1x8 2x3 5x7 12x10 32x32; do
    "$arbiter" grade --generate 1 --size $size --part 5 sizes >out || bad "size $size"
done
is "sizes" "$(ls sizes | wc -l)" 6
"$arbiter" grade --generate 1 --size 6x6 --part 4 2>err
is "castling needs 8x8" "$?" 2
# The driver writes the whole board after each piece and each answer, which must not count as a flood on a large board.
{
    printf '1\n32 32\n'
    for i in $(seq 0 99); do printf 'w r %d %d\n' $((i / 32)) $((i % 32)); done
    echo '~'
    for i in $(seq 0 31); do printf 'isValidMove 3 %d 31 %d\n' "$i" "$i"; done
} >large.txt
mkdir plain bonus && mv made/right plain && mv made/bonus bonus
"$arbiter" grade --submissions plain fresh[34]/*.txt large.txt | tail -1 >total
is "the right class on fresh tests, and a large board" "$(cat total)" "right         25.00 / 25   25 of 25"
# A class with the whole bonus may be handed in for the lab. So no fresh test there depends on promotion or en passant. A
# class without castling passes no test of part 4.
"$arbiter" grade --submissions bonus fresh[1234]/*.txt | tail -1 >total
is "the bonus on tests of the lab" "$(cat total)" "bonus         48.00 / 48   48 of 48"
mkdir refuses && cp -R plain/right refuses/castling
sed -i '/::canCastle/,/^}/s/^{/{\n    return false;/' refuses/castling/ChessBoard.cc
"$arbiter" grade --submissions refuses fresh4/*.txt | tail -1 >total
is "part 4 without castling" "$(cat total)" "castling       0.00 / 12    0 of 12"
"$arbiter" grade --rules lab-bonus --submissions bonus fresh5/*.txt tests/*.txt | tail -1 >total
is "the bonus on fresh tests" "$(cat total)" "bonus         28.00 / 28   19 of 19"
# Students may leave out parts of the bonus: a class without a part loses the points of that part alone. Scores are asked
# only where the handout is clear, so that it does not matter whether taking the king counts as a move.
sed 's/generate [0-9]*/generate 3/' "$top/grade/courses/lab3-bonus.course" >bonus.course
# without PART SED: the whole bonus without that part
without() { mkdir -p parts && cp -R bonus/bonus "parts/$1" && sed -i "$2" "parts/$1/ChessBoard.cc"; }
without castling '/::canCastle/,/^}/s/^{/{\n    return false;/'
without en-passant '/::isPassing/,/^}/s/return bonus/return false/'
without promotion 's/if (bonus && pawn/if (false \&\& pawn/'
without scoring '/^float ChessBoard::/,/^}/s/^{/{\n    return 0;/'
without nothing ''
# A score is a number of tenths: one tenth too much is wrong, but a rounding error is not.
without a-tenth 's|return tenths / 10.0f|return (tenths + 1) / 10.0f|'
without rounding 's|return tenths / 10.0f|return tenths / 10.0f + 0.03f|'
without the-king-as-a-target '/::countMoves/,/^}/s/count += .*/count += isValidMove(r, c, i \/ numCols, i % numCols) \&\&\n    (board[i \/ numCols][i % numCols] == nullptr || board[i \/ numCols][i % numCols]->getType() != King);/'
"$arbiter" grade --course bonus.course --seed 5 --submissions parts --csv parts.csv >out 2>err
is "each part left out" "$(awk 'NR > 1 { printf "%s %s, ", $1, $2 }' out)" \
    "a-tenth 80.00, castling 80.00, en-passant 80.00, nothing 100.00, promotion 80.00, rounding 100.00, scoring 80.00, the-king-as-a-target 100.00, "
for part in castling en-passant promotion scoring; do
    is "$part costs its own tests" "$(awk -F, -v part=$part 'NR == 1 { for (i = 7; i <= NF; i++) name[i] = $i }
        $1 == part { for (i = 7; i <= NF; i++) if ($i == 0 && index(name[i], part "_") != 1 || $i > 0 && index(name[i], part "_") == 1) print name[i] }' parts.csv)" ""
done
finish
