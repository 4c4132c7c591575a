/* bits_tables.h: const geometry of an 8x8 grid of squares. Layer: kernel. Written ahead by
 * tools/gen_bits_tables.c into bits_tables.c; knows neither pieces on a board nor rules. */
#ifndef ARB_KERNEL_BITS_TABLES_H
#define ARB_KERNEL_BITS_TABLES_H

#include "base/inline.h"

#include <stdint.h>

/* One line through a square, without the square: its parts below and above the square's bit. */
typedef struct {
    uint64_t below;
    uint64_t above;
} arb__line;

/* By square: the file, the rank; and the two diagonals. */
ARB__TABLE arb__line arb__straight_lines[64][2];
ARB__TABLE arb__line arb__diagonal_lines[64][2];

/* Where a knight or king steps from a square. A knight on the 65th, which is where there is none,
 * steps nowhere. */
ARB__TABLE uint64_t arb__knight_steps[65];
ARB__TABLE uint64_t arb__king_steps[64];

/* By square: the straight and the diagonal lines together. */
ARB__TABLE uint64_t arb__empty_rays[64][2];

/* By square: what belongs to it, side by side, for who asks for all of it. */
typedef struct {
    uint64_t straight, diagonal; /* the lines through it */
    uint64_t knight, king;       /* the steps */
    uint64_t prey[2];            /* where a pawn of a colour takes */
    uint64_t spare[2];           /* one cache line a square */
} arb__around;
ARB__TABLE arb__around arb__arounds[64];

/* By square: the rays from it, towards higher and lower square numbers, along the file, along the
 * rank and along the two diagonals; four of them fill a vector. */
typedef struct {
    uint64_t above[4];
    uint64_t below[4];
} arb__compass;
ARB__TABLE arb__compass arb__compasses[64];

/* The squares strictly between two that share a line; else none. */
ARB__TABLE uint64_t arb__between[64][64];

/* By two squares: who goes from one to the other on an empty board. The lowest two bits name one of
 * the sets of a position, in their order: 1 knights, 2 diagonals, 3 straights, or 0 if nobody goes
 * there. Kings do where ARB__STEPS is set. Pawns step one, step two or take, and each side has its
 * own three bits. In chess, where a pawn steps two from home only, two bits a side say it all: it
 * steps, it takes; neither where it promotes. */
enum {
    ARB__WHICH_SET = 3,
    ARB__STEPS = 1u << 2,
    ARB__PAWN_STEPS = 1u << 3,
    ARB__PAWN_STEPS_TWO = 1u << 4,
    ARB__PAWN_TAKES = 1u << 5,
    ARB__PAWN_BITS = 3,  /* how far Black's are from White's */
    ARB__CHESS_PAWNS = 9 /* the first of those four bits, White's before Black's */
};
ARB__TABLE uint16_t arb__relations[64][64];

/* By square: a knight's and a king's moves, in order. */
enum { ARB__KNIGHT_ROSTER = 0, ARB__KING_ROSTER };
ARB__TABLE uint16_t arb__rosters[64][2][8];

/* By eight bits: where the bytes are of those of eight moves that have their bit. */
ARB__TABLE uint8_t arb__choices[256][16];

/* What a slider sees on a line, its squares but the slider's own packed into seven bits. A row for
 * each number of squares below the slider, in it an entry for each set of pieces. */
ARB__TABLE uint8_t arb__seen[8 * 128];
/* The same, and past one piece on either side. */
ARB__TABLE uint8_t arb__seen_past_one[8 * 128];

/* A line through a square, without the square, and where its row begins. */
typedef struct {
    uint64_t line;
    uint64_t row;
} arb__packed_line;

/* By square: file, rank and the two diagonals. */
ARB__TABLE arb__packed_line arb__packed_lines[64][4];

/* A slider on a square. What stands on a line, but for its ends, is a number within the line's row
 * of `arb__reaches`, where it says which of all moves are left. */
typedef struct {
    uint64_t line[2]; /* without the ends */
    uint64_t all;     /* where it goes on an empty board */
    uint16_t row[2];
    uint16_t spare[2];  /* one cache line a square */
    uint16_t moves[16]; /* in order */
} arb__slider;
enum { ARB__STRAIGHT = 0, ARB__DIAGONAL };
ARB__TABLE arb__slider arb__sliders[2][64];
ARB__TABLE uint16_t arb__reaches[];

#endif
