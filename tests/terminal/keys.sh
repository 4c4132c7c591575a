#!/bin/sh
# Line editing, history, Tab, Ctrl-C, Ctrl-D, Ctrl-Z; the terminal is left as it was.
. "$(dirname "$0")/lib"
start
expect '1. White>'
press N f Tab
expect '1. White> Nf3'
press Enter
expect '1... Black>'
in_tmux send-keys -R
press Up
expect 'Nf3'
press BSpace BSpace BSpace BSpace BSpace
press d 6 Left Left x Delete
press BSpace d Enter # x and d are gone again, d is back: d6
expect '1... d6  White to move.'

in_tmux send-keys -R
press e 4
expect 'e4'
press C-c
expect 'Ctrl-C again leaves'
expect '2. White>'
say 'e4' '2... Black>' # the cancelled e4 was not played, but this one is
say 'history' '1. Nf3 d6 2. e4'
press C-c
expect 'Ctrl-C again leaves'
press C-c
expect_left 0

start --resume
expect '2... Black>'
press C-d
expect_left 0

start
expect '1. White>'
type 'e4'
expect '1... Black>'
kill -TERM "$(pid)"
expect_left 0
start --resume
expect '1. e4  Black to move.'
kill -HUP "$(pid)"
expect_left 0

# Ctrl-Z gives the shell its terminal back, and fg the game its own.
close_window
window=$((window + 1))
in_tmux new-session -d -x 80 -y 40 'PS1="shell> " bash --norc --noprofile -i'
expect 'shell>'
type "HOME='$home' '$ARBITER' play --journal /dev/null"
expect '1. White>'
press e
expect '1. White> e'
press C-z
expect 'Stopped'
type 'stty -a | grep -o "[-]*icanon"'
expect 'icanon'
refuse_text '-icanon'
in_tmux send-keys -R
type 'fg'
expect '1. White> e' # the game has the terminal again; a key pressed earlier could be lost
press 4 Enter
expect '1. e4  Black to move.'
press C-d

# A game without a move leaves nothing behind.
rm -f "$home"/.local/share/arbiter/*
start
expect '1. White>'
press C-d
expect_left 0
[ -z "$(ls "$home/.local/share/arbiter")" ] || fail "an empty journal was left"
