/* key_chess.c: the keys of chess on 8x8 as tables that the compiler computes. Layer: position. The
 * numbers equal those of arb__key_piece, arb__key_en_passant and
 * arb__key_rights. */
#include "position/key.h"

/* arb__key_mix as a constant expression, step by step. */
#define STEP_1(x) ((x) + 0x9E3779B97F4A7C15ull)
#define STEP_2(x) ((STEP_1(x) ^ (STEP_1(x) >> 30)) * 0xBF58476D1CE4E5B9ull)
#define STEP_3(x) ((STEP_2(x) ^ (STEP_2(x) >> 27)) * 0x94D049BB133111EBull)
#define MIX(x) (STEP_3(x) ^ (STEP_3(x) >> 31))

#define ROW(part, n)                                                                               \
    MIX((part) | (n)), MIX((part) | ((n) + 1)), MIX((part) | ((n) + 2)), MIX((part) | ((n) + 3)),  \
        MIX((part) | ((n) + 4)), MIX((part) | ((n) + 5)), MIX((part) | ((n) + 6)),                 \
        MIX((part) | ((n) + 7))
#define SQUARES(part)                                                                              \
    {                                                                                              \
        ROW(part, 0), ROW(part, 8), ROW(part, 16), ROW(part, 24), ROW(part, 32), ROW(part, 40),    \
            ROW(part, 48), ROW(part, 56)                                                           \
    }
#define BOARD(piece) SQUARES(ARB__PART_PIECE | (uint64_t)(piece) << 16)
#define COLOUR(black)                                                                              \
    {                                                                                              \
        {0}, BOARD((black) | ARB_PAWN), BOARD((black) | ARB_KNIGHT), BOARD((black) | ARB_BISHOP),  \
            BOARD((black) | ARB_ROOK), BOARD((black) | ARB_QUEEN), BOARD((black) | ARB_KING)       \
    }

const uint64_t arb__key_chess[2][8][64] = {COLOUR(0), COLOUR(32)};

const uint64_t arb__key_passed[64] = SQUARES(ARB__PART_EN_PASSANT);

/* The rook of this right is named by its file. */
#define RIGHT(rights, n, file) ((uint64_t)((rights) >> (n)&1u ? (file) : 63u) << 6 * (3 - (n)))
#define RIGHTS(rights)                                                                             \
    MIX(ARB__PART_CASTLING | RIGHT(rights, 0, 7u) | RIGHT(rights, 1, 0u) | RIGHT(rights, 2, 7u) |  \
        RIGHT(rights, 3, 0u))

const uint64_t arb__key_home_rights[16] = {
    RIGHTS(0), RIGHTS(1), RIGHTS(2),  RIGHTS(3),  RIGHTS(4),  RIGHTS(5),  RIGHTS(6),  RIGHTS(7),
    RIGHTS(8), RIGHTS(9), RIGHTS(10), RIGHTS(11), RIGHTS(12), RIGHTS(13), RIGHTS(14), RIGHTS(15)};
