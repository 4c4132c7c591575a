/* verdict.h: what the files that make a verdict share. Layer: position. */
#ifndef ARB_POSITION_VERDICT_H
#define ARB_POSITION_VERDICT_H

#include "position/position.h"

/* Which castling is meant by a move of the royal piece from `from`: ARB_KING_SIDE, ARB_QUEEN_SIDE,
 * or ARB__NO_SIDE if it is no attempt to castle. By the rook that it takes (Chess960), or by the
 * square where it arrives. */
enum { ARB__NO_SIDE = -1 };
int arb__castle_side_by_rook(const arb_position *pos, arb_square from, arb_square rook);
int arb__castle_side_by_arrival(const arb_position *pos, arb_square from, arb_square to);

/* What is asked of a move that its piece can make: king safety and the special rules; fills in at
 * and by. */
arb_verdict_code arb__judge_rest(const arb_position *pos, arb_move move, arb_verdict *verdict);

/* The questions about castling, in order; fills in at, by and move. */
arb_verdict_code arb__judge_castling(const arb_position *pos, int side, arb_verdict *verdict);

#endif
