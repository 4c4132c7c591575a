/* fast.h: the one seam between the core and the accelerators of src/fast. Layer: kernel.
 *
 * An accelerator gives the core's answer sooner, or passes and leaves the question to the core.
 * The core is complete without this table: built with ARB_FAST=OFF every entry is the core's
 * function or NULL. src/fast/README.md says what each entry buys and which test compares it
 * with the core. */
#ifndef ARB_KERNEL_FAST_H
#define ARB_KERNEL_FAST_H

#include "arbiter.h"
#include "base/inline.h"

#ifndef ARB__FAST
#define ARB__FAST 1 /* 0: src/fast is not part of this build */
#endif

/* The move functions of one level, for positions whose `fast` is the level's number. Such a
 * position plays by the rules of chess, and the processor has the instructions. A level has every
 * entry and never passes. */
typedef struct {
    /* Every legal move, in the core's order; room for ARB_MOVES_8X8. */
    size_t (*list)(const arb_position *pos, arb_colour us, arb_move *list);
    size_t (*count)(const arb_position *pos, arb_colour us);
    /* Is a move legal that neither promotes, nor castles, nor captures en passant? */
    bool (*is_legal)(const arb_position *pos, arb_colour us, arb_move move);
} arb__fast_moves;

enum { ARB__FAST_LEVELS = 2 }; /* none, PEXT */

/* Plays as many moves of a game score as it can, from the start of `text`. Returns how many bytes
 * it has read and adds the plies that it has played to *plies, the number of those before them. It
 * sets *stops if the run certainly ends there; otherwise the core continues from that byte. */
typedef size_t arb__run_player(arb_run *run, arb_position *pos, const char *text, size_t len,
                               uint64_t *plies, bool *stops);

typedef struct {
    /* The best level that this processor has, for position->fast of a position that plays chess. */
    uint8_t (*level)(void);
    arb__fast_moves moves[ARB__FAST_LEVELS]; /* by position->fast; entry 0 is empty */
    /* Plays any move if it is legal. Entry 0 is the core's function, as below. */
    bool (*play[ARB__FAST_LEVELS])(arb_position *pos, arb_move move, arb_undo *undo);
    /* Make a legal move and take it back. Entry 0 is the core's function, so that callers need no
     * test before the call. */
    void (*make[ARB__FAST_LEVELS])(arb_position *pos, arb_move move, arb_undo *undo);
    void (*unmake[ARB__FAST_LEVELS])(arb_position *pos, const arb_undo *undo);
    /* Counts the last plies of lines of play on bitboards, at least one; the position is as before
     * when it returns. 0: passes, or there are none. */
    uint64_t (*perft)(arb_position *pos, unsigned depth, arb_count how);
    /* Reads a FEN of 8x8 chess into a cleared position; it fills no setup. False: passes. */
    bool (*fen_read)(arb_position *pos, const char *text, size_t len);
    /* Writes the FEN of a position with this en-passant square. 0: passes. */
    size_t (*fen_write)(const arb_position *pos, arb_square en_passant, char *buf, size_t cap);
    /* The legal move that this text denotes in strict SAN. ARB_NO_MOVE: passes. */
    arb_move (*san_read)(const arb_position *pos, const char *text, size_t len);
    arb__run_player *run_score;
} arb__fast_table;

ARB__TABLE arb__fast_table arb__fast;

#endif
