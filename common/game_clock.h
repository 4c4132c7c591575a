/* game_clock.h: the two clocks of a game, of which at most one runs. Layer: common. Times are
 * milliseconds of whatever clock the caller reads; knows no game. */
#ifndef ARB_COMMON_GAME_CLOCK_H
#define ARB_COMMON_GAME_CLOCK_H

#include "arbiter.h"

enum { NOBODY = -1 }; /* in place of a colour: neither side */

typedef struct {
    bool used;
    int running;       /* whose clock runs: a colour, or NOBODY */
    int64_t since;     /* when it was started */
    int64_t left[2];   /* by colour, when it was started */
    int64_t start;     /* what each side begins with */
    int64_t increment; /* added for each move */
} game_clock;

/* Both sides have their whole time, and no clock runs. */
void game_clock_reset(game_clock *clock);

/* Starts the clock of `side` and stops the other one. */
void game_clock_run(game_clock *clock, arb_colour side, int64_t now);
void game_clock_halt(game_clock *clock, int64_t now);
/* The running side has moved: its clock stops, with the increment. */
void game_clock_press(game_clock *clock, int64_t now);

int64_t game_clock_left(const game_clock *clock, arb_colour side, int64_t now);
/* When the flag of the running clock falls; -1: none runs. */
int64_t game_clock_deadline(const game_clock *clock);

#endif
