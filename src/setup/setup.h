/* setup.h: declarations that the files of this layer share. Layer: setup. */
#ifndef ARB_SETUP_SETUP_H
#define ARB_SETUP_SETUP_H

#include "arbiter.h"

/* The row on which a side castles. */
static inline int arb__home_rank(arb_size size, const arb_rules *rules, arb_colour colour)
{
    int row = rules->castling.row;
    return colour == ARB_WHITE ? row : size.ranks - 1 - row;
}

/* Does castling exist on a board of this size? */
bool arb__castling_on(const arb_rules *rules, arb_size size);

/* The home square of this side's rook. If homes are free (Chess960), it is the outermost rook on
 * that side of the king, or the corner if there is none. */
arb_square arb__castle_home(const arb_setup *setup, const arb_rules *rules, arb_colour colour,
                            int side);

#endif
