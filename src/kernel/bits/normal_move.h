/* normal_move.h: is one normal move legal, that is, one that neither castles nor takes en passant?
 * Layer: kernel. Works on the bitboards of a position; no move is generated or made. Inlined, since
 * nearly all moves are normal.
 *
 * The functions avoid branches: which piece moves, whose move it is and whether it is legal change
 * from call to call, and a branch predictor guesses them badly. */
#ifndef ARB_KERNEL_NORMAL_MOVE_H
#define ARB_KERNEL_NORMAL_MOVE_H

#include <string.h>

#include "kernel/bits/bits.h"

/* Masks over the bits of an arb_move. A move on an 8x8 board has no bit of the first, a normal move
 * none of the second, a normal move without promotion none of the third. */
#define ARB__NO_MOVE_OF_64 (~arb_move_of(63, 63, 31, (arb_move_type)3))
#define ARB__NOT_NORMAL (~arb_move_of(63, 63, 31, ARB_NORMAL))
#define ARB__MORE_THAN_SQUARES (~arb_move_of(63, 63, ARB_NO_KIND, ARB_NORMAL))

/* A mask: all bits set if the condition holds, else none. */
ARB__INLINE uint64_t arb__only_if(bool condition)
{
    return 0 - (uint64_t)condition;
}

/* One of the first four bitboards of a position, by its number. */
ARB__INLINE uint64_t arb__set_of(const arb_position *pos, unsigned number)
{
    uint64_t set;
    memcpy(&set, (const char *)&pos->board.bits + number * sizeof set, sizeof set);
    return set;
}

/* Is there on `from` a piece of `us` with a pseudo-legal move to `to`? */
ARB__INLINE bool arb__normal_pseudo_legal(const arb_position *pos, unsigned us, unsigned from,
                                          unsigned to)
{
    /* The pawn bits to test, by whether the move captures and whether the pawn may step two. */
    static const uint8_t ways[4] = {ARB__PAWN_STEPS, ARB__PAWN_STEPS | ARB__PAWN_STEPS_TWO,
                                    ARB__PAWN_TAKES, ARB__PAWN_TAKES};
    uint64_t own = pos->board.bits.colour[us], enemy = pos->board.bits.colour[us ^ 1u];
    uint64_t area = pos->board.bits.area, pawns = pos->board.bits.pawns;
    unsigned relation = arb__relations[from][to];
    unsigned way = ways[(enemy >> to & 1) * 2 + (pos->board.bits.double_from[us] >> from & 1)];
    /* Where only a pawn can go, the relation has set number 0, the pawns: mask them out here and
     * test their own bits below. */
    uint64_t movers = arb__set_of(pos, relation & ARB__WHICH_SET) & ~pawns;
    movers |= pos->board.bits.kings & arb__only_if((relation & ARB__STEPS) != 0);
    movers |= pawns & arb__only_if((relation >> us * ARB__PAWN_BITS & way) != 0);
    uint64_t between = arb__between[from][to] & (own | enemy | ~area);
    return (((movers & own) >> from & (area & ~own) >> to & 1) & (between == 0)) != 0;
}

/* The same in chess, for a move that promotes nothing. */
ARB__INLINE bool arb__chess_pseudo_legal(const arb_position *pos, unsigned us, unsigned from,
                                         unsigned to)
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

/* The same for a piece of one kind, which stands on `from`; `to` has no piece of its own side. The
 * kind is a constant where this is inlined. */
ARB__INLINE bool arb__chess_reaches(const arb_position *pos, unsigned us, arb_kind kind,
                                    unsigned from, unsigned to)
{
    const arb__around *around = &arb__arounds[from];
    uint64_t all = pos->board.bits.colour[0] | pos->board.bits.colour[1], squares;
    switch (kind) {
    case ARB_PAWN:
        squares = (uint64_t)arb__relations[from][to] >>
                  (ARB__CHESS_PAWNS + us * 2 + (pos->board.bits.colour[us ^ 1u] >> to & 1)) << to;
        break;
    case ARB_KNIGHT:
        return (around->knight >> to & 1) != 0;
    case ARB_BISHOP:
        squares = around->diagonal;
        break;
    case ARB_ROOK:
        squares = around->straight;
        break;
    case ARB_QUEEN:
        squares = around->straight | around->diagonal;
        break;
    default:
        return (around->king >> to & 1) != 0;
    }
    return (squares >> to & 1) != 0 && (arb__between[from][to] & all) == 0;
}

/* Does the move name a kind to promote to if it promotes, and none if it does not? */
ARB__INLINE bool arb__promotion_fits(const arb_position *pos, unsigned us, unsigned from,
                                     unsigned to, arb_kind promotion)
{
    uint64_t due = pos->board.bits.pawns >> from & pos->board.bits.promotion[us] >> to & 1;
    if (__builtin_expect(due == 0, 1))
        return promotion == ARB_NO_KIND;
    return promotion != ARB_NO_KIND && (pos->rules->pawn.promotion_kinds >> promotion & 1u) != 0;
}

/* Of the sliders in `aiming`, which stand on lines through a square, those that attack it past the
 * blockers. Without a branch: whether a line is open cannot be predicted. */
ARB__INLINE uint64_t arb__seeing_sliders(unsigned square, uint64_t aiming, uint64_t blockers)
{
    uint64_t seeing = 0;
    for (; aiming != 0; aiming &= aiming - 1) {
        uint64_t hiding = arb__between[square][arb__first(aiming)] & blockers;
        seeing |= aiming & -aiming & ((uint64_t)(hiding != 0) - 1);
    }
    return seeing;
}

/* The pawns, knights and kings, of both colours, that could attack a square of `us`. */
ARB__INLINE uint64_t arb__leaper_attackers(const arb_position *pos, unsigned us, unsigned square)
{
    const arb__around *around = &arb__arounds[square];
    return (around->prey[us] & pos->board.bits.pawns) | (around->knight & pos->board.bits.knights) |
           (around->king & pos->board.bits.kings);
}

/* The sliders, of both colours, on lines through a square; blockers are not asked. */
ARB__INLINE uint64_t arb__aiming_sliders(const arb_position *pos, unsigned square)
{
    const arb__around *around = &arb__arounds[square];
    return (around->straight & pos->board.bits.straights) |
           (around->diagonal & pos->board.bits.diagonals);
}

/* Does a piece of `enemy` attack a square of `us`, with these blockers? If an attack is `unlikely`,
 * which is a constant where this is inlined, a branch at each line is predicted well and saves
 * work; otherwise the loop has no branch. */
ARB__INLINE bool arb__is_attacked(const arb_position *pos, unsigned us, unsigned square,
                                  uint64_t blockers, uint64_t enemy, bool unlikely)
{
    bool attacked = (arb__leaper_attackers(pos, us, square) & enemy) != 0;
    if (unlikely && ARB__UNLIKELY(attacked))
        return true;
    uint64_t aiming = arb__aiming_sliders(pos, square) & enemy;
    for (; aiming != 0; aiming &= aiming - 1) {
        bool open = (arb__between[square][arb__first(aiming)] & blockers) == 0;
        if (unlikely && ARB__UNLIKELY(open))
            return true;
        attacked |= open;
    }
    return attacked;
}

/* The own pieces of one kind, pawns excepted, that attack a square. */
ARB__INLINE uint64_t arb__pieces_reaching(const arb_position *pos, unsigned us, arb_kind kind,
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
    return arb__seeing_sliders(to, aiming & own, blockers);
}

/* After a legal normal move of `us`, which leaves a piece of kind `placed` on `to`: does `us`
 * attack a square, by that piece or by a line that the move opened? */
ARB__INLINE bool arb__move_attacks(const arb_position *pos, unsigned us, unsigned from, unsigned to,
                                   arb_kind placed, unsigned square)
{
    const arb__around *around = &arb__arounds[square];
    uint64_t own = pos->board.bits.colour[us], enemy = pos->board.bits.colour[us ^ 1u];
    uint64_t blockers = ((own | enemy | ~pos->board.bits.area) & ~arb__bit(from)) | arb__bit(to);
    const uint64_t lines[ARB_KING + 1] = {
        [ARB_NO_KIND] = 0,
        [ARB_PAWN] = around->prey[us ^ 1u],
        [ARB_KNIGHT] = around->knight,
        [ARB_BISHOP] = around->diagonal,
        [ARB_ROOK] = around->straight,
        [ARB_QUEEN] = around->diagonal | around->straight,
        [ARB_KING] = around->king,
    };
    return ((lines[placed] >> to & 1) != 0 && (arb__between[square][to] & blockers) == 0) ||
           arb__is_attacked(pos, us ^ 1u, square, blockers, own & ~arb__bit(from), false);
}

/* After a normal move of `us` in chess its king stands on `king`: is it safe there? `unlikely` is
 * that of arb__is_attacked. */
ARB__INLINE bool arb__king_safe_on(const arb_position *pos, unsigned us, unsigned king,
                                   unsigned from, unsigned to, uint64_t walls, bool unlikely)
{
    uint64_t enemy = pos->board.bits.colour[us ^ 1u], to_bit = arb__bit(to);
    uint64_t blockers = pos->board.bits.colour[us] | enemy | walls;
    return !arb__is_attacked(pos, us, king, (blockers & ~arb__bit(from)) | to_bit, enemy & ~to_bit,
                             unlikely);
}

/* Is the royal king of `us` safe after a normal move, which may be its own? */
ARB__INLINE bool arb__king_safe_after(const arb_position *pos, unsigned us, unsigned from,
                                      unsigned to, uint64_t walls)
{
    unsigned king = pos->royal[us];
    return arb__king_safe_on(pos, us, king == from ? to : king, from, to, walls, false);
}

ARB__INLINE bool arb__normal_legal(const arb_position *pos, unsigned us, arb_move move)
{
    unsigned from = arb_move_from(move) & 63, to = arb_move_to(move) & 63;
    if (!arb__normal_pseudo_legal(pos, us, from, to) ||
        !arb__promotion_fits(pos, us, from, to, arb_move_promotion(move)))
        return false;
    return !pos->rules->royal.safe || pos->royal[us] == ARB_NO_SQUARE ||
           arb__king_safe_after(pos, us, from, to, ~pos->board.bits.area);
}

#endif
