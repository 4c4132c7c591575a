/* grid_guard.h: which moves need no test for leaving the own royal piece attacked. Layer:
 * kernel. */
#ifndef ARB_KERNEL_GRID_GUARD_H
#define ARB_KERNEL_GRID_GUARD_H

#include "kernel/kernel.h"

/* `ask_none` and `ask_all`: no move needs the test, every move needs it. */
typedef struct {
    bool ask_none;                           /* no royal piece, or no rule that keeps it safe */
    bool ask_all;                            /* it is attacked, or the rules are special */
    bool hops;                               /* an enemy may attack by hopping: see `mounts` */
    uint64_t shields[ARB_SQUARE_LIMIT / 64]; /* own pieces that may be pinned */
    uint64_t mounts[ARB_SQUARE_LIMIT / 64];  /* a piece arriving here may be hopped over */
} arb__grid_guard;

arb__grid_guard arb__grid_guard_of(const arb_position *pos, arb_colour colour);

#endif
