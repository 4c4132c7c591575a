/* reply_products.h: what a quiet move can change in the number of replies. Layer: kernel.
 *
 * A quiet move empties one square and fills another. Unless it touches what the opponent's king
 * depends on, the replies are those to no move at all, but for pawns and sliders that depend on one
 * of the two squares; and mostly there is none. So the replies are counted once, and recounted in
 * part. Whatever is in doubt is counted afresh. For the rules of chess only. */
#ifndef ARB_FAST_REPLY_PRODUCTS_H
#define ARB_FAST_REPLY_PRODUCTS_H

#include "fast/perft/reply_count.h"

typedef struct {
    /* Squares of the opponent's king, which a calm piece of each sort neither leaves nor enters. */
    uint64_t straight, diagonal, knight, king, pawn;
    uint64_t for_sliders; /* on these squares the opponent's sliders depend */
    uint64_t for_pawns;   /* on these its pawns */
    arb__view theirs;     /* how the opponent sees the board if no move is made */
    unsigned replies;     /* and how many replies that gives; some of them: */
    unsigned by_sliders, by_pawns, by_king;
} arb__calm;

ARB__INLINE uint64_t arb__kings_see(uint64_t kings)
{
    uint64_t row = kings | (kings << 1 & ~ARB__FILE_A) | (kings >> 1 & ~ARB__FILE_H);
    return row | row << 8 | row >> 8;
}

/* The squares between king and rooks that may castle, and those where an attack would matter. */
ARB__INLINE uint64_t arb__castle_ways(const arb__replier *r, arb_colour them, uint64_t *zone)
{
    const unsigned home = them == ARB_WHITE ? 0 : 56;
    uint64_t rooks = r->rooks >> home;
    uint64_t own = r->own >> home;
    uint64_t ways = 0;
    if ((rooks & 0x80) != 0) {
        ways |= UINT64_C(0x60) << home;
        *zone |= (own & 0x60) == 0 ? UINT64_C(0x60) << home : 0;
    }
    if ((rooks & 0x01) != 0) {
        ways |= UINT64_C(0x0E) << home;
        *zone |= (own & 0x0E) == 0 ? UINT64_C(0x0C) << home : 0;
    }
    return ways;
}

/* The squares up to sliders that could give check along a line. */
ARB__INLINE uint64_t arb__lines_to(const arb__replier *r, uint64_t sliders)
{
    uint64_t set = sliders;
    for (; sliders != 0; sliders &= sliders - 1)
        set |= r->between[arb__first(sliders)];
    return set;
}

/* What must not be touched. Any piece may uncover or block one of our sliders that looks at the
 * king, past one piece at most, or at its zone; a slider may besides look there itself. */
ARB__INLINE void arb__find_stir(arb__calm *calm, const arb__replier *r, const arb__mover *m,
                                const arb__sight *sight, arb_colour them, uint64_t seen)
{
    unsigned king = arb__first(r->royal);
    uint64_t blockers = r->own | m->enemy;
    /* Where it matters to the king whether we attack: itself, its steps, its way in castling. */
    uint64_t zone = r->royal | (r->king_steps & ~r->own);
    uint64_t stir = arb__castle_ways(r, them, &zone) | zone;
    uint64_t to_zone = 0, lines = 0;
    if (m->straights != 0) {
        uint64_t line = sight->straight_past(king, blockers);
        calm->straight = sight->spread(zone, 0, blockers);
        to_zone |= calm->straight;
        calm->straight |= line;
        lines |= line & arb__lines_to(r, m->straights & r->on_straight);
    }
    if (m->diagonals != 0) {
        uint64_t line = sight->diagonal_past(king, blockers);
        calm->diagonal = sight->spread(0, zone, blockers);
        to_zone |= calm->diagonal;
        calm->diagonal |= line;
        lines |= line & arb__lines_to(r, m->diagonals & r->on_diagonal);
    }
    stir |= lines | (seen & to_zone);
    calm->straight |= stir;
    calm->diagonal |= stir;
    calm->knight = stir | ((r->board->knights & m->enemy) != 0 ? arb__knights_see(zone) : 0);
    calm->king = stir | arb__kings_see(zone);
    calm->pawn = stir | arb__pawn_attacks(zone, them);
}

/* What is found with a king lifted off serves for the board as it is. Theirs is not in check. If
 * ours is, by a slider, too many squares seem to depend on sliders, and too many moves to be
 * theirs: but then each of our moves touches such a square, and they are counted again. */
ARB__INLINE void arb__find_calm(arb__calm *calm, const arb__replier *r, const arb__mover *m,
                                const arb__sight *sight, arb_colour them)
{
    const arb__board *b = r->board;
    uint64_t blockers = r->own | m->enemy, none = 0;
    uint64_t seen = sight->see(m->straights, m->diagonals, blockers ^ r->royal);
    arb__view v = {.own = r->own,
                   .enemy = m->enemy,
                   .blockers = blockers,
                   .royal = r->royal,
                   .targets = ~r->own};
    v.pin_straight = arb__reply_pins(r, m->straights & r->on_straight, blockers, &none);
    v.pin_diagonal = arb__reply_pins(r, m->diagonals & r->on_diagonal, blockers, &none);
    calm->straight = calm->diagonal = 0;
    arb__find_stir(calm, r, m, sight, them, seen);

    /* Two steps go through a square of one. */
    uint64_t two = arb__ahead(r->ahead & arb__ahead(arb__chess.double_from[them], them), them);
    calm->for_pawns = r->west | r->east | r->ahead | two;

    calm->theirs = v;
    calm->by_sliders = sight->survey(r->straights, r->diagonals, blockers ^ (b->kings & m->enemy),
                                     ~r->own, &calm->for_sliders);
    if (((r->straights | r->diagonals) & (v.pin_straight | v.pin_diagonal)) != 0)
        calm->by_sliders = arb__count_sliders(b, sight, &v);
    calm->by_pawns = arb__count_pawns(b, &arb__chess, &v, them);
    calm->by_king = arb__reply_king_among(them, r->king_steps & ~(r->own | m->leaps),
                                          arb__reply_rooks(r, them, blockers), m->leaps, seen);
    calm->replies = calm->by_sliders + calm->by_pawns + calm->by_king + arb__count_knights(b, &v);
}

/* Is a piece of the opponent pinned? */
ARB__INLINE bool arb__calm_held(const arb__calm *calm)
{
    return (calm->theirs.pin_straight | calm->theirs.pin_diagonal) != 0;
}

/* The replies to a quiet move that touches no square of the king, where nothing is pinned; */
ARB__INLINE unsigned arb__calm_replies(const arb__calm *calm, const arb__replier *r,
                                       const arb__sight *sight, arb_colour them, uint64_t from_to)
{
    uint64_t enemy = calm->theirs.enemy ^ from_to, blockers = calm->theirs.blockers ^ from_to;
    unsigned count = calm->replies;
    if ((from_to & calm->for_pawns) != 0)
        count += arb__reply_pawns(r, them, enemy, blockers) - calm->by_pawns;
    if ((from_to & calm->for_sliders) != 0)
        count += sight->count(r->straights, r->diagonals, blockers, ~r->own) - calm->by_sliders;
    return count;
}

/* and where something is. */
ARB__INLINE unsigned arb__calm_held_replies(const arb__calm *calm, const arb__replier *r,
                                            const arb__sight *sight, arb_colour them,
                                            uint64_t from_to)
{
    arb__view v = calm->theirs;
    unsigned count = calm->replies;
    v.enemy ^= from_to;
    v.blockers ^= from_to;
    if ((from_to & calm->for_pawns) != 0)
        count += arb__count_pawns(r->board, &arb__chess, &v, them) - calm->by_pawns;
    if ((from_to & calm->for_sliders) != 0)
        count += arb__count_sliders(r->board, sight, &v) - calm->by_sliders;
    return count;
}

/* The replies to a capture that touches no square of the king, where nothing is pinned. */
ARB__INLINE unsigned arb__calm_captured(const arb__calm *calm, const arb__replier *whole,
                                        const arb__sight *sight, arb_colour them, uint64_t from_to,
                                        uint64_t taken)
{
    arb__replier r = arb__replier_without(whole, them, taken);
    uint64_t enemy = calm->theirs.enemy ^ from_to, blockers = r.own | enemy;
    return calm->by_king + (unsigned)r.by_knights + arb__reply_pawns(&r, them, enemy, blockers) +
           sight->count(r.straights, r.diagonals, blockers, ~r.own);
}

#endif
