/* play_clock.h: two clocks, of which at most one runs. Layer: cli, command play. Times are
 * milliseconds of steady_ms; knows no game. */
#ifndef ARB_CLI_PLAY_CLOCK_H
#define ARB_CLI_PLAY_CLOCK_H

#include "arbiter.h"

typedef struct {
    bool used;
    bool running;
    arb_colour side; /* whose clock runs */
    int64_t since;   /* when it was started */
    int64_t left[2]; /* by colour, when it was started */
    int64_t start;   /* what each side begins with */
    int64_t increment;
} play_clock;

/* Reads "5+3" (minutes, seconds added a move), "5", "0.5+1". False if it is none. */
bool play_clock_read(play_clock *clock, const char *text);
/* Back to the start, not running. */
void play_clock_reset(play_clock *clock);

/* Lets the clock of `side` run from now on (the other one stops). */
void play_clock_run(play_clock *clock, arb_colour side, int64_t now);
void play_clock_halt(play_clock *clock, int64_t now);
/* The running side has moved: its clock stops, with the increment. */
void play_clock_press(play_clock *clock, int64_t now);

int64_t play_clock_left(const play_clock *clock, arb_colour side, int64_t now);
/* When the running clock's flag falls, or -1. */
int64_t play_clock_deadline(const play_clock *clock);
/* "4:07", "1:02:03", "9.4" below ten seconds. */
void play_clock_text(int64_t left, char *buf, size_t cap);

#endif
