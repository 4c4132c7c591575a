/* play_clock.h: clocks as people write and read them. Layer: cli, command play. Knows no game. */
#ifndef ARB_CLI_PLAY_CLOCK_H
#define ARB_CLI_PLAY_CLOCK_H

#include "common/game_clock.h"

/* Reads "5+3" (minutes, seconds added a move), "5", "0.5+1". False if it is none. */
bool play_clock_read(game_clock *clock, const char *text);
/* "4:07", "1:02:03", "9.4" below ten seconds. */
void play_clock_text(int64_t left, char *buf, size_t cap);

#endif
