#!/bin/sh
# Hostile programs: each costs its submission that test and nothing else, and the report says what
# happened.
. "$(dirname "$0")/lib.sh"
examples=$top/examples/grade

cc -w -I"$top/include" -Dmain=lab3_main -c "$examples/program/main.c" -o main.o &&
    cc -w -I"$top/include" -c "$examples/library/lab3.c" -o lab3.o &&
    cc -Wall -Wextra "$here/hostile.c" main.o lab3.o -o hostile || { echo "0 passed, 1 failed"; exit 1; }

cat >bad.txt <<'END'
9
4 4
w r 3 0
b r 0 3
~
movePiece 0 0 1 1
movePiece 3 0 3 1
movePiece 0 3 0 2
END
sed '1s/.*/1/' bad.txt >good.txt
mkdir others
echo "the other one's work" >others/secret.txt
chmod 644 others/secret.txt bad.txt good.txt
echo untouched >results.json
chmod 666 results.json

# Runs each hostile test between two that are answered rightly. KIND LINE ENDING TEXT [ARGUMENT]
hostile() {
    kind=$1 line=$2 ending=$3 text=$4 argument=${5:-}
    "$arbiter" grade --time 3 --memory 128 --processes 16 --json \
        --program "./hostile $kind $argument" good.txt bad.txt good.txt >out.json 2>err
    is "$kind: exit code" "$?" 1
    is "$kind: says nothing on stderr" "$(cat err)" ""
    is "$kind: the test before is right" "$(sed -n 1p out.json | grep -c '"ok":true')" 1
    is "$kind: the test behind is right" "$(sed -n 3p out.json | grep -c '"ok":true')" 1
    sed -n 2p out.json >second.json
    has "$kind" second.json "\"ok\":false,\"ending\":\"$ending\",\"score\":0,\"points\":9"
    has "$kind" second.json "\"line\":$line,"
    has "$kind" second.json "$text"
    is "$kind: total" "$(sed -n 4p out.json)" \
        '{"summary":true,"score":2,"points":11,"passed":2,"files":3,"built":true}'
}

hostile endless-loop 6 timeout "It took longer than 3 s."
hostile fork-bomb 6 timeout "It had as many processes as it may have"
hostile memory-hog 6 crash "It may have 128 MiB of memory."
hostile sockets 6 memory "It used more than 128 MiB of memory, all its processes together."
hostile output-flood 6 mismatch '"given":"1 1 1 1"'
hostile error-flood 6 timeout "It took longer than 3 s."
hostile crash-halfway 7 crash "It crashed: a segmentation fault (signal 11)."
hostile crash-behind 8 crash "It crashed behind its last answer: it was aborted (signal 6)."
hostile answer-too-many 8 too-many "It said more than it was asked for: 'true' behind its last answer."
hostile never-ends 8 timeout "It took longer than 3 s to end."
hostile garbage 6 mismatch '"given":"??[2J?"'
hostile kill 6 crash "It crashed: it was killed (signal 9)." "$$"
hostile fill-disk 7 silent "It ended with exit code 0 and did not answer."

# If it cannot see the file it answers the right "false", and then stops answering.
hostile peek 7 silent "did not answer" "\$PWD/bad.txt"
hostile peek 7 silent "did not answer" "\$PWD/others/secret.txt"
hostile peek 7 silent "did not answer" /etc/passwd
is "the argument does not show the file to it" "$(cat others/secret.txt)" "the other one's work"
./hostile listen >port &
listener=$!
while [ ! -s port ]; do sleep 0.05; done
hostile connect 7 silent "did not answer" "$(cat port)"
kill "$listener"
hostile write-results 6 mismatch '"given":"Score 9 / 9"' "$work/results.js*"
is "the results are ours" "$(cat results.json)" untouched

# A folder is shown if the command names it, but never the one that it runs in.
"$arbiter" grade --json good.txt --program 'ls others; cat others/secret.tx?' >out.json
has "a folder that is named" out.json '"given":"secret.txt"'
"$arbiter" grade --json good.txt --program 'cat bad.tx? good.tx? && echo shown || echo false; ls . ..' \
    >out.json
has "the current folder" out.json '"matched":1,'

# Students must not see the grader's environment, which may hold secrets.
SECRET=opensesame "$arbiter" grade --json good.txt --program \
    'cat /proc/*/environ | grep -q opensesame && echo peeked || echo false' >out.json
has "environment" out.json '"ending":"silent"'

# A flood of one long answer, and of blank lines.
"$arbiter" grade --time 5 --json --program "yes ''" good.txt >out.json
has "flood" out.json '"ending":"flood"'
has "flood" out.json "It printed far more than answers can be and was stopped."
finish
