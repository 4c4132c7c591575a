/* position.h: declarations that the files of this layer and the layers above share. Layer:
 * position. */
#ifndef ARB_POSITION_POSITION_H
#define ARB_POSITION_POSITION_H

#include "base/text.h"
#include "kernel/kernel.h"

/* Values of position->over: why the game is over. */
enum {
    ARB__OVER_NOT = 0,
    ARB__OVER_CAPTURED, /* the royal piece of a side was taken */
    ARB__OVER_EXTINCT,
    ARB__OVER_BEREFT,
    ARB__OVER_CHECKS,
    ARB__OVER_GOAL
};
/* The pieces of a side, in hand included, and those on the board by kind (end_on_board.c). */
typedef struct {
    unsigned all;
    unsigned of[ARB_KIND_LIMIT];
} arb__side_count;
arb__side_count arb__count_side(const arb_position *pos, arb_colour colour);

/* The reason why the game is over as the position stands (end_on_board.c). */
uint8_t arb__end_of(const arb_position *pos);
bool arb__at_goal(const arb_position *pos, arb_colour colour);
bool arb__is_extinct(const arb_position *pos, arb_colour colour);
bool arb__is_bereft(const arb_position *pos, arb_colour colour);

/* The same as an outcome, including mate and stalemate, but without dead positions and the move
 * limit (outcome.c). */
arb_outcome arb__outcome_of_board(const arb_position *pos);
/* Is mate of a king that moves as in chess the only way for a side to win (material.c)? */
bool arb__mate_alone_wins(const arb_position *pos, arb_colour colour);
/* Does mate win for the side that gives it, and do stalemate and a bare king win for nobody? */
bool arb__is_won_by_mate(const arb_rules *rules);
/* Is mate of a king, which moves out of check, the only way to win? */
bool arb__is_won_as_in_chess(const arb_rules *rules);
/* The outcome of a game in which this position has occurred `times` times. It is the only place
 * that decides what ends a game automatically (outcome.c). */
arb_outcome arb__outcome(const arb_position *pos, size_t times);
/* The same for a caller who already knows costly parts of the answer, given as bits. */
enum {
    ARB__KNOWN_ALIVE = 1u << 0, /* the position is not dead */
    ARB__KNOWN_MOVE = 1u << 1,  /* there is a legal move */
    ARB__KNOWN_DEAD = 1u << 2,  /* the position is dead */
    ARB__KNOWN_MATE = 1u << 3   /* the side to move is checkmated, under rules that end the game */
};
arb_outcome arb__outcome_knowing(const arb_position *pos, size_t times, unsigned known);
/* outcome_text.c: writes the sentence, citing this article. */
void arb__put_outcome(arb__writer *out, arb_outcome outcome, arb_language language,
                      const char *article);
/* Is the position dead (FIDE 5.2.2), if the rule set knows dead positions? Every position that
 * follows a dead one is dead as well. */
bool arb__is_dead(const arb_position *pos);
/* On bitboards: has each side a rook or queen and another piece, and is a pawn not blocked by a
 * pawn, or is there none? Such a position counts as alive, and no king is bare (dead.c). */
bool arb__is_middlegame(const arb_position *pos);
/* Is the position dead by the material that the rule set lists; and has this side too little to
 * win? For rules under which mate is not the only way to win (dead_material.c). */
bool arb__is_dead_by_rule(const arb_position *pos);
bool arb__cannot_win_by_rule(const arb_position *pos, arb_colour side);
/* The same position on the bitboard kernel, in *twin, if that kernel can serve it; else the
 * position itself. Questions about pawn structure are asked there, so that both kernels give one
 * answer. */
const arb_position *arb__on_bits(const arb_position *pos, arb_position *twin);

/* Play a move that is known to be legal, and take it back: first the core's functions (play.c),
 * then those that use the accelerator if the position has one. */
bool arb__core_play(arb_position *pos, arb_move move, arb_undo *undo);
void arb__core_make(arb_position *pos, arb_move move, arb_undo *undo);
void arb__core_unmake(arb_position *pos, const arb_undo *undo);
static inline void arb__play(arb_position *pos, arb_move move, arb_undo *undo)
{
    arb__fast.make[pos->fast](pos, move, undo);
}
static inline void arb__undo(arb_position *pos, const arb_undo *undo)
{
    arb__fast.unmake[pos->fast](pos, undo);
}

/* A verdict that names no square yet. */
static inline arb_verdict arb__verdict_on(arb_piece piece)
{
    return (arb_verdict){.from = ARB_NO_SQUARE,
                         .to = ARB_NO_SQUARE,
                         .at = ARB_NO_SQUARE,
                         .by = ARB_NO_SQUARE,
                         .piece = piece};
}

/* Does the side to move have a legal en-passant capture? */
bool arb__en_passant_legal(const arb_position *pos);

/* The royal piece that counts if the setup names none of several: the last in the order of a FEN.
 * ARB_NO_SQUARE if there is none. */
arb_square arb__find_royal(const arb_position *pos, arb_colour colour);

/* The faults of a position that has been filled in from its setup, as a set; only faults in
 * `matter` are looked for. */
arb_faults arb__validate(const arb_position *pos, arb_faults matter);

#endif
