/* builtin.c: the built-in rule sets as data. Layer: rules. Knows no positions.
 *
 * What several of them share is written once, as a macro for one axis of arb_rules. */
#include "rules/builtin.h"

/* clang-format off */
#define SLIDE(files, ranks) {files, ranks, 0, 0}
#define LEAP(files, ranks) {files, ranks, 1, 0}
#define STRAIGHT SLIDE(1, 0), SLIDE(0, 1), SLIDE(-1, 0), SLIDE(0, -1)
#define DIAGONAL SLIDE(1, 1), SLIDE(-1, 1), SLIDE(-1, -1), SLIDE(1, -1)

/* FIDE 3.2 to 3.9; the values are Lab 3's, in tenths. */
#define PIECES_OF_CHESS                                                                            \
    {                                                                                              \
        [ARB_NO_KIND] = {.letter = 0},                                                             \
        [ARB_PAWN] = {.letter = 'p', .name = "pawn", .value = 10},                                 \
        [ARB_KNIGHT] = {.letter = 'n', .name = "knight", .value = 30, .leap_count = 8,             \
                        .leaps = {LEAP(2, 1), LEAP(1, 2), LEAP(-1, 2), LEAP(-2, 1),                \
                                  LEAP(-2, -1), LEAP(-1, -2), LEAP(1, -2), LEAP(2, -1)}},          \
        [ARB_BISHOP] = {.letter = 'b', .name = "bishop", .value = 30, .slide_count = 4,            \
                        .slides = {DIAGONAL}},                                                     \
        [ARB_ROOK] = {.letter = 'r', .name = "rook", .value = 50, .slide_count = 4,                \
                      .slides = {STRAIGHT}},                                                       \
        [ARB_QUEEN] = {.letter = 'q', .name = "queen", .value = 90, .slide_count = 8,              \
                       .slides = {STRAIGHT, DIAGONAL}},                                            \
        [ARB_KING] = {.letter = 'k', .name = "king", .value = 2000, .leap_count = 8,               \
                      .leaps = {LEAP(1, 0), LEAP(0, 1), LEAP(-1, 0), LEAP(0, -1),                  \
                                LEAP(1, 1), LEAP(-1, 1), LEAP(-1, -1), LEAP(1, -1)}}               \
    }
/* clang-format on */

#define ARRAY "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
#define SECOND_ROW (1u << 1)
#define LAST_ROW (1u << 0)
#define CHOICE (1u << ARB_QUEEN | 1u << ARB_ROOK | 1u << ARB_BISHOP | 1u << ARB_KNIGHT)

/* FIDE 3.8.2. */
#define HOMES .king_file = 4, .rook_file = {7, 0}, .king_to = {6, 2}, .rook_to = {5, 3}

#define BOARD_OF_CHESS                                                                             \
    {                                                                                              \
        .size = {8, 8}, .start = ARRAY " w KQkq - 0 1", .max_pieces = 16, .max_pawns = 8,          \
        .faults = ARB_FAULT_ALL                                                                    \
    }
#define PAWN_OF_CHESS                                                                              \
    {                                                                                              \
        .double_rows = SECOND_ROW, .en_passant = true, .promotion_rows = LAST_ROW,                 \
        .promotion_kinds = CHOICE                                                                  \
    }
#define ENDING_OF_CHESS                                                                            \
    {                                                                                              \
        .checkmate = ARB_LOSES,               /* 5.1.1 */                                          \
            .stalemate = ARB_DRAWS,           /* 5.2.1 */                                          \
            .dead_material = ARB_DEAD_PROVED, /* 5.2.2 */                                          \
            .claim_repetitions = 3,           /* 9.2 */                                            \
            .auto_repetitions = 5,            /* 9.6.1 */                                          \
            .claim_moves = 50,                /* 9.3 */                                            \
            .auto_moves = 75,                 /* 9.6.2 */                                          \
            .laws = true                                                                           \
    }

const arb_rules arb__builtin[ARB_BUILT_IN] = {
    {
        .name = "chess",
        .title = "Chess by the FIDE Laws",
        .aliases = "Standard, Normal, Classical, Orthodox, From Position",
        .board = BOARD_OF_CHESS,
        .kinds = PIECES_OF_CHESS,
        .pawn = PAWN_OF_CHESS,
        .castling = {.allowed = true, HOMES},
        .royal = {.kind = ARB_KING, .safe = true, .min = 1, .max = 1},
        .ending = ENDING_OF_CHESS,
    },
    {
        .name = "chess960",
        .title = "Chess960: king and rooks start anywhere on the home row",
        .aliases =
            "Fischerandom, Fischerrandom, Fischer Random Chess, Fischerandom Chess, Fischer, "
            "FRC, 960, Freestyle, Freestyle Chess, Chess 9LX, wild/fr",
        .board = BOARD_OF_CHESS,
        .kinds = PIECES_OF_CHESS,
        .pawn = PAWN_OF_CHESS,
        .castling = {.allowed = true, .any_home = true, HOMES},
        .royal = {.kind = ARB_KING, .safe = true, .min = 1, .max = 1},
        .ending = ENDING_OF_CHESS,
    },
    {
        .name = "basic",
        .title = "Chess without castling, en passant and promotion",
        .board = {.size = {8, 8},
                  .start = ARRAY " w - - 0 1",
                  .faults = ARB_FAULT_EMPTY | ARB_FAULT_NO_WHITE_KING | ARB_FAULT_NO_BLACK_KING |
                            ARB_FAULT_TOO_MANY_KINGS},
        .kinds = PIECES_OF_CHESS,
        .pawn = {.double_rows = SECOND_ROW},
        .castling = {HOMES},
        .royal = {.kind = ARB_KING, .safe = true, .min = 1, .max = 1},
        .ending = {.checkmate = ARB_LOSES, .stalemate = ARB_DRAWS},
    },
    {
        .name = "lab",
        .title = "Any board, any pieces; no en passant, no promotion, no end",
        .board = {.size = {8, 8},
                  .any_size = true,
                  .start = ARRAY " w KQkq - 0 1",
                  .faults = ARB_FAULT_BAD_CASTLING_RIGHTS},
        .kinds = PIECES_OF_CHESS,
        .pawn = {.double_rows = SECOND_ROW},
        .castling = {.allowed = true, HOMES},
        .royal = {.kind = ARB_KING, .safe = true, .min = 0, .max = 255},
    },
    {
        .name = "lab-bonus",
        .title = "As lab, with en passant and promotion to a queen",
        .board = {.size = {8, 8},
                  .any_size = true,
                  .start = ARRAY " w KQkq - 0 1",
                  .faults = ARB_FAULT_BAD_CASTLING_RIGHTS | ARB_FAULT_BAD_EN_PASSANT},
        .kinds = PIECES_OF_CHESS,
        .pawn = {.double_rows = SECOND_ROW,
                 .en_passant = true,
                 .promotion_rows = LAST_ROW,
                 .promotion_kinds = 1u << ARB_QUEEN},
        .castling = {.allowed = true, HOMES},
        .royal = {.kind = ARB_KING, .safe = true, .min = 0, .max = 255},
    },
    {
        .name = "king-capture",
        .title = "No check: who takes the king wins",
        .board = {.size = {8, 8}, .start = ARRAY " w - - 0 1", .faults = ARB_FAULT_TOO_MANY_KINGS},
        .kinds = PIECES_OF_CHESS,
        .pawn = {.double_rows = SECOND_ROW},
        .castling = {HOMES},
        .royal = {.kind = ARB_KING, .safe = false, .min = 0, .max = 1},
        .ending = {.captured = ARB_LOSES},
    },
};
