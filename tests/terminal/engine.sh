#!/bin/sh
# A game against a real engine: it answers, plays on after undo, and is gone with the game.
. "$(dirname "$0")/lib"
PATH=$PATH:/usr/games
command -v stockfish >/dev/null || { echo "stockfish is missing"; exit 77; }

engines() { cat "/proc/$(pid)/task/$(pid)/children"; }

start --engine stockfish --engine-time 50
expect '1. White>'
engine=$(engines)
say 'e4' '2. White>'
expect 'Stockfish'
say 'd4' '3. White>'
say 'undo' '2. White>'
expect '2 of 4 half-moves'
say 'Nf3' '3. White>'
say 'draw' 'The engine plays on.'
say 'goto 1' '1... Black>' # looking back, it does not move by itself
say 'go' '2. White>'
say 'new' '1. White>'
engine="$engine $(engines)"
say 'e4' '2. White>'
say 'resign' 'The game is over: Black wins by resignation (5.1.2). 0-1'
say 'save lost.pgn' 'half-moves are in lost.pgn.'
grep -q '^\[Black "Stockfish' "$home/lost.pgn" || fail "the engine's name is not in the PGN"
type 'quit'
expect_left 0
for process in $engine; do
    [ ! -e "/proc/$process" ] || fail "an engine is left: $process"
done

# The engine makes the first move, in Chess960.
start --chess960 0 --engine stockfish --engine-plays white --engine-time 50
expect '1... Black>'
expect 'plays'
kill -TERM "$(pid)"
expect_left 0

# Ctrl-C makes the engine move at once; the program can be ended while the engine thinks, and ends it.
start --engine stockfish --engine-time 600000
expect '1. White>'
type 'e4'
expect '1. e4  Black to move.'
# The processor time that the engine has used shows that it thinks.
used() { cut -d ' ' -f 14 "/proc/$(engines | tr -d ' ')/stat"; }
before=$(used)
thinks() { [ "$(used)" -gt $((before + 5)) ]; }
wait_for 'it does not think' thinks
press C-c
expect '2. White>'
engine=$(engines)
type 'd4'
expect '2. d4  Black to move.'
kill -TERM "$(pid)"
expect_left 0
[ ! -e "/proc/$engine" ] || fail "the engine is left: $engine"

# By the clock, at a lower strength.
start --engine stockfish --engine-elo 1400 --clock 1+0
say 'e4' '2. White>'
[ "$(engines | wc -w)" = 1 ] || fail "not one engine: $(engines)"

# A variant that the engine announces.
start --rules crazyhouse --engine fairy-stockfish --engine-time 50
say 'e4' '2. White>'

# Rule sets that the engine cannot play, and programs that are no engines, are refused.
start --rules lab --engine stockfish
expect 'it does not play lab'
expect 'left with 3'
start --engine no-such-engine
expect 'there is no such program'
expect 'left with 3'
