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

/* Puts a piece, or none, on a square and updates the key. */
void arb__place(arb_position *pos, arb_square square, arb_piece piece);
/* The square of the piece that a move captures, or ARB_NO_SQUARE if it captures none. */
arb_square arb__capture_square(const arb_position *pos, arb_move move);
/* Updates royal pieces and castling rights after the pieces have moved and before the turn
 * passes. */
void arb__follow_royals(arb_position *pos, arb_move move, bool royal_captured);
bool arb__touches_rights(const arb_position *pos, arb_colour us, arb_square from, arb_square to);
void arb__drop_rights(arb_position *pos, arb_colour us, arb_square from, arb_square to);
/* Updates the state after the loss of the royal piece of `them`. */
void arb__royal_taken(arb_position *pos, arb_colour them);
void arb__count_clocks(arb_position *pos, bool irreversible);
/* Saves the state. */
void arb__remember(const arb_position *pos, arb_move move, arb_undo *undo);
void arb__undo_castling(arb_position *pos, const arb_undo *undo);

/* ---- play_bits.c ---- */

void arb__bits_play(arb_position *pos, arb_move move, arb_undo *undo);
void arb__bits_undo(arb_position *pos, const arb_undo *undo);
/* Saves the state and the sets. */
void arb__bits_remember(const arb_position *pos, arb_move move, arb_undo *undo);
/* Plays castling, en passant, promotions and captures of kings. The caller has saved the undo. */
void arb__bits_play_other(arb_position *pos, arb_move move, arb_undo *undo);
/* Updates castling rights, in any rule set, after a king or rook has moved or a rook was captured.
 * The turn has passed, and some right was left. */
void arb__bits_follow_rights(arb_position *pos, arb_square from, arb_square to);
/* Finds whether one of `takers` can legally capture en passant. They are pawns of the side to move
 * beside a pawn that has just made a double step. */
void arb__ask_takers(arb_position *pos, uint64_t takers);

/* ---- play_special.c: for position->special with ARB__SPECIAL_PLAY ---- */

void arb__special_play(arb_position *pos, arb_move move, arb_undo *undo);
/* Undoes what restoring the saved state does not. */
void arb__special_undo(arb_position *pos, const arb_undo *undo);
/* Is some en-passant capture legal? For rule sets that define the steps of their pawn. */
bool arb__special_en_passant(const arb_position *pos);

#endif
