/* game_clock.h: the two clocks of a game, of which at most one runs. Layer: common. Times are in
 * milliseconds of the caller's own clock. It knows no game. */
#ifndef ARB_COMMON_GAME_CLOCK_H
#define ARB_COMMON_GAME_CLOCK_H

#include "arbiter.h"

enum { NOBODY = -1 }; /* stands for neither side where a colour is expected */

typedef struct {
    bool used;
    int running;       /* whose clock runs: a colour, or NOBODY */
    int64_t since;     /* when that clock was started */
    int64_t left[2];   /* time left by colour, at `since` */
    int64_t start;     /* the time that each side begins with */
    int64_t increment; /* time added for each move */
} game_clock;

/* Gives both sides their whole time and stops both clocks. */
void game_clock_reset(game_clock *clock);

/* Starts the clock of `side` and stops the other one. */
void game_clock_run(game_clock *clock, arb_colour side, int64_t now);
void game_clock_halt(game_clock *clock, int64_t now);
/* Stops the clock of the running side, which has moved, and adds the increment. */
void game_clock_press(game_clock *clock, int64_t now);

int64_t game_clock_left(const game_clock *clock, arb_colour side, int64_t now);
/* The time when the flag of the running clock falls; -1 if none runs. */
int64_t game_clock_deadline(const game_clock *clock);

#endif
