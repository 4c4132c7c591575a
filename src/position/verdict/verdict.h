/* verdict.h: declarations that the files that make a verdict share. Layer: position. */
#ifndef ARB_POSITION_VERDICT_H
#define ARB_POSITION_VERDICT_H

#include "base/language.h"
#include "position/position.h"

/* The castling side that a move of the royal piece means: ARB_KING_SIDE, ARB_QUEEN_SIDE, or
 * ARB__NO_SIDE if it is no attempt to castle. The first function goes by the rook that the king
 * takes (Chess960), the second by the king's target square. */
enum { ARB__NO_SIDE = -1 };
int arb__castle_side_by_rook(const arb_position *pos, arb_square from, arb_square rook);
int arb__castle_side_by_arrival(const arb_position *pos, arb_square from, arb_square to);

/* Judges a move that its piece can make by king safety and the special rules; fills in `at` and
 * `by`. */
arb_verdict_code arb__judge_rest(const arb_position *pos, arb_move move, arb_verdict *verdict);

/* Judges castling, rule by rule; fills in `at`, `by` and `move`. */
arb_verdict_code arb__judge_castling(const arb_position *pos, int side, arb_verdict *verdict);

/* verdict_text.c: writes a pattern with the squares of the verdict filled in. */
void arb__put_pattern(arb__writer *out, const arb_position *pos, const arb_verdict *verdict,
                      arb_coords coords, const char *pattern);
/* "bishop on c1", in the language of the coordinates; and the name of that piece in English. */
void arb__put_piece_on(arb__speech *speech, const arb_position *pos, arb_coords coords,
                       arb_square square);
const char *arb__name_on(const arb_position *pos, arb_square square);

#endif
