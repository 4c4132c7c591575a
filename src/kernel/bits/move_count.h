/* move_count.h: how many legal moves a side has. Layer: kernel.
 *
 * Counts the sets of move_sets.h for all pieces of a sort together, without listing a move. */
#ifndef ARB_KERNEL_MOVE_COUNT_H
#define ARB_KERNEL_MOVE_COUNT_H

#include "kernel/bits/king_safety.h"
#include "kernel/bits/move_sets.h"

ARB__INLINE unsigned arb__count_royal(const arb__board *b, const arb__shape *shape,
                                      const arb__slider_ops *ops, const arb__view *v, arb_colour us)
{
    if (!shape->one_king && v->royal == 0)
        return 0;
    unsigned king = arb__first(v->royal);
    uint64_t to = arb__king_steps[king] & ~v->own & shape->area;
    uint64_t rooks = v->checkers == 0 ? arb__castle_open(b, shape, v, us) : 0;
    uint64_t danger = 0;
    if ((to | rooks) == 0)
        return 0;
    if (shape->safe)
        danger = arb__attacks_of(b, ops, us == ARB_WHITE ? ARB_BLACK : ARB_WHITE,
                                 v->blockers ^ v->royal);
    unsigned count = arb__count(to & ~danger);
    for (; rooks != 0; rooks &= rooks - 1)
        count += arb__castle_safe(b, shape, v, us, rooks & -rooks, danger);
    return count;
}

ARB__INLINE unsigned arb__count_knights(const arb__board *b, const arb__view *v)
{
    unsigned count = 0;
    uint64_t knights = b->knights & v->own & ~(v->pin_straight | v->pin_diagonal);
    for (; knights != 0; knights &= knights - 1)
        count += arb__count(arb__knight_steps[arb__first(knights)] & v->targets);
    return count;
}

ARB__INLINE unsigned arb__count_sliders(const arb__board *b, const arb__slider_ops *ops,
                                        const arb__view *v)
{
    uint64_t pins = v->pin_straight | v->pin_diagonal;
    uint64_t straights = b->straights & v->own;
    uint64_t diagonals = b->diagonals & v->own;
    unsigned count = 0;
    if (__builtin_expect(((straights | diagonals) & pins) != 0, 0)) {
        for (uint64_t set = straights & v->pin_straight; set != 0; set &= set - 1)
            count += arb__count(ops->straight(arb__first(set), v->blockers) & v->pin_straight &
                                v->targets);
        for (uint64_t set = diagonals & v->pin_diagonal; set != 0; set &= set - 1)
            count += arb__count(ops->diagonal(arb__first(set), v->blockers) & v->pin_diagonal &
                                v->targets);
    }
    return count + ops->count(straights & ~pins, diagonals & ~pins, v->blockers, v->targets);
}

/* Three of the four sets are disjoint and can be counted as one: steps go to empty squares and
 * captures to occupied ones, and no square is a target of both a single and a double step. */
ARB__INLINE unsigned arb__count_pawns(const arb__board *b, const arb__shape *shape,
                                      const arb__view *v, arb_colour us)
{
    arb__pawn_sets sets = arb__pawn_targets(b, shape, v, us);
    uint64_t most = sets.one | sets.two | sets.west;
    uint64_t last = shape->promotion[us];
    unsigned count = arb__count(most) + arb__count(sets.east);
    if (__builtin_expect(((most | sets.east) & last) != 0, 0))
        count +=
            (arb__count(most & last) + arb__count(sets.east & last)) * (shape->promotion_count - 1);
    return count;
}

ARB__INLINE bool arb__count_one(void *context, arb__how how, int from, uint64_t to)
{
    unsigned *count = (unsigned *)context;
    (void)how;
    (void)from;
    *count += arb__count(to);
    return true;
}

ARB__INLINE unsigned arb__count_moves(const arb__board *b, const arb__shape *shape,
                                      const arb__slider_ops *ops, arb_colour us)
{
    arb__view v = arb__look(b, shape, us);
    unsigned count = arb__count_royal(b, shape, ops, &v, us);
    if (v.targets == 0)
        return count;
    count += arb__count_knights(b, &v);
    count += arb__count_sliders(b, ops, &v);
    count += arb__count_pawns(b, shape, &v, us);
    if (!shape->one_king)
        arb__walk_other_kings(b, &v, arb__count_one, &count);
    if (shape->en_passant && __builtin_expect((b->marks & ~v.blockers) != 0, 0)) {
        unsigned passing = 0;
        arb__walk_en_passant(b, shape, &v, us, arb__count_one, &passing);
        bool promotes = (b->marks & ~v.blockers & shape->promotion[us]) != 0;
        count += passing * (promotes ? shape->promotion_count : 1);
    }
    return count;
}

/* ---- is there a move? ---- */

ARB__INLINE bool arb__take_first(void *context, arb__how how, int from, uint64_t set)
{
    const arb__shape *shape = (const arb__shape *)context;
    bool promotes = how == ARB__BY_PROMOTION || how == ARB__BY_EN_PASSANT_PROMOTION;
    (void)from;
    return set == 0 || (promotes && shape->promotion_count == 0);
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
