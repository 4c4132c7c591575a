/* score_tables.h: constant geometry for moves that are named by their target. Layer:
 * fast. Written ahead by tools/tables/gen_score_tables.c; knows neither pieces on a board nor rules. */
#ifndef ARB_FAST_SCORE_TABLES_H
#define ARB_FAST_SCORE_TABLES_H

#include "base/inline.h"

#include <stdint.h>

/* How a piece arrives at a square: the rows of arb__arrivals. From knight to king they are the
 * kinds. */
typedef enum {
    ARB__NO_ARRIVAL,
    ARB__WHITE_STEPS, /* a pawn, by one or two squares; never to its last row */
    ARB__KNIGHT_ARRIVES,
    ARB__BISHOP_ARRIVES,
    ARB__ROOK_ARRIVES,
    ARB__QUEEN_ARRIVES,
    ARB__KING_ARRIVES,
    ARB__WHITE_TAKES,
    ARB__BLACK_STEPS,
    ARB__BLACK_TAKES,
    ARB__ARRIVALS
} arb__arrival;

/* The squares from which a piece arrives on an empty board; and what it attacks on arrival, if it
 * is a pawn or a knight. */
typedef uint64_t arb__arrival_set __attribute__((vector_size(16)));
ARB__TABLE arb__arrival_set arb__arrivals[ARB__ARRIVALS][64];

#endif
