/* reply_count.h: how many replies a side has to a move. Layer: fast.
 *
 * What move_count.h finds afresh for every board is here in two parts: what is known of the side
 * that replies, whatever move it is that it replies to; and what the move has made of the other
 * side. For the rules of chess only. En passant is not counted. */
#ifndef ARB_FAST_REPLY_COUNT_H
#define ARB_FAST_REPLY_COUNT_H

#include "kernel/bits/move_count.h"

/* The side that replies. */
typedef struct {
    const arb__board *board; /* what is in `own` stands there */
    uint64_t own, royal;
    uint64_t straights, diagonals, pawns;
    uint64_t rooks;                      /* that may castle */
    uint64_t king_steps;                 /* wherever they go */
    uint64_t on_straight, on_diagonal;   /* the lines through the king */
    uint64_t knight_checks, pawn_checks; /* from where one gives check */
    const uint64_t *between;             /* the king and any square */
    uint64_t ahead, west, east;          /* where its pawns step and take, if they may */
    uint64_t by_knights;                 /* moves of the knights if all of them may move */
} arb__replier;

/* The other side after its move. */
typedef struct {
    uint64_t enemy;
    uint64_t straights, diagonals;
    uint64_t leaps;    /* what its pawns, knights and king attack */
    uint64_t checkers; /* pawns and knights that give check */
} arb__mover;

ARB__INLINE void arb__find_replier(arb__replier *r, const arb__board *b, arb_colour them)
{
    uint64_t own = b->colour[them];
    unsigned king = arb__first(b->kings & own);
    uint64_t by_knights = 0;
    for (uint64_t set = b->knights & own; set != 0; set &= set - 1)
        by_knights += arb__count(arb__knight_steps[arb__first(set)] & ~own);
    *r = (arb__replier){
        .board = b,
        .own = own,
        .royal = b->kings & own,
        .straights = b->straights & own,
        .diagonals = b->diagonals & own,
        .pawns = b->pawns & own,
        .rooks = b->marks & b->straights & own,
        .king_steps = arb__king_steps[king],
        .on_straight = arb__straight_rays(king),
        .on_diagonal = arb__diagonal_rays(king),
        .knight_checks = arb__knight_steps[king],
        .pawn_checks = arb__pawn_attacks(b->kings & own, them),
        .between = arb__between[king],
        .ahead = arb__ahead(b->pawns & own, them),
        .west = arb__ahead_west(b->pawns & own, them),
        .east = arb__ahead_east(b->pawns & own, them),
        .by_knights = by_knights,
    };
}

/* The same side when a piece of it has been taken: nothing but its king is looked for again. */
ARB__INLINE arb__replier arb__replier_without(const arb__replier *whole, arb_colour them,
                                              uint64_t taken)
{
    arb__replier r = *whole;
    uint64_t steps = arb__knight_steps[arb__first(taken)];
    if ((r.board->knights & taken) != 0)
        r.by_knights -= arb__count(steps & ~r.own);
    r.own ^= taken;
    r.straights &= ~taken;
    r.diagonals &= ~taken;
    r.pawns &= ~taken;
    r.ahead = arb__ahead(r.pawns, them);
    r.west = arb__ahead_west(r.pawns, them);
    r.east = arb__ahead_east(r.pawns, them);
    r.rooks &= ~taken;
    r.by_knights += arb__count(steps & r.board->knights & r.own);
    return r;
}

/* Lines past one own piece to a slider, that included; a slider that sees the king is a checker. */
ARB__INLINE uint64_t arb__reply_pins(const arb__replier *r, uint64_t sliders, uint64_t blockers,
                                     uint64_t *checkers)
{
    uint64_t pins = 0;
    for (; sliders != 0; sliders &= sliders - 1) {
        uint64_t line = r->between[arb__first(sliders)];
        uint64_t inside = line & blockers, at = sliders & -sliders;
        bool pinned = !arb__several(inside) & ((inside & r->own) != 0);
        *checkers |= at & -(uint64_t)(inside == 0);
        pins |= (line | at) & -(uint64_t)pinned;
    }
    return pins;
}

/* The rooks with which castling is not blocked. */
ARB__INLINE uint64_t arb__reply_rooks(const arb__replier *r, arb_colour them, uint64_t blockers)
{
    return r->rooks == 0 ? 0 : arb__castle_unblocked(r->rooks, blockers, them);
}

/* The king's moves: `seen` is what sliders attack when it is lifted off. */
ARB__INLINE unsigned arb__reply_king_among(arb_colour them, uint64_t steps, uint64_t rooks,
                                           uint64_t leaps, uint64_t seen)
{
    unsigned count = arb__count(steps & ~seen);
    if (rooks != 0)
        for (unsigned side = 0; side < 2; side++)
            count += (rooks & arb__castle_corner(them, side)) != 0 &&
                     arb__castle_unattacked(seen | leaps, them, side);
    return count;
}

ARB__INLINE unsigned arb__reply_king(const arb__replier *r, const arb__slider_ops *ops,
                                     arb_colour them, const arb__mover *m, uint64_t blockers,
                                     uint64_t checkers)
{
    uint64_t steps = r->king_steps & ~(r->own | m->leaps);
    uint64_t rooks = checkers == 0 ? arb__reply_rooks(r, them, blockers) : 0;
    if ((steps | rooks) == 0)
        return 0;
    return arb__reply_king_among(them, steps, rooks, m->leaps,
                                 ops->see(m->straights, m->diagonals, blockers ^ r->royal));
}

/* Pawns that nothing holds: as arb__count_pawns. */
ARB__INLINE unsigned arb__reply_pawns(const arb__replier *r, arb_colour them, uint64_t enemy,
                                      uint64_t blockers)
{
    uint64_t last = arb__chess.promotion[them];
    uint64_t third = arb__ahead(arb__chess.double_from[them], them);
    uint64_t one = r->ahead & ~blockers;
    uint64_t two = arb__ahead(one & third, them) & ~blockers;
    uint64_t most = one | two | (r->west & enemy);
    uint64_t east = r->east & enemy;
    unsigned count = arb__count(most) + arb__count(east);
    if (__builtin_expect(((most | east) & last) != 0, 0))
        count +=
            (arb__count(most & last) + arb__count(east & last)) * (arb__chess.promotion_count - 1);
    return count;
}

/* The replies to a move, what it makes of the mover passed in registers. */
typedef unsigned arb__replies_to(const arb__replier *r, uint64_t enemy, uint64_t straights,
                                 uint64_t diagonals, uint64_t leaps, uint64_t checkers);

/* Where no slider stands on a line of the king nothing is pinned; the rest is left to `lined`. */
ARB__INLINE unsigned arb__count_replies(const arb__replier *r, const arb__slider_ops *ops,
                                        arb_colour them, arb__replies_to *lined,
                                        const arb__mover *m)
{
    uint64_t blockers = r->own | m->enemy;
    if (((m->straights & r->on_straight) | (m->diagonals & r->on_diagonal) | m->checkers) != 0)
        return lined(r, m->enemy, m->straights, m->diagonals, m->leaps, m->checkers);
    return arb__reply_king(r, ops, them, m, blockers, 0) + (unsigned)r->by_knights +
           arb__reply_pawns(r, them, m->enemy, blockers) +
           ops->count(r->straights, r->diagonals, blockers, ~r->own);
}

ARB__INLINE unsigned arb__count_lined(const arb__replier *r, const arb__slider_ops *ops,
                                      arb_colour them, const arb__mover *m)
{
    arb__view v = {.own = r->own,
                   .enemy = m->enemy,
                   .blockers = r->own | m->enemy,
                   .royal = r->royal,
                   .checkers = m->checkers,
                   .targets = ~r->own};
    v.pin_straight = arb__reply_pins(r, m->straights & r->on_straight, v.blockers, &v.checkers);
    v.pin_diagonal = arb__reply_pins(r, m->diagonals & r->on_diagonal, v.blockers, &v.checkers);
    unsigned count = arb__reply_king(r, ops, them, m, v.blockers, v.checkers);
    if (arb__several(v.checkers))
        return count;
    if ((v.checkers | v.pin_straight | v.pin_diagonal) == 0)
        return count + (unsigned)r->by_knights + arb__reply_pawns(r, them, m->enemy, v.blockers) +
               ops->count(r->straights, r->diagonals, v.blockers, ~r->own);
    if (v.checkers != 0)
        v.targets = v.checkers | r->between[arb__first(v.checkers)];
    return count + arb__count_knights(r->board, &v) + arb__count_sliders(r->board, ops, &v) +
           arb__count_pawns(r->board, &arb__chess, &v, them);
}

/* How many pawns may take one that has just stepped over `passed`: no other pawn or knight has come
 * to give check, so that only sliders are asked. */
ARB__INLINE unsigned arb__reply_passing(const arb__replier *r, const arb__slider_ops *ops,
                                        arb_colour them, const arb__mover *m, uint64_t passed)
{
    uint64_t from = arb__pawn_attacks(passed, arb_other(them)) & r->pawns;
    unsigned king = arb__first(r->royal);
    unsigned count = 0;
    for (; from != 0; from &= from - 1) {
        uint64_t blockers = arb__en_passant_blockers(r->own | m->enemy, from & -from, passed, them);
        count += ((ops->straight(king, blockers) & m->straights) |
                  (ops->diagonal(king, blockers) & m->diagonals)) == 0;
    }
    return count;
}

#endif
