/* bits.h: the bitboard kernel's own board, and the rules as sets of squares. Layer: kernel.
 *
 * A set of squares is 64 bits, bit n for square n; a board smaller than 8x8 uses the corner at a1.
 * Functions take the colour (and, where the rules are those of chess, the shape) as constants and
 * are inlined into thin wrappers, so that the compiler folds them: docs/design/kernels.md. */
#ifndef ARB_KERNEL_BITS_H
#define ARB_KERNEL_BITS_H

#include "kernel/bits/slider_attacks.h"
#include "kernel/kernel.h"

#define ARB__FILE_A 0x0101010101010101u
#define ARB__FILE_H 0x8080808080808080u
#define ARB__ROW_1 UINT64_C(0xFF)
#define ARB__ROW_8 (ARB__ROW_1 << 56)

/* The pieces, in one cache line. */
typedef struct {
    uint64_t pawns, knights;
    uint64_t diagonals, straights; /* queens are in both */
    uint64_t kings;
    uint64_t colour[2];
    /* Royal kings, rooks with a castling right, and the en-passant square. They share one set
     * because no two of them can be on one square: the en-passant square is empty. */
    uint64_t marks;
} arb__board;

/* A rule set on one size of board, as far as moves depend on it. */
typedef struct {
    uint64_t area;
    uint64_t double_from[2]; /* by colour: squares from which a pawn may step two */
    uint64_t promotion[2];   /* by colour: squares on which a pawn promotes */
    uint32_t promotion_kinds;
    uint32_t promotion_count;
    uint8_t king_to[2][2]; /* by colour and side: the squares where castling puts king and rook */
    uint8_t rook_to[2][2];
    bool safe;        /* no move may leave one's own royal king attacked */
    bool en_passant;  /* a double step marks the square it passed over */
    bool taken_ends;  /* the game ends when a side loses its last royal king */
    bool one_king;    /* each side has one king, it is royal, and it is never taken */
    bool corner_home; /* castling starts with the king on the e-file and the rook in a corner */
} arb__shape;

/* The rules of chess. A caller that passes this shape gets code specialised for chess, because the
 * compiler folds the fields to constants. */
static const arb__shape arb__chess = {
    .area = ~(uint64_t)0,
    .double_from = {ARB__ROW_1 << 8, ARB__ROW_1 << 48},
    .promotion = {ARB__ROW_1 << 56, ARB__ROW_1},
    .promotion_kinds = 1u << ARB_KNIGHT | 1u << ARB_BISHOP | 1u << ARB_ROOK | 1u << ARB_QUEEN,
    .promotion_count = 4,
    .king_to = {{6, 2}, {62, 58}},
    .rook_to = {{5, 3}, {61, 59}},
    .safe = true,
    .en_passant = true,
    .taken_ends = false,
    .one_king = true,
    .corner_home = true,
};

/* The shape of a position's rules, for any position that the kernel can serve. */
arb__shape arb__bits_shape(const arb_position *pos);
/* Does every castling right have its king on the e-file and its rook in the corner? */
bool arb__castling_at_home(const arb_position *pos);
/* The board with the marks that matter when `colour` moves. */
arb__board arb__bits_board(const arb_position *pos, arb_colour colour);

/* The same without marks. */
ARB__INLINE arb__board arb__bits_pieces(const arb_position *pos)
{
    return (arb__board){
        .pawns = pos->board.bits.pawns,
        .knights = pos->board.bits.knights,
        .diagonals = pos->board.bits.diagonals,
        .straights = pos->board.bits.straights,
        .kings = pos->board.bits.kings,
        .colour = {pos->board.bits.colour[ARB_WHITE], pos->board.bits.colour[ARB_BLACK]},
    };
}

/* The pieces of either colour by their kind. */
typedef struct {
    uint64_t of[ARB_KING + 1];
} arb__kinds;

ARB__INLINE arb__kinds arb__bits_kinds(const arb_position *pos)
{
    uint64_t diagonals = pos->board.bits.diagonals, straights = pos->board.bits.straights;
    arb__kinds kinds = {{0}};
    kinds.of[ARB_PAWN] = pos->board.bits.pawns;
    kinds.of[ARB_KNIGHT] = pos->board.bits.knights;
    kinds.of[ARB_BISHOP] = diagonals & ~straights;
    kinds.of[ARB_ROOK] = straights & ~diagonals;
    kinds.of[ARB_QUEEN] = diagonals & straights;
    kinds.of[ARB_KING] = pos->board.bits.kings;
    return kinds;
}

/* ---- sets ---- */

ARB__INLINE uint64_t arb__bit(unsigned square)
{
    return (uint64_t)1 << square;
}

ARB__INLINE unsigned arb__first(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

ARB__INLINE unsigned arb__count(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

ARB__INLINE bool arb__several(uint64_t set)
{
    return (set & (set - 1)) != 0;
}

/* One row forward. */
ARB__INLINE uint64_t arb__ahead(uint64_t set, arb_colour colour)
{
    return colour == ARB_WHITE ? set << 8 : set >> 8;
}

/* The rooks, bishops and queens that can step to a square of this set beside them. */
ARB__INLINE uint64_t arb__sliders_beside(const arb_position *pos, uint64_t set)
{
    uint64_t row = (set << 1 & ~ARB__FILE_A) | (set >> 1 & ~ARB__FILE_H);
    return (pos->board.bits.straights & (row | set << 8 | set >> 8)) |
           (pos->board.bits.diagonals & (row << 8 | row >> 8));
}

/* Diagonally forward, towards the a-file and towards the h-file. */
ARB__INLINE uint64_t arb__ahead_west(uint64_t set, arb_colour colour)
{
    return (colour == ARB_WHITE ? set << 7 : set >> 9) & ~ARB__FILE_H;
}

ARB__INLINE uint64_t arb__ahead_east(uint64_t set, arb_colour colour)
{
    return (colour == ARB_WHITE ? set << 9 : set >> 7) & ~ARB__FILE_A;
}

ARB__INLINE uint64_t arb__pawn_attacks(uint64_t set, arb_colour colour)
{
    return arb__ahead_west(set, colour) | arb__ahead_east(set, colour);
}

ARB__INLINE uint64_t arb__knight_attacks(uint64_t knights)
{
    uint64_t one = (knights << 1 & ~ARB__FILE_A) | (knights >> 1 & ~ARB__FILE_H);
    uint64_t two = (knights << 2 & ~(ARB__FILE_A | ARB__FILE_A << 1)) |
                   (knights >> 2 & ~(ARB__FILE_H | ARB__FILE_H >> 1));
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

/* Returns early without knights, because many endgames have none. */
ARB__INLINE uint64_t arb__knights_see(uint64_t knights)
{
    return knights == 0 ? 0 : arb__knight_attacks(knights);
}

ARB__INLINE uint64_t arb__royal(const arb__board *b, const arb__shape *shape, arb_colour colour)
{
    return b->kings & b->colour[colour] & (shape->one_king ? ~(uint64_t)0 : b->marks);
}

/* The pieces of both colours that attack a square, with `blockers` as the occupied squares. */
ARB__INLINE uint64_t arb__attackers_to(const arb__board *b, unsigned square, uint64_t blockers)
{
    uint64_t at = arb__bit(square);
    return (arb__pawn_attacks(at, ARB_WHITE) & b->pawns & b->colour[ARB_BLACK]) |
           (arb__pawn_attacks(at, ARB_BLACK) & b->pawns & b->colour[ARB_WHITE]) |
           (arb__knight_steps[square] & b->knights) | (arb__king_steps[square] & b->kings) |
           (arb__straight_attacks(square, blockers) & b->straights) |
           (arb__diagonal_attacks(square, blockers) & b->diagonals);
}

/* The pawn that an en-passant capture by `us` on `passed` takes (FIDE 3.7.3.1). */
ARB__INLINE uint64_t arb__en_passant_taken(uint64_t passed, unsigned us)
{
    return us == ARB_WHITE ? passed >> 8 : passed << 8;
}

/* The blockers after such a capture. It is the one move that removes two pieces from their squares,
 * so the lines of the king are looked along again with these blockers. */
ARB__INLINE uint64_t arb__en_passant_blockers(uint64_t blockers, uint64_t from, uint64_t passed,
                                              unsigned us)
{
    return (blockers ^ from ^ arb__en_passant_taken(passed, us)) | passed;
}

#endif
