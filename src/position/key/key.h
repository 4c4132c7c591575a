/* key.h: the parts of a position's key. Layer: position. */
#ifndef ARB_POSITION_KEY_H
#define ARB_POSITION_KEY_H

#include "arbiter.h"
#include "base/inline.h"

/* The finaliser of SplitMix64: every bit of the input reaches every bit of the result. */
static inline uint64_t arb__key_mix(uint64_t x)
{
    x += 0x9E3779B97F4A7C15ull;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

/* The parts never give the mixing function the same input, because the top bits differ. */
enum { ARB__PART_SHIFT = 56 };
#define ARB__PART_PIECE (1ull << ARB__PART_SHIFT)
#define ARB__PART_TURN (2ull << ARB__PART_SHIFT)
#define ARB__PART_CASTLING (3ull << ARB__PART_SHIFT)
#define ARB__PART_EN_PASSANT (4ull << ARB__PART_SHIFT)
#define ARB__PART_HAND (5ull << ARB__PART_SHIFT)
#define ARB__PART_CHECKS (6ull << ARB__PART_SHIFT)

/* One piece on one square. */
static inline uint64_t arb__key_piece(arb_square square, arb_piece piece)
{
    return arb__key_mix(ARB__PART_PIECE | ((uint64_t)piece << 16) | square);
}

/* The same for the kinds of chess on 8x8 as a table, by colour, kind and square. The tables are
 * written by tools/tables/gen_key_tables.c. */
ARB__TABLE uint64_t arb__key_chess[2][8][64];

/* Black to move. */
static inline uint64_t arb__key_turn(void)
{
    return arb__key_mix(ARB__PART_TURN);
}

/* An en-passant square where the capture is legal. */
static inline uint64_t arb__key_en_passant(arb_square square)
{
    return arb__key_mix(ARB__PART_EN_PASSANT | square);
}

/* The same on 8x8 as a table. */
ARB__TABLE uint64_t arb__key_passed[64];

/* The number of pieces of one kind in a hand, and the number of checks given; 0 for none. */
static inline uint64_t arb__key_hand(arb_colour colour, arb_kind kind, unsigned count)
{
    return count == 0
               ? 0
               : arb__key_mix(ARB__PART_HAND | (uint64_t)count << 16 | arb_piece_of(colour, kind));
}

static inline uint64_t arb__key_checks(arb_colour colour, unsigned count)
{
    return count == 0 ? 0 : arb__key_mix(ARB__PART_CHECKS | (uint64_t)count << 16 | colour);
}

/* The key of all pieces of a board. The position must hold the same pieces. */
uint64_t arb__key_board(const arb_position *pos, const arb_piece *board);

/* Appends one castling right to those in `said`: the file of its rook, or 63 for no right. All four
 * are appended in turn, White's first. */
static inline uint64_t arb__say_right(uint64_t said, bool has, unsigned file)
{
    return said << 6 | (has ? file : 63u);
}

static inline uint64_t arb__key_of_rights(uint64_t said)
{
    return arb__key_mix(ARB__PART_CASTLING | said);
}

/* The keys of the castling rights of chess, with rooks in the corners, by four bits: bit 2 * colour
 * + side is a right. */
ARB__TABLE uint64_t arb__key_home_rights[16];

/* The key of the castling rights. */
uint64_t arb__key_rights(const arb_position *pos);

/* The key of the side to move, the castling rights and, if the capture is legal, the en-passant
 * square. */
uint64_t arb__key_state(const arb_position *pos);

#endif
