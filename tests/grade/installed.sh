#!/bin/sh
# A copy installed under /usr, /usr/local or another prefix grades, and no submission can ask it. The copy is laid over the
# system's folder in a mount namespace that nobody else sees. Without the sandbox the thieves get full marks, which shows that
# they would find it.
. "$(dirname "$0")/lib.sh"
build=$(dirname "$arbiter")
# Only root may mount. Another user is root in a namespace of their own, and themselves again in a second one, where the grader runs:
# it takes who it is told to be for the truth, and a namespace of one user has no others to run submissions as.
private="unshare --mount" themselves=
if [ "$(id -u)" != 0 ]; then
    private="unshare --map-root-user --mount"
    themselves="unshare --map-user=$(id -u) --map-group=$(id -g)"
fi
chmod 1777 "$work/tmp" # for submissions in the open, which run as another user
mkdir image image/probe
# shellcheck disable=SC2086 # words
if ! $private mount -t overlay overlay -o "lowerdir=$work/image/probe:/opt" /opt 2>err; then
    echo "skipped: no folder can be laid over another here: $(cat err)"
    exit 77
fi

mkdir tests handed-in
printf '5\n2 2\nw r 1 0\nb r 0 0\n~\nisValidMove 1 0 0 0\nisValidMove 1 0 0 1\nmovePiece 1 0 0 0\n' >tests/lab.txt
printf 'k 4 4 r 8 2 B 1 1 K 4 7: 8 2 2 2 1 1 3 3\nk 5 1 K 5 8: 5 1 5 2\n' >tests/moves.txt
printf 'new\nE2 E4\nE2 E4\n' >tests/narrate.txt
printf 'turn\nmove 4 6 4 4\nhistory\n' >tests/game.txt

# thief NAME COMMAND: a submission that asks the referee that COMMAND has put into $referee.
thief() {
    mkdir -p "handed-in/$1/thief"
    cat >"handed-in/$1/thief/main.sh" <<'THIEF'
works() { "$1" --version 2>/dev/null | grep -q '^arbiter'; }
processes=$(ls -d /proc/[0-9]*)
[ "$(echo "$processes" | wc -l)" -lt 30 ] || processes= # not its own: the whole machine's
search() {
    for referee; do
        works "$referee" && return
    done
    referee=
}
# The whole machine is searched last, because that may take long.
search arbiter chess
[ -n "$referee" ] || search $(for process in $processes; do echo "$process"/exe "$process"/fd/*; done)
for folder in /opt /bin /lib /usr; do
    [ -n "$referee" ] || search $(find $folder -name '*arbiter*' -type f -size +100k 2>/dev/null)
done
[ -n "$referee" ] || exit 1
THIEF
    printf '%s\n' "$2" >>"handed-in/$1/thief/main.sh"
    printf 'format = %s\n' "$3" >"$1.course"
}
thief lab 'cat >/tmp/in.$$; "$referee" lab --json /tmp/in.$$ | sed -n "s/.*\"ok\":\([a-z]*\).*/\1/p"' lab3-program
thief moves '"$referee" moves "$1" "$2"' moves
thief narrate '"$referee" narrate -' narrate
thief game '"$referee" game -' game

# An installed library could answer as well, called by a program in any language.
mkdir -p handed-in/library/thief
cat >handed-in/library/thief/main.py <<'THIEF'
import ctypes, glob, sys
places = ["/usr/lib*/", "/usr/lib/*/", "/usr/local/lib/", "/usr/local/lib/*/", "/opt/*/lib/", "/opt/*/lib/*/"]
for path in ["libarbiter.so"] + [path for place in places for path in glob.glob(place + "libarbiter*.so*")]:
    try:
        ctypes.CDLL(path).arb_version.restype
    except (OSError, AttributeError):
        continue
    open(sys.argv[2], "w").write("1 1 3 3 illegal\nLegal\n")
THIEF
cp moves.course library.course

# within PREFIX COMMAND...: runs the command where the copy is installed under PREFIX.
within() {
    prefix=$1
    shift
    case $prefix in /usr*) at=/usr ;; *) at=/opt ;; esac
    # shellcheck disable=SC2086 # words
    $private sh -c 'mount -t overlay overlay -o "lowerdir=$1:$2" "$2" && shift 2 && PATH=/nowhere:$PATH exec "$@"' \
        sh "$work/image$prefix$at" "$at" $themselves "$@"
}
for prefix in /usr /usr/local /opt/referee; do
    mkdir -p "image$prefix"
    DESTDIR="$work/image$prefix" cmake --install "$build" --prefix "$prefix" >install.log 2>&1 || { bad "install"; cat install.log; }
    find "$work/image$prefix" -type d -exec chmod 755 {} +
    within "$prefix" "$prefix/bin/arbiter" grade --class "$top/examples/grade/class" "$top"/examples/grade/tests/part*.txt >out 2>err
    is "$prefix: an honest class" "$?: $(tail -1 out)" "0: Total 12 / 12, 5 of 5 files right"
    for name in $([ $prefix = /usr ] && echo lab narrate game) moves library; do
        case $name in library) test=moves ;; *) test=$name ;; esac
        within "$prefix" "$prefix/bin/arbiter" grade --course $name.course --class "handed-in/$name/thief" "tests/$test.txt" >out 2>err
        is "$prefix: $name finds nothing" "$?: $(tail -1 out | cut -d, -f2)" "1:  0 of 1 file right"
        within "$prefix" "$prefix/bin/arbiter" grade --no-sandbox --time 120 --course $name.course --class "handed-in/$name/thief" "tests/$test.txt" >out 2>err
        is "$prefix: $name would find it" "$?: $(tail -1 out | cut -d, -f2)" "0:  1 of 1 file right"
    done
done
finish
