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

/* By colour and square: where a pawn takes. */
extern const uint64_t arb__pawn_prey[2][64];

/* By square: the straight and the diagonal lines together. */
extern const uint64_t arb__empty_rays[64][2];

/* The squares strictly between two that share a line; else none. */
extern const uint64_t arb__between[64][64];

/* By two squares: which sorts of pieces go from one to the other on an empty board, as bits. Pawns
 * step one, step two or take, and each side has its own three. */
enum {
    ARB__GOES_STRAIGHT = 1u << 0,
    ARB__GOES_DIAGONALLY = 1u << 1,
    ARB__LEAPS = 1u << 2,
    ARB__STEPS = 1u << 3,
    ARB__PAWN_STEPS = 1u << 4,
    ARB__PAWN_STEPS_TWO = 1u << 5,
    ARB__PAWN_TAKES = 1u << 6,
    ARB__PAWN_SORTS = 3 /* how far Black's are from White's */
};
extern const uint16_t arb__relations[64][64];

#endif
