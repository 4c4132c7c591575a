# lib.sh: what the scripts of the grader's tests share. Read with ". lib.sh"; ARBITER names the
# program. Each script prints "N passed, N failed" and leaves nothing behind.
set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
arbiter=${ARBITER:-$top/build/arbiter}
export LC_ALL=C.UTF-8
work=$(mktemp -d)
mkdir "$work/tmp"
chmod 755 "$work" "$work/tmp"
export TMPDIR="$work/tmp"
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0
failed=0

good() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "failed: $*"; }
# is NAME GOT EXPECTED
is() { if [ "$2" = "$3" ]; then good; else bad "$1: '$2' instead of '$3'"; fi; }
# has NAME FILE TEXT
has() { if grep -qF -- "$3" "$2"; then good; else bad "$1: no '$3' in:"; sed "s/^/    /" "$2" | cut -c 1-400 | head -40; fi; }
# lean FOLDER: removes displayBoard from a copy of the example class. No test asks for it, and <sstream>
# is half of what is compiled.
lean() {
    sed -i '/sstream\|displayBoard/d' "$1/ChessBoard.hh"
    sed -i '/ChessBoard::displayBoard/,/^}/d' "$1/ChessBoard.cc"
}
# golden NAME GOT: compares GOT with expected/NAME; GOLDEN=update replaces that file.
golden() {
    if [ "${GOLDEN:-}" = update ]; then
        cp "$2" "$here/expected/$1"
    fi
    if diff -u "$here/expected/$1" "$2" >"$work/diff"; then good; else bad "$1"; cat "$work/diff"; fi
}
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ] || exit 1
    [ -z "${missing:-}" ] || { echo "not all was checked: $missing"; exit 77; }
    exit
}

# If bubblewrap itself does not work, nothing can be graded; the test says so and is not a success. If
# it works, a grader that refuses is broken.
printf '1\n1 1\n~\nisValidScan\n' >one.txt
status=0
"$arbiter" grade --program 'echo .' one.txt >can.out 2>can.err || status=$?
if [ $status -ne 0 ]; then
    if bwrap --unshare-user --unshare-pid --unshare-net --ro-bind / / true 2>bwrap.err; then
        bad "bubblewrap works here and the grader refuses (exit code $status):"
        cat can.err
        finish
    fi
    echo "skipped: bubblewrap does not work here: $(cat bwrap.err)"
    exit 77
fi
