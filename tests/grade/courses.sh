#!/bin/sh
# The courses beyond Lab 3: the marks and reports that the right example and the wrong ones get on fresh tests; other
# languages; forbidden imports; archives and folders.
. "$(dirname "$0")/lib.sh"
for program in java javac python3; do
    command -v $program >/dev/null || { echo "skipped: $program is not installed (tools/install-deps check)"; exit 77; }
done

# few NAME: makes the shipped course with one fresh test for each part, and two about moves, which have the most rules.
few() { sed 's/generate [0-9]*/generate 1/; s/1 about moves/2 about moves/' "$top/grade/courses/$1.course" >"$1.course"; }
# marks COURSE <EXPECTED: compares a line for each submission with its name and score.
marks() {
    "$top/examples/grade/make-wrong" "$1" "$1"
    few "$1"
    "$arbiter" grade --course "$1.course" --seed 3 --submissions "$1" >"$1.out" 2>err
    awk 'NR > 1 { print $1, $2 }' "$1.out" >"$1.marks"
    cat >"$1.expected"
    if diff -u "$1.expected" "$1.marks" >diff; then good; else bad "marks of $1"; cat diff err; fi
}
marks cmps12b <<'END'
does-not-compile 0.00
no-blocks 6.00
no-check 10.00
no-pawns 10.00
one-line-short 0.00
right 12.00
END
marks comp250 <<'END'
does-not-compile 0.00
jumps 20.00
no-check-entry 80.00
pawn-captures-ahead 60.00
right 100.00
throws-off-board 80.00
turn-stays 20.00
END
marks msc3 <<'END'
castle-for-rook 100.00
crash 47.96
draws-boards 98.52
forgets-string 100.00
into-check 53.52
no-checkmate 83.52
other-words 100.00
own-refusals 95.56
right 100.00
to-stderr 100.00
turn-ignored 83.52
END

# The report names the line, what was expected and given, and the rule.
"$arbiter" grade --course comp250.course --seed 3 --class comp250/does-not-compile >out 2>err
is "exit code of one that does not compile" $? 1
has "the compiler's words" out "Game.java:"
printf '# blocked\ncanMove 0 7 0 3 WHITE\nmove 4 6 4 4\nhistory\n' >game.txt
"$arbiter" grade --course comp250.course --class comp250/jumps game.txt >out 2>err
has "the call" out "Line 2: canMove 0 7 0 3 WHITE"
has "the rule" out "The rook on 0, 7 cannot move to 0, 3: the pawn on 0, 6 is in the way."
# canMove asks about a side; an entry of the history may have two lines.
cp -R comp250/right comp250-sides
sed -i 's/piece.getSide() != s ||/piece.getSide() != currentTurn ||/; s/ is in check"/ is in check \\n!"/' comp250-sides/Game.java
printf 'canMove 6 7 7 5 BLACK\n' >sides.txt
printf 'move 4 6 4 4\nmove 5 1 5 2\nmove 3 7 7 3\nhistory\n' >entries.txt
"$arbiter" grade --course comp250.course --class comp250-sides sides.txt entries.txt >out 2>err
has "whose piece it is" out "why:      The knight there is White's: Black cannot move it."
has "an entry of two lines" out 'given:    BLACK is in check \n!'
# The reason given for an entry is that of its own move, not of the last one.
sed -i 's/ is in check \\n!"/ is checked"/' comp250-sides/Game.java
printf 'move 4 6 4 4\nmove 5 1 5 2\nmove 3 7 7 3\nmove 6 1 6 2\nhistory\n' >entries.txt
"$arbiter" grade --course comp250.course --class comp250-sides entries.txt >out 2>err
has "an early entry" out 'why:      The queen on 7, 3 attacks Black'"'"'s king.'
# Real folders have more: an import of the tests' library, a window, and tests beside the classes.
cp -R comp250/right comp250-messy
sed -i '1i import java.util.*; import static org.junit.jupiter.api.Assertions.assertTrue;' comp250-messy/Game.java
printf 'import org.junit.jupiter.api.Test;\nclass GameTest { @Test void t() { } }\n' >comp250-messy/GameTest.java
printf 'import javafx.application.*;\nclass Window extends Application { }\n' >comp250-messy/Window.java
"$arbiter" grade --course comp250.course --class comp250-messy game.txt >out 2>err
is "tests and windows are left out" "$?: $(tail -1 out)" "0: Total 1 / 1, 1 of 1 file right"
printf 'k 4 4 r 8 2 B 1 1 K 4 7: 8 2 2 2 1 1 3 3\nk 5 1 K 5 8: 5 1 5 2\nk 1 1 R 2 8 K 5 5: 1 1 2 1\n' >moves.txt
"$arbiter" grade --course cmps12b.course --partial --class cmps12b/no-check moves.txt >out 2>err
has "a wrong line" out "Line 3: k 1 1 R 2 8 K 5 5: 1 1 2 1"
has "its rule" out "The king on 1, 1 cannot move to 2, 1: the rook on 2, 8 would attack it there."
has "lines stand each for itself" out "Score 0.67 / 1"

# In a narrated game a missing, superfluous or wrong line costs its own points only; rulings are judged by the board.
cat >told.course <<'END'
format = narrate
part words = points 7 partial files narrated.txt
part rulings = points 4 rulings files narrated.txt
END
printf 'new\nE2 E4\nE2 E4\nE7 E5\nD1 H5\nA7 A6\nH5 F7\n' >narrated.txt
"$arbiter" narrate narrated.txt >told.txt
# told NAME TOTAL SED...: a program that prints the right text, changed by SED.
told() {
    name=$1 total=$2
    shift 2
    sed "$@" told.txt >said.txt
    "$arbiter" grade --course told.course --program "cat $PWD/said.txt; sleep 0" >out 2>err
    is "$name" "$(tail -1 out | cut -d, -f1)" "Total $total / 11"
}
told "as it is" 11 -e ''
told "a missing line" 10 -e '/new chess/d'
told "a wrong word" 10 -e 's/no piece/nothing/'
told "a line too many" 10 -e '2i the board:'
told "a wrong move" 6 -e 's/A7 to A6/A7 to A5/'
told "no refusal" 6 -e '/no piece/d'
told "the end alone" 1 -e 1,6d
told "nothing" 0 -e d

# Programs in any language and format are found and run.
printf 'format = moves\n' >moves.course
printf 'format = narrate\n' >narrate.course
printf 'format = game\n' >game.course
printf 'format = lab3-program\n' >lab.course
printf 'new\nE2 E4\nE7 E5\n' >narrate.txt
printf 'turn\nmove 4 6 4 4\nturn\n' >game.txt
printf '1\n1 1\n~\nisValidScan\nmovePiece 0 0 0 0\n' >lab.txt
mkdir -p handed/python/src handed/c handed/perl handed/shell handed/java/pack
cat >handed/python/src/main.py <<'END'
import sys
open("log.txt", "w").write("over a file that was handed in")
answers = ["1 1 3 3 illegal", "LEGAL  ", "1 1 2 1 illegal"]
lines = open(sys.argv[1]).read().splitlines()
open(sys.argv[2], "w").write("\n".join(answers[:len(lines)]))
print("noise that nobody reads")
END
echo old >handed/python/src/log.txt
cat >handed/c/any.c <<'END'
#include <stdio.h>
int main(void) { puts("A new chess game is started!\n\nWhite's Pawn moves from E2 to E4\r"); puts("Black's Pawn moves from E7 to E5"); }
END
printf 'print "WHITE\\nTrue\\nBLACK\\n";\n' >handed/perl/main.pl
printf 'echo .; echo false\n' >handed/shell/main.sh
cat >handed/java/pack/Turns.java <<'END'
package pack;
public class Turns { public static void main(String[] words) {
    byte[] seed = new java.security.SecureRandom().generateSeed(8);
    System.out.println("WHITE\ntrue\n" + (seed.length == 8 ? "BLACK" : "?")); } }
END
# asks NAME COURSE TEST
asks() {
    "$arbiter" grade --course "$2.course" --class "handed/$1" "$3" >out 2>err
    is "$1" "$?: $(tail -1 out)" "0: Total 1 / 1, 1 of 1 file right"
}
asks python moves moves.txt
asks c narrate narrate.txt
asks perl game game.txt
asks java game game.txt
asks shell lab lab.txt
"$arbiter" grade --course moves.course --program 'python3 handed/python/src/main.py' moves.txt >out 2>err
is "a command with files" "$?: $(tail -1 out)" "0: Total 1 / 1, 1 of 1 file right"
(cd handed && tar -czf python.tar.gz python)
"$arbiter" grade --course moves.course --class handed/python.tar.gz moves.txt >out 2>err
is "an archive" "$?: $(tail -1 out)" "0: Total 1 / 1, 1 of 1 file right"
mkdir -p files/none && cp handed/python/src/main.py files/ann.py && cp handed/python.tar.gz files/bob.tar.gz
"$arbiter" grade --course moves.course --submissions files moves.txt >out 2>err
is "files and archives in a folder" "$(awk 'NR > 1 { print $1, $2 }' out | tr '\n' ' ')" "ann.py 1.00 bob.tar.gz 1.00 none 0.00 "
printf 'format = lab3-library\n' >library.course
"$arbiter" grade --course library.course --submissions files lab.txt >out 2>err
is "none of them is a library" "$(awk 'NR > 1 { print $1, $2 }' out | tr '\n' ' ')" "ann.py 0.00 bob.tar.gz 0.00 none 0.00 "
printf 'format = moves\nbuild = cp src/main.py out.py\nrun = python3 out.py\n' >built.course
"$arbiter" grade --course built.course --class handed/python moves.txt >out 2>err
is "own commands, in the folder where sources are" "$?: $(grep -c 'It could not be built' out)" "1: 1"
sed -i 's,src/,,' built.course
"$arbiter" grade --course built.course --class handed/python moves.txt >out 2>err
is "own commands" "$?: $(tail -1 out)" "0: Total 1 / 1, 1 of 1 file right"

# With --leaks leaks of C++ classes are reported and cost nothing; a board that a static object holds has not leaked.
cp -R msc3/right leaky
sed -i '0,/^void ChessBoard::resetBoard.*/s//&/; /^void ChessBoard::resetBoard/,/{/s/{/{\n    new int[10];/' leaky/ChessBoard.cpp
"$arbiter" grade --course msc3.course --leaks --class leaky narrate.txt >out 2>err
is "a leak costs nothing" "$?: $(tail -1 out)" "0: Total 1 / 1, 1 of 1 file right"
has "it is told" out 'Note: 1 block of memory (40 bytes) still allocated'
has "with its place" out 'allocated at: ChessBoard.cpp:'
"$arbiter" grade --course msc3.course --leaks --class msc3/right narrate.txt >out 2>err
is "the right one leaks nothing" "$(grep -c allocated out)" 0

# An old test that does not compile is left out if nothing needs it; a header may rely on what the course's main has before
# it, <iostream> and the namespace.
cp -R msc3/right untidy
printf '#include "Gone.h"\nint old() { return gone(); }\n' >"untidy/old test.cpp"
sed -i 's/std:://g' untidy/ChessBoard.h
sed -i '1i #include <iostream>\nusing namespace std;' untidy/ChessBoard.cpp
mkdir class && mv untidy class
"$arbiter" grade --course msc3.course --submissions class narrate.txt >out 2>err
is "an untidy one" "$?: $(tail -1 out | tr -s ' ')" "0: untidy 1.00 / 1 1 of 1 taken: all but old test.cpp, which does not compile"

# What a course forbids.
printf 'format = moves\nforbidden = sys java.util.*\n' >forbidden.course
"$arbiter" grade --course forbidden.course --class handed/python moves.txt >out 2>err
is "forbidden" "$?: $(grep -c 'main.py:1: sys is forbidden in this course' out)" "1: 1"
printf 'format = lab3-class\nforbidden = <algorithm>\npart a = generate 1\n' >forbidden.course
cp -R "$top/examples/grade/class" handed/class
"$arbiter" grade --course forbidden.course --class handed/class >out 2>err
is "nothing forbidden" "$?: $(tail -1 out)" "0: Total 1 / 1, 1 of 1 file right"
sed -i '1i #include <algorithm>' handed/class/ChessBoard.cc
"$arbiter" grade --course forbidden.course --class handed/class >out 2>err
is "forbidden in C++" "$?: $(grep -c 'ChessBoard.cc:1: <algorithm> is forbidden' out)" "1: 1"
finish
