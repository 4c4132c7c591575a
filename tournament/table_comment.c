/* table_comment.c: writes a move's evaluation and times as commands in a comment. Layer:
 * tournament. */
#include "tournament/tour_table.h"

#include <stdio.h>

size_t table_comment(const engine_opinion *opinion, arb_colour side, const time_control *tc,
                     const player_clock *clock, int64_t used_us, char *buf, size_t cap)
{
    char value[64];
    size_t len = 0;
    if (opinion->known) {
        arb_eval eval = {.mate = opinion->mate,
                         .value = side == ARB_WHITE ? opinion->score : -opinion->score,
                         .depth = opinion->depth};
        arb_eval_write(&eval, value, sizeof value);
        len += (size_t)snprintf(buf + len, cap - len, "[%%eval %s] ", value);
    }
    if (!tc->infinite && tc->move_us == 0) {
        arb_clock_write(clock->left_us / 1000, value, sizeof value);
        len += (size_t)snprintf(buf + len, cap - len, "[%%clk %s] ", value);
    }
    arb_clock_write(used_us / 1000, value, sizeof value);
    len += (size_t)snprintf(buf + len, cap - len, "[%%emt %s]", value);
    return len;
}
