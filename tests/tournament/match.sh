#!/bin/sh
# Matches between real engines, and with broken ones. Expects ARBITER. tests/tournament/match.sh
set -eu
arbiter=${ARBITER:?"ARBITER: the command"}
case $arbiter in /*) ;; *) arbiter=$PWD/$arbiter ;; esac
broken=$(cd "$(dirname "$0")/../terminal/engines" && pwd)
PATH=$PATH:/usr/games
command -v stockfish >/dev/null && command -v fairy-stockfish >/dev/null || {
    echo 'stockfish or fairy-stockfish is missing'
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
passed=0
ok() { passed=$((passed + 1)); }
fail() {
    echo "$1"
    echo "$passed passed, 1 failed"
    exit 1
}
# Checks that all games of a file are legal, and their number. Notes (claims) are no faults.
legal_games() { # FILE COUNT
    "$arbiter" check --json "$1" >checked || fail "$1 has faults: $(cat checked)"
    grep -q "\"games\":$2," checked || fail "$1: not $2 games: $(tail -n 1 checked)"
}
one='cmd=stockfish name=One nodes=200 tc=inf'
two='cmd=stockfish name=Two nodes=100 tc=inf'

# All players meet each other, from every opening and with both colours, whatever the number of tables.
cat >openings.epd <<'END'
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - hmvc 2;
rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
# a remark
4k3/P7/8/8/8/8/7p/4K3 w - - id "race";
END
"$arbiter" match "$one" "$two" "$two" --rounds 1 --concurrency 3 --openings openings.epd \
    --pgnout all.pgn >said || fail "a round robin ends with $?"
legal_games all.pgn 6
[ "$(grep -c '^\[White "Two#2"\]' all.pgn)" = 2 ] || fail 'a second engine of the name has no name'
[ "$(grep '^\[FEN' all.pgn | sort | uniq -c | awk '{ print $1 }' | tr '\n' ' ')" = '2 2 2 ' ] ||
    fail "openings: $(grep '^\[FEN' all.pgn)"
grep -q '%eval' all.pgn && grep -q '%emt' all.pgn || fail 'evaluations or times are missing'
[ "$(grep -c '^[0-9]*/6 ' said)" = 6 ] || fail "said: $(cat said)"
ok

# An engine is told the common options and its own, that a game is new, where it begins, and the limits of its thinking.
printf '#!/bin/sh\ntee -a told | stockfish\n' >records && chmod +x records
"$arbiter" match 'cmd=./records name=One nodes=100 tc=inf option.Hash=3 "option.Skill Level=4"' "$two" --option 'Move Overhead=7' \
    --rounds 1 --games 2 --maxmoves 1 --concurrency 1 >said || fail "an engine that records: exit $?"
[ "$(sed 's/ fen.* \([wb]\) .*/ \1/' told | tr '\n' '|')" = "uci|setoption name Move Overhead value 7|\
setoption name Hash value 3|setoption name Skill Level value 4|ucinewgame|position w|go nodes 100|\
ucinewgame|isready|position b|go nodes 100|stop|quit|" ] || fail "it was told: $(cat told)"
ok

# Openings from a PGN, and from a book in which White has one move and Black two.
printf '1. e4 e5 2. Nf3 *\n\n1. d4 *\n' >lines.pgn
"$arbiter" match "$one" "$two" --rounds 2 --games 1 --openings lines.pgn --plies 3 --maxmoves 6 \
    --site 'Club room' --variant standard --pgnout lines-out.pgn >said || fail "openings from PGN: exit $?"
legal_games lines-out.pgn 2
[ "$(grep -c '^\[Site "Club room"\]' lines-out.pgn)" = 2 ] || fail 'the site is not there'
grep -q '^1\. e4 e5 2\. Nf3 Nc6\|^1\. e4 e5 2\. Nf3 ' lines-out.pgn || fail 'the opening was not played'
grep -q '^1\. d4 ' lines-out.pgn || fail 'the second opening was not played'
# 1. e4 in the start position; then c5 with weight 1 and e5 with weight 0, which is never chosen.
printf '\106\073\226\030\026\221\374\234\003\034\000\001\000\000\000\000' >book.bin
"$arbiter" match "$one" "$two" --games 1 --openings book.bin --maxmoves 3 --pgnout book.pgn >said ||
    fail "a book: exit $?"
grep -q '^1\. e4 ' book.pgn || fail "not the book's move: $(cat book.pgn)"
printf 'no book' >bad.bin
"$arbiter" match "$one" "$two" --openings bad.bin 2>message && fail 'a bad book is taken'
grep -q 'bad.bin: this is no Polyglot book' message || fail "a bad book: $(cat message)"
ok

# Broken engines lose, and the reason is given.
for kind in 'illegal rules.infraction' 'dies abandoned' 'mute .*' 'nonsense rules.infraction'; do
    engine=${kind%% *}
    code=0
    timeout 1200 "$arbiter" match "$one" "cmd=$broken/$engine name=Broken tc=600" --rounds 1 \
        --pgnout "$engine.pgn" >said 2>message || code=$?
    case $engine in
    mute)
        # This program does not even say that it is an engine, so nothing is played.
        [ $code = 3 ] || fail "$engine: exit $code"
        grep -q 'the engine Broken cannot play: ' message || fail "$engine: $(cat message)"
        ;;
    *)
        [ $code = 0 ] || fail "$engine: exit $code: $(cat message)"
        [ "$(grep -c "^\[Termination \"${kind#* }\"\]" "$engine.pgn")" = 2 ] ||
            fail "$engine: $(grep Termination "$engine.pgn")"
        legal_games "$engine.pgn" 2
        grep -q 'Broken.*2  *0  *2' said || grep -q 'Broken .* 0.0' said || fail "$engine: $(cat said)"
        ;;
    esac
done
grep -q 'illegal move, "[^"]*": .* ([0-9.]*)' illegal.pgn || fail "no verdict: $(cat illegal.pgn)"
grep -q 'loses: it has ended with exit code 1' dies.pgn || fail "how it ended: $(tail -n 3 dies.pgn)"
sed 's/exit 1/kill -SEGV $$/' "$broken/dies" >crashes
chmod +x crashes
"$arbiter" match "$one" 'cmd=./crashes name=Crashes' --games 1 >said || fail "a crash ends the match: $?"
grep -q 'loses: it has ended by signal 11 ' said || fail "a crash: $(cat said)"
timeout 1200 "$arbiter" match "$one" "cmd=$broken/hangs name=Hangs tc=0.3" --games 1 \
    --pgnout hangs.pgn >said || fail 'an engine that hangs ends the match'
grep -q '^\[Termination "time forfeit"\]' hangs.pgn || fail "it hangs: $(cat said)"
ok

# Only one match may write a file, because a second one would count the games of the first.
: >locked.pgn
flock locked.pgn "$arbiter" match "$one" "$two" --rounds 1 --pgnout locked.pgn 2>message && fail 'two matches write one file'
grep -q 'locked.pgn: another match is writing this file' message || fail "a locked file: $(cat message)"
[ ! -s locked.pgn ] || fail 'the locked file was written'
ok

# A killed match is continued: every game is there once, although the last one was cut off.
run_long() { # in a process of its own
    exec "$arbiter" match "$one" "$two" --rounds 15 --openings openings.epd --order random --srand 7 \
        --concurrency 2 --pgnout long.pgn "$@"
}
(run_long >said 2>&1) &
child=$!
tries=0
until [ "$(grep -s '^\[Result' long.pgn | wc -l)" -ge 3 ] || [ $tries = 12000 ]; do
    tries=$((tries + 1))
    sleep 0.05
done
kill -9 $child 2>/dev/null || :
wait $child 2>/dev/null || :
[ "$(grep -c '^\[Result' long.pgn)" -ge 3 ] || fail "nothing was played: $(cat said)"
# Games that are in the file are kept, not played again.
awk '/^\[Site / && ++games == 2 { $0 = "[Site \"kept\"]" } 1' long.pgn >marked.pgn
cat marked.pgn >long.pgn
printf '[Event "Match"]\n[Round "1.1"]\n[White "One"]\n\n1. e4 {cut' >>long.pgn
(run_long >said 2>message) && fail 'a file that is there is written over'
grep -q 'long.pgn: is there already' message || fail "without --resume: $(cat message)"
(run_long --resume >said) || fail "resumed: exit $?"
legal_games long.pgn 30
[ "$(grep -c '^\[Site "kept"\]' long.pgn)" = 1 ] || fail 'a game that was there was played again'
[ "$(grep '^\[Round' long.pgn | sort | uniq | wc -l)" = 30 ] || fail 'a game was played twice'
tail -n 4 said | grep -q ' 30 ' || fail "standings: $(tail -n 4 said)"
sed 's/^\[White "One"\]/[White "Other"]/' long.pgn >other.pgn
"$arbiter" match "$one" "$two" --rounds 15 --pgnout other.pgn --resume 2>message &&
    fail 'games of others are taken up'
grep -q 'other.pgn:[0-9]*:1: in this tournament other players' message || fail "$(cat message)"
ok

# An interrupted match keeps its finished games, and leaves no engine.
run_interrupted() { exec "$arbiter" match "$one" "$two" --rounds 1000 --pgnout int.pgn; }
(run_interrupted >said 2>message) &
child=$!
tries=0
until [ -s int.pgn ] || [ $tries = 12000 ]; do
    tries=$((tries + 1))
    sleep 0.05
done
kill -INT $child
code=0
wait $child || code=$?
[ $code = 1 ] || fail "interrupted: exit $code"
grep -q 'stopped after [0-9]* of 2000 games; --resume goes on' message || fail "$(cat message)"
ok

# A sequential test stops as soon as it is decided, either way.
"$arbiter" match "$one" "cmd=$broken/illegal name=Broken" --rounds 5000 \
    --sprt 'elo0=0 elo1=50' --json >said || fail "the better one: exit $?"
tail -n 1 said | grep -q '"result":"H1"' || fail "$(tail -n 1 said)"
[ "$(tail -n 1 said | grep -o '"name":"[A-Za-z]*"' | sort | tr '\n' ' ')" = '"name":"Broken" "name":"One" ' ] || fail "$(tail -n 1 said)"
code=0
"$arbiter" match "cmd=$broken/illegal name=Broken" "$one" --rounds 5000 \
    --sprt 'elo0=0 elo1=50 model=normalized' >said || code=$?
[ $code = 1 ] || fail "the worse one: exit $code"
tail -n 1 said | grep -q 'normalized Elo 0 against 50: LLR -[0-9.]* (-2.94, 2.94), H0' ||
    fail "$(tail -n 1 said)"
ok

# Both referees agree: an engine's games in variants are legal here to the end.
for rules in chess960 crazyhouse 3check antichess horde extinction capablanca racingkings; do
    "$arbiter" match 'cmd=fairy-stockfish name=A depth=2' 'cmd=fairy-stockfish name=B depth=1' \
        --rules $rules --maxmoves 60 --pgnout $rules.pgn >said || fail "$rules: exit $?"
    ! grep -q 'infraction\|abandoned' $rules.pgn || fail "$rules: $(cat said)"
    legal_games $rules.pgn 2
done
# Chess960 positions are drawn by lot: both games of a pair have the same one, and pairs differ.
for seed in 1 2; do
    "$arbiter" match "$one" "$two" --rules fischerandom --rounds 4 --maxmoves 2 --srand $seed --pgnout lots$seed.pgn >said ||
        fail "Chess960 by lot: exit $?"
done
[ "$(grep '^\[FEN' lots1.pgn | uniq -c | awk '{ print $1 }' | tr '\n' ' ')" = '2 2 2 2 ' ] || fail "$(grep '^\[FEN' lots1.pgn)"
[ "$(grep '^\[FEN' lots1.pgn)" != "$(grep '^\[FEN' lots2.pgn)" ] || fail 'the seed does not matter'
# If the rules name no end, a side without a move has nothing to ask its engine.
echo '7k/5KQ1/8/8/8/8/8/8 b - - 0 1' >stuck.epd
sed "s/echo uciok/echo 'option name UCI_Variant type combo default chess var anyboard'; echo uciok/" "$broken/dies" >any
chmod +x any
"$arbiter" match ./any ./any --rules anyboard --openings stuck.epd >said || fail "no move is left: exit $?"
[ "$(grep -c '1/2-1/2  drawn: no move is left' said)" = 2 ] || fail "no move is left: $(cat said)"
code=0
"$arbiter" match stockfish stockfish --rules crazyhouse >said 2>message || code=$?
[ $code = 3 ] || fail "an engine that does not play it: exit $code"
grep -q 'the engine stockfish.* cannot play: it does not play crazyhouse' message ||
    fail "$(cat message)"
ok

# Adjudication by scores and by the number of moves.
"$arbiter" match "$one" "$two" --openings openings.epd --draw 'movenumber=1 movecount=1 score=100000' \
    --games 1 --pgnout drawn.pgn >said || fail "--draw: exit $?"
grep -q 'drawn by the scores of both engines' drawn.pgn || fail "--draw: $(cat said)"
printf '4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1\n' >won.epd
"$arbiter" match "$one" "$two" --openings won.epd --resign 'movecount=1 score=100' --games 1 \
    --pgnout lost.pgn >said || fail "--resign: exit $?"
grep -q 'loses by its own score\|wins by checkmate' lost.pgn || fail "--resign: $(cat said)"
# Scores must come in a row: in -5, 0, -5, 0 there are never two.
cat >waves <<'END'
#!/bin/sh
go=0
while read -r line; do
    case $line in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go*)
        go=$((go + 1))
        if [ $((go % 2)) = 1 ]; then echo "info depth 1 score cp -500"; echo "bestmove $1"
        else echo "info depth 1 score cp 0"; echo "bestmove $2"; fi ;;
    quit) exit ;;
    esac
done
END
chmod +x waves
"$arbiter" match 'cmd=./waves name=A arg=b1c3 arg=c3b1 tc=60+1' 'cmd=./waves name=B arg=b8c6 arg=c6b8 tc=30' --games 1 \
    --maxmoves 3 --resign 'movecount=2 score=100' --pgnout waves.pgn >said || fail "scores that come and go: exit $?"
grep -q 'drawn' waves.pgn && ! grep -q 'own score' waves.pgn || fail "scores that come and go: $(cat waves.pgn)"
[ "$(grep 'TimeControl' waves.pgn | tr '\n' ' ')" = '[WhiteTimeControl "60+1"] [BlackTimeControl "30"] ' ] ||
    fail "time controls: $(cat waves.pgn)"
ok
echo "$passed passed, 0 failed"
