#!/bin/sh
# The report on a wrong answer to each call, and on submissions that cannot be graded.
# Set GOLDEN=update to rewrite what is expected; review the difference.
. "$(dirname "$0")/lib.sh"
examples=$top/examples/grade
: >reasons.txt

# A board on which every call makes sense: rooks that attack a knight, one of
# which nothing attacks.
reason() { # call, answers
    printf '1\n4 4\nw r 3 0\nw r 0 2\nb n 0 0\nb q 2 3\nw k 3 3\n~\n%s\n' "$1" >ask.txt
    printf '%b' "$2" >answers
    "$arbiter" grade --rules lab-bonus --program 'cat answers # ./answers' ask.txt >out 2>&1
    is "$1: $2" "$?" 1
    sed -n '/^Line/,/^  board/p' out >>reasons.txt
}
reason 'isPieceUnderThreat 0 0' 'false\n'
reason 'isPieceUnderThreat 0 2' 'true\n'
reason 'isPieceUnderThreat 1 1' 'true\n'
reason 'scoreBoard' '99\n'
reason 'scoreBoard' 'many\n'
reason 'scoreBoard' '1234567890123456789012345678901234567890\n'
reason 'getHighestNextScore' '-99.5\n'
reason 'isValidScan' '1 2 3\n.\n'
reason 'isValidScan' '3 0 2 0 1\n.\n'
reason 'isValidScan' '3 0 2 x\n.\n'
reason 'isValidScan' '3 0 2 99\n.\n'
reason 'underThreatScan' '0 0\n\n.\n'
reason 'isValidMove 3 0 0 0' 'It is a valid move, since the rook goes up the column to the knight.\n'
golden reasons.txt reasons.txt

# A library may answer rightly and have a wrong board afterwards.
cat >moves.txt <<'END'
1
2 3
w r 1 0
b k 0 2
~
movePiece 1 0 1 1
END
library() { # name, what to change in the example
    sed "$2" "$examples/library/lab3.c" >changed.c
    cc -w -shared -fPIC -I"$top/include" changed.c -o "$1.so" || bad "$1"
    "$arbiter" grade --library "$1.so" moves.txt >"$1.txt" 2>&1
    is "$1" "$?" 1
    "$arbiter" grade --json --library "$1.so" --html page.html moves.txt >>"$1.txt" 2>&1
    sed 's,<style>.*</style>,,' page.html >>"$1.txt"
    golden "board_$1.txt" "$1.txt"
}
library stays 's/^    piece->there = false;//'
library changes 's/return piece->type;/return Knight;/'
library vanishes 's/return piece->there ? piece : NULL;/return row == 0 ? piece : NULL;/'

# ---- ends ----
printf '1\n1 1\n~\nisValidScan\n' >scan.txt
ends() { # how, what is said
    "$arbiter" grade --program "$1" scan.txt >out 2>&1
    has "$1" out "$2"
}
ends 'kill -FPE $$' 'It crashed: a division by zero or the like (signal 8).'
ends 'kill -BUS $$' 'It crashed: a bus error (signal 7).'
ends 'kill -ILL $$' 'It crashed: an illegal instruction (signal 4).'
ends 'kill -XFSZ $$' 'It crashed: it wrote more to a file than it may (signal 25).'
ends 'kill -USR1 $$' 'It crashed: a signal (signal 10).'
ends 'echo .; exit 3' 'Note: it ended with exit code 3; this costs no points.'
ends './nowhere' 'The command was not found.'
ends '. /' 'It ended with exit code'

# ---- what cannot be graded ----
mkdir -p handed-in/empty handed-in/many classes/empty
"$arbiter" grade --class classes/empty scan.txt >out 2>&1
has "a class without its header" out 'there is no ChessBoard.hh in it'
(cd handed-in/many && seq 1 3000 | xargs touch lab3 && chmod +x lab3)
mkfifo handed-in/empty/lab3
ln -s nowhere handed-in/loose
"$arbiter" grade --submissions handed-in --json scan.txt >out 2>&1
golden not_graded.json out
finish
