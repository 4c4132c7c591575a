#!/bin/sh
# Submissions in every state that was seen in real classes must get the mark that a person would give.
# The tests are worth 1 (a scan), 2 (a piece replaced in the set-up), 4 (moves, and threats on every
# square) and 8 (king and castling), so that a mark shows which tests were lost.
. "$(dirname "$0")/lib.sh"
right=$work/lean
cp -R "$top/examples/grade/class" lean && lean lean
mkdir tests handed-in
printf '1\n4 4\nw r 3 2\nb b 1 3\nb r 1 1\nw r 2 3\n~\nisValidScan\n' >tests/1_scan.txt
printf '2\n3 3\nb r 0 0\nw p 2 2\nw r 0 0\n~\nisValidScan\n' >tests/2_replaced.txt
printf '4\n4 4\nw r 3 0\nb b 0 3\n~\nunderThreatScan\nmovePiece 0 0 1 1\nmovePiece 3 0 3 1\nmovePiece 0 3 1 2\nisValidScan\n' \
    >tests/4_moves.txt
printf '8\n8 8\nw k 7 4\nw r 7 7\nb r 0 4\nb k 0 0\nw b 6 4\n~\nisValidScan\nmovePiece 7 4 7 6\n' >tests/8_king.txt
: >marks

# state NAME MARK [WORDS OF THE NOTE]: puts a right class into a folder of that name, which the caller then changes.
state() {
    printf '%s\t%s\t%s\n' "$1" "$2" "${3:-}" >>marks
    mkdir "handed-in/$1" && cp "$right"/* "handed-in/$1"
    at=handed-in/$1
}
board() { sed -i "$1" "$at/ChessBoard.cc"; }

state right 15
state no-bonus 15
sed -i '/scoreBoard\|getHighestNextScore/d' "$at/ChessBoard.hh"
board '/^float ChessBoard::scoreBoard/,/^}/d; /^float ChessBoard::getHighestNextScore/,/^}/d'
state parts-1-and-2 7
board 's/^bool ChessBoard::leavesKingSafe.*/&\n#define safe true/; s/^bool ChessBoard::canCastle.*/&\n{ return false; }\nstatic bool unused(ChessPiece \&king, int toRow, int toColumn, int numRows, int numCols)/'
board '/^static bool unused/,/^}/d; /^#define safe/d; s/^    return safe;/    return true;/'
state stubs 0
board '/^bool ChessBoard::movePiece/,/^}/c bool ChessBoard::movePiece(int, int, int, int) { return false; }'
board '/^bool ChessBoard::isValidMove/,/^}/c bool ChessBoard::isValidMove(int, int, int, int) { return false; }'
board '/^bool ChessBoard::isPieceUnderThreat/,/^}/c bool ChessBoard::isPieceUnderThreat(int, int) { return false; }'

# Folders and archives.
state nested 15 'taken: Lab3'
mkdir "$at/Lab3" && mv "$at"/*.* "$at/Lab3"
state "Zoë O'Brien, Lab 3 ♔" 15 'taken: Lab 3 (final)/src'
mkdir -p "$at/Lab 3 (final)/src" && mv "$at"/*.* "$at/Lab 3 (final)/src"
state two-of-them 15 'taken: lab3, not Lab3Bonus'
mkdir "$at/lab3" && mv "$at"/*.* "$at/lab3" && cp -R "$at/lab3" "$at/Lab3Bonus"
echo 'not C++' >"$at/Lab3Bonus/ChessBoard.cc"
state archive.tar.gz 15 'taken: archive.tar.gz: Lab3'
(cd handed-in && mv archive.tar.gz Lab3 && tar -czf archive.tar.gz Lab3 && rm -r Lab3)
state archive-in-folder 15 'taken: lab3.tgz'
(cd "$at" && tar -czf lab3.tgz -- *.cc *.hh Chess.h && rm -- *.cc *.hh Chess.h)
if command -v zip >/dev/null; then
    state archive.zip 15 'taken: archive.zip: Lab 3'
    (cd handed-in && mv archive.zip 'Lab 3' && zip -qr archive.zip 'Lab 3' && rm -r 'Lab 3')
    state bomb.zip 0 'more than 256 MiB'
    (cd handed-in && rm -r bomb.zip && truncate -s 257M zeros && zip -1 -q bomb.zip zeros && rm zeros)
fi
state damaged.zip 0 'the archive is damaged'
rm -r "$at" && head -c 5000 /dev/urandom >"$at"
state upwards.tar 0 'leads out of it'
(cd handed-in && cp upwards.tar/Chess.h ../outside.txt && rm -r upwards.tar && mkdir x && cd x &&
    tar -cPf ../upwards.tar ../../outside.txt && cd .. && rmdir x)
state too-many-files 0 'at most 4096 files'
(cd "$at" && seq 1 5000 | xargs touch)
state empty 0 'nothing in it can be graded'
rm -r "$at" && mkdir "$at"

# Headers, names, bytes.
state own-Chess.h 15
printf 'enum Color { White, Black };\nenum Type { King, Rook, Bishop, Pawn, Queen, Knight };\n' >"$at/Chess.h"
state stale-Chess.h 15
printf 'enum Color { Black, White };\nenum Type { Pawn, Rook, Bishop };\n' >"$at/Chess.h"
state missing-Chess.h 15
rm "$at/Chess.h"
state missing-file 0 'could not be built'
rm "$at/ChessPiece.hh"
state wrong-namespace 0 'could not be built'
sed -i 's/Student/Player/g' "$at"/*.??
state does-not-compile 0 'could not be built'
board 's/^}$/]/'
state warnings-as-errors 15
board '1s/^/#pragma GCC diagnostic error "-Wall"\n#pragma GCC diagnostic error "-Wextra"\n/; s/^bool ChessBoard::isOnBoard.*/static int unused;\n&/'
state windows-lines 15
sed -i 's/$/\r/' "$at"/*.??
state byte-order-mark 15
for file in "$at"/*.??; do sed -i '1s/^/\xEF\xBB\xBF/' "$file"; done
state using-namespace-std 15
board '1s/^/#include <string>\nusing namespace std;\nstatic int size(int a) { return a < 0 ? -a : a; }\n/'
state same-static-names 15
board '1s/^/static int helper() { return 1; }\n/'
sed -i '1s/^/static int helper() { return 2; }\n/' "$at/ChessPiece.cc"
state main-handed-in 15
printf 'int main() { return missing(); }\n' >"$at/main.cc"
printf '#include "ChessBoard.hh"\nint main() { return Student::ChessBoard(2, 2).getNumRows(); }\n' >"$at/my tests.cc"
state old-test 15 'taken: all but old test.cc, which does not compile'
printf '#include "Gone.hh"\nint old() { return gone(); }\n' >"$at/old test.cc"
state extra-classes 15
printf 'namespace Student { struct Helper { int help(); }; }\n' >"$at/Helper.hh"
printf '#include "Helper.hh"\nint Student::Helper::help() { return 0; }\n' >"$at/Helper.cc"
state prints 15
board 's/^bool ChessBoard::isOnBoard.*/#include <iostream>\n&/; s/^    return row >= 0/    std::cout << "true\\n. \\n"; std::cerr << "debug\\n";\n&/'

# Mistakes.
state crash-on-empty-square 11
board 's/ || board\[row\]\[column\] == nullptr)/)/'
state refuses-replacement 13
board 's/^    removePiece(startRow, startColumn);/    if (board[startRow][startColumn] != nullptr) return;/'
state changes-board-in-scan 11
board 's/^bool ChessBoard::isPieceUnderThreat.*/&\n{ if (row == 3 \&\& column == 3) removePiece(3, 0); return threat(row, column); }\nbool ChessBoard::threat(int row, int column)/'
sed -i 's/^    bool isPieceUnderThreat.*/&\n    bool threat(int row, int column);/' "$at/ChessBoard.hh"
state leak 15
board 's/^    delete piece;//'
state leak-of-array 15
board 's/^    removePiece(startRow, startColumn);/&\n    new int[50];/'
state static-objects 15
board '1s/^/#include <vector>\nstatic std::vector<int> seen;\n/; s/^    removePiece(startRow, startColumn);/&\n    seen.push_back(startRow);/'
state infinite-loop 7
board '1s/^/static volatile int forever = 1;\n/; /^bool ChessBoard::isValidMove/,/^}/s/^{/{\n    while (forever \&\& numRows == 8) {}/'
state endless-recursion 0
board '/^bool ChessBoard::isValidMove/,/^}/s/^{/{\n    if (isValidMove(fromRow, fromColumn, toRow, toColumn + 0)) return true;/'

# Cheats.
state asks-a-referee 0
rm "$at"/*
cat >"$at/lab3" <<'END'
#!/bin/sh
cat >/tmp/config.txt
for name in arbiter chess chess-referee; do
    for folder in /usr/bin /usr/local/bin /opt/arbiter/bin /usr/games; do
        [ -x "$folder/$name" ] && exec "$folder/$name" lab --json /tmp/config.txt
    done
done
END
chmod +x "$at/lab3"
state forged-output 0
board 's/^ChessBoard::~ChessBoard.*/#include <unistd.h>\n&/; s/^void ChessBoard::createChessPiece.*/#include <unistd.h>\n&/; s/^    removePiece(startRow, startColumn);/&\n    for (int fd = 1; fd < 20; fd++) (void)!write(fd, "= .\\ntrue\\n= .\\n", 13);/'
state ends-early 0
board 's/^    removePiece(startRow, startColumn);/&\n    std::exit(0);/; 1s/^/#include <cstdlib>\n/'

"$arbiter" grade --leaks --time 2 --submissions handed-in --html report.html --csv grades.csv --json tests/*.txt >class.json 2>err
is "exit code" "$?" 1
is "stderr" "$(cat err)" ""
is "states" "$(grep -c . marks)" "$(grep -c '"summary":true' class.json)"
while IFS="$(printf '\t')" read -r name mark note; do
    grep -F "{\"submission\":\"$name\",\"summary\":true" class.json >summary
    has "$name" summary "\"score\":$mark,\"points\":15,"
    [ -z "$note" ] || has "$name" summary "$note"
done <marks

of() { grep -F "{\"submission\":\"$1\",\"file\":\"tests/$2\"" class.json >one.json; }
of leak 2_replaced.txt
has "a leak names the line" one.json '"leaked":{"blocks":1,"bytes":40,"at":"ChessBoard.cc:'
of leak-of-array 2_replaced.txt
has "new[] is counted" one.json '"leaked":{"blocks":3,"bytes":600,"at":"ChessBoard.cc:'
of right 2_replaced.txt
is "nothing else leaks" "$(grep -c leaked one.json)" 0
of static-objects 2_replaced.txt
is "nor do static objects" "$(grep -c leaked one.json)" 0
"$arbiter" grade --class handed-in/leak tests/2_replaced.txt >out 2>err
is "leaks are told with --leaks alone" "$? $(grep -c allocated out)" "0 0"
for call in "--program true" "--library x.so" "--course comp250 --class $right" "--sanitize --class $right"; do
    # shellcheck disable=SC2086 # words
    "$arbiter" grade --leaks $call tests/2_replaced.txt >out 2>err
    is "--leaks $call" "$? $(grep -c -e '--sanitize and --leaks are' err)" "2 1"
done
of crash-on-empty-square 4_moves.txt
has "a crash names the call" one.json '"line":6,"call":"underThreatScan"'
has "and the square" one.json '"crashed_in":"isPieceUnderThreat 0 0"'
has "and the source" one.json '"crashed_at":"Chess'
of refuses-replacement 2_replaced.txt
has "the piece's line is blamed" one.json '"line":5,"call":"createChessPiece White Rook 0 0"'
has "in words" one.json 'At 0 0 expected: a white rook; your board has a black rook.'
of changes-board-in-scan 4_moves.txt
has "the scan is blamed" one.json '"line":6,"call":"underThreatScan"'
has "not a later line" one.json 'At 3 0 expected: a white rook; your board has nothing.'
is "what an archive wrote" "$(ls "$TMPDIR" | wc -l)" 0
finish
