/* fast.h: the one seam between the core and the accelerators of src/fast. Layer: kernel.
 *
 * An accelerator answers a question sooner than the core, with the same answer, or passes; then the
 * core answers. The core is whole without this table: built with ARB_FAST=OFF every entry is NULL.
 * src/fast/README.md says what each entry buys and which test compares it with the core. */
#ifndef ARB_KERNEL_FAST_H
#define ARB_KERNEL_FAST_H

#include "arbiter.h"
#include "base/inline.h"

#ifndef ARB__FAST
#define ARB__FAST 1 /* 0: src/fast is not part of this build */
#endif

/* Move questions about a position whose `fast` is the number of this level. It plays by the rules
 * of chess, and the processor has what the code needs; a level has every entry and always answers.
 */
typedef struct {
    /* Every legal move, in the core's order; room for ARB_MOVES_8X8. */
    size_t (*list)(const arb_position *pos, arb_colour us, arb_move *list);
    size_t (*count)(const arb_position *pos, arb_colour us);
    bool (*has_move)(const arb_position *pos, arb_colour us);
    /* Is a move legal that neither promotes, nor castles, nor captures en passant? */
    bool (*is_legal)(const arb_position *pos, arb_colour us, arb_move move);
} arb__fast_moves;

enum { ARB__FAST_LEVELS = 3 }; /* none, PEXT, AVX-512 */

/* The first moves of a run through a game score, as many as it can play: how many bytes, and plies.
 * *stops: it is certain that a run stops there. If not, it passes on what follows, and the core
 * goes on from there. */
typedef size_t arb__run_player(arb_run *run, arb_position *pos, const char *text, size_t len,
                               uint64_t *plies, bool *stops);

typedef struct {
    /* For position->fast of a position that plays chess: the best level this processor has. */
    uint8_t (*level)(void);
    arb__fast_moves moves[ARB__FAST_LEVELS]; /* by position->fast; nothing at 0 */
    /* Lines of play, of at least one ply. False: passes. */
    bool (*perft)(const arb_position *pos, unsigned depth, arb_count how, uint64_t *lines);
    /* A FEN of 8x8 chess into a cleared position, without its setup. False: passes. */
    bool (*fen_read)(arb_position *pos, const char *text, size_t len);
    /* The FEN of a position, with this en-passant square. 0: passes. */
    size_t (*fen_write)(const arb_position *pos, arb_square en_passant, char *buf, size_t cap);
    /* The legal move that this strictly is in SAN. ARB_NO_MOVE: passes. */
    arb_move (*san_read)(const arb_position *pos, const char *text, size_t len);
    arb__run_player *run_score;
} arb__fast_table;

ARB__TABLE arb__fast_table arb__fast;

#endif
