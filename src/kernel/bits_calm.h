/* bits_calm.h: moves that cannot change how many replies there are. Layer: kernel.
 *
 * A quiet move empties one square and fills another. Unless one of the two is a square on which the
 * opponent's replies depend, they are as many as if nothing had been played: counted once, and
 * multiplied. Whatever is in doubt is not calm. For the rules of chess only. */
#ifndef ARB_KERNEL_BITS_CALM_H
#define ARB_KERNEL_BITS_CALM_H

#include "kernel/bits_safety.h"

/* Squares that a piece of each sort may leave and enter calmly. */
typedef struct {
    uint64_t slider, knight, king, pawn;
    uint64_t passed; /* squares that a pawn may step over */
} arb__calm;

ARB__INLINE uint64_t arb__kings_see(uint64_t kings)
{
    uint64_t row = kings | (kings << 1 & ~ARB__FILE_A) | (kings >> 1 & ~ARB__FILE_H);
    return row | row << 8 | row >> 8;
}

ARB__INLINE arb__calm arb__find_calm(const arb__board *b, const arb__sight *sight,
                                     const arb__view *v, arb_colour us)
{
    const arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    const unsigned home = them == ARB_WHITE ? 0 : 56;
    uint64_t king = b->kings & v->enemy;
    unsigned square = arb__first(king);
    uint64_t pawns = b->pawns & v->enemy;
    uint64_t rooks = b->marks & v->enemy & b->straights;

    /* Where it matters to the king whether we attack: itself, its steps, its way in castling. */
    uint64_t zone = king | (arb__king_steps[square] & ~v->enemy);
    uint64_t way = 0;
    if ((rooks >> home & 0x80) != 0) {
        way |= UINT64_C(0x60) << home;
        if ((v->enemy >> home & 0x60) == 0)
            zone |= UINT64_C(0x60) << home;
    }
    if ((rooks >> home & 0x01) != 0) {
        way |= UINT64_C(0x0E) << home;
        if ((v->enemy >> home & 0x0E) == 0)
            zone |= UINT64_C(0x0C) << home;
    }

    /* Steps and captures of their pawns; two steps go through a square of one. */
    uint64_t strikes = arb__pawn_attacks(pawns, them);
    uint64_t steps = arb__ahead(pawns, them);
    steps |= arb__ahead(steps & arb__ahead(arb__chess.double_from[them], them), them);

    uint64_t first =
        (arb__straight_attacks(square, v->blockers) | arb__diagonal_attacks(square, v->blockers)) &
        v->blockers;
    uint64_t behind = v->blockers ^ first;
    uint64_t stir =
        zone | way | strikes | steps | arb__straight_attacks(square, behind) |
        arb__diagonal_attacks(square, behind) |
        sight->see(zone | (b->straights & v->enemy), zone | (b->diagonals & v->enemy), v->blockers);
    return (arb__calm){
        .slider = ~stir,
        .knight = ~(stir | arb__knights_see(zone)),
        .king = ~(stir | arb__kings_see(zone)),
        .pawn = ~(stir | arb__pawn_attacks(zone, them)),
        .passed = ~strikes,
    };
}

#endif
