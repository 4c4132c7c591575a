#!/bin/sh
# Commands write to a full disk, which is a real file system of 256 KiB in memory. A file must be
# complete or unchanged, and the command must report the failure.
#   ARBITER=... tests/faults/disk.sh
set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
arbiter=${ARBITER:-$top/build/arbiter}
if [ -z "${DISK_SH_INSIDE:-}" ]; then # starts itself again in a name space where it may mount
    unshare -rm true 2>/dev/null || { echo "name spaces are not allowed here"; exit 77; }
    DISK_SH_INSIDE=1 exec unshare -rm "$0" "$@"
fi
work=$(mktemp -d)
trap 'umount "$work/disk"; rm -rf "$work"' EXIT
mkdir "$work/disk"
mount -t tmpfs -o size=256k none "$work/disk"
cd "$work"
passed=0 failed=0
is() { # what, got, wanted
    if [ "$2" = "$3" ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "$1: got $2, wanted $3"; fi
}

i=0
while [ $i -lt 20000 ]; do
    echo 'k 4 4 r 8 2 B 1 1 K 4 7: 8 2 2 2 1 1 3 3'
    i=$((i + 1))
done >lines.txt
i=0
while [ $i -lt 10000 ]; do
    printf '[Event "A"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n'
    i=$((i + 1))
done >games.pgn

refuses() { # what, file, command...
    what=$1 file=$2
    shift 2
    echo before >"$file"
    code=0
    "$arbiter" "$@" >/dev/null 2>err || code=$?
    is "$what: exit code" $code 4
    is "$what: says so" "$(grep -c 'No space left' err)" 1
    is "$what: the file" "$(cat "$file")" before
    is "$what: nothing beside it" "$(find disk -type f | wc -l)" 1
    rm -f disk/*
}
refuses moves disk/out moves lines.txt disk/out
refuses check disk/good check --good disk/good games.pgn

code=0
"$arbiter" legal games.pgn >disk/out 2>err || code=$?
is "legal to a full disk: exit code" $code 4
is "legal to a full disk: says so" "$(grep -c 'cannot be written' err)" 1
rm -f disk/*
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
