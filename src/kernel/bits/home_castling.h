/* home_castling.h: castling from the homes of chess, king on the e-file and rooks in the corners
 * (FIDE 3.8.2). Layer: kernel.
 *
 * The only place that names these squares: the kernel and every accelerator ask here. Any other
 * castling is in king_safety.h. */
#ifndef ARB_KERNEL_HOME_CASTLING_H
#define ARB_KERNEL_HOME_CASTLING_H

#include <string.h>

#include "kernel/bits/bits.h"

/* The shift from the first row to the home row of `us`. */
ARB__INLINE unsigned arb__home_row(unsigned us)
{
    return us == ARB_WHITE ? 0 : 56;
}

/* The squares between king and rook, which must be empty: f and g, or b, c and d. */
ARB__INLINE uint64_t arb__castle_path(unsigned side)
{
    return side == ARB_KING_SIDE ? 0x60 : 0x0E;
}

/* The squares that the king crosses or arrives at, which must not be attacked: f and g, or c
 * and d. */
ARB__INLINE uint64_t arb__castle_king_path(unsigned side)
{
    return side == ARB_KING_SIDE ? 0x60 : 0x0C;
}

/* The home squares of king and rook. arb__chess says where castling puts them. */
ARB__INLINE unsigned arb__castle_king_home(unsigned us)
{
    return arb__home_row(us) + 4;
}

ARB__INLINE unsigned arb__castle_rook_home(unsigned us, unsigned side)
{
    return arb__home_row(us) + (side == ARB_KING_SIDE ? 7 : 0);
}

ARB__INLINE uint64_t arb__castle_corner(unsigned us, unsigned side)
{
    return (uint64_t)1 << arb__castle_rook_home(us, side);
}

/* The four castling rights are one word, as they lie in memory: the squares of their rooks, 16 bits
 * each, by colour and side. ARB__RIGHT_AT is the lowest bit of one. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define ARB__RIGHT_AT(us, side) (16 * (3 - 2 * (us) - (side)))
#else
#define ARB__RIGHT_AT(us, side) (16 * (2 * (us) + (side)))
#endif
/* ORing this mask into the word ends one right, because ARB_NO_SQUARE has all bits set. */
#define ARB__RIGHT_LOST(us, side) ((uint64_t)ARB_NO_SQUARE << ARB__RIGHT_AT(us, side))

/* By square: the rights that end when a piece leaves the square or arrives there, since king or
 * rook has then moved or been taken (FIDE 3.8.2.1). */
#define ARB__RIGHTS_LOST_OF(us)                                                                    \
    ARB__RIGHT_LOST(us, ARB_QUEEN_SIDE), 0, 0, 0,                                                  \
        ARB__RIGHT_LOST(us, ARB_QUEEN_SIDE) | ARB__RIGHT_LOST(us, ARB_KING_SIDE), 0, 0,            \
        ARB__RIGHT_LOST(us, ARB_KING_SIDE)
#define ARB__NONE_LOST 0, 0, 0, 0, 0, 0, 0, 0
static const uint64_t arb__rights_lost[64] = {
    ARB__RIGHTS_LOST_OF(ARB_WHITE),
    ARB__NONE_LOST,
    ARB__NONE_LOST,
    ARB__NONE_LOST,
    ARB__NONE_LOST,
    ARB__NONE_LOST,
    ARB__NONE_LOST,
    ARB__RIGHTS_LOST_OF(ARB_BLACK),
};

ARB__INLINE uint64_t arb__castle_rooks(const arb_position *pos)
{
    uint64_t rooks;
    memcpy(&rooks, pos->castle_rook, sizeof rooks);
    return rooks;
}

/* The rights in such a word as four bits; the bit number is 2 * colour + side. The product moves
 * them side by side, from bit 48 on. */
ARB__INLINE unsigned arb__rights_left(uint64_t rooks)
{
    const uint64_t gather =
        UINT64_C(1) << (48 - ARB__RIGHT_AT(0, 0)) | UINT64_C(1) << (49 - ARB__RIGHT_AT(0, 1)) |
        UINT64_C(1) << (50 - ARB__RIGHT_AT(1, 0)) | UINT64_C(1) << (51 - ARB__RIGHT_AT(1, 1));
    return (unsigned)((~rooks >> 15 & UINT64_C(0x0001000100010001)) * gather >> 48) & 15u;
}

/* Those of `rooks`, all of which have the right to castle, whose path to the king is empty. */
ARB__INLINE uint64_t arb__castle_unblocked(uint64_t rooks, uint64_t blockers, unsigned us)
{
    uint64_t row = blockers >> arb__home_row(us), open = 0;
    open |= (row & arb__castle_path(0)) == 0 ? rooks & arb__castle_corner(us, 0) : 0;
    open |= (row & arb__castle_path(1)) == 0 ? rooks & arb__castle_corner(us, 1) : 0;
    return open;
}

/* Is no square `attacked` that the king crosses or arrives at on this side? */
ARB__INLINE bool arb__castle_unattacked(uint64_t attacked, unsigned us, unsigned side)
{
    return (attacked >> arb__home_row(us) & arb__castle_king_path(side)) == 0;
}

/* Both questions as one set, for code without branches: castling to a side is possible if no square
 * of arb__castle_path is in the set. */
ARB__INLINE uint64_t arb__castle_barred(uint64_t blockers, uint64_t attacked, unsigned us)
{
    const uint64_t king_paths = arb__castle_king_path(0) | arb__castle_king_path(1);
    return (blockers | (attacked & (king_paths | king_paths << 56))) >> us * 56;
}

#endif
