/* reply_count.h: how many replies a side has to a move. Layer: fast.
 *
 * The core's count starts afresh for every board. Here the data is in two parts: what is known of
 * the replying side whichever move it answers, and what the move has changed on the other side. For
 * the rules of chess only. En passant is counted separately (arb__reply_passing). */
#ifndef ARB_FAST_REPLY_COUNT_H
#define ARB_FAST_REPLY_COUNT_H

#include "kernel/bits/move_sets.h"

/* The side that replies. */
typedef struct {
    const arb__board *board; /* the kinds of the pieces in `own` */
    uint64_t own, royal;
    uint64_t straights, diagonals, pawns;
    uint64_t rooks;                      /* rooks with a castling right */
    uint64_t king_steps;                 /* also to occupied and attacked squares */
    uint64_t on_straight, on_diagonal;   /* the lines through the king */
    uint64_t knight_checks, pawn_checks; /* squares from which a knight or pawn gives check */
    const uint64_t *between;             /* squares between the king and any other */
    uint64_t ahead, west, east;          /* pawn targets, whatever stands there */
    uint64_t by_knights;                 /* number of knight moves if no knight is pinned */
} arb__replier;

/* The other side after its move. */
typedef struct {
    uint64_t enemy;
    uint64_t straights, diagonals;
    uint64_t leaps;    /* attacks of its pawns, knights and king */
    uint64_t checkers; /* pawns and knights that give check */
} arb__mover;

/* ---- all pieces of a sort, counted together ---- */

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
    if (ARB__UNLIKELY(((straights | diagonals) & pins) != 0)) {
        for (uint64_t set = straights & v->pin_straight; set != 0; set &= set - 1)
            count += arb__count(ops->straight(arb__first(set), v->blockers) & v->pin_straight &
                                v->targets);
        for (uint64_t set = diagonals & v->pin_diagonal; set != 0; set &= set - 1)
            count += arb__count(ops->diagonal(arb__first(set), v->blockers) & v->pin_diagonal &
                                v->targets);
    }
    return count + ops->count(straights & ~pins, diagonals & ~pins, v->blockers, v->targets);
}

/* Three of the four sets are disjoint and are counted as one: steps go to empty squares and
 * captures to occupied ones, and no square is a target of both a single and a double step. */
ARB__INLINE unsigned arb__count_pawn_sets(const arb__pawn_sets *sets, arb_colour us)
{
    uint64_t most = sets->one | sets->two | sets->west;
    uint64_t last = arb__chess.promotion[us];
    unsigned count = arb__count(most) + arb__count(sets->east);
    if (ARB__UNLIKELY(((most | sets->east) & last) != 0))
        count += (arb__count(most & last) + arb__count(sets->east & last)) *
                 (arb__chess.promotion_count - 1);
    return count;
}

ARB__INLINE unsigned arb__count_pawns(const arb__board *b, const arb__view *v, arb_colour us)
{
    arb__pawn_sets sets = arb__pawn_targets(b, &arb__chess, v, us);
    return arb__count_pawn_sets(&sets, us);
}

/* ---- the replying side ---- */

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

/* The replying side after the capture of one of its pieces, updated instead of found afresh. */
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

/* Pin lines: from the king through one own piece to an enemy slider, which is included. A slider
 * that attacks the king is added to *checkers. */
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

/* The number of king moves. `seen` is the set of squares that sliders attack once the king is
 * lifted off the board. */
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
    uint64_t rooks =
        checkers == 0 && r->rooks != 0 ? arb__castle_unblocked(r->rooks, blockers, them) : 0;
    if ((steps | rooks) == 0)
        return 0;
    return arb__reply_king_among(them, steps, rooks, m->leaps,
                                 ops->see(m->straights, m->diagonals, blockers ^ r->royal));
}

/* As arb__count_pawns, for positions without pins and checks. */
ARB__INLINE unsigned arb__reply_pawns(const arb__replier *r, arb_colour them, uint64_t enemy,
                                      uint64_t blockers)
{
    uint64_t third = arb__ahead(arb__chess.double_from[them], them);
    arb__pawn_sets sets = {.one = r->ahead & ~blockers, .west = r->west & enemy};
    sets.two = arb__ahead(sets.one & third, them) & ~blockers;
    sets.east = r->east & enemy;
    return arb__count_pawn_sets(&sets, them);
}

/* The number of replies to a move. The fields of the mover are parameters so that they travel in
 * registers. */
typedef unsigned arb__replies_to(const arb__replier *r, uint64_t enemy, uint64_t straights,
                                 uint64_t diagonals, uint64_t leaps, uint64_t checkers);

/* If no enemy slider stands on a line through the king and no leaper gives check, there is neither
 * pin nor check. Every other case goes to `lined`. */
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
           arb__count_pawns(r->board, &v, them);
}

/* The number of en-passant captures on `passed`. Only sliders can attack the king afterwards:
 * the move before was a double step, so no knight gives check, and a checking pawn is the one
 * captured. */
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
