/* key.h: the parts of a position's key. Layer: position. */
#ifndef ARB_POSITION_KEY_H
#define ARB_POSITION_KEY_H

#include "arbiter.h"

/* One piece on one square. */
uint64_t arb__key_piece(arb_square square, arb_piece piece);

/* Turn, castling rights and, where the capture is legal, the en-passant square. */
uint64_t arb__key_state(const arb_position *pos);

#endif
