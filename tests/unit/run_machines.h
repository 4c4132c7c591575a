/* run_machines.h: a run through a game score with the instructions of one machine; in a build
 * without accelerators there is one machine only, and arb_run_score. */
#ifndef ARB_TESTS_RUN_MACHINES_H
#define ARB_TESTS_RUN_MACHINES_H

#include "kernel/fast.h"

#if ARB__FAST
#include "fast/score/score.h"
#else
typedef enum { ARB__ANY_MACHINE, ARB__WITH_AVX2 } arb__machine;

static inline arb__machine arb__best_machine(void)
{
    return ARB__ANY_MACHINE;
}

static inline size_t arb__run_score_on(arb_run *run, arb_position *pos, const char *text,
                                       size_t len, uint64_t *plies, arb__machine machine)
{
    (void)machine;
    return arb_run_score(run, pos, text, len, plies);
}
#endif

#endif
