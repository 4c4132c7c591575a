/* bits_tables.h: constant geometry of an 8x8 board. Layer: kernel. tools/tables/gen_bits_tables.c writes
 * bits_tables.c; the tables know neither a position nor a rule set. */
#ifndef ARB_KERNEL_BITS_TABLES_H
#define ARB_KERNEL_BITS_TABLES_H

#include "base/inline.h"

#include <stdint.h>

/* One line through a square, without the square itself: the squares with lower numbers and those
 * with higher numbers. */
typedef struct {
    uint64_t below;
    uint64_t above;
} arb__line;

/* By square: its file and its rank; its two diagonals. */
ARB__TABLE arb__line arb__straight_lines[64][2];
ARB__TABLE arb__line arb__diagonal_lines[64][2];

/* The squares that a knight or a king attacks. Entry 64 of the knights is empty: callers without a
 * knight use square 64 and need no branch. */
ARB__TABLE uint64_t arb__knight_steps[65];
ARB__TABLE uint64_t arb__king_steps[64];

/* By square: all attacks on an empty board in one cache line, for callers that need several of
 * them. */
typedef struct {
    uint64_t straight, diagonal; /* rook and bishop attacks */
    uint64_t knight, king;       /* knight and king attacks */
    uint64_t prey[2];            /* by colour: pawn attacks */
    uint64_t spare[2];           /* one cache line a square */
} arb__around;
ARB__TABLE arb__around arb__arounds[64];

/* By square: the four rays towards higher square numbers and the four towards lower ones, in the
 * order file, rank and the two diagonals. Four rays fill a vector. */
typedef struct {
    uint64_t above[4];
    uint64_t below[4];
} arb__compass;
ARB__TABLE arb__compass arb__compasses[64];

/* The squares strictly between two squares that share a line; empty for all other pairs. */
ARB__TABLE uint64_t arb__between[64][64];

/* By two squares: which pieces can move from the first to the second on an empty board. The lowest
 * two bits name one of the sets of a position, in their order: 1 knights, 2 diagonals, 3 straights;
 * 0 if no such piece can. ARB__STEPS is set if a king can. For pawns each side has three bits: step
 * one, step two, capture. Four more bits serve chess, where a pawn steps two from its home row
 * only: two a side, for steps and for captures, both clear where the pawn would promote. */
enum {
    ARB__WHICH_SET = 3,
    ARB__STEPS = 1u << 2,
    ARB__PAWN_STEPS = 1u << 3,
    ARB__PAWN_STEPS_TWO = 1u << 4,
    ARB__PAWN_TAKES = 1u << 5,
    ARB__PAWN_BITS = 3,  /* the shift from White's pawn bits to Black's */
    ARB__CHESS_PAWNS = 9 /* the first of the four bits for chess; White's come first */
};
ARB__TABLE uint16_t arb__relations[64][64];

/* By square: the moves of a knight and of a king on an empty board, by ascending target. */
enum { ARB__KNIGHT_ROSTER = 0, ARB__KING_ROSTER };
ARB__TABLE uint16_t arb__rosters[64][2][8];

/* By a mask of eight bits: the byte shuffle that moves the selected ones of eight moves (two bytes
 * each) to the front. */
ARB__TABLE uint8_t arb__choices[256][16];

/* What a slider attacks on one line. The other squares of the line, at most seven, are packed into
 * seven bits. There is a row for each number of squares below the slider, and in it an entry for
 * each occupancy. */
ARB__TABLE uint8_t arb__seen[8 * 128];

/* A line through a square, without the square, and the offset of its row in `arb__seen`. */
typedef struct {
    uint64_t line;
    uint64_t row;
} arb__packed_line;

/* By square: file, rank and the two diagonals. */
ARB__TABLE arb__packed_line arb__packed_lines[64][4];

/* A slider on a square. The occupancy of a line, without its ends, is packed into an index into the
 * line's row of `arb__reaches`; the entry there says which of `moves` are left. */
typedef struct {
    uint64_t line[2]; /* without the ends */
    uint64_t all;     /* its attacks on an empty board */
    uint16_t row[2];
    uint16_t spare[2];  /* one cache line a square */
    uint16_t moves[16]; /* in order */
} arb__slider;
enum { ARB__STRAIGHT = 0, ARB__DIAGONAL };
ARB__TABLE arb__slider arb__sliders[2][64];
ARB__TABLE uint16_t arb__reaches[];

#endif
