/* home_castling.h: castling from the homes of chess, king on the e-file and rooks in the corners
 * (FIDE 3.8.2). Layer: kernel.
 *
 * The only place that names these squares: the kernel and every accelerator ask here. Any other
 * castling is in king_safety.h. */
#ifndef ARB_KERNEL_HOME_CASTLING_H
#define ARB_KERNEL_HOME_CASTLING_H

#include "kernel/bits/bits.h"

/* The shift from the first row to the home row of `us`. */
ARB__INLINE unsigned arb__home_row(unsigned us)
{
    return us == ARB_WHITE ? 0 : 56;
}

/* Squares of the first row that must be empty: f and g, or b, c and d. */
ARB__INLINE uint64_t arb__castle_path(unsigned side)
{
    return side == ARB_KING_SIDE ? 0x60 : 0x0E;
}

/* Those where the king must not be attacked: f and g, or c and d. */
ARB__INLINE uint64_t arb__castle_king_path(unsigned side)
{
    return side == ARB_KING_SIDE ? 0x60 : 0x0C;
}

/* Where king and rook stand, and where the rook arrives. */
ARB__INLINE unsigned arb__castle_king_home(unsigned us)
{
    return arb__home_row(us) + 4;
}

ARB__INLINE unsigned arb__castle_rook_home(unsigned us, unsigned side)
{
    return arb__home_row(us) + (side == ARB_KING_SIDE ? 7 : 0);
}

ARB__INLINE unsigned arb__castle_rook_goal(unsigned us, unsigned side)
{
    return arb__home_row(us) + (side == ARB_KING_SIDE ? 5 : 3);
}

ARB__INLINE uint64_t arb__castle_corner(unsigned us, unsigned side)
{
    return (uint64_t)1 << arb__castle_rook_home(us, side);
}

/* Those of `rooks`, which have the right to castle, with an empty path to the king. */
ARB__INLINE uint64_t arb__castle_unblocked(uint64_t rooks, uint64_t blockers, unsigned us)
{
    uint64_t row = blockers >> arb__home_row(us), open = 0;
    open |= (row & arb__castle_path(0)) == 0 ? rooks & arb__castle_corner(us, 0) : 0;
    open |= (row & arb__castle_path(1)) == 0 ? rooks & arb__castle_corner(us, 1) : 0;
    return open;
}

/* Is the king's way to one side free of `attacked` squares? */
ARB__INLINE bool arb__castle_unattacked(uint64_t attacked, unsigned us, unsigned side)
{
    return (attacked >> arb__home_row(us) & arb__castle_king_path(side)) == 0;
}

/* Both questions in one set, for code without branches: castling to a side is free where no square
 * of arb__castle_path is in it. */
ARB__INLINE uint64_t arb__castle_barred(uint64_t blockers, uint64_t attacked, unsigned us)
{
    const uint64_t king_paths = arb__castle_king_path(0) | arb__castle_king_path(1);
    return (blockers | (attacked & (king_paths | king_paths << 56))) >> us * 56;
}

#endif
