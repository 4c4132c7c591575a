/* score.h: the main line of a game score, played as it is read. Layer: fast. */
#ifndef ARB_FAST_SCORE_H
#define ARB_FAST_SCORE_H

#include "fast/x86/slider_sets_avx2.h"
#include "kernel/fast.h"

/* An accelerator of runs (arb__run_player) with the instructions of one machine. */
size_t arb__run_score_on(arb_run *run, arb_position *pos, const char *text, size_t len,
                         uint64_t *plies, bool *stops, arb__machine machine);

arb__run_player arb__fast_run_score;

#endif
