/* move_list.h: writes the sets of move_sets.h as a list of moves. Layer: kernel. */
#ifndef ARB_KERNEL_MOVE_LIST_H
#define ARB_KERNEL_MOVE_LIST_H

#include "kernel/bits/move_sets.h"

typedef struct {
    arb_move *at; /* where the next move is written */
    const arb__shape *shape;
} arb__listing;

ARB__INLINE void arb__list_one(arb__listing *l, unsigned from, unsigned to, arb_move_type type)
{
    *l->at++ = arb_move_of((arb_square)from, (arb_square)to, ARB_NO_KIND, type);
}

ARB__INLINE void arb__list_promotions(arb__listing *l, unsigned from, unsigned to,
                                      arb_move_type type)
{
    for (uint32_t kinds = l->shape->promotion_kinds; kinds != 0; kinds &= kinds - 1)
        *l->at++ =
            arb_move_of((arb_square)from, (arb_square)to, (arb_kind)__builtin_ctz(kinds), type);
}

ARB__INLINE bool arb__take_into_list(void *context, arb__how how, int from, uint64_t set)
{
    arb__listing *l = (arb__listing *)context;
    for (; set != 0; set &= set - 1) {
        unsigned to = arb__first(set);
        unsigned behind = (unsigned)((int)to - from);
        switch (how) {
        case ARB__BY_PAWN:
        case ARB__BY_PAWN_TWO:
            arb__list_one(l, behind, to, ARB_NORMAL);
            break;
        case ARB__BY_PROMOTION:
            arb__list_promotions(l, behind, to, ARB_NORMAL);
            break;
        case ARB__BY_EN_PASSANT:
            arb__list_one(l, (unsigned)from, to, ARB_EN_PASSANT);
            break;
        case ARB__BY_EN_PASSANT_PROMOTION:
            arb__list_promotions(l, (unsigned)from, to, ARB_EN_PASSANT);
            break;
        case ARB__BY_CASTLING:
            arb__list_one(l, (unsigned)from, to, ARB_CASTLING);
            break;
        default:
            arb__list_one(l, (unsigned)from, to, ARB_NORMAL);
        }
    }
    return true;
}

#endif
