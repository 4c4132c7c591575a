/* board_test.h: tests of a position: patterns of squares, a position itself, material. Layer:
 * collection. */
#ifndef ARB_COLLECTION_BOARD_TEST_H
#define ARB_COLLECTION_BOARD_TEST_H

#include "arbiter.h"

typedef enum { BOARD_PATTERN, BOARD_POSITION, BOARD_MATERIAL, BOARD_POLYGLOT } board_kind;

enum { PATTERN_TOKENS = 24, PATTERN_RANKS = 8, PIECE_KINDS = 7 };

/* Which pieces may stand on a square: a bit for no piece, and one for each of White's six kinds and
 * of Black's. */
typedef uint16_t piece_set;

/* A rank from the a-file on: sets of pieces, and PATTERN_ANY for any number of squares. */
enum { PATTERN_ANY = 1u << 15 };
typedef struct {
    uint8_t count;
    bool has_any;
    piece_set tokens[PATTERN_TOKENS];
} rank_pattern;

typedef struct {
    rank_pattern ranks[PATTERN_RANKS]; /* by rank, from the first one on */
    int turn;                          /* the side to move; -1: either */
} board_pattern;

/* How many pieces of a kind, and whether there may be more. */
typedef struct {
    uint8_t least[PIECE_KINDS], most[PIECE_KINDS];
} side_material;

typedef enum { BISHOPS_ANY, BISHOPS_OPPOSITE, BISHOPS_SAME } bishop_test;

typedef struct {
    bool any_pieces; /* only the bishops are asked about */
    bool by_colour;  /* the first of the two sides is White; otherwise it may be either */
    side_material sides[2];
    bishop_test bishops;
    unsigned plies; /* the number of plies in a row for which the material must stand */
} material_test;

typedef struct {
    board_kind kind;
    bool either_colour; /* the position may also have the colours exchanged */
    union {
        board_pattern patterns[2];
        struct {
            uint64_t keys[2];
            arb_position positions[2];
            uint16_t home_pawns[2]; /* the pawns that must stand on their first squares, as in
                                       home_pawns_of */
        } exact;
        material_test material;
        uint64_t polyglot; /* the key of Polyglot's books */
    } of;
} board_test;

/* What is remembered of a test during a game. */
typedef struct {
    unsigned in_a_row;
} board_state;

/* The material on the board: by colour and kind, and bishops also by the colour of their square. */
typedef struct {
    bool counted;
    uint8_t of[2][PIECE_KINDS];
    uint8_t bishops[2][2];
} piece_count;

/* The pawns on their first squares: bits 0 to 7 are White's by file, bits 8 to 15 Black's. */
uint16_t home_pawns_of(const arb_position *pos);
/* Those of them that are left after a move. */
uint16_t home_pawns_left(uint16_t pawns, arb_move move);
/* Has a pawn left its first square although the test wants it there, so that no later position of
 * the game can pass? Returns false if that is not known. */
bool board_is_past(const board_test *t, const arb_rules *rules, uint16_t home_pawns);

/* Each reads the text of a test. Returns false if it is wrong: *column (from 1) and *why say where
 * and why. */
bool pattern_read(board_test *t, const char *text, size_t *column, const char **why);
bool position_read(board_test *t, const char *text, size_t *column, const char **why);
bool polyglot_read(board_test *t, const char *text, size_t *column, const char **why);
bool material_read(board_test *t, const char *text, size_t *column, const char **why);

bool material_passes(const material_test *m, board_state *state, const arb_position *pos,
                     piece_count *count);
/* Does the position pass? This must be called for every position of a game, in their order. */
bool board_passes(const board_test *t, board_state *state, const arb_position *pos,
                  piece_count *count);

#endif
