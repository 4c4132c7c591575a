/* play_clock.h: reads and writes clocks as people do. Layer: cli, command play. Knows no game. */
#ifndef ARB_CLI_PLAY_CLOCK_H
#define ARB_CLI_PLAY_CLOCK_H

#include "common/game_clock.h"

/* Reads "5+3" (minutes, and seconds added for each move), "5" or "0.5+1". Returns false if the text
 * is not a clock. */
bool play_clock_read(game_clock *clock, const char *text);
/* Writes "4:07", "1:02:03", or "9.4" below ten seconds. */
void play_clock_text(int64_t left, char *buf, size_t cap);

#endif
