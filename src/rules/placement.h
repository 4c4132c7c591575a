/* placement.h: the first field of a FEN, where the pieces stand. Layer: rules.
 *
 * It is read here and not in setup, because a rule-set file states a start position too. */
#ifndef ARB_RULES_PLACEMENT_H
#define ARB_RULES_PLACEMENT_H

#include "arbiter.h"

typedef struct {
    arb_size size;
    arb_square royal[2]; /* the marked one, else the last in the text, or ARB_NO_SQUARE */
    arb_piece board[ARB_SQUARE_LIMIT];
    arb_area holes;                  /* of a start position: where it has '*' */
    uint8_t hand[2][ARB_KIND_LIMIT]; /* by colour and kind */
    size_t end; /* where the field ends: at a blank or at the end of the text */
} arb__placement;

/* Reads up to the first blank. The board has the rule set's size or, if that allows any size, as
 * many files as the first row and as many ranks as there are rows. A start position states the
 * holes of the board; any other text must have its holes there. Pieces in hand follow in brackets,
 * or as one more row. */
typedef enum { ARB__PLACES_ANY, ARB__PLACES_START } arb__places;
arb_status arb__placement_read(arb__placement *placement, const arb_rules *rules,
                               arb__places places, const char *text, size_t len, arb_error *error);

/* The row on which a side castles. */
static inline int arb__home_rank(arb_size size, const arb_rules *rules, arb_colour colour)
{
    int row = rules->castling.row;
    return colour == ARB_WHITE ? row : size.ranks - 1 - row;
}

/* Is this a square from which the side's king may castle? */
static inline bool arb__castles_from(const arb_rules *rules, arb_size size, arb_colour colour,
                                     arb_square king)
{
    return king != ARB_NO_SQUARE &&
           arb_square_rank(size, king) == arb__home_rank(size, rules, colour) &&
           (rules->castling.any_home || arb_square_file(size, king) == rules->castling.king_file);
}

/* The meaning of a letter of the castling field: a side (K, Q) or a file. On boards with more than
 * ten files k and q still mean the sides. Returns false if the board has no such letter. */
typedef struct {
    arb_colour colour;
    int side; /* ARB_KING_SIDE, ARB_QUEEN_SIDE, or -1 if a file is named */
    int file;
} arb__castling_letter;

bool arb__castling_letter_read(arb__castling_letter *letter, arb_size size, char c);

#endif
