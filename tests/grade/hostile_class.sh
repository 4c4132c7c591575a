#!/bin/sh
# A class of hostile programs beside honest ones: none gains a point, none costs anybody else one, and
# nothing of the machine is seen or changed. Beside hostile.sh, which looks at one at a time.
. "$(dirname "$0")/lib.sh"
mkdir handed-in prefix
printf '5\n2 2\nw r 1 0\nb r 0 0\n~\nisValidScan\nmovePiece 1 0 0 0\nmovePiece 0 0 0 1\n' >test.txt
right='printf "1 0 0 0\\n1 0 1 1\\n.\\ntrue\\nfalse\\n"'
echo untouched >secret && chmod 666 secret
# An installed referee, under its own name and under another one, where a package would be.
cp "$arbiter" prefix/referee && chmod 755 prefix prefix/referee

# hostile NAME SCRIPT: gives the right answers only if the script finds what it should not.
hostile() {
    mkdir "handed-in/$1"
    printf '#!/bin/%s\n%s\n' "${3:-sh}" "$2" >"handed-in/$1/lab3"
    chmod +x "handed-in/$1/lab3"
}
for name in a-honest m-honest z-honest; do
    hostile $name "cat >/dev/null; $right"
    sed -i 's/\\\\n/\\n/g' "handed-in/$name/lab3"
done
found="&& { $(echo "$right" | sed 's/\\\\n/\\n/g'); exit; }; echo no"

hostile sees-referee "ls /usr/bin/*arbiter* /usr/local/bin/* /opt/* /usr/lib/*/libarbiter* /usr/share/arbiter 2>/dev/null $found"
hostile sees-prefix "ls $work/prefix/referee $arbiter 2>/dev/null $found"
hostile sees-engine "ls /usr/games /usr/bin/*fish* /usr/lib/*/*fish* 2>/dev/null | grep . $found"
hostile sees-chess-package "python3 -c 'import chess' 2>/dev/null $found"
hostile sees-tests "cat $work/test.txt ../test.txt /lab3/test.txt 2>/dev/null $found"
hostile sees-others "ls $work/handed-in ../../m-honest 2>/dev/null $found"
hostile sees-passwords "cat /etc/passwd /etc/shadow 2>/dev/null $found"
hostile sees-home "ls /root /home/* $HOME/.ssh 2>/dev/null $found"
hostile sees-processes "test \$(ls -d /proc/[0-9]* | wc -l) -gt 12 $found"
hostile sees-init "cat /proc/1/environ | tr '\\\\0' '\\\\n' | grep -v '^LC_ALL\\|^PATH\\|^HOME\\|^PWD' $found"
hostile sees-disks "cat /dev/sda /dev/vda /dev/mem 2>/dev/null | head -c 1 | grep . $found"
hostile sees-kernel "cat /sys/kernel/* 2>/dev/null $found"
hostile writes-secret "echo gone 2>/dev/null >$work/secret $found"
hostile writes-itself "echo x 2>/dev/null >>lab3 $found"
hostile writes-root "touch /usr/x /x /etc/x /dev/x /lab3/x 2>/dev/null $found"
hostile makes-link "ln -s $work/secret link 2>/dev/null $found"
hostile becomes-root "test \$(id -u) = 0 $found"
hostile has-capabilities "grep 'CapEff:.*[1-9a-f]' /proc/self/status $found"
if [ "$(uname -m)" = x86_64 ]; then # the calls have numbers
    hostile new-namespace "perl -e 'exit(syscall(272, 0x10000000) == 0 ? 0 : 1)' $found"
    hostile memfd "perl -e 'exit(syscall(319, \"x\", 0) >= 0 ? 0 : 1)' $found"
    hostile shared-memory "perl -e 'exit(syscall(29, 0, 4096, 0666 | 512) >= 0 ? 0 : 1)' $found"
    hostile debugs "perl -e 'exit(syscall(101, 0, 0, 0, 0) >= 0 ? 0 : 1)' $found"
    hostile io-ring "perl -e 'exit(syscall(425, 1, \"\\\\0\" x 120) >= 0 ? 0 : 1)' $found"
    hostile mounts "perl -e 'exit(syscall(165, \"x\", \"/tmp\", \"tmpfs\", 0, 0) == 0 ? 0 : 1)' $found"
fi
hostile network "perl -MIO::Socket::INET -e 'exit(IO::Socket::INET->new(PeerAddr => \"127.0.0.1:22\", Timeout => 1) ? 0 : 1)' 2>/dev/null $found"
hostile kills-all 'kill -9 -1; echo no'
hostile kills-parent 'kill -9 $PPID; echo no'
hostile stops-itself 'kill -STOP $$; echo no'
hostile background 'for i in 1 2 3 4 5 6; do (while :; do :; done) & done; echo no'
hostile many-sleepers 'for i in $(seq 200); do sleep 100 & done 2>/dev/null; echo no'
hostile memory-in-parts 'for i in 1 2 3 4 5 6 7 8; do perl -e "\$x = chr(1) x 6e7; sleep 9" & done; wait; echo no'
hostile fills-tmp 'head -c 100000000 /dev/zero >/tmp/a 2>/dev/null && echo right; head -c 100000000 /dev/zero >/dev/shm/a 2>/dev/null && echo right; echo no'
hostile fills-inodes 'mkdir /tmp/d; cd /tmp/d; for i in $(seq 30000); do : >$i || break; done 2>/dev/null; echo no'
hostile floods 'yes "1 0 0 0"'
hostile floods-errors 'yes >&2 & sleep 9; echo no'
hostile control-bytes 'printf "\033[2J\007\000\377<script>alert(1)</script>\n"'
hostile never-reads 'sleep 9'

"$arbiter" grade --time 2 --memory 256 --submissions handed-in --csv grades.csv --html report.html --json test.txt >class.json 2>err
is "exit code" "$?" 1
is "stderr" "$(cat err)" ""
for folder in handed-in/*; do
    name=${folder#handed-in/}
    case $name in *-honest) mark=5 ;; *) mark=0 ;; esac
    grep -F "{\"submission\":\"$name\",\"summary\":true" class.json >summary
    has "$name" summary "\"score\":$mark,\"points\":5,"
done
is "what is not theirs" "$(cat secret)" untouched
grep -F '"submission":"memory-in-parts","file"' class.json >one.json
has "all processes count" one.json '"ending":"memory"'
has "in words" one.json 'It used more than 256 MiB of memory, all its processes together.'
is "the page has no script of theirs" "$(grep -ci '<script' report.html)" 0
has "but its text" report.html '&lt;script&gt;alert(1)&lt;/script&gt;'
is "nothing is left behind" "$(ls "$TMPDIR")" ""

# How far a score may be off: half a tenth is not.
printf '1\n2 2\nw r 1 0\n~\nscoreBoard\n' >score.txt
for pair in 5.24:0 5.2:0 5.16:0 5.26:1 5.14:1; do
    "$arbiter" grade --rules lab-bonus --program "cat >/dev/null; echo ${pair%:*}" score.txt >/dev/null 2>&1
    is "a score of ${pair%:*}" "$?" "${pair#*:}"
done
finish
