#!/bin/sh
# Grades a class of hostile programs and honest ones: none gains a point or costs anybody else one, and
# none sees or changes anything of the machine. hostile.sh tries them one at a time.
. "$(dirname "$0")/lib.sh"
mkdir handed-in prefix
printf '5\n2 2\nw r 1 0\nb r 0 0\n~\nisValidScan\nmovePiece 1 0 0 0\nmovePiece 0 0 0 1\n' >test.txt
right='printf "1 0 0 0\n1 0 1 1\n.\ntrue\nfalse\n"'
echo untouched >secret && chmod 666 secret
# Installs a referee where a package would put it, under its own name and under another.
cp "$arbiter" prefix/referee && chmod 755 prefix prefix/referee

# hostile NAME SCRIPT
hostile() {
    mkdir "handed-in/$1"
    printf '#!/bin/sh\n%s\n' "$2" >"handed-in/$1/lab3"
    chmod +x "handed-in/$1/lab3"
}
# These answer rightly only if they find or do what they should not, so that a hole in the sandbox shows as points:
# sees NAME COMMAND if the command prints something, and does NAME COMMAND if it succeeds.
sees() { hostile "$1" "[ -n \"\$({ $2; } 2>/dev/null)\" ] && { $right; exit; }; echo no"; }
does() { hostile "$1" "if { $2; } >/dev/null 2>&1; then $right; else echo no; fi"; }
for name in a-honest m-honest z-honest; do hostile $name "cat >/dev/null; $right"; done

sees sees-referee "ls /usr/bin/*arbiter* /usr/local/bin/*arbiter* /opt/* /usr/lib/*/libarbiter* /usr/share/arbiter"
sees sees-prefix "ls $work/prefix/referee $arbiter"
sees sees-engine "ls /usr/games /usr/bin/*fish* /usr/lib/*/*fish*"
does sees-chess-package "python3 -c 'import chess'"
sees sees-tests "cat $work/test.txt ../test.txt ../../test.txt /lab3/test.txt"
sees sees-others "ls $work/handed-in ../m-honest ../../m-honest"
sees sees-passwords "cat /etc/passwd /etc/shadow"
sees sees-home "ls /root /home/* $HOME/.ssh"
does sees-processes "test \$(ls -d /proc/[0-9]* | wc -l) -gt 12"
sees sees-init "cat /proc/1/environ | tr '\\000' '\\n' | grep -v '^LC_ALL\|^PATH\|^HOME\|^PWD'"
sees sees-disks "cat /dev/sda /dev/vda /dev/mem | head -c 1"
sees sees-kernel "ls /sys/kernel"
does writes-secret "echo gone >$work/secret"
does writes-itself "echo '# x' >>\$0"
for place in /usr /etc /dev /lab3 ''; do does "writes-root${place##*/}" "touch $place/arbiter-was-here"; done
does makes-link "ln -s $work/secret link"
does becomes-root "test \$(id -u) = 0"
does has-capabilities "grep 'CapEff:.*[1-9a-f]' /proc/self/status"
if [ "$(uname -m)" = x86_64 ]; then # the calls have numbers; Perl hands over texts that are variables
    does new-namespace "perl -e 'exit(syscall(272, 0x10000000) == 0 ? 0 : 1)'"
    does memfd "perl -e 'exit(syscall(319, my \$n = \"x\", 0) >= 0 ? 0 : 1)'"
    does shared-memory "perl -e 'exit(syscall(29, 0, 4096, 0666 | 512) >= 0 ? 0 : 1)'"
    does debugs "perl -e 'exit(syscall(101, 0, 0, 0, 0) >= 0 ? 0 : 1)'"
    does io-ring "perl -e 'exit(syscall(425, 1, my \$p = \"\\0\" x 120) >= 0 ? 0 : 1)'"
    does mounts "perl -e 'exit(syscall(165, my \$a = \"x\", my \$b = \"/tmp\", my \$c = \"tmpfs\", 0, 0) == 0 ? 0 : 1)'"
fi
does network "perl -MIO::Socket::INET -e 'exit(IO::Socket::INET->new(PeerAddr => \"127.0.0.1:22\", Timeout => 1) ? 0 : 1)'"
hostile kills-all 'kill -9 -1; echo no'
hostile kills-parent 'kill -9 $PPID; echo no'
hostile stops-itself 'kill -STOP $$; echo no'
hostile background 'for i in 1 2 3 4 5 6; do (while :; do :; done) & done; echo no'
hostile many-sleepers 'for i in $(seq 200); do sleep 100 & done 2>/dev/null; echo no'
hostile memory-in-parts 'for i in 1 2 3 4 5 6 7 8; do perl -e "\$x = chr(1) x 6e7; sleep 300" & done; wait; echo no'
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
is "the page has no script of theirs" "$(grep -ci '<script' report.html)" 0
has "but its text" report.html '&lt;script&gt;alert(1)&lt;/script&gt;'
is "nothing is left behind" "$(ls "$TMPDIR")" ""

# Too much memory in several processes is found by looking at them now and then. The time limit is so long that this happens
# first, however busy the machine is.
mkdir parts
cp -R handed-in/memory-in-parts parts
"$arbiter" grade --time 300 --memory 256 --submissions parts --json test.txt >parts.json 2>err
has "all processes count" parts.json '"ending":"memory"'
has "in words" parts.json 'It used more than 256 MiB of memory, all its processes together.'
has "for nothing" parts.json '"summary":true,"score":0,"points":5,'

# Without isolation the same programs find what they look for, which shows that each of these tests can fail.
mkdir open
for name in m-honest sees-prefix sees-tests sees-others sees-passwords sees-kernel writes-secret memfd debugs; do
    [ ! -d "handed-in/$name" ] || cp -R "handed-in/$name" open
done
"$arbiter" grade --no-sandbox --time 60 --submissions open --json test.txt >open.json 2>err
is "without the sandbox all have their points" "$(grep -c '"summary":true,"score":5' open.json)" "$(ls open | wc -l)"

# A score may be off by less than half a tenth.
printf '1\n2 2\nw r 1 0\n~\nscoreBoard\n' >score.txt
for pair in 5.24:0 5.2:0 5.16:0 5.26:1 5.14:1; do
    "$arbiter" grade --rules lab-bonus --program "cat >/dev/null; echo ${pair%:*}" score.txt >/dev/null 2>&1
    is "a score of ${pair%:*}" "$?" "${pair#*:}"
done
finish
