/* machines.h: compares every accelerator of move questions with the core. */
#ifndef ARB_TESTS_MACHINES_H
#define ARB_TESTS_MACHINES_H

#include "kernel/kernel.h"

#include <string.h>

/* Counts how often a level differs from the core (level 0) in the moves, their order or number. */
static inline unsigned test_machines_differ(const arb_position *pos, arb_colour colour)
{
    arb_move first[ARB_MOVES_8X8], list[ARB_MOVES_8X8];
    arb_position other = *pos;
    unsigned wrong = 0;
    other.fast = 0;
    size_t count = arb__bits_moves(&other, colour, first);
    for (unsigned level = 0; level <= pos->fast; level++) {
        other.fast = (uint8_t)level;
        wrong += arb__bits_moves(&other, colour, list) != count ||
                 memcmp(list, first, count * sizeof list[0]) != 0;
        wrong += arb__bits_count(&other, colour) != count;
        wrong += arb__bits_has_move(&other, colour) != (count > 0);
    }
    return wrong;
}

#endif
