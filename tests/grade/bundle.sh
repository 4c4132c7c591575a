#!/bin/sh
# Bundles: Gradescope or GitHub Classroom grade with one folder, on machines without this project.
#   tests/grade/bundle.sh               runs in a root that has only this system's /usr, and installs nothing
#   tests/grade/bundle.sh bare FOLDER   runs as root in a bare Debian, made in FOLDER, with the real packages
bare=${2:-}
case $bare in "" | /*) ;; *) bare=$PWD/$bare ;; esac # lib.sh works elsewhere
. "$(dirname "$0")/lib.sh"
[ "${1:-}" != bare ] || [ -n "$bare" ] || { echo "usage: $0 [bare FOLDER]" >&2; exit 2; }
right=$top/examples/grade/class
"$top/examples/grade/make-classes" made
mkdir tests tests/more
cp "$top"/examples/grade/tests/part[34]*.txt tests
printf '1\n2 2\nw r 1 0\nb r 0 0\n~\nisValidMove 1 0 0 0\nisPieceUnderThreat 0 0\n' >tests/more/secret.txt
printf 'title = Lab 3\nformat = lab3-class\ntime = 20\npart three = points 3 files tests/part3*.txt\npart four = points 6 files tests/part4*.txt\nhidden secret = points 1 files tests/more/*\n' >lab.course

# ---- making them ----
"$arbiter" grade --course lab.course --gradescope-bundle scope >out 2>err
is "Gradescope's" "$? $(cat out err)" "0 "
"$arbiter" grade --course lab.course --github-bundle repository >out 2>err
is "GitHub's" "$? $(cat out err)" "0 arbiter: 1 hidden test is left out: students can read what is in their repository"
is "no hidden test is in it" "$(grep -rl 'isPieceUnderThreat 0 0' repository/.github/arbiter/tests repository/.github/arbiter/*.course)" ""
is "what runs" "$(find scope repository -type f -perm -100 | sort | tr '\n' ' ')" \
    "repository/.github/arbiter/arbiter repository/.github/arbiter/grade repository/.github/arbiter/lib/arbiter \
repository/.github/arbiter/lib/ld.so repository/.github/arbiter/setup.sh scope/arbiter scope/lib/arbiter scope/lib/ld.so \
scope/run_autograder scope/setup.sh "
"$arbiter" grade --gradescope-bundle x --class "$right" tests/*.txt 2>err
is "a bundle has no submissions" "$?" 2
"$arbiter" grade --gradescope-bundle plain --rules lab-bonus --partial --time 7 --course-files "$right" tests/part*.txt
tail -n +1 plain/assignment.course >plain.course
is "without a course" "$(tr '\n' '|' <plain.course)" "title = Lab 3|format = lab3-class|rules = lab-bonus|\
course-files = course-files|time = 7|memory = 512|processes = 32|partial = yes|part Part-3 = files tests/1/*|part Part-4 = files tests/2/*|"
"$arbiter" grade --gradescope-bundle single --rules lab-bonus tests/part3*1.txt
has "a single test has its rules" single/assignment.course 'rules = lab-bonus'
is "with the course's files" "$(ls plain/course-files | tr '\n' ' ')" "Chess.h ChessBoard.cc ChessBoard.hh ChessPiece.cc ChessPiece.hh "

# ---- a machine where they run ----
# Both services run the bundle as root. In a namespace a user is root without other users, so submissions could not run as one.
if [ "$(id -u)" != 0 ]; then
    [ "$failed" -eq 0 ] || finish
    echo "skipped: not root, as whom the services run a bundle; making bundles passed ($passed)"
    exit 77
fi
mkdir -p machine/autograder machine/home
if [ -n "$bare" ]; then
    mkdir -p "$bare"
    root=$(cd "$bare" && pwd)/root
    "$top/tools/release/bare-debian" "$bare" || { bad "debootstrap"; finish; }
    rm -rf machine/root && cp -a "$root" machine/root
    mkdir -p machine/root/autograder machine/root/home
    inside() { # folder command...: as on a machine of its own, with the network
        folder=$1
        shift
        bwrap --bind machine/root / --bind machine/autograder /autograder --bind machine/home /home \
            --dev-bind /proc /proc --dev /dev --perms 1777 --tmpfs /tmp --ro-bind /etc/resolv.conf /etc/resolv.conf --ro-bind /etc/hosts /etc/hosts \
            --cap-add ALL --clearenv --setenv PATH /usr/sbin:/usr/bin:/sbin:/bin --setenv HOME /root \
            --setenv GITHUB_OUTPUT /home/output --setenv GITHUB_STEP_SUMMARY /home/summary --chdir "$folder" "$@"
    }
else
    # A stand-in for apt-get only records the packages that it should install.
    mkdir machine/bin
    printf '#!/bin/sh\necho "apt-get $*" >>/home/installed\n' >machine/bin/apt-get
    printf '#!/bin/sh\ncase $1 in --*) shift ;; esac\nexec "$@"\n' >machine/bin/sudo
    chmod +x machine/bin/*
    inside() {
        folder=$1
        shift
        links=$(for link in bin sbin lib lib64; do [ ! -L "/$link" ] || echo "--symlink usr/$link /$link"; done)
        alternatives=$([ ! -d /etc/alternatives ] || echo "--perms 0755 --dir /etc --ro-bind /etc/alternatives /etc/alternatives")
        # shellcheck disable=SC2086 # lists of words
        bwrap --ro-bind /usr /usr $links $alternatives --bind machine/autograder /autograder --bind machine/home /home \
            --ro-bind machine/bin /stubs --dev-bind /proc /proc --dev /dev --perms 1777 --tmpfs /tmp --cap-add ALL \
            --clearenv --setenv PATH "/stubs:/usr/bin:/bin" --setenv HOME /home \
            --setenv GITHUB_OUTPUT /home/output --setenv GITHUB_STEP_SUMMARY /home/summary --chdir "$folder" "$@"
    }
fi
chmod 755 machine machine/autograder machine/home
inside / true || { echo "skipped: no root of its own can be made here"; exit 77; }

# ---- Gradescope ----
cp -R scope machine/autograder/source
cp scope/run_autograder machine/autograder
inside /autograder sh source/setup.sh >setup.log 2>&1
is "setup.sh" "$?" 0
[ -n "$bare" ] || is "what it installs" "$(cat machine/home/installed)" "apt-get update -q
apt-get install -y -q --no-install-recommends bubblewrap g++"
# graded NAME SCORE: grades what is in `handed-in` as a submission.
graded() {
    rm -rf machine/autograder/submission machine/autograder/results
    cp -R "$3" machine/autograder/submission
    inside /autograder ./run_autograder >run.log 2>&1
    is "$1: it runs" "$? $(cat run.log)" "0 "
    cp machine/autograder/results/results.json results.json
    is "$1" "$(head -c 30 results.json | cut -d, -f1)" "{\"score\":$2"
}
mkdir -p packed empty cheat
graded "a right one" 10 "$right"
has "its tests" results.json '"name":"tests/1/part3_8x8_1.txt","score":3,"max_score":3,"status":"passed","visibility":"visible"'
has "the hidden one" results.json '"name":"tests/3/secret.txt","score":1,"max_score":1,"status":"passed","visibility":"hidden"'
graded "a wrong one" 4 made/castles-through-check
has "why" results.json 'why:      The king on 0, 4 cannot castle queenside'
graded "one that is not built" 0 made/does-not-compile
has "the compiler's words" results.json 'was not declared in this scope'
(cd "$right" && tar -czf "$work/packed/work.tar.gz" -- *)
graded "an archive" 10 packed
graded "nothing" 0 empty
has "is told" results.json 'There is nothing in it that can be graded.'
# This submission prints the right answers if it can read the grader's.
cp -R "$right"/* cheat
sed -i '1s/^/#include <fstream>\n#include <cstdlib>\n/; s/^bool ChessBoard::isValidMove.*/static bool peek() { return std::ifstream("\/autograder\/source\/assignment.course").good() || std::ifstream("\/autograder\/source\/lib\/arbiter").good() || std::ofstream("\/autograder\/results\/results.json").good(); }\n&/' cheat/ChessBoard.cc
sed -i '/^bool ChessBoard::isValidMove/,/^}/s/^{/{\n    if (!peek()) std::abort();/' cheat/ChessBoard.cc
graded "one that reads the tests and writes its mark" 0 cheat
has "it read and wrote nothing" results.json 'It crashed: it was aborted'
# If nothing can isolate, as in a container without user namespaces, the container serves as the sandbox.
if [ "$(id -u)" = 0 ]; then
    mkdir -p machine/home/no
    printf '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n' >machine/home/no/bwrap
    chmod +x machine/home/no/bwrap
    for kind in right cheat; do
        rm -rf machine/autograder/submission machine/autograder/results
        [ $kind = right ] && cp -R "$right" machine/autograder/submission || cp -R cheat machine/autograder/submission
        inside /autograder env PATH=/home/no:/usr/sbin:/usr/bin:/bin ./run_autograder >run.log 2>&1
        has "$kind, in the open: it is said" run.log 'The container is the sandbox'
        cp machine/autograder/results/results.json results.json
        is "$kind, in the open" "$(head -c 30 results.json | cut -d, -f1)" "{\"score\":$([ $kind = right ] && echo 10 || echo 0)"
    done
fi

# ---- GitHub Classroom: the workflow's own lines ----
# steps NAME STUDENT: in a repository made of the template and what the student has added
steps() {
    rm -rf machine/home/work machine/home/output machine/home/summary
    cp -R repository machine/home/work
    cp -R "$2"/* machine/home/work
    : >machine/home/output
    sed -n 's/^ *run: //p' repository/.github/workflows/classroom.yml >lines
    is "$1: steps" "$(wc -l <lines)" 2
    while read -r line; do
        inside /home/work sh -ec "$line" >step.log 2>&1 </dev/null
        is "$1: $line" "$?" 0
    done <lines
    sed -n 's/^result=//p' machine/home/output | base64 -d >result.json
}
steps "a right one" "$right"
has "passes" result.json '{"version":1,"status":"pass","max_score":9,"tests":['
has "the log" step.log 'Total 9 / 9, 3 of 3 files right'
steps "a wrong one" made/castles-through-check
has "fails" result.json '{"version":1,"status":"fail","max_score":9,"tests":['
has "with a reason" result.json 'why:      The king on 7, 4 cannot castle kingside'
has "in the summary" machine/home/summary 'Total 3 / 9, 1 of 3 files right'
is "as short as a variable has to be" "$([ "$(wc -c <machine/home/output)" -lt 100000 ] && echo short)" short
workflow=repository/.github/workflows/classroom.yml
has "its result goes to the reporter" "$workflow" 'ARBITER_RESULTS: "${{ steps.arbiter.outputs.result }}"'
if command -v node >/dev/null; then
    node -e 'for (const f of process.argv.slice(1)) JSON.parse(require("fs").readFileSync(f))' result.json results.json
    is "JSON" "$?" 0
else
    missing='node is not installed'
fi
finish
