/* fast_text.h: FEN and SAN of 8x8 chess, straight between text and bitboards. Layer: fast. */
#ifndef ARB_FAST_TEXT_H
#define ARB_FAST_TEXT_H

#include "arbiter.h"

/* Reads pieces, kings, rights, turn, clocks and the board's part of the key into a position on bits
 * that has been cleared. False: it passes, and the position may be half filled. */
bool arb__fast_fen_read(arb_position *pos, const char *text, size_t len);

/* Writes the FEN with this en-passant square. 0: it passes. */
size_t arb__fast_fen_write(const arb_position *pos, arb_square en_passant, char *buf, size_t cap);

/* The legal move that this text denotes in strict SAN, if it names no origin and is neither a
 * promotion nor castling. ARB_NO_MOVE: it passes. */
arb_move arb__fast_san_read(const arb_position *pos, const char *text, size_t len);

#endif
