/* slider_sets.h: what all sliders of a side attack together. Layer: kernel.
 *
 * The functions are fields of one constant structure; the compiler inlines them wherever it is
 * passed. An accelerator passes its own structure and so runs the kernel's code with other
 * instructions (src/fast/x86). */
#ifndef ARB_KERNEL_SLIDER_SETS_H
#define ARB_KERNEL_SLIDER_SETS_H

#include "kernel/bits/bits.h"

typedef struct {
    /* Attacks of one slider. */
    uint64_t (*straight)(unsigned square, uint64_t blockers);
    uint64_t (*diagonal)(unsigned square, uint64_t blockers);
    /* Every square attacked. */
    uint64_t (*see)(uint64_t straights, uint64_t diagonals, uint64_t blockers);
    /* The number of moves: pairs of a slider and a square of `targets` that it attacks. */
    unsigned (*count)(uint64_t straights, uint64_t diagonals, uint64_t blockers, uint64_t targets);
} arb__slider_ops;

static inline uint64_t arb__see_each(uint64_t straights, uint64_t diagonals, uint64_t blockers)
{
    uint64_t set = 0;
    for (; diagonals != 0; diagonals &= diagonals - 1)
        set |= arb__diagonal_attacks(arb__first(diagonals), blockers);
    for (; straights != 0; straights &= straights - 1)
        set |= arb__straight_attacks(arb__first(straights), blockers);
    return set;
}

static inline unsigned arb__count_each(uint64_t straights, uint64_t diagonals, uint64_t blockers,
                                       uint64_t targets)
{
    unsigned count = 0;
    for (; diagonals != 0; diagonals &= diagonals - 1)
        count += arb__count(arb__diagonal_attacks(arb__first(diagonals), blockers) & targets);
    for (; straights != 0; straights &= straights - 1)
        count += arb__count(arb__straight_attacks(arb__first(straights), blockers) & targets);
    return count;
}

static const arb__slider_ops arb__portable_sliders = {arb__straight_attacks, arb__diagonal_attacks,
                                                      arb__see_each, arb__count_each};

#endif
