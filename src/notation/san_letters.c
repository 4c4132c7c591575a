/* san_letters.c: what the first byte and the length of a move say. Layer: notation. */
#include "notation/san_usual.h"

#define LETTER_ALL (~UINT64_C(0))
#define LETTER_KEEPS (~UINT32_C(0))
enum { LETTER_QUIET = ~0, LETTER_TAKES = ~0xFF00, LETTER_NO_TWO = 255 };
#define LETTER_PIECE(piece, how, looks)                                                            \
    [piece] = {[0] = {.kind = (piece)},                                                            \
               [3] = {LETTER_ALL, LETTER_ALL, LETTER_KEEPS, LETTER_QUIET, piece, how, looks,       \
                      LETTER_NO_TWO},                                                              \
               [4] = {LETTER_ALL, 0, 0, LETTER_TAKES, piece, how, looks, LETTER_NO_TWO}}
/* A pawn attacks as the other side's come: they take where it looks. */
#define LETTER_FILE(file, steps, takes, looks)                                                     \
    [ARB__PAWN_LETTER + (file)] = {                                                                \
        [0] = {.kind = ARB_PAWN},                                                                  \
        [2] = {ARB__FILE_A << (file), LETTER_ALL, 0, LETTER_QUIET, ARB_PAWN, steps, looks, 16},    \
        [4] = {ARB__FILE_A << (file), 0, 0, LETTER_TAKES, ARB_PAWN, takes, looks, LETTER_NO_TWO}}
#define LETTERS_OF(steps, takes, looks)                                                            \
    {                                                                                              \
        LETTER_PIECE(ARB_KNIGHT, ARB__KNIGHT_ARRIVES, ARB__KNIGHT_ARRIVES),                        \
            LETTER_PIECE(ARB_BISHOP, ARB__BISHOP_ARRIVES, ARB__NO_ARRIVAL),                        \
            LETTER_PIECE(ARB_ROOK, ARB__ROOK_ARRIVES, ARB__NO_ARRIVAL),                            \
            LETTER_PIECE(ARB_QUEEN, ARB__QUEEN_ARRIVES, ARB__NO_ARRIVAL),                          \
            LETTER_PIECE(ARB_KING, ARB__KING_ARRIVES, ARB__NO_ARRIVAL),                            \
            [ARB__CASTLING_LETTER] = {[0] = {.kind = ARB__CASTLING_LETTER}},                       \
            LETTER_FILE(0, steps, takes, looks), LETTER_FILE(1, steps, takes, looks),              \
            LETTER_FILE(2, steps, takes, looks), LETTER_FILE(3, steps, takes, looks),              \
            LETTER_FILE(4, steps, takes, looks), LETTER_FILE(5, steps, takes, looks),              \
            LETTER_FILE(6, steps, takes, looks), LETTER_FILE(7, steps, takes, looks),              \
    }

/* Lengths that are not named are of no usual move: nothing may be spared. */
const arb__letter arb__letters[2][ARB__LETTERS][8] = {
    LETTERS_OF(ARB__WHITE_STEPS, ARB__WHITE_TAKES, ARB__BLACK_TAKES),
    LETTERS_OF(ARB__BLACK_STEPS, ARB__BLACK_TAKES, ARB__WHITE_TAKES),
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
