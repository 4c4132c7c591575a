/* time_control.h: how long a player may think. Layer: tournament. Knows no engines.
 *
 *     40/60+0.6    40 moves in 60 seconds, again and again, and 0.6 seconds more for each move
 *     5:00+3       all moves in 5 minutes, and 3 seconds more for each
 *     inf          without end */
#ifndef ARB_TOURNAMENT_TIME_CONTROL_H
#define ARB_TOURNAMENT_TIME_CONTROL_H

#include "arbiter.h"

typedef struct {
    bool infinite;     /* there is no clock */
    int moves;         /* moves of one period; 0: all */
    int64_t base_us;   /* time for one period, in microseconds */
    int64_t increment; /* time added for each move */
    int64_t move_us;   /* fixed time for each move ("st") instead of a clock; 0: not given */
    int depth;         /* the most plies to search; 0: not given */
    uint64_t nodes;    /* the most positions to search; 0: not given */
} time_control;

/* Reads a time control. Returns false if the text is wrong; *error says where and why. */
bool time_control_read(time_control *tc, const char *text, arb_error *error);
/* Reads seconds with a fraction, or minutes:seconds, as microseconds. Returns the bytes read; 0 if
 * there is no time. */
size_t time_read(const char *text, int64_t *us);
/* Writes it as PGN's tag TimeControl does: "40/60+0.6", "300+3", "-". */
size_t time_control_write(const time_control *tc, char *buf, size_t cap);

/* One player's clock. */
typedef struct {
    int64_t left_us;
    int to_go; /* moves until the next period; 0: all */
} player_clock;

void player_clock_start(player_clock *clock, const time_control *tc);
/* Charges the time used for a move. Returns false if the flag has fallen by more than
 * `margin_us`. */
bool player_clock_spend(player_clock *clock, const time_control *tc, int64_t used_us,
                        int64_t margin_us);
/* The time that the player to move may think; -1: no limit. */
int64_t player_clock_limit(const player_clock *clock, const time_control *tc);
/* Writes the UCI command "go …" for the player of `turn`. */
void time_control_go(const time_control tc[2], const player_clock clocks[2], arb_colour turn,
                     char *buf, size_t cap);

#endif
