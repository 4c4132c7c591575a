/* fen_bitboards.h: FEN of an 8x8 position of a built-in rule set, straight between text and sets.
 * Layer: position. */
#ifndef ARB_FAST_FEN_BITBOARDS_H
#define ARB_FAST_FEN_BITBOARDS_H

#include "arbiter.h"

/* Board, kings, rights, turn, clocks and the board's part of the key, into a position on bits that
 * is as empty as arb__clear_bits leaves it. False: it is not the usual text, whatever it is. */
bool arb__usual_fen_read(arb_position *pos, const char *text, size_t len);

/* With `passed` as the en-passant square. 0: it is not a usual position. */
size_t arb__usual_fen_write(const arb_position *pos, arb_square passed, char *buf, size_t cap);

#endif
