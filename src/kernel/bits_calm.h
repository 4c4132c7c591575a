/* bits_calm.h: what a quiet move can change in the number of replies. Layer: kernel.
 *
 * A quiet move empties one square and fills another. Unless it touches what the opponent's king
 * depends on, the replies are those to no move at all, but for pawns and sliders that depend on one
 * of the two squares; and mostly there is none. So the replies are counted once, and recounted in
 * part. Whatever is in doubt is counted afresh. For the rules of chess only. */
#ifndef ARB_KERNEL_BITS_CALM_H
#define ARB_KERNEL_BITS_CALM_H

#include "kernel/bits_count.h"

typedef struct {
    /* Squares of the opponent's king, which a calm piece of each sort neither leaves nor enters. */
    uint64_t straight, diagonal, knight, king, pawn;
    uint64_t strikes;     /* a pawn that steps over one of these can be taken in passing */
    uint64_t for_sliders; /* on these squares the opponent's sliders depend */
    uint64_t for_pawns;   /* on these its pawns */
    arb__view theirs;     /* how the opponent sees the board if no move is made */
    unsigned replies;     /* and how many replies that gives; some of them: */
    unsigned by_sliders, by_pawns;
} arb__calm;

ARB__INLINE uint64_t arb__kings_see(uint64_t kings)
{
    uint64_t row = kings | (kings << 1 & ~ARB__FILE_A) | (kings >> 1 & ~ARB__FILE_H);
    return row | row << 8 | row >> 8;
}

/* The lines of a king past one piece, up to the next: as far as a check or a pin can reach. */
typedef struct {
    uint64_t straight, diagonal;
} arb__lines;

ARB__INLINE arb__lines arb__king_lines(unsigned king, uint64_t blockers)
{
    uint64_t straight = blockers & ~arb__straight_attacks(king, blockers);
    uint64_t diagonal = blockers & ~arb__diagonal_attacks(king, blockers);
    return (arb__lines){arb__straight_attacks(king, straight),
                        arb__diagonal_attacks(king, diagonal)};
}

/* The squares on a line between the king and a slider that could give check along it. */
ARB__INLINE uint64_t arb__lines_to(unsigned king, uint64_t sliders)
{
    uint64_t set = sliders;
    for (; sliders != 0; sliders &= sliders - 1)
        set |= arb__between[king][arb__first(sliders)];
    return set;
}

/* The squares between king and rooks that may castle, and those where an attack would matter. */
ARB__INLINE uint64_t arb__castle_ways(const arb__board *b, const arb__view *theirs, arb_colour them,
                                      uint64_t *zone)
{
    const unsigned home = them == ARB_WHITE ? 0 : 56;
    uint64_t rooks = (b->marks & theirs->own & b->straights) >> home;
    uint64_t own = theirs->own >> home;
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

/* What must not be touched. Any piece may uncover or block one of our sliders that looks at the
 * king, past one piece at most, or at its zone; a slider may besides look there itself. */
ARB__INLINE void arb__find_stir(arb__calm *calm, const arb__board *b, const arb__sight *sight,
                                arb_colour them)
{
    const arb__view *v = &calm->theirs;
    unsigned king = arb__first(v->royal);
    uint64_t straights = b->straights & v->enemy;
    uint64_t diagonals = b->diagonals & v->enemy;
    /* Where it matters to the king whether we attack: itself, its steps, its way in castling. */
    uint64_t zone = v->royal | (arb__king_steps[king] & ~v->own);
    uint64_t ways = arb__castle_ways(b, v, them, &zone);

    uint64_t straight_to_zone = sight->see(zone, 0, v->blockers);
    uint64_t diagonal_to_zone = sight->see(0, zone, v->blockers);
    arb__lines lines = arb__king_lines(king, v->blockers);
    uint64_t aimed =
        (straights & arb__straight_rays(king)) | (diagonals & arb__diagonal_rays(king));
    uint64_t stir =
        zone | ways |
        (sight->see(straights, diagonals, v->blockers) & (straight_to_zone | diagonal_to_zone)) |
        (arb__lines_to(king, aimed) & (lines.straight | lines.diagonal));
    calm->straight = stir | straight_to_zone | lines.straight;
    calm->diagonal = stir | diagonal_to_zone | lines.diagonal;
    calm->knight = stir | arb__knights_see(zone);
    calm->king = stir | arb__kings_see(zone);
    calm->pawn = stir | arb__pawn_attacks(zone, them);
}

ARB__INLINE void arb__find_calm(arb__calm *calm, const arb__board *b, const arb__sight *sight,
                                arb_colour them)
{
    arb__view v = arb__look(b, &arb__chess, them);
    uint64_t pawns = b->pawns & v.own;
    calm->theirs = v;
    arb__find_stir(calm, b, sight, them);

    /* Two steps go through a square of one. */
    uint64_t steps = arb__ahead(pawns, them);
    steps |= arb__ahead(steps & arb__ahead(arb__chess.double_from[them], them), them);
    calm->strikes = arb__pawn_attacks(pawns, them);
    calm->for_pawns = calm->strikes | steps;
    calm->for_sliders = sight->see(b->straights & v.own, b->diagonals & v.own, v.blockers);

    calm->by_sliders = arb__count_sliders(b, sight, &v);
    calm->by_pawns = arb__count_pawns(b, &arb__chess, &v, them);
    calm->replies = calm->by_sliders + calm->by_pawns +
                    arb__count_royal(b, &arb__chess, sight, &v, them) + arb__count_knights(b, &v);
}

/* The replies to a quiet move that touches no square of the king. */
ARB__INLINE unsigned arb__calm_replies(const arb__calm *calm, const arb__board *b,
                                       const arb__sight *sight, arb_colour them, uint64_t from_to)
{
    arb__view v = calm->theirs;
    unsigned count = calm->replies;
    v.enemy ^= from_to;
    v.blockers ^= from_to;
    if ((from_to & calm->for_pawns) != 0)
        count += arb__count_pawns(b, &arb__chess, &v, them) - calm->by_pawns;
    if ((from_to & calm->for_sliders) != 0)
        count += arb__count_sliders(b, sight, &v) - calm->by_sliders;
    return count;
}

#endif
