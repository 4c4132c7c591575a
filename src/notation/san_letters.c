/* san_letters.c: what the first byte of a move says. Layer: notation. */
#include "notation/san_usual.h"

#define PIECE(kind, how)                                                                           \
    {                                                                                              \
        ~UINT64_C(0), kind, {24, 32},                                                              \
        {                                                                                          \
            {how, how},                                                                            \
            {                                                                                      \
                how, how                                                                           \
            }                                                                                      \
        }                                                                                          \
    }
#define PAWN(file)                                                                                 \
    {                                                                                              \
        ARB__FILE_A << (file), ARB_PAWN, {16, 32},                                                 \
        {                                                                                          \
            {ARB__WHITE_STEPS, ARB__WHITE_TAKES},                                                  \
            {                                                                                      \
                ARB__BLACK_STEPS, ARB__BLACK_TAKES                                                 \
            }                                                                                      \
        }                                                                                          \
    }

const arb__letter arb__letters[ARB__LETTERS] = {
    [ARB_KNIGHT] = PIECE(ARB_KNIGHT, ARB__KNIGHT_ARRIVES),
    [ARB_BISHOP] = PIECE(ARB_BISHOP, ARB__BISHOP_ARRIVES),
    [ARB_ROOK] = PIECE(ARB_ROOK, ARB__ROOK_ARRIVES),
    [ARB_QUEEN] = PIECE(ARB_QUEEN, ARB__QUEEN_ARRIVES),
    [ARB_KING] = PIECE(ARB_KING, ARB__KING_ARRIVES),
    [ARB__CASTLING_LETTER] = {.kind = ARB__CASTLING_LETTER},
    PAWN(0),
    PAWN(1),
    PAWN(2),
    PAWN(3),
    PAWN(4),
    PAWN(5),
    PAWN(6),
    PAWN(7),
};

const uint8_t arb__letter_of[256] = {
    ['N'] = ARB_KNIGHT,
    ['B'] = ARB_BISHOP,
    ['R'] = ARB_ROOK,
    ['Q'] = ARB_QUEEN,
    ['K'] = ARB_KING,
    ['O'] = ARB__CASTLING_LETTER,
    ['a'] = ARB__PAWN_LETTER,
    ['b'] = ARB__PAWN_LETTER + 1,
    ['c'] = ARB__PAWN_LETTER + 2,
    ['d'] = ARB__PAWN_LETTER + 3,
    ['e'] = ARB__PAWN_LETTER + 4,
    ['f'] = ARB__PAWN_LETTER + 5,
    ['g'] = ARB__PAWN_LETTER + 6,
    ['h'] = ARB__PAWN_LETTER + 7,
};
