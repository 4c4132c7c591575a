/* run_machines.h: a run through a game score by the core, and with the instructions of one machine;
 * in a build without accelerators there is the core only. */
#ifndef ARB_TESTS_RUN_MACHINES_H
#define ARB_TESTS_RUN_MACHINES_H

#include "kernel/fast.h"
#include "notation/run.h"

#if ARB__FAST
#include "fast/score/score.h"

static inline size_t run_on_any_machine(arb_run *run, arb_position *pos, const char *text,
                                        size_t len, uint64_t *plies, bool *stops)
{
    return arb__run_score_on(run, pos, text, len, plies, stops, ARB__ANY_MACHINE);
}

enum { RUN_MACHINES = 3 };
static arb__run_player *const run_machines[RUN_MACHINES] = {NULL, run_on_any_machine,
                                                            arb__fast_run_score};
#else
enum { RUN_MACHINES = 1 };
static arb__run_player *const run_machines[RUN_MACHINES] = {NULL};
#endif

#endif
