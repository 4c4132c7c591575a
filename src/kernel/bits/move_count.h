/* move_count.h: how many legal moves a side has, and whether it has any. Layer: kernel. Two uses of
 * the sets of move_sets.h; no move is listed. */
#ifndef ARB_KERNEL_MOVE_COUNT_H
#define ARB_KERNEL_MOVE_COUNT_H

#include "kernel/bits/move_sets.h"

typedef struct {
    const arb__shape *shape;
    unsigned moves;
} arb__tally;

ARB__INLINE bool arb__take_count(void *context, arb__how how, int from, uint64_t to)
{
    arb__tally *tally = (arb__tally *)context;
    (void)from;
    tally->moves += arb__count(to) * (arb__promotes_by(how) ? tally->shape->promotion_count : 1);
    return true;
}

ARB__INLINE unsigned arb__count_moves(const arb__board *b, const arb__shape *shape,
                                      const arb__slider_ops *ops, arb_colour us)
{
    arb__tally tally = {shape, 0};
    arb__view v = arb__look(b, shape, us);
    arb__walk(b, shape, ops, &v, us, arb__take_count, &tally);
    return tally.moves;
}

ARB__INLINE bool arb__take_first(void *context, arb__how how, int from, uint64_t set)
{
    const arb__shape *shape = (const arb__shape *)context;
    (void)from;
    return set == 0 || (arb__promotes_by(how) && shape->promotion_count == 0);
}

/* The royal king comes last: its moves cost most to find, because they need all enemy attacks, and
 * another piece nearly always has a move. */
ARB__INLINE bool arb__any_move(const arb__board *b, const arb__shape *shape,
                               const arb__slider_ops *ops, arb_colour us)
{
    arb__shape context = *shape;
    arb__view v = arb__look(b, shape, us);
    if (v.targets != 0 &&
        !(arb__walk_pawns(b, shape, &v, us, arb__take_first, &context) &&
          arb__walk_knights(b, &v, arb__take_first, &context) &&
          arb__walk_sliders(b, ops, &v, arb__take_first, &context) &&
          (shape->one_king || arb__walk_other_kings(b, &v, arb__take_first, &context))))
        return true;
    return !arb__walk_royal(b, shape, ops, &v, us, arb__take_first, &context);
}

#endif
