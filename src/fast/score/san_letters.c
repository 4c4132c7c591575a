/* san_letters.c: what the first byte and the length of a move say. Layer: fast. */
#include "fast/score/san_letters.h"

#define LETTER_ALL (~UINT64_C(0))
enum { LETTER_YES = -1, LETTER_X = 0xFF00, LETTER_NO_TWO = 255 };
/* A move of five bytes or more is left to the slow path, even if it ends in a square: "Nbxd2",
 * "e4{a}e5". */
#define LETTER_LONG                                                                                \
    [5] = {.fixed = UINT32_MAX}, [6] = {.fixed = UINT32_MAX}, [7] = {.fixed = UINT32_MAX}
#define LETTER_PIECE(piece, how)                                                                   \
    [piece] = {                                                                                    \
        [0] = {.said = {.kind = (piece)}},                                                         \
        [3] = {{LETTER_ALL, LETTER_ALL},                                                           \
               0,                                                                                  \
               {LETTER_YES, LETTER_YES, piece, LETTER_NO_TWO, how, 0, 0, 0}},                      \
        [4] = {{LETTER_ALL, LETTER_ALL}, LETTER_X, {0, 0, piece, LETTER_NO_TWO, how, 0, 0, 0}},    \
        LETTER_LONG}
#define LETTER_FILE(file, steps, takes)                                                            \
    [ARB__PAWN_LETTER + (file)] = {[0] = {.said = {.kind = ARB_PAWN}},                             \
                                   [2] = {{ARB__FILE_A << (file), LETTER_ALL},                     \
                                          0,                                                       \
                                          {LETTER_YES, 0, ARB_PAWN, 16, steps, 0, 0, 0}},          \
                                   [4] = {{ARB__FILE_A << (file), LETTER_ALL},                     \
                                          LETTER_X,                                                \
                                          {0, 0, ARB_PAWN, LETTER_NO_TWO, takes, 0, 0, 0}},        \
                                   LETTER_LONG}
#define LETTERS_OF(steps, takes)                                                                   \
    {                                                                                              \
        LETTER_PIECE(ARB_KNIGHT, ARB__KNIGHT_ARRIVES),                                             \
            LETTER_PIECE(ARB_BISHOP, ARB__BISHOP_ARRIVES),                                         \
            LETTER_PIECE(ARB_ROOK, ARB__ROOK_ARRIVES),                                             \
            LETTER_PIECE(ARB_QUEEN, ARB__QUEEN_ARRIVES),                                           \
            LETTER_PIECE(ARB_KING, ARB__KING_ARRIVES),                                             \
            [ARB__CASTLING_LETTER] = {[0] = {.said = {.kind = ARB__CASTLING_LETTER}},              \
                                      LETTER_LONG},                                                \
            LETTER_FILE(0, steps, takes), LETTER_FILE(1, steps, takes),                            \
            LETTER_FILE(2, steps, takes), LETTER_FILE(3, steps, takes),                            \
            LETTER_FILE(4, steps, takes), LETTER_FILE(5, steps, takes),                            \
            LETTER_FILE(6, steps, takes), LETTER_FILE(7, steps, takes),                            \
    }

/* Lengths without an entry are left to the slow path, too: their row of arb__arrivals is empty. */
const arb__letter arb__letters[2][ARB__LETTERS][8] = {
    LETTERS_OF(ARB__WHITE_STEPS, ARB__WHITE_TAKES),
    LETTERS_OF(ARB__BLACK_STEPS, ARB__BLACK_TAKES),
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
