/* play.h: declarations that the files that play moves share. Layer: position. */
#ifndef ARB_POSITION_PLAY_H
#define ARB_POSITION_PLAY_H

#include "position/position.h"

/* The fields that a move changes are adjacent in a position and have the same order in an undo, so
 * that one copy saves them: first the state, which both kernels have, then the bitboards. */
enum {
    ARB__LIVE = offsetof(arb_position, key),
    ARB__SAVED = offsetof(arb_undo, key),
    ARB__STATE_SIZE = offsetof(arb_position, board) - ARB__LIVE
};
_Static_assert(offsetof(arb_undo, sets) - ARB__SAVED == ARB__STATE_SIZE,
               "a position and its undo have the same fields in the same order");

/* Move counters stop at the largest number that the FEN reader accepts. */
enum { ARB__CLOCK_LIMIT = 999999 };

/* ---- play.c ---- */

/* The square of the piece that a move captures, or ARB_NO_SQUARE if it captures none. */
arb_square arb__capture_square(const arb_position *pos, arb_move move);
/* Updates royal pieces and castling rights after the pieces have moved and before the turn
 * passes. */
void arb__follow_royals(arb_position *pos, arb_move move);
/* Ends the castling rights that a move of `us` ends, in any rule set. The pieces have moved, the
 * royal square has not been updated. */
void arb__drop_rights(arb_position *pos, arb_colour us, arb_square from);
void arb__count_clocks(arb_position *pos, bool irreversible);
/* Saves the state. */
void arb__remember(const arb_position *pos, arb_move move, arb_undo *undo);

/* ---- play_bits.c ---- */

void arb__bits_play(arb_position *pos, arb_move move, arb_undo *undo);
void arb__bits_undo(arb_position *pos, const arb_undo *undo);
/* Saves the state and the sets. */
void arb__bits_remember(const arb_position *pos, arb_move move, arb_undo *undo);
/* Plays castling, en passant, promotions and captures of kings. The caller has saved the undo. */
void arb__bits_play_other(arb_position *pos, arb_move move, arb_undo *undo);
/* Finds whether one of `takers` can legally capture en passant. They are pawns of the side to move
 * beside a pawn that has just made a double step. */
void arb__ask_takers(arb_position *pos, uint64_t takers);

/* ---- play_grid.c ---- */

void arb__grid_play(arb_position *pos, arb_move move, arb_undo *undo);
void arb__grid_undo(arb_position *pos, const arb_undo *undo);

#endif
