/* san_letters.h: the fast path of SAN: the moves that make up most of every game. Layer: fast.
 *
 * A pawn or piece, its target, an 'x' where it takes, and nothing else: no origin, no promotion, no
 * castling. The letter and the length look everything up, whatever the kind, so that there is no
 * branch on it to guess wrong. Everything else goes through san_strict.h, which gives the same
 * answers. Inlined into its one user, with the side as a constant. */
#ifndef ARB_FAST_SAN_LETTERS_H
#define ARB_FAST_SAN_LETTERS_H

#include "fast/score/score_board.h"

/* What a move says, in eight bytes that are copied at once. */
typedef struct {
    /* What the letter and the length tell: */
    int8_t quiet; /* a mask: all bits for a quiet move, none for a capture */
    int8_t
        keeps; /* a mask: all bits where no pawn moves either, so that a repetition is possible */
    uint8_t kind; /* ARB_NO_KIND: no move begins so, or none of this length is on the fast path */
    uint8_t
        two; /* the difference of the two squares of a double step; else one that no squares have */
    uint8_t arrives; /* how the piece moves: a row of arb__arrivals; 0: not on the fast path */
    /* What the rest of the word tells; 0 in arb__letters: */
    uint8_t to;
    uint8_t len; /* the length with its mark */
    char mark;   /* '+', '#' or 0 */
} arb__said;

typedef struct {
    arb__arrival_set files; /* where the piece may come from: a pawn that captures names its file */
    uint32_t
        fixed; /* bits of the first bytes that are fixed: the second byte of a capture is 'x' */
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

/* The one piece of the set that attacks the target; none if several do. */
static inline uint64_t arb__only_attacker(uint64_t set, size_t to, uint64_t occupied)
{
    uint64_t seeing = 0;
    for (; set != 0; set &= set - 1)
        if ((arb__between[to][arb__first(set)] & occupied) == 0)
            seeing |= set & -set;
    return arb__several(seeing) ? 0 : seeing;
}

#endif
