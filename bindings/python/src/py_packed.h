/* py_packed.h: a position of an 8x8 board in 32 bytes, for arrays of positions.
 *
 *     0  the occupied squares, 64 bits from a1 on, lowest byte first
 *     8  four bits for each piece in the order of squares, lower half first: kind, and 8 for Black
 *    24  bit 0: Black to move; bits 4 to 7: the file of the en-passant square + 1, or 0
 *    25  checks given, four bits a side, White's lower
 *    26  files of the castling rooks + 1, four bits each: White's short, long, Black's short, long
 *    28  half-moves since a capture or pawn move, 30  number of the move: 16 bits each, lowest
 * first
 *
 * More than 32 pieces, pieces in hand, and pieces other than those of chess do not fit. */
#ifndef PY_PACKED_H
#define PY_PACKED_H

#include "arbiter.h"

enum { PY_PACKED = 32 };

/* Returns false if the position does not fit. */
bool py_pack(const arb_position *position, uint8_t packed[PY_PACKED]);
/* Returns false if the bytes are no position of the rule set. */
bool py_unpack(arb_position *position, const arb_rules *rules, const uint8_t packed[PY_PACKED]);

#endif
