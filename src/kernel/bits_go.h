/* bits_go.h: a plain move on the sets of a position. Layer: kernel. Inlined where moves are played.
 *
 * Without a branch on the kinds: which comes next is what a predictor guesses worst. */
#ifndef ARB_KERNEL_BITS_GO_H
#define ARB_KERNEL_BITS_GO_H

#include "base/inline.h"
#include "kernel/kernel.h"

/* The sets that a kind is in: all ones, or none. */
typedef struct {
    uint64_t pawns, knights, diagonals, straights, kings;
} arb__membership;

extern const arb__membership arb__sets_of[ARB_KING + 1];

/* Puts a kind on squares without one, or takes it away; no kind changes nothing. */
ARB__INLINE void arb__bits_toggle(arb_position *pos, uint64_t squares, arb_kind kind)
{
    const arb__membership *in = &arb__sets_of[kind];
    pos->board.bits.pawns ^= in->pawns & squares;
    pos->board.bits.knights ^= in->knights & squares;
    pos->board.bits.diagonals ^= in->diagonals & squares;
    pos->board.bits.straights ^= in->straights & squares;
    pos->board.bits.kings ^= in->kings & squares;
}

/* A piece of `us` goes from one square to another and is of the kind `placed` from then on; what
 * stood there is gone. Asked again, it takes all that back. */
ARB__INLINE void arb__bits_go(arb_position *pos, unsigned us, arb_square from, arb_square to,
                              arb_kind moved, arb_kind placed, arb_kind captured)
{
    uint64_t at = (uint64_t)1 << to, both = (uint64_t)1 << from | at;
    arb__bits_toggle(pos, at, captured);
    arb__bits_toggle(pos, both, moved);
    if (placed != moved) {
        arb__bits_toggle(pos, at, moved);
        arb__bits_toggle(pos, at, placed);
    }
    pos->board.bits.colour[us] ^= both;
    pos->board.bits.colour[us ^ 1u] ^= (uint64_t)(captured != ARB_NO_KIND) << to;
}

#endif
