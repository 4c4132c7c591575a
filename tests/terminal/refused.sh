#!/bin/sh
# A refused move is answered with its reason, and nothing changes.
. "$(dirname "$0")/lib"
start
expect '1. White>'
say 'Bg5' 'in the way'
expect '1. White>'
say 'e2e5' 'pawn'
say 'e7e5' "turn"
say 'why e1g1' '3.1)'
say 'why e1e3' 'The king'
say 'why e2e4' 'e2e4 is legal.'
say 'e2 e9' 'e9'
say 'hnit' "Did you mean 'hint'?"
say 'fen' 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
