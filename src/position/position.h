/* position.h: what the files of this layer, and the layers above, share. Layer: position. */
#ifndef ARB_POSITION_POSITION_H
#define ARB_POSITION_POSITION_H

#include "kernel/kernel.h"

/* Plays a move that is known to be legal. */
void arb__play(arb_position *pos, arb_move move, arb_undo *undo);

/* Is some en-passant capture legal now, for the side to move? */
bool arb__en_passant_legal(const arb_position *pos);

/* Of the royal pieces of one colour on the board the one that counts when nothing else says so: the
 * last in the order in which FEN is read; ARB_NO_SQUARE if there is none. */
arb_square arb__find_royal(const arb_position *pos, arb_colour colour);

/* Those of the faults that matter which a position, filled in from its setup, has: all at once. */
arb_faults arb__validate(const arb_position *pos, arb_faults matter);

#endif
