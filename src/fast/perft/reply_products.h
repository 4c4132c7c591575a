/* reply_products.h: how a quiet move changes the number of replies. Layer: fast.
 *
 * A quiet move empties one square and fills another. A neutral move touches nothing that the
 * opponent's king depends on. After it the opponent has the same replies as if no move had been
 * made, except for pawns and sliders that depend on one of the two squares; mostly there are none.
 * So the replies are counted once as a baseline, and only those of pawns or sliders are counted
 * again. Any doubtful move is counted in full. For the rules of chess only. */
#ifndef ARB_FAST_REPLY_PRODUCTS_H
#define ARB_FAST_REPLY_PRODUCTS_H

#include "fast/perft/reply_count.h"

typedef struct {
    /* Squares that a neutral move neither leaves nor enters, because they matter to the opponent's
     * king, by the sort of piece that moves. */
    uint64_t straight, diagonal, knight, king, pawn;
    uint64_t for_sliders; /* squares on which moves of the opponent's sliders depend */
    uint64_t for_pawns;   /* squares on which moves of its pawns depend */
    arb__view theirs;     /* pins and targets of the opponent if no move is made */
    unsigned replies;     /* the number of replies in that case; next, parts of it */
    unsigned by_sliders, by_pawns;
} arb__baseline;

ARB__INLINE uint64_t arb__kings_see(uint64_t kings)
{
    uint64_t row = kings | (kings << 1 & ~ARB__FILE_A) | (kings >> 1 & ~ARB__FILE_H);
    return row | row << 8 | row >> 8;
}

/* The squares between the king and the rooks that may castle. Adds to *zone those squares whose
 * attack would forbid castling. */
ARB__INLINE uint64_t arb__castle_paths(const arb__replier *r, arb_colour them, uint64_t *zone)
{
    const unsigned home = arb__home_row(them);
    uint64_t paths = 0;
    for (unsigned side = 0; side < 2; side++) {
        uint64_t path = arb__castle_path(side) << home;
        if ((r->rooks & arb__castle_corner(them, side)) == 0)
            continue;
        paths |= path;
        *zone |= (r->own & path) == 0 ? arb__castle_king_path(side) << home : 0;
    }
    return paths;
}

/* These sliders and the squares between them and the king. */
ARB__INLINE uint64_t arb__lines_to(const arb__replier *r, uint64_t sliders)
{
    uint64_t set = sliders;
    for (; sliders != 0; sliders &= sliders - 1)
        set |= r->between[arb__first(sliders)];
    return set;
}

/* Finds the squares that a neutral move must neither leave nor enter. `all` has those that matter
 * for every piece: the zone (below), the squares between king and castling rooks, and those on
 * lines along which one of our sliders attacks the zone or, perhaps through one piece, the king.
 * Each sort of piece adds the squares from which it attacks the zone. */
ARB__INLINE void arb__find_king_zone(arb__baseline *base, const arb__replier *r,
                                     const arb__mover *m, const arb__slider_ops *ops,
                                     arb_colour them, uint64_t seen)
{
    unsigned king = arb__first(r->royal);
    uint64_t blockers = r->own | m->enemy;
    /* The zone: squares where our attacks matter to the king. These are its own, its steps and its
     * castling path. */
    uint64_t zone = r->royal | (r->king_steps & ~r->own);
    uint64_t all = arb__castle_paths(r, them, &zone) | zone;
    uint64_t to_zone = 0, lines = 0;
    if (m->straights != 0) {
        uint64_t line = ops->straight(king, blockers & ~ops->straight(king, blockers));
        base->straight = ops->see(zone, 0, blockers);
        to_zone |= base->straight;
        base->straight |= line;
        lines |= line & arb__lines_to(r, m->straights & r->on_straight);
    }
    if (m->diagonals != 0) {
        uint64_t line = ops->diagonal(king, blockers & ~ops->diagonal(king, blockers));
        base->diagonal = ops->see(0, zone, blockers);
        to_zone |= base->diagonal;
        base->diagonal |= line;
        lines |= line & arb__lines_to(r, m->diagonals & r->on_diagonal);
    }
    all |= lines | (seen & to_zone);
    base->straight |= all;
    base->diagonal |= all;
    base->knight = all | ((r->board->knights & m->enemy) != 0 ? arb__knights_see(zone) : 0);
    base->king = all | arb__kings_see(zone);
    base->pawn = all | arb__pawn_attacks(zone, them);
}

/* Two sets are found with a king lifted off the board and used as if it stood there. `seen`,
 * without the replier's king, is exact, because that king is not in check. `for_sliders`, without
 * ours, is too large if we are in check from a slider. But then each of our legal moves touches one
 * of these squares, so that the slider moves are counted again. */
ARB__INLINE void arb__find_baseline(arb__baseline *base, const arb__replier *r, const arb__mover *m,
                                    const arb__slider_ops *ops, arb_colour them)
{
    const arb__board *b = r->board;
    uint64_t blockers = r->own | m->enemy, none = 0;
    uint64_t seen = ops->see(m->straights, m->diagonals, blockers ^ r->royal);
    arb__view v = {.own = r->own,
                   .enemy = m->enemy,
                   .blockers = blockers,
                   .royal = r->royal,
                   .targets = ~r->own};
    v.pin_straight = arb__reply_pins(r, m->straights & r->on_straight, blockers, &none);
    v.pin_diagonal = arb__reply_pins(r, m->diagonals & r->on_diagonal, blockers, &none);
    base->straight = base->diagonal = 0;
    arb__find_king_zone(base, r, m, ops, them, seen);

    /* A double step passes over the target of a single step. */
    uint64_t two = arb__ahead(r->ahead & arb__ahead(arb__chess.double_from[them], them), them);
    base->for_pawns = r->west | r->east | r->ahead | two;

    base->theirs = v;
    base->for_sliders = ops->see(r->straights, r->diagonals, blockers ^ (b->kings & m->enemy));
    base->by_sliders = arb__count_sliders(b, ops, &v);
    base->by_pawns = arb__count_pawns(b, &v, them);
    base->replies =
        base->by_sliders + base->by_pawns + arb__count_knights(b, &v) +
        arb__reply_king_among(them, r->king_steps & ~(r->own | m->leaps),
                              arb__castle_unblocked(r->rooks, blockers, them), m->leaps, seen);
}

/* The number of replies to a neutral quiet move if no piece of the opponent is pinned. */
ARB__INLINE unsigned arb__recount(const arb__baseline *base, const arb__replier *r,
                                  const arb__slider_ops *ops, arb_colour them, uint64_t from_to)
{
    uint64_t enemy = base->theirs.enemy ^ from_to, blockers = base->theirs.blockers ^ from_to;
    unsigned count = base->replies;
    if ((from_to & base->for_pawns) != 0)
        count += arb__reply_pawns(r, them, enemy, blockers) - base->by_pawns;
    if ((from_to & base->for_sliders) != 0)
        count += ops->count(r->straights, r->diagonals, blockers, ~r->own) - base->by_sliders;
    return count;
}

/* The same if a piece is pinned. */
ARB__INLINE unsigned arb__recount_pinned(const arb__baseline *base, const arb__replier *r,
                                         const arb__slider_ops *ops, arb_colour them,
                                         uint64_t from_to)
{
    arb__view v = base->theirs;
    unsigned count = base->replies;
    v.enemy ^= from_to;
    v.blockers ^= from_to;
    if ((from_to & base->for_pawns) != 0)
        count += arb__count_pawns(r->board, &v, them) - base->by_pawns;
    if ((from_to & base->for_sliders) != 0)
        count += arb__count_sliders(r->board, ops, &v) - base->by_sliders;
    return count;
}

#endif
