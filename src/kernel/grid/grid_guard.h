/* grid_guard.h: which moves need not be asked whether they leave the own royal piece attacked.
 * Layer: kernel. */
#ifndef ARB_KERNEL_GRID_GUARD_H
#define ARB_KERNEL_GRID_GUARD_H

#include "kernel/kernel.h"

typedef struct {
    bool ask_none;                           /* no royal piece, or it needs no safety */
    bool ask_all;                            /* it is attacked now, or the rules are special */
    bool answers_only;                       /* no plain move elsewhere than to `answers` helps */
    bool hops;                               /* there may be attacks by hops: see `mounts` */
    uint64_t shields[ARB_SQUARE_LIMIT / 64]; /* pieces that may stand before an enemy slider */
    uint64_t answers[ARB_SQUARE_LIMIT / 64]; /* the one attacker, and the squares up to it */
    uint64_t mounts[ARB_SQUARE_LIMIT / 64];  /* who arrives here may be hopped over */
} arb__grid_guard;

arb__grid_guard arb__grid_guard_of(const arb_position *pos, arb_colour colour);

#endif
