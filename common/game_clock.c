/* game_clock.c: the two clocks of a game, of which at most one runs. Layer: common. */
#include "common/game_clock.h"

void game_clock_reset(game_clock *clock)
{
    clock->running = NOBODY;
    clock->left[ARB_WHITE] = clock->left[ARB_BLACK] = clock->start;
}

static bool runs(const game_clock *clock)
{
    return clock->used && clock->running != NOBODY;
}

int64_t game_clock_left(const game_clock *clock, arb_colour side, int64_t now)
{
    int64_t left = clock->left[side];
    if (runs(clock) && clock->running == (int)side && now > clock->since)
        left -= now - clock->since;
    return left > 0 ? left : 0;
}

void game_clock_halt(game_clock *clock, int64_t now)
{
    if (runs(clock))
        clock->left[clock->running] = game_clock_left(clock, (arb_colour)clock->running, now);
    clock->running = NOBODY;
}

void game_clock_run(game_clock *clock, arb_colour side, int64_t now)
{
    if (!clock->used || clock->running == (int)side)
        return;
    game_clock_halt(clock, now);
    clock->running = (int)side;
    clock->since = now;
}

void game_clock_press(game_clock *clock, int64_t now)
{
    int side = runs(clock) ? clock->running : NOBODY;
    game_clock_halt(clock, now);
    if (side != NOBODY)
        clock->left[side] += clock->increment;
}

int64_t game_clock_deadline(const game_clock *clock)
{
    return runs(clock) ? clock->since + clock->left[clock->running] : -1;
}
