/* bits_runner.c: is there a way out of check? Layer: kernel. */
#include "kernel/bits_runner.h"

static bool take_any(void *context, arb__how how, int from, uint64_t to)
{
    (void)context;
    (void)how;
    (void)from;
    return to == 0;
}

ARB__INLINE bool has_move(const arb__board *b, arb_colour us)
{
    arb__view v = arb__look(b, &arb__chess, us);
    return !arb__walk(b, &arb__chess, &arb__plain_sight, &v, us, take_any, NULL);
}

bool arb__runner_has_move(const arb__runner *r)
{
    return r->us == ARB_WHITE ? has_move(&r->b, ARB_WHITE) : has_move(&r->b, ARB_BLACK);
}
