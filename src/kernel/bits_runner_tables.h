/* bits_runner_tables.h: const geometry for who plays moves that are named by their target. Layer:
 * kernel. Written ahead by tools/gen_runner_tables.c; knows neither pieces on a board nor rules. */
#ifndef ARB_KERNEL_BITS_RUNNER_TABLES_H
#define ARB_KERNEL_BITS_RUNNER_TABLES_H

#include "kernel/bits_tables.h"

/* How a piece arrives at a square. From knight to king these are the kinds. */
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

/* From where, on an empty board. */
extern const uint64_t arb__arrival_from[ARB__ARRIVALS][64];

/* The lines through a square: file, rank, two diagonals, and none at all. */
enum { ARB__LINES = 4 };
extern const arb__line arb__line_at[64][ARB__LINES + 1];
/* Which of its lines leads from a square to another. */
extern const uint8_t arb__line_to[64][64];

#endif
