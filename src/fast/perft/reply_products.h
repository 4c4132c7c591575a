/* reply_products.h: what a quiet move can change in the number of replies. Layer: fast.
 *
 * A quiet move empties one square and fills another. Unless it touches what the opponent's king
 * depends on, the replies are those to no move at all, but for pawns and sliders that depend on one
 * of the two squares; and mostly there is none. So the replies are counted once, and recounted in
 * part. Whatever is in doubt is counted afresh. For the rules of chess only. */
#ifndef ARB_FAST_REPLY_PRODUCTS_H
#define ARB_FAST_REPLY_PRODUCTS_H

#include "fast/perft/reply_count.h"

typedef struct {
    /* Squares that matter to the opponent's king; a neutral move neither leaves nor enters them. By
     * the sort of piece that moves: */
    uint64_t straight, diagonal, knight, king, pawn;
    uint64_t for_sliders; /* on these squares the opponent's sliders depend */
    uint64_t for_pawns;   /* on these its pawns */
    arb__view theirs;     /* how the opponent sees the board if no move is made */
    unsigned replies;     /* and how many replies that gives; some of them: */
    unsigned by_sliders, by_pawns, by_king;
} arb__baseline;

ARB__INLINE uint64_t arb__kings_see(uint64_t kings)
{
    uint64_t row = kings | (kings << 1 & ~ARB__FILE_A) | (kings >> 1 & ~ARB__FILE_H);
    return row | row << 8 | row >> 8;
}

/* The squares between the king and rooks that may castle. Adds to *zone those where an attack would
 * forbid it. */
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

/* The squares up to sliders that could give check along a line. */
ARB__INLINE uint64_t arb__lines_to(const arb__replier *r, uint64_t sliders)
{
    uint64_t set = sliders;
    for (; sliders != 0; sliders &= sliders - 1)
        set |= r->between[arb__first(sliders)];
    return set;
}

/* Finds the squares that a neutral move must not touch. Any piece may uncover or block one of our
 * sliders that looks at the king, past one piece at most, or at its zone; a slider may besides look
 * there itself. */
ARB__INLINE void arb__find_king_zone(arb__baseline *base, const arb__replier *r,
                                     const arb__mover *m, const arb__slider_ops *ops,
                                     arb_colour them, uint64_t seen)
{
    unsigned king = arb__first(r->royal);
    uint64_t blockers = r->own | m->enemy;
    /* Where it matters to the king whether we attack: itself, its steps, its way in castling. */
    uint64_t zone = r->royal | (r->king_steps & ~r->own);
    uint64_t stir = arb__castle_paths(r, them, &zone) | zone;
    uint64_t to_zone = 0, lines = 0;
    if (m->straights != 0) {
        uint64_t line = ops->straight_past(king, blockers);
        base->straight = ops->spread(zone, 0, blockers);
        to_zone |= base->straight;
        base->straight |= line;
        lines |= line & arb__lines_to(r, m->straights & r->on_straight);
    }
    if (m->diagonals != 0) {
        uint64_t line = ops->diagonal_past(king, blockers);
        base->diagonal = ops->spread(0, zone, blockers);
        to_zone |= base->diagonal;
        base->diagonal |= line;
        lines |= line & arb__lines_to(r, m->diagonals & r->on_diagonal);
    }
    stir |= lines | (seen & to_zone);
    base->straight |= stir;
    base->diagonal |= stir;
    base->knight = stir | ((r->board->knights & m->enemy) != 0 ? arb__knights_see(zone) : 0);
    base->king = stir | arb__kings_see(zone);
    base->pawn = stir | arb__pawn_attacks(zone, them);
}

/* What is found with a king lifted off serves for the board as it is. Theirs is not in check. If
 * ours is, by a slider, too many squares seem to depend on sliders, and too many moves to be
 * theirs: but then each of our moves touches such a square, and they are counted again. */
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

    /* Two steps go through a square of one. */
    uint64_t two = arb__ahead(r->ahead & arb__ahead(arb__chess.double_from[them], them), them);
    base->for_pawns = r->west | r->east | r->ahead | two;

    base->theirs = v;
    base->by_sliders = ops->survey(r->straights, r->diagonals, blockers ^ (b->kings & m->enemy),
                                   ~r->own, &base->for_sliders);
    if (((r->straights | r->diagonals) & (v.pin_straight | v.pin_diagonal)) != 0)
        base->by_sliders = arb__count_sliders(b, ops, &v);
    base->by_pawns = arb__count_pawns(b, &arb__chess, &v, them);
    base->by_king = arb__reply_king_among(them, r->king_steps & ~(r->own | m->leaps),
                                          arb__reply_rooks(r, them, blockers), m->leaps, seen);
    base->replies = base->by_sliders + base->by_pawns + base->by_king + arb__count_knights(b, &v);
}

/* Is a piece of the opponent pinned? */
ARB__INLINE bool arb__has_pins(const arb__baseline *base)
{
    return (base->theirs.pin_straight | base->theirs.pin_diagonal) != 0;
}

/* The number of replies to a neutral quiet move, where no piece of the opponent is pinned. */
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

/* The same where some piece is pinned. */
ARB__INLINE unsigned arb__recount_pinned(const arb__baseline *base, const arb__replier *r,
                                         const arb__slider_ops *ops, arb_colour them,
                                         uint64_t from_to)
{
    arb__view v = base->theirs;
    unsigned count = base->replies;
    v.enemy ^= from_to;
    v.blockers ^= from_to;
    if ((from_to & base->for_pawns) != 0)
        count += arb__count_pawns(r->board, &arb__chess, &v, them) - base->by_pawns;
    if ((from_to & base->for_sliders) != 0)
        count += arb__count_sliders(r->board, ops, &v) - base->by_sliders;
    return count;
}

/* The number of replies to a neutral capture, where no piece of the opponent is pinned. */
ARB__INLINE unsigned arb__recount_capture(const arb__baseline *base, const arb__replier *whole,
                                          const arb__slider_ops *ops, arb_colour them,
                                          uint64_t from_to, uint64_t taken)
{
    arb__replier r = arb__replier_without(whole, them, taken);
    uint64_t enemy = base->theirs.enemy ^ from_to, blockers = r.own | enemy;
    return base->by_king + (unsigned)r.by_knights + arb__reply_pawns(&r, them, enemy, blockers) +
           ops->count(r.straights, r.diagonals, blockers, ~r.own);
}

#endif
