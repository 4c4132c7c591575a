/* run_machines.h: runs through a game score by the core, by the accelerator, and by the accelerator
 * as it is on old processors; a build without accelerators has only the core. */
#ifndef ARB_TESTS_RUN_MACHINES_H
#define ARB_TESTS_RUN_MACHINES_H

#include "kernel/fast.h"
#include "notation/run.h"

#if ARB__FAST
#include "fast/entries.h"

enum { RUN_MACHINES = 3 };
static arb__run_player *const run_machines[RUN_MACHINES] = {NULL, arb__fast_run_score,
                                                            arb__portable_run_score};
#else
enum { RUN_MACHINES = 1 };
static arb__run_player *const run_machines[RUN_MACHINES] = {NULL};
#endif

#endif
