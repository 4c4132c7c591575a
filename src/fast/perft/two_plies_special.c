/* two_plies_special.c: the moves of two_plies.h that need a board of their own. Layer: fast. */
#include "fast/perft/two_plies.h"

uint64_t arb__two_special(const arb__board *b, arb_colour us, arb__replies_of *replies,
                          arb_move move)
{
    arb__board child;
    arb__bits_child(&child, b, &arb__chess, us, move);
    return replies(&child);
}

uint64_t arb__two_promotions(const arb__board *b, arb_colour us, arb__replies_of *replies, int way,
                             uint64_t set)
{
    uint64_t total = 0;
    for (; set != 0; set &= set - 1)
        for (uint32_t kinds = arb__chess.promotion_kinds; kinds != 0; kinds &= kinds - 1) {
            unsigned to = arb__first(set);
            total += arb__two_special(b, us, replies,
                                      arb_move_of((arb_square)((int)to - way), (arb_square)to,
                                                  (arb_kind)__builtin_ctz(kinds), ARB_NORMAL));
        }
    return total;
}
