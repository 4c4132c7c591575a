/* position.h: what the files of this layer, and the layers above, share. Layer: position. */
#ifndef ARB_POSITION_POSITION_H
#define ARB_POSITION_POSITION_H

#include "base/text.h"
#include "kernel/kernel.h"

/* Why position->over. */
enum {
    ARB__OVER_NOT = 0,
    ARB__OVER_CAPTURED, /* the royal piece of a side was taken */
    ARB__OVER_EXTINCT,
    ARB__OVER_BEREFT,
    ARB__OVER_CHECKS,
    ARB__OVER_GOAL
};
/* The reason why the game is over as the position stands (end.c). */
uint8_t arb__end_of(const arb_position *pos);
bool arb__at_goal(const arb_position *pos, arb_colour colour);
bool arb__is_extinct(const arb_position *pos, arb_colour colour);
bool arb__is_bereft(const arb_position *pos, arb_colour colour);

/* The same as an outcome, with mate and stalemate; but for dead positions and the count of moves
 * (outcome.c). */
arb_outcome arb__outcome_of_board(const arb_position *pos);
/* Is mate of a king that moves as in chess the only way for a side to win (material.c)? */
bool arb__mate_alone_wins(const arb_position *pos, arb_colour colour);
/* How the game stands that has come to this position for the so many-th time: the one place that
 * says what ends a game by itself (outcome.c). */
arb_outcome arb__outcome(const arb_position *pos, size_t times);
/* outcome_text.c: the sentence, with this article. */
void arb__put_outcome(arb__writer *out, arb_outcome outcome, const char *article);
/* Is the position dead (FIDE 5.2.2), where the rule set asks? What comes after a dead position is
 * dead as well. */
bool arb__is_dead(const arb_position *pos);
/* The same position on the bits kernel where that can serve, in *twin; else the position itself.
 * What is found by structure is asked there, so that both kernels give one answer. */
const arb_position *arb__on_bits(const arb_position *pos, arb_position *twin);

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
