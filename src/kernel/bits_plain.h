/* bits_plain.h: plain moves, neither castling nor en passant, on the sets of a position: is one
 * legal, and how it is made. Layer: kernel. Inlined, since they are nearly all that is asked and
 * played.
 *
 * Hardly a branch: which piece it is, whose move, and whether it is legal are what a predictor
 * guesses worst. */
#ifndef ARB_KERNEL_BITS_PLAIN_H
#define ARB_KERNEL_BITS_PLAIN_H

#include <string.h>

#include "kernel/bits.h"

/* Squares past the 64th, and bits that no move has. */
#define ARB__NO_MOVE_OF_64 (~arb_move_of(63, 63, 31, (arb_move_type)3))

/* All ones, or none. */
ARB__INLINE uint64_t arb__only_if(bool condition)
{
    return 0 - (uint64_t)condition;
}

/* Is there on `from` a piece of `us` that reaches `to`, check apart? */
ARB__INLINE bool arb__plain_reach(const arb_position *pos, unsigned us, unsigned from, unsigned to)
{
    uint64_t own = pos->board.bits.colour[us], enemy = pos->board.bits.colour[us ^ 1u];
    uint64_t area = pos->board.bits.area;
    unsigned relation = arb__relations[from][to];
    uint64_t movers;
    memcpy(&movers, (const char *)&pos->board.bits + (relation & ARB__WHICH_SET) * sizeof movers,
           sizeof movers);
    movers &= arb__only_if(relation != 0);
    movers |= pos->board.bits.kings & arb__only_if((relation & ARB__STEPS) != 0);
    unsigned far = (unsigned)(pos->board.bits.double_from[us] >> from & 1) * ARB__PAWN_STEPS_TWO;
    unsigned steps = ARB__PAWN_STEPS | far;
    unsigned way = steps ^ ((steps ^ ARB__PAWN_TAKES) & (0 - (unsigned)(enemy >> to & 1)));
    movers |= pos->board.bits.pawns & arb__only_if((relation >> us * ARB__PAWN_BITS & way) != 0);
    uint64_t between = arb__between[from][to] & (own | enemy | ~area);
    return (((movers & own) >> from & (area & ~own) >> to & 1) & (between == 0)) != 0;
}

/* A promotion is named exactly where one is due. */
ARB__INLINE bool arb__promotion_fits(const arb_position *pos, unsigned us, unsigned from,
                                     unsigned to, arb_kind promotion)
{
    uint64_t due = pos->board.bits.pawns >> from & pos->board.bits.promotion[us] >> to & 1;
    if (due == 0)
        return promotion == ARB_NO_KIND;
    return promotion != ARB_NO_KIND && (pos->rules->pawn.promotion_kinds >> promotion & 1u) != 0;
}

/* Would a king of `us` be safe on a square, with these blockers and enemies? Few enemy sliders
 * stand on its lines: each is asked whether it sees it. */
ARB__INLINE bool arb__plain_safe(const arb_position *pos, unsigned us, unsigned king,
                                 uint64_t blockers, uint64_t enemy)
{
    uint64_t near = (arb__pawn_prey[us][king] & pos->board.bits.pawns) |
                    (arb__knight_steps[king] & pos->board.bits.knights) |
                    (arb__king_steps[king] & pos->board.bits.kings);
    uint64_t aiming = ((arb__straight_rays(king) & pos->board.bits.straights) |
                       (arb__diagonal_rays(king) & pos->board.bits.diagonals)) &
                      enemy;
    uint64_t seen = near & enemy;
    for (; aiming != 0; aiming &= aiming - 1)
        seen |= (arb__between[king][arb__first(aiming)] & blockers) == 0;
    return seen == 0;
}

ARB__INLINE bool arb__plain_legal(const arb_position *pos, unsigned us, unsigned from, unsigned to,
                                  arb_kind promotion)
{
    uint64_t own = pos->board.bits.colour[us], enemy = pos->board.bits.colour[us ^ 1u];
    uint64_t blockers = own | enemy | ~pos->board.bits.area, to_bit = arb__bit(to);
    if (!arb__plain_reach(pos, us, from, to) || !arb__promotion_fits(pos, us, from, to, promotion))
        return false;
    unsigned king = pos->royal[us];
    if (!pos->chess && (!pos->rules->royal.safe || king == ARB_NO_SQUARE))
        return true;
    return arb__plain_safe(pos, us, king == from ? to : king, (blockers & ~arb__bit(from)) | to_bit,
                           enemy & ~to_bit);
}

/* The sets that a kind is in: all ones, or none. */
typedef struct {
    uint64_t pawns, knights, diagonals, straights, kings;
} arb__membership;

extern const arb__membership arb__sets_of[ARB_KING + 1];

/* Puts a kind on squares without one, or takes it away; no kind changes nothing. */
ARB__INLINE void arb__toggle(arb_position *pos, uint64_t squares, arb_kind kind)
{
    const arb__membership *in = &arb__sets_of[kind];
    pos->board.bits.pawns ^= in->pawns & squares;
    pos->board.bits.knights ^= in->knights & squares;
    pos->board.bits.diagonals ^= in->diagonals & squares;
    pos->board.bits.straights ^= in->straights & squares;
    pos->board.bits.kings ^= in->kings & squares;
}

/* A piece of `us` goes from one square to another and is of the kind `placed` from then on; what
 * stood there is gone. Asked again, it takes all that back. */
ARB__INLINE void arb__plain_make(arb_position *pos, unsigned us, arb_square from, arb_square to,
                                 arb_kind moved, arb_kind placed, arb_kind captured)
{
    uint64_t at = (uint64_t)1 << to, both = (uint64_t)1 << from | at;
    arb__toggle(pos, at, captured);
    arb__toggle(pos, both, moved);
    if (placed != moved) {
        arb__toggle(pos, at, moved);
        arb__toggle(pos, at, placed);
    }
    pos->board.bits.colour[us] ^= both;
    pos->board.bits.colour[us ^ 1u] ^= (uint64_t)(captured != ARB_NO_KIND) << to;
}

#endif
