/* play.h: what the two files that play moves share. Layer: position. */
#ifndef ARB_POSITION_PLAY_H
#define ARB_POSITION_PLAY_H

#include "position/position.h"

/* What a move changes lies together in a position, and in the same order in an undo: the state,
 * which both kernels have, and behind it the sets of the bitboards. */
enum {
    ARB__LIVE = offsetof(arb_position, key),
    ARB__SAVED = offsetof(arb_undo, key),
    ARB__STATE_SIZE = offsetof(arb_position, board) - ARB__LIVE
};
_Static_assert(offsetof(arb_undo, sets) - ARB__SAVED == ARB__STATE_SIZE,
               "a position and its undo have the same fields in the same order");

/* Clocks stop counting here, where FEN stops reading. */
enum { ARB__CLOCK_LIMIT = 999999 };

/* ---- play.c ---- */

/* Puts a piece, or none, on a square, and the key with it. */
void arb__place(arb_position *pos, arb_square square, arb_piece piece);
/* Where the piece stands that a move takes, or would take; ARB_NO_SQUARE if it takes none. */
arb_square arb__capture_square(const arb_position *pos, arb_move move);
/* Royal pieces and castling rights after the pieces have moved, and before the turn passes. */
void arb__follow_royals(arb_position *pos, arb_move move, bool royal_captured);
void arb__drop_rights(arb_position *pos, arb_colour us, arb_square from, arb_square to);
/* The royal piece of `them` is gone. */
void arb__royal_taken(arb_position *pos, arb_colour them);
void arb__count_clocks(arb_position *pos, bool irreversible);
/* Saves the state. */
void arb__remember(const arb_position *pos, arb_move move, arb_undo *undo);
void arb__undo_castling(arb_position *pos, const arb_undo *undo);

/* ---- play_bits.c ---- */

void arb__bits_play(arb_position *pos, arb_move move, arb_undo *undo);
/* Saves the state and the sets. */
void arb__bits_remember(const arb_position *pos, arb_move move, arb_undo *undo);
void arb__bits_undo(arb_position *pos, const arb_undo *undo);

/* ---- play_special.c: for position->special with ARB__SPECIAL_PLAY ---- */

void arb__special_play(arb_position *pos, arb_move move, arb_undo *undo);
/* What is left to do once the state is as it was. */
void arb__special_undo(arb_position *pos, const arb_undo *undo);
/* Is some en-passant capture legal, where the pawn has steps of its own? */
bool arb__special_en_passant(const arb_position *pos);

#endif
