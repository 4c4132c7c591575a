#!/bin/sh
# Engines that misbehave lose; the game stays intact and no process is left, not even a zombie.
. "$(dirname "$0")/lib"

loses() { # engine, what is said
    start --engine "$tests/engines/$1" --engine-time 100
    expect '1. White>'
    say 'e4' "$2"
    expect 'The game is over: White wins by forfeit. 1-0'
    expect 'over>'
    expect_no_child
    say 'fen' 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    type 'quit'
    expect_left 0
    [ "$(tail -n 1 "$home"/.local/share/arbiter/* | cut -c 1-13)" = 'forfeit black' ] ||
        fail "the journal does not say so"
    rm "$home"/.local/share/arbiter/*
}

# After an undo the game goes on and the forfeit is forgotten; `resign` then is the player's, not the dead engine's.
start --engine "$tests/engines/dies" --engine-time 100
expect '1. White>'
say 'e4' 'wins by forfeit'
say 'undo' '1... Black>'
say 'resign' 'The game is over: Black wins by resignation (5.1.2). 0-1'
type 'quit'
expect_left 0
rm "$home"/.local/share/arbiter/*

loses dies 'loses: it has ended.'
loses illegal 'it played e2e5, which is illegal'
loses nonsense 'which is no move'
refuse_text "$(printf '\033')"
loses hangs 'loses: it did not move in time.'
loses floods 'loses: it did not move in time.'

start --engine "$tests/engines/stubborn" --engine-time 100
expect '1. White>'
stubborn="$(pid) $(cat "/proc/$(pid)/task/$(pid)/children")"
type 'quit'
expect_left 0
for process in $stubborn; do
    [ ! -e "/proc/$process" ] || fail "a process is left: $process"
done

start --engine "$tests/engines/mute"
expect 'it did not answer as a UCI engine in time'
expect 'left with 3'
start --engine /bin/true
expect 'it has ended'
expect 'left with 3'
