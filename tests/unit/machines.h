/* machines.h: the kernel's code for one machine beside that for any. */
#ifndef ARB_TESTS_MACHINES_H
#define ARB_TESTS_MACHINES_H

#include "fast/x86/slider_sets_pext.h"

#include <string.h>

/* On every machine the same moves in the same order, as many, and none where there are none: how
 * often not. */
static inline unsigned test_machines_differ(const arb_position *pos, arb_colour colour)
{
    arb_move first[ARB_MOVES_8X8], list[ARB_MOVES_8X8];
    size_t count = arb__bits_moves_on(pos, colour, first, ARB__ANY_MACHINE);
    unsigned wrong = 0;
    for (unsigned machine = ARB__ANY_MACHINE; machine <= arb__perft_machine(); machine++) {
        wrong += arb__bits_moves_on(pos, colour, list, (arb__machine)machine) != count ||
                 memcmp(list, first, count * sizeof list[0]) != 0;
        wrong += arb__bits_count_on(pos, colour, (arb__machine)machine) != count;
        wrong += arb__bits_has_move_on(pos, colour, (arb__machine)machine) != (count > 0);
    }
    return wrong;
}

#endif
