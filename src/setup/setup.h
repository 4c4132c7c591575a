/* setup.h: declarations that the files of this layer share. Layer: setup. */
#ifndef ARB_SETUP_SETUP_H
#define ARB_SETUP_SETUP_H

#include "rules/placement.h"

/* Does castling exist on a board of this size? */
bool arb__castling_on(const arb_rules *rules, arb_size size);

/* The last of these pieces in the order of FEN: the one that a reader of FEN takes as royal. */
arb_square arb__last_in_fen(const arb_setup *setup, arb_piece piece);

/* The home square of this side's rook. If homes are free (Chess960), it is the outermost rook on
 * that side of the king, or the corner if there is none. */
arb_square arb__castle_home(const arb_setup *setup, const arb_rules *rules, arb_colour colour,
                            int side);

#endif
