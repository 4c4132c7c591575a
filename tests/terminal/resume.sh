#!/bin/sh
# A move is on disk before the prompt comes back: the game survives kill -9 and is resumed.
. "$(dirname "$0")/lib"
start
expect '1. White>'
say 'e4' '1... Black>'
say 'e5' '2. White>'
say 'Nf3' '2... Black>'
say 'undo' '2. White>'
say 'Nc3' '2... Black>'
kill -9 "$(pid)"
expect 'left with 137'

start --resume
expect 'Going on with'
expect '2. Nc3  Black to move.'
say 'Nf6' '3. White>'
kill -9 "$(pid)"
expect 'left with 137'

# A machine that crashes in the middle of a write leaves half a line.
journal=$(ls "$home"/.local/share/arbiter/play-*.journal)
printf 'move f1b' >>"$journal"
start --resume "$journal"
expect 'cut short'
expect '2... Nf6  White to move.'
say 'Bc4' '3... Black>'
say 'history' '1. e4 e5 2. Nc3 Nf6 3. Bc4'
say 'quit' 'left with 0'
[ "$(tail -n 1 "$journal")" = 'move f1c4' ] || fail "the journal's last line is wrong"

# A rule set from a file is kept with the game.
cp "$tests/../../examples/rules/losalamos.rules" "$home/own.rules"
start --rules own.rules --journal own.journal
expect '1. White>'
say 'hint' 'a3'
say 'a3' '1... Black>'
kill -9 "$(pid)"
expect 'left with 137'
rm "$home/own.rules"
start --resume own.journal
expect '1. a3  Black to move.'

# No other process may write to the journal meanwhile.
HOME=$home "$ARBITER" play --resume "$home/own.journal" </dev/null >"$home/out" 2>&1 && fail 'two at once'
grep -q 'another game is using this journal' "$home/out" || fail "$(cat "$home/out")"
