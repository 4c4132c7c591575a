/* king_safety.h: the moves that the safety of the royal king allows. Layer: kernel.
 *
 * No move is made to see whether it is legal: a piece other than the king must arrive on the check
 * mask, a pinned piece stays on the line of its pin, and the king moves to squares that no enemy
 * piece attacks (FIDE 3.9). */
#ifndef ARB_KERNEL_KING_SAFETY_H
#define ARB_KERNEL_KING_SAFETY_H

#include "kernel/bits/home_castling.h"
#include "kernel/bits/slider_sets.h"

typedef struct {
    uint64_t own, enemy;
    uint64_t blockers;     /* the pieces of both sides, and all squares off the board */
    uint64_t royal;        /* one bit or none */
    uint64_t checkers;     /* enemy pieces that give check; empty if the rules ask for no safety */
    uint64_t targets;      /* where own pieces other than the royal king may arrive */
    uint64_t pin_straight; /* from the royal king to each pinning piece, which is included */
    uint64_t pin_diagonal;
} arb__view;

/* Sorts the enemy sliders on the king's lines: one with nothing between is a checker, one with a
 * single piece between pins it. (If that piece is an enemy piece, treating it as pinned is
 * harmless.) */
ARB__INLINE uint64_t arb__pin_lines(arb__view *v, unsigned king, uint64_t sliders)
{
    uint64_t pins = 0;
    for (; sliders != 0; sliders &= sliders - 1) {
        uint64_t line = arb__between[king][arb__first(sliders)];
        uint64_t inside = line & v->blockers;
        if (inside == 0)
            v->checkers |= sliders & -sliders;
        else if (!arb__several(inside))
            pins |= line | (sliders & -sliders);
    }
    return pins;
}

ARB__INLINE arb__view arb__look(const arb__board *b, const arb__shape *shape, arb_colour us)
{
    arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    arb__view v = {.own = b->colour[us], .enemy = b->colour[them]};
    v.blockers = v.own | v.enemy | ~shape->area;
    v.royal = arb__royal(b, shape, us);
    v.targets = ~v.own & shape->area;
    if (!shape->safe || (!shape->one_king && v.royal == 0))
        return v;

    unsigned king = arb__first(v.royal);
    v.checkers =
        v.enemy & ((arb__knight_steps[king] & b->knights) | (arb__king_steps[king] & b->kings) |
                   (arb__pawn_attacks(v.royal, us) & b->pawns));
    v.pin_straight = arb__pin_lines(&v, king, arb__straight_rays(king) & b->straights & v.enemy);
    v.pin_diagonal = arb__pin_lines(&v, king, arb__diagonal_rays(king) & b->diagonals & v.enemy);
    if (v.checkers != 0) {
        /* One checker can be captured or blocked; against two, only the king can move. */
        uint64_t answers = v.checkers | arb__between[king][arb__first(v.checkers)];
        v.targets &= arb__several(v.checkers) ? 0 : answers;
    }
    return v;
}

/* Every square that `by` attacks, with `blockers` as the occupied squares. */
ARB__INLINE uint64_t arb__attacks_of(const arb__board *b, const arb__slider_ops *ops, arb_colour by,
                                     uint64_t blockers)
{
    uint64_t own = b->colour[by];
    uint64_t set = arb__pawn_attacks(b->pawns & own, by) | arb__knights_see(b->knights & own) |
                   ops->see(b->straights & own, b->diagonals & own, blockers);
    for (uint64_t from = b->kings & own; from != 0; from &= from - 1)
        set |= arb__king_steps[arb__first(from)];
    return set;
}

/* Does this en-passant capture leave the royal king safe? */
ARB__INLINE bool arb__en_passant_safe(const arb__board *b, const arb__shape *shape,
                                      const arb__view *v, uint64_t from, uint64_t passed,
                                      arb_colour us)
{
    if (!shape->safe || v->royal == 0)
        return true;
    uint64_t blockers = arb__en_passant_blockers(v->blockers, from, passed, us);
    return (arb__attackers_to(b, arb__first(v->royal), blockers) & v->enemy &
            ~arb__en_passant_taken(passed, us)) == 0;
}

/* The rooks with which castling is not blocked (FIDE 3.8.2.2): no piece other than king and rook
 * stands on a square that either of them crosses or arrives at. */
ARB__INLINE uint64_t arb__castle_open(const arb__board *b, const arb__shape *shape,
                                      const arb__view *v, arb_colour us)
{
    uint64_t rooks = b->marks & v->own & b->straights;
    uint64_t open = 0;
    if (shape->corner_home)
        return arb__castle_unblocked(rooks, v->blockers, us);
    for (; rooks != 0; rooks &= rooks - 1) {
        uint64_t rook = rooks & -rooks;
        unsigned side = rook > v->royal ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
        unsigned king_to = shape->king_to[us][side];
        unsigned rook_to = shape->rook_to[us][side];
        uint64_t way = arb__between[arb__first(v->royal)][king_to] | arb__bit(king_to) |
                       arb__between[arb__first(rook)][rook_to] | arb__bit(rook_to);
        open |= (way & v->blockers & ~(v->royal | rook)) == 0 ? rook : 0;
    }
    return open;
}

/* Is every square safe that the king crosses or arrives at when it castles with this rook? `danger`
 * is the set of squares that the enemy attacks once the king is lifted off the board. The caller
 * has found that the king is not in check. */
ARB__INLINE bool arb__castle_safe(const arb__board *b, const arb__shape *shape, const arb__view *v,
                                  arb_colour us, uint64_t rook, uint64_t danger)
{
    unsigned king = arb__first(v->royal);
    unsigned side = rook > v->royal ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
    unsigned king_to = shape->king_to[us][side];
    if (!shape->safe)
        return true;
    if (shape->corner_home)
        return arb__castle_unattacked(danger, us,
                                      rook & ARB__FILE_A ? ARB_QUEEN_SIDE : ARB_KING_SIDE);
    /* In Chess960 the rook may have shielded the king's target square, so its attackers are found
     * with the rook on its new square. */
    uint64_t after = (v->blockers & ~(v->royal | rook)) | arb__bit(shape->rook_to[us][side]);
    return (arb__between[king][king_to] & danger) == 0 &&
           (arb__attackers_to(b, king_to, after) & v->enemy) == 0;
}

#endif
