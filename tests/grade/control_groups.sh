#!/bin/sh
# Hostile programs under control groups: the kernel itself limits what a submission's processes use together, the report says
# so, and no group is left behind. tests/machines/control_groups runs this in a virtual machine whose groups it may change.
. "$(dirname "$0")/lib.sh"
examples=$top/examples/grade
groups=/sys/fs/cgroup

cc -w -I"$top/include" -Dmain=lab3_main -c "$examples/program/main.c" -o main.o &&
    cc -w -I"$top/include" -c "$examples/library/lab3.c" -o lab3.o &&
    cc -Wall -Wextra "$here/hostile.c" main.o lab3.o -o hostile || { echo "0 passed, 1 failed"; exit 1; }
printf '9\n4 4\nw r 3 0\nb r 0 3\n~\nmovePiece 0 0 1 1\nmovePiece 3 0 3 1\nmovePiece 0 3 0 2\n' >bad.txt
sed '1s/.*/1/' bad.txt >good.txt # for one point every kind answers rightly

# Runs a program on a test, for which a slow machine has time. KIND TEST [SECONDS]
grade() {
    kind=$1
    "$arbiter" grade --time "${3:-60}" --memory 128 --processes 16 --json --program "./hostile $kind" "$2" >"$kind.json" 2>err
    is "$kind: says nothing on stderr" "$(grep -v '%' err)" ""
    is "$kind: no group is left" "$(find "$groups" -mindepth 1 -type d | wc -l)" 0
}

grade honest good.txt
has "an honest program" honest.json '"ok":true'
has "groups may have limits" "$groups/cgroup.subtree_control" "memory pids"
is "nothing is killed for want of memory" "$(dmesg | grep -c 'Memory cgroup out of memory')" 0

# No limit on a single process notices sockets, and no process has more than a megabyte.
grade sockets bad.txt
has "sockets" sockets.json '"ending":"memory"'
has "sockets" sockets.json "It used more than 128 MiB of memory, all its processes together."
dmesg >kernel.log
has "the kernel ended them" kernel.log 'Memory cgroup out of memory'

grade fork-bomb bad.txt 20
has "fork-bomb" fork-bomb.json "It had as many processes as it may have"
grade memory-hog bad.txt
has "memory-hog" memory-hog.json "It may have 128 MiB of memory."
finish
