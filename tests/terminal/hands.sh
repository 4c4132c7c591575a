#!/bin/sh
# Hands below the board, drops, holes, with colours and without.
. "$(dirname "$0")/lib"
rules=$(cd "$(dirname "$0")/../../examples/rules" && pwd)

start --ascii --color never --rules "$rules/crazyhouse.rules" --fen '4k3/8/8/3p4/4P3/8/8/4K3[N] w - - 0 1'
expect "White's hand: N"
say 'exd5' "White's hand: P N"
say 'Kd7' '2. White>'
say 'hint N@' ' 8 >.<>.<>.<>.<>.<>.<>.<>.<'
say 'N@d5' 'cannot be dropped on d5: the pawn on d5 is there.'
say 'N@f6' '2. N@f6+  Black to move, in check.'
expect "White's hand: P"
say 'undo' "White's hand: P N"

start --rules "$rules/troitzky.rules"
expect '♜'
refuse_text '▒'
start NO_COLOR=1 --rules "$rules/troitzky.rules"
expect '10  ▒  ▒  ▒  ▒  ♛  ♚  ▒  ▒  ▒  ▒'
