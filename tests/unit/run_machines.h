/* run_machines.h: runs through a game score by the core and by the accelerator; a build without
 * accelerators has only the core. */
#ifndef ARB_TESTS_RUN_MACHINES_H
#define ARB_TESTS_RUN_MACHINES_H

#include "kernel/fast.h"
#include "notation/run.h"

#if ARB__FAST
#include "fast/entries.h"

enum { RUN_MACHINES = 2 };
static arb__run_player *const run_machines[RUN_MACHINES] = {NULL, arb__fast_run_score};
#else
enum { RUN_MACHINES = 1 };
static arb__run_player *const run_machines[RUN_MACHINES] = {NULL};
#endif

#endif
