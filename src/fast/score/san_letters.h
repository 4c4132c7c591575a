/* san_letters.h: the fast path of SAN: the moves that make up most of every game. Layer: fast.
 *
 * A pawn or piece, its target, an 'x' where it takes, and nothing else: no origin, no promotion, no
 * castling. A table indexed by the first letter and the length gives everything else, so that no
 * branch depends on the kind of piece. Everything else goes through san_strict.h, which gives the
 * same answers. Inlined into its one user, with the side as a constant. */
#ifndef ARB_FAST_SAN_LETTERS_H
#define ARB_FAST_SAN_LETTERS_H

#include "fast/score/score_board.h"

/* What a move says, in eight bytes that are copied at once. */
typedef struct {
    /* What the letter and the length tell: */
    int8_t takes; /* a mask: all bits for a capture, none for a quiet move */
    /* A mask: all bits unless the move is a capture or a pawn move, after which no earlier position
     * can recur. */
    int8_t keeps;
    uint8_t kind;    /* ARB_NO_KIND: no move on the fast path has this letter and length */
    uint8_t two;     /* from XOR to of a double step; else a number that is no such XOR */
    uint8_t arrives; /* how the piece moves: a row of arb__arrivals; 0: not on the fast path */
    /* What the rest of the word tells; 0 in arb__letters: */
    uint8_t to;
    uint8_t len; /* the length with its mark */
    char mark;   /* '+', '#' or 0 */
} arb__said;

typedef struct {
    arb__arrival_set files; /* where the piece may come from: a pawn that captures names its file */
    uint32_t fixed; /* the bits of the first bytes that every such move has, as the 'x' of "Nx" */
    arb__said said;
} arb__letter;

/* Numbers of the letters that a move may begin with: pieces, castling, files. */
enum { ARB__CASTLING_LETTER = 7, ARB__PAWN_LETTER = 8, ARB__LETTERS = 16 };

/* What a move says, by colour, letter and length. */
ARB__TABLE arb__letter arb__letters[2][ARB__LETTERS][8];
/* The number of the letter that a byte is; 0 for any other byte. */
ARB__TABLE uint8_t arb__letter_of[256];

/* The kind of piece that a byte stands for. */
static inline uint8_t arb__letter_kind(char c)
{
    return arb__letters[0][arb__letter_of[(unsigned char)c]][0].said.kind;
}

#endif
