/* slider_attacks.h: what one rook or bishop attacks. Layer: kernel.
 *
 * By obstruction difference: on one line, subtracting the nearest blocker below from the blockers
 * above borrows through all squares up to the nearest blocker above; the bits that change are the
 * squares attacked. */
#ifndef ARB_KERNEL_SLIDER_ATTACKS_H
#define ARB_KERNEL_SLIDER_ATTACKS_H

#include "base/inline.h"
#include "kernel/bits/bits_tables.h"

ARB__INLINE uint64_t arb__line_attacks(const arb__line *line, uint64_t blockers)
{
    uint64_t above = line->above & blockers;
    uint64_t below = (line->below & blockers) | 1;
    uint64_t nearest = 0x8000000000000000u >> __builtin_clzll(below);
    return (above ^ (above - nearest)) & (line->below | line->above);
}

ARB__INLINE uint64_t arb__straight_attacks(unsigned square, uint64_t blockers)
{
    return arb__line_attacks(&arb__straight_lines[square][0], blockers) |
           arb__line_attacks(&arb__straight_lines[square][1], blockers);
}

ARB__INLINE uint64_t arb__diagonal_attacks(unsigned square, uint64_t blockers)
{
    return arb__line_attacks(&arb__diagonal_lines[square][0], blockers) |
           arb__line_attacks(&arb__diagonal_lines[square][1], blockers);
}

/* Attacks on an empty board. */
ARB__INLINE uint64_t arb__straight_rays(unsigned square)
{
    return arb__arounds[square].straight;
}

ARB__INLINE uint64_t arb__diagonal_rays(unsigned square)
{
    return arb__arounds[square].diagonal;
}

#endif
