/* normal_move.h: plain moves, neither castling nor en passant, on the sets of a position: is one
 * legal? Layer: kernel. Inlined, since they are nearly all that is asked.
 *
 * Hardly a branch: which piece it is, whose move, and whether it is legal are what a predictor
 * guesses worst. */
#ifndef ARB_KERNEL_NORMAL_MOVE_H
#define ARB_KERNEL_NORMAL_MOVE_H

#include <string.h>

#include "kernel/bits/bits.h"

/* Squares past the 64th, and bits that no move has; bits that no plain move has; and those that no
 * plain move has but by promoting. */
#define ARB__NO_MOVE_OF_64 (~arb_move_of(63, 63, 31, (arb_move_type)3))
#define ARB__NO_PLAIN_MOVE (~arb_move_of(63, 63, 31, ARB_NORMAL))
#define ARB__MORE_THAN_SQUARES (~arb_move_of(63, 63, ARB_NO_KIND, ARB_NORMAL))

/* All ones, or none. */
ARB__INLINE uint64_t arb__only_if(bool condition)
{
    return 0 - (uint64_t)condition;
}

/* One of the first four sets, by its number. */
ARB__INLINE uint64_t arb__set_of(const arb_position *pos, unsigned number)
{
    uint64_t set;
    memcpy(&set, (const char *)&pos->board.bits + number * sizeof set, sizeof set);
    return set;
}

/* Is there on `from` a piece of `us` that reaches `to`, check apart? */
ARB__INLINE bool arb__plain_reach(const arb_position *pos, unsigned us, unsigned from, unsigned to)
{
    /* How a pawn goes: by whether it takes, and whether it may step two. */
    static const uint8_t ways[4] = {ARB__PAWN_STEPS, ARB__PAWN_STEPS | ARB__PAWN_STEPS_TWO,
                                    ARB__PAWN_TAKES, ARB__PAWN_TAKES};
    uint64_t own = pos->board.bits.colour[us], enemy = pos->board.bits.colour[us ^ 1u];
    uint64_t area = pos->board.bits.area, pawns = pos->board.bits.pawns;
    unsigned relation = arb__relations[from][to];
    unsigned way = ways[(enemy >> to & 1) * 2 + (pos->board.bits.double_from[us] >> from & 1)];
    /* Pawns are there only for want of a set without any. */
    uint64_t movers = arb__set_of(pos, relation & ARB__WHICH_SET) & ~pawns;
    movers |= pos->board.bits.kings & arb__only_if((relation & ARB__STEPS) != 0);
    movers |= pawns & arb__only_if((relation >> us * ARB__PAWN_BITS & way) != 0);
    uint64_t between = arb__between[from][to] & (own | enemy | ~area);
    return (((movers & own) >> from & (area & ~own) >> to & 1) & (between == 0)) != 0;
}

/* The same in chess, for a move that promotes nothing. */
ARB__INLINE bool arb__chess_reach(const arb_position *pos, unsigned us, unsigned from, unsigned to)
{
    uint64_t own = pos->board.bits.colour[us], enemy = pos->board.bits.colour[us ^ 1u];
    uint64_t pawns = pos->board.bits.pawns;
    unsigned relation = arb__relations[from][to];
    unsigned way = ARB__CHESS_PAWNS + us * 2 + (unsigned)(enemy >> to & 1);
    uint64_t reaches = (arb__set_of(pos, relation & ARB__WHICH_SET) & ~pawns) >> from |
                       (pos->board.bits.kings >> from & relation / ARB__STEPS) |
                       (pawns >> from & relation >> way);
    bool free = (arb__between[from][to] & (own | enemy)) == 0;
    return (reaches & own >> from & ~(own >> to) & free) != 0;
}

/* A promotion is named exactly where one is due. */
ARB__INLINE bool arb__promotion_fits(const arb_position *pos, unsigned us, unsigned from,
                                     unsigned to, arb_kind promotion)
{
    uint64_t due = pos->board.bits.pawns >> from & pos->board.bits.promotion[us] >> to & 1;
    if (__builtin_expect(due == 0, 1))
        return promotion == ARB_NO_KIND;
    return promotion != ARB_NO_KIND && (pos->rules->pawn.promotion_kinds >> promotion & 1u) != 0;
}

/* Of some sliders on the lines of a square, those that see it. Whether one does is anybody's guess,
 * and so no branch. */
ARB__INLINE uint64_t arb__plain_seeing(unsigned square, uint64_t aiming, uint64_t blockers)
{
    uint64_t seeing = 0;
    for (; aiming != 0; aiming &= aiming - 1) {
        uint64_t hiding = arb__between[square][arb__first(aiming)] & blockers;
        seeing |= aiming & -aiming & ((uint64_t)(hiding != 0) - 1);
    }
    return seeing;
}

/* The pieces that attack a square of `us` from where nothing stands between. */
ARB__INLINE uint64_t arb__plain_near(const arb_position *pos, unsigned us, unsigned square)
{
    const arb__around *around = &arb__arounds[square];
    return (around->prey[us] & pos->board.bits.pawns) | (around->knight & pos->board.bits.knights) |
           (around->king & pos->board.bits.kings);
}

/* The sliders on the lines of a square. */
ARB__INLINE uint64_t arb__plain_aiming(const arb_position *pos, unsigned square)
{
    const arb__around *around = &arb__arounds[square];
    return (around->straight & pos->board.bits.straights) |
           (around->diagonal & pos->board.bits.diagonals);
}

/* The pieces of `enemy` that attack a square of `us`, with these blockers. */
ARB__INLINE uint64_t arb__plain_attackers(const arb_position *pos, unsigned us, unsigned square,
                                          uint64_t blockers, uint64_t enemy)
{
    uint64_t near = arb__plain_near(pos, us, square), aiming = arb__plain_aiming(pos, square);
    return (near & enemy) | arb__plain_seeing(square, aiming & enemy, blockers);
}

/* Are there any? Less to carry through the loop. */
ARB__INLINE bool arb__plain_attacked(const arb_position *pos, unsigned us, unsigned square,
                                     uint64_t blockers, uint64_t enemy)
{
    bool attacked = (arb__plain_near(pos, us, square) & enemy) != 0;
    uint64_t aiming = arb__plain_aiming(pos, square) & enemy;
    for (; aiming != 0; aiming &= aiming - 1)
        attacked |= (arb__between[square][arb__first(aiming)] & blockers) == 0;
    return attacked;
}

/* The pieces of a kind, but no pawns, that see a square. */
ARB__INLINE uint64_t arb__plain_arrivals(const arb_position *pos, unsigned us, arb_kind kind,
                                         unsigned to)
{
    const arb__around *around = &arb__arounds[to];
    uint64_t own = pos->board.bits.colour[us];
    uint64_t straights = pos->board.bits.straights, diagonals = pos->board.bits.diagonals;
    uint64_t blockers = own | pos->board.bits.colour[us ^ 1u] | ~pos->board.bits.area;
    uint64_t aiming;
    switch (kind) {
    case ARB_KNIGHT:
        return around->knight & pos->board.bits.knights & own;
    case ARB_KING:
        return around->king & pos->board.bits.kings & own;
    case ARB_BISHOP:
        aiming = around->diagonal & diagonals & ~straights;
        break;
    case ARB_ROOK:
        aiming = around->straight & straights & ~diagonals;
        break;
    default:
        aiming = (around->straight | around->diagonal) & straights & diagonals;
    }
    return arb__plain_seeing(to, aiming & own, blockers);
}

/* Does a plain move that `us` may make, with `placed` on its target then, attack a square, or open
 * a line to it? */
ARB__INLINE bool arb__plain_hits(const arb_position *pos, unsigned us, unsigned from, unsigned to,
                                 arb_kind placed, unsigned square)
{
    const arb__around *around = &arb__arounds[square];
    uint64_t own = pos->board.bits.colour[us], enemy = pos->board.bits.colour[us ^ 1u];
    uint64_t blockers = ((own | enemy | ~pos->board.bits.area) & ~arb__bit(from)) | arb__bit(to);
    const uint64_t lines[ARB_KING + 1] = {
        [ARB_PAWN] = around->prey[us ^ 1u],
        [ARB_KNIGHT] = around->knight,
        [ARB_BISHOP] = around->diagonal,
        [ARB_ROOK] = around->straight,
        [ARB_QUEEN] = around->diagonal | around->straight,
        [ARB_KING] = around->king,
    };
    return ((lines[placed] >> to & 1) != 0 && (arb__between[square][to] & blockers) == 0) ||
           arb__plain_attacked(pos, us ^ 1u, square, blockers, own & ~arb__bit(from));
}

/* Is the king of `us` not attacked after a plain move, perhaps its own? */
ARB__INLINE bool arb__plain_safe(const arb_position *pos, unsigned us, unsigned from, unsigned to,
                                 uint64_t walls)
{
    unsigned king = pos->royal[us];
    uint64_t enemy = pos->board.bits.colour[us ^ 1u], to_bit = arb__bit(to);
    uint64_t blockers = pos->board.bits.colour[us] | enemy | walls;
    return !arb__plain_attacked(pos, us, king == from ? to : king,
                                (blockers & ~arb__bit(from)) | to_bit, enemy & ~to_bit);
}

ARB__INLINE bool arb__plain_legal(const arb_position *pos, unsigned us, arb_move move)
{
    unsigned from = arb_move_from(move) & 63, to = arb_move_to(move) & 63;
    if (!arb__plain_reach(pos, us, from, to) ||
        !arb__promotion_fits(pos, us, from, to, arb_move_promotion(move)))
        return false;
    return !pos->rules->royal.safe || pos->royal[us] == ARB_NO_SQUARE ||
           arb__plain_safe(pos, us, from, to, ~pos->board.bits.area);
}

/* The same in chess, for a move that promotes nothing. */
ARB__INLINE bool arb__chess_legal(const arb_position *pos, unsigned us, arb_move move)
{
    unsigned from = arb_move_from(move) & 63, to = arb_move_to(move) & 63;
    return arb__chess_reach(pos, us, from, to) && arb__plain_safe(pos, us, from, to, 0);
}

#endif
