#!/bin/sh
# A flag falls though nobody types anything, and a resumed game has the time that was left.
. "$(dirname "$0")/lib"
start --clock 0.1+1
expect 'White 6.0, Black 6.0.'
expect '1. White>'
say 'e4' '1... Black>'
expect 'The game is over: White wins on time (6.9). 1-0'
expect 'Black 0.0.'
say 'e5' 'over'

# The increment is ten minutes, so that no machine is too busy for the time to be seen. The resumed
# game has the increment for later moves, too.
start --clock 60+600
expect 'White 1:00:00, Black 1:00:00.'
say 'e4' '1... Black>'
kill -9 "$(pid)"
expect 'left with 137'
start --resume
expect 'White 1:0' # an hour and the increment
expect '1... Black>'
say 'e5' '2. White>'
expect 'Black 1:0'
