/* run.h: the history that a run through a game score keeps. Layer: notation. */
#ifndef ARB_NOTATION_RUN_H
#define ARB_NOTATION_RUN_H

#include "arbiter.h"
#include "base/inline.h"
#include "kernel/fast.h"

/* Adds a position's key. `keeps` is 0 after a capture or pawn move, because no earlier position can
 * recur then; else it has all bits set. */
ARB__INLINE void arb__note_key(arb_run_keys *k, uint32_t keeps, uint64_t key)
{
    /* No branch: every third move is irreversible. */
    uint32_t count = k->count & keeps;
    k->keys[count] = key;
    k->count = count + 1;
}

/* May the game have ended by repetition or by the count of moves without capture or pawn move
 * (FIDE 9.6)? Sets run->end, which stops the run, and then arb_run_outcome is asked. `k` is the
 * run's history, or a spare one where it keeps none. */
bool arb__run_ends(arb_run *run, arb_run_keys *k, uint32_t halfmove);

/* arb_run_score with this accelerator (kernel/fast.h); NULL: by the core alone. */
size_t arb__run_score_by(arb__run_player *fast, arb_run *run, arb_position *pos, const char *text,
                         size_t len, uint64_t *plies);

#endif
