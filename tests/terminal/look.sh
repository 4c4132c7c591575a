#!/bin/sh
# Colours and figurines where the terminal takes them, plain text where not; narrow windows.
. "$(dirname "$0")/lib"
colours() { screen -e | grep -q '48;5;'; }

start
expect '♜'
colours || fail "there are no colours"

start NO_COLOR=1
expect '♜'
! colours || fail "there are colours in spite of NO_COLOR"

start --ascii
expect ' 8  r  n  b  q  k  b  n  r'
refuse_text '♜'

start LC_ALL=C
expect ' 8  r  n  b  q  k  b  n  r'
refuse_text '♜'

start TERM=dumb
expect ' 8  r  n  b  q  k  b  n  r'
expect '1. White>'
! colours || fail "there are colours on a dumb terminal"
say 'e4' '1... Black>'

# Narrower windows have cells of two columns, then of one, then no board, but the game goes on.
columns=24 start --ascii --color never
expect ' 8  r n b q k b n r'
columns=14 start --ascii --color never
expect ' 8 rnbqkbnr'
columns=10 start --ascii --color never
expect '(too narrow'
columns=80

# The window changes its size while the game goes on.
start --ascii --color never
expect ' 8  r  n  b  q  k  b  n  r'
in_tmux resize-window -x 24 -y 24
say 'e4' ' 8  r n b q k b n r'
say 'e5' ' 5  . . . .(p . . .'

# A big board, in the coordinates of Lab 3.
rows=40 start --rules lab --coords rc --ascii --color never \
    --fen '3k16/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/R18K w - - 0 1'
expect ' 0  .  .  .  k'
say '19 0 0 0' ' 0 (R) .  . !k!'
