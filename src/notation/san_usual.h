/* san_usual.h: the moves that make up most of every game, with the fewest steps. Layer: notation.
 *
 * A pawn or piece, its target, an 'x' where it takes, and nothing else: no origin, no promotion, no
 * castling. The letter and the target look everything up, whatever the kind, so that there is no
 * branch on it to guess wrong. Everything else goes through san_plain.h, which gives the same
 * answers. Inlined into its one user, with the side as a constant. */
#ifndef ARB_NOTATION_SAN_USUAL_H
#define ARB_NOTATION_SAN_USUAL_H

#include "kernel/bits_runner.h"

/* What the first letter of a move says. */
typedef struct {
    uint64_t files;        /* where the piece may come from: a pawn that takes names its file */
    uint8_t kind;          /* ARB_NO_KIND: no move begins so */
    uint8_t bits[2];       /* of a move without and with a capture */
    uint8_t arrival[2][2]; /* by colour and capture */
} arb__letter;

/* By what a move may begin with: pieces, castling, files. */
enum { ARB__CASTLING_LETTER = 7, ARB__PAWN_LETTER = 8, ARB__LETTERS = 16 };

extern const arb__letter arb__letters[ARB__LETTERS];
/* By byte: which of them, 0 for none. */
extern const uint8_t arb__letter_of[256];

typedef struct {
    unsigned from, to, kind, captured;
} arb__usual;

/* The only one of several pieces that sees the target; none if that is not clear. */
static inline uint64_t arb__usual_choice(uint64_t set, unsigned to, uint64_t occupied)
{
    uint64_t seeing = 0;
    for (; set != 0; set &= set - 1)
        if ((arb__between[to][arb__first(set)] & occupied) == 0)
            seeing |= set & -set;
    return arb__several(seeing) ? 0 : seeing;
}

/* The move that the word means: `bits` of it count, from the lowest up, without its mark. False if
 * it is not usual, or not legal. */
ARB__INLINE bool arb__usual_step(const arb__runner *r, const arb__letter *letter, uint64_t word,
                                 unsigned bits, arb__usual *step, arb_colour us)
{
    const uint64_t own = r->colour[us], occupied = own | r->colour[us ^ 1u];
    unsigned target = (unsigned)(word >> ((bits - 16) & 63)) - ('1' << 8 | 'a');
    unsigned to = (target | target >> 5) & 63;
    unsigned takes = (word >> 8 & 0xFF) == 'x';
    unsigned captured = r->on[to];
    /* One branch for all that is not as expected. */
    unsigned odd = (target & 0xF8F8) | (bits ^ letter->bits[takes]) | ((captured != 0) ^ takes);
    if (ARB__RARELY(odd != 0))
        return false;
    uint64_t at = arb__bit(to);
    uint64_t set = arb__arrival_from[letter->arrival[us][takes]][to] & r->kind[letter->kind] & own &
                   letter->files;
    if (ARB__RARELY(arb__several(set)))
        set = arb__usual_choice(set, to, occupied);
    if (ARB__RARELY(set == 0))
        return false;
    unsigned from = arb__first(set);
    *step = (arb__usual){from, to, letter->kind, captured};
    if (ARB__RARELY(((arb__between[to][from] & occupied) | (own & at)) != 0))
        return false;
    if (ARB__RARELY(letter->kind == ARB_KING))
        return arb__king_may_go(r, to, us);
    return arb__may_go(r, from, at, us);
}

#endif
