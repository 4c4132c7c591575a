/* bits_runner.c: the questions of a run that are rarely asked. Layer: kernel. */
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
    arb__board b = r->b;
    /* In check nobody castles; else a rook's step beside the king is legal whenever castling is. */
    b.marks = r->passed;
    return r->us == ARB_WHITE ? has_move(&b, ARB_WHITE) : has_move(&b, ARB_BLACK);
}

bool arb__runner_en_passant(const arb__runner *r)
{
    arb_colour us = r->us;
    uint64_t takers = arb__pawn_attacks(r->passed, arb_other(us)) & r->b.pawns & r->b.colour[us];
    for (; takers != 0; takers &= takers - 1)
        if (arb__passing_safe(r, takers & -takers, us))
            return true;
    return false;
}
