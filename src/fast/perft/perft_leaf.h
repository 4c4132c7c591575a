/* perft_leaf.h: every line of so many plies made, move by move. Layer: position. */
#ifndef ARB_POSITION_PERFT_LEAF_H
#define ARB_POSITION_PERFT_LEAF_H

#include "fast/x86/slider_sets_pext.h"

/* A position of chess after a move: all that the next move depends on, and its name. */
typedef struct {
    arb__board board; /* with the rights, and the square that a pawn has stepped over, as marks */
    uint64_t key;
    uint64_t passing; /* the part of the key that tells of en passant, 0 where it is not legal */
    uint32_t halfmove;
    uint32_t fullmove;
} arb__made;

/* Gets each position at the end of a line. */
typedef void arb__leaf_visitor(void *context, const arb__made *made);

/* How many lines there are, all of them made. For positions that play by the rules of chess
 * (arb__bits_is_chess), 1 ply or more; the visitor may be NULL. */
uint64_t arb__each_leaf(const arb_position *pos, unsigned depth, arb__machine machine,
                        arb__leaf_visitor *visitor, void *context);

#endif
