/* score.h: the main line of a game score, played as it is read. Layer: fast. */
#ifndef ARB_FAST_SCORE_H
#define ARB_FAST_SCORE_H

#include "fast/x86/slider_sets_avx2.h"

/* arb_run_score with the instructions of one machine. */
size_t arb__run_score_on(arb_run *run, arb_position *pos, const char *text, size_t len,
                         uint64_t *plies, arb__machine machine);

size_t arb__fast_run_score(arb_run *run, arb_position *pos, const char *text, size_t len,
                           uint64_t *plies);

#endif
