/* bits_tables.h: const geometry of an 8x8 grid of squares. Layer: kernel. Written ahead by
 * tools/gen_bits_tables.c into bits_tables.c; knows neither pieces on a board nor rules. */
#ifndef ARB_KERNEL_BITS_TABLES_H
#define ARB_KERNEL_BITS_TABLES_H

#include <stdint.h>

/* One line through a square, without the square: its parts below and above the square's bit. */
typedef struct {
    uint64_t below;
    uint64_t above;
} arb__line;

/* By square: the file, the rank; and the two diagonals. */
extern const arb__line arb__straight_lines[64][2];
extern const arb__line arb__diagonal_lines[64][2];

/* Where a knight or king steps from a square. */
extern const uint64_t arb__knight_steps[64];
extern const uint64_t arb__king_steps[64];

/* By square: the straight and the diagonal lines together. */
extern const uint64_t arb__empty_rays[64][2];

/* The squares strictly between two that share a line; else none. */
extern const uint64_t arb__between[64][64];

#endif
