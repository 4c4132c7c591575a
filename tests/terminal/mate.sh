#!/bin/sh
# Plays a game to mate, with moves typed in every notation.
. "$(dirname "$0")/lib"
start
expect '1. White>'
say 'e4' '1... Black>'
say 'e7e5' '2. White>'
say 'f1 c4' '2... Black>'
say '0 1 2 2' '3. White>' # row 0, column 1: b8c6
say 'Qh5' '3... Black>'
say 'Nf6' '4. White>'
say 'Qxf7#' 'The game is over: White wins by checkmate (5.1.1). 1-0'
expect 'over>'
say 'Kxf7' 'over'
say 'history' '1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0'
say 'quit' 'left with 0'
expect_left 0
