#!/bin/sh
# Tests what `play` tells an engine: a scripted engine records every line.
. "$(dirname "$0")/lib"
cat >"$home/records" <<EOF
#!/bin/sh
while read -r line; do
    echo "\$line" >>'$home/told'
    case \$line in
    uci) echo 'id name Records'; echo 'option name UCI_Elo type spin default 1500 min 1000 max 2000'; echo uciok ;;
    isready) echo readyok ;;
    go*movetime*) ;;
    go*) printf 'bestmove e7e5%5000s\n' ' '; echo 'bestmove c7c5' ;;
    stop) echo 'bestmove g8f6' ;;
    quit) exit ;;
    esac
done
EOF
chmod +x "$home/records"
told() { # PATTERN: the engine was told a line like this
    wait_for "it was not told '$1'" grep -qsE "$1" "$home/told"
}
field() { sed -n "s/^go.* $1 \([0-9]*\).*/\1/p" "$home/told" | tail -n 1; }

# White has got an increment of ten minutes for his move, Black none yet, so the clocks cannot be confused.
# A line of the engine that is cut off does not count: it plays c5, not e5.
start --engine "$home/records" --engine-elo 1400 --clock 60+600
expect '1. White>'
say 'e4' '2. White>'
expect 'c5'
told '^position fen .* b KQkq - 0 1$'
[ "$(field wtime)" -gt 3600000 ] || fail "White's time: $(field wtime)"
[ "$(field btime)" -le 3600000 ] || fail "Black's time: $(field btime)"
[ "$(field winc) $(field binc)" = '600000 600000' ] || fail "increments: $(field winc) $(field binc)"
[ "$(sed 4q "$home/told" | tr '\n' ' ')" = \
    'uci setoption name UCI_LimitStrength value true setoption name UCI_Elo value 1400 ucinewgame ' ] ||
    fail "before the game: $(cat "$home/told")"

# Only Ctrl-C tells the engine to stop.
: >"$home/told"
start --engine "$home/records" --engine-time 600000
expect '1. White>'
type 'e4'
told '^go movetime 600000$'
! grep -q '^stop' "$home/told" || fail 'it was told to stop'
press C-c
told '^stop$'
expect 'Records plays Nf6.'
