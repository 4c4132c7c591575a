/* move_list.h: writes the sets of move_sets.h as a list of moves. Layer: kernel. */
#ifndef ARB_KERNEL_MOVE_LIST_H
#define ARB_KERNEL_MOVE_LIST_H

#include "kernel/bits/move_sets.h"

typedef struct {
    arb_move *at; /* where the next move is written */
    const arb__shape *shape;
} arb__listing;

ARB__INLINE bool arb__take_into_list(void *context, arb__how how, int from, uint64_t set)
{
    arb__listing *l = (arb__listing *)context;
    bool passing = how == ARB__BY_EN_PASSANT || how == ARB__BY_EN_PASSANT_PROMOTION;
    arb_move_type type = passing                   ? ARB_EN_PASSANT
                         : how == ARB__BY_CASTLING ? ARB_CASTLING
                                                   : ARB_NORMAL;
    for (; set != 0; set &= set - 1) {
        arb_square to = (arb_square)arb__first(set);
        arb_square at = (arb_square)(arb__is_by_step(how) ? to - from : from);
        uint32_t kinds =
            arb__promotes_by(how) ? l->shape->promotion_kinds : (uint32_t)1 << ARB_NO_KIND;
        for (; kinds != 0; kinds &= kinds - 1)
            *l->at++ = arb_move_of(at, to, (arb_kind)__builtin_ctz(kinds), type);
    }
    return true;
}

#endif
