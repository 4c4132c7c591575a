/* score.h: the main line of a game score, played as it is read. Layer: fast. */
#ifndef ARB_FAST_SCORE_H
#define ARB_FAST_SCORE_H

#include "kernel/fast.h"

/* The entry in the table of accelerators. */
arb__run_player arb__fast_run_score;

#endif
