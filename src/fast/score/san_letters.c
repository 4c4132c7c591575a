/* san_letters.c: what the first byte and the length of a move say. Layer: fast. */
#include "fast/score/san_letters.h"

#define LETTER_ALL (~UINT64_C(0))
enum { LETTER_YES = -1, LETTER_X = 0xFF00, LETTER_NO_TWO = 255 };
/* A move of five bytes or more is left to the slow path, even if it ends in a square: "Nbxd2",
 * "e4{a}e5". */
/* clang-format off */
#define LETTER_EMPTY {.fixed = 0}
#define LETTER_LONG {.fixed = UINT32_MAX}, {.fixed = UINT32_MAX}, {.fixed = UINT32_MAX}
/* By length, from 0 to 7. */
#define LETTER_PIECE(piece, how)                                                                   \
    {{.said = {.kind = (piece)}}, LETTER_EMPTY, LETTER_EMPTY,                                      \
     {{LETTER_ALL, LETTER_ALL}, 0, {LETTER_YES, LETTER_YES, piece, LETTER_NO_TWO, how, 0, 0, 0}},  \
     {{LETTER_ALL, LETTER_ALL}, LETTER_X, {0, 0, piece, LETTER_NO_TWO, how, 0, 0, 0}}, LETTER_LONG}
#define LETTER_FILE(file, steps, takes)                                                            \
    {{.said = {.kind = ARB_PAWN}}, LETTER_EMPTY,                                                   \
     {{ARB__FILE_A << (file), LETTER_ALL}, 0, {LETTER_YES, 0, ARB_PAWN, 16, steps, 0, 0, 0}},      \
     LETTER_EMPTY,                                                                                 \
     {{ARB__FILE_A << (file), LETTER_ALL}, LETTER_X, {0, 0, ARB_PAWN, LETTER_NO_TWO, takes, 0, 0, 0}}, \
     LETTER_LONG}
/* By letter: none, no pawn has one, the pieces, castling, the files. */
#define LETTERS_OF(steps, takes)                                                                   \
    {{LETTER_EMPTY}, {LETTER_EMPTY},                                                               \
     LETTER_PIECE(ARB_KNIGHT, ARB__KNIGHT_ARRIVES), LETTER_PIECE(ARB_BISHOP, ARB__BISHOP_ARRIVES), \
     LETTER_PIECE(ARB_ROOK, ARB__ROOK_ARRIVES), LETTER_PIECE(ARB_QUEEN, ARB__QUEEN_ARRIVES),       \
     LETTER_PIECE(ARB_KING, ARB__KING_ARRIVES),                                                    \
     {{.said = {.kind = ARB__CASTLING_LETTER}}, LETTER_EMPTY, LETTER_EMPTY, LETTER_EMPTY,          \
      LETTER_EMPTY, LETTER_LONG},                                                                  \
     LETTER_FILE(0, steps, takes), LETTER_FILE(1, steps, takes), LETTER_FILE(2, steps, takes),     \
     LETTER_FILE(3, steps, takes), LETTER_FILE(4, steps, takes), LETTER_FILE(5, steps, takes),     \
     LETTER_FILE(6, steps, takes), LETTER_FILE(7, steps, takes)}
/* clang-format on */

/* Lengths without an entry are left to the slow path, too: their row of arb__arrivals is empty. */
const arb__letter arb__letters[2][ARB__LETTERS][8] = {
    LETTERS_OF(ARB__WHITE_STEPS, ARB__WHITE_TAKES),
    LETTERS_OF(ARB__BLACK_STEPS, ARB__BLACK_TAKES),
};

/* clang-format off */
#define LETTER_NONE_16 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define LETTER_FILE_OF(file) ARB__PAWN_LETTER + (file)
const uint8_t arb__letter_of[256] = {
    LETTER_NONE_16, LETTER_NONE_16, LETTER_NONE_16, LETTER_NONE_16,
    0, 0, ARB_BISHOP, 0, 0, 0, 0, 0, 0, 0, 0, ARB_KING, 0, 0, ARB_KNIGHT, ARB__CASTLING_LETTER, /* '@' to 'O' */
    0, ARB_QUEEN, ARB_ROOK, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, LETTER_FILE_OF(0), LETTER_FILE_OF(1), LETTER_FILE_OF(2), LETTER_FILE_OF(3), /* 'a' to 'h' */
    LETTER_FILE_OF(4), LETTER_FILE_OF(5), LETTER_FILE_OF(6), LETTER_FILE_OF(7)
};
/* clang-format on */
