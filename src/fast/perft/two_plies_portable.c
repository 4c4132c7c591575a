/* two_plies_portable.c: lines of two plies, with portable C. Layer: fast. */
#include "fast/perft/two_plies.h"

#define MACHINE __attribute__((noinline))
ARB__DEFINE_TWO(portable_white, ARB_WHITE, ARB_BLACK, &arb__portable_sliders, MACHINE)
ARB__DEFINE_TWO(portable_black, ARB_BLACK, ARB_WHITE, &arb__portable_sliders, MACHINE)
#undef MACHINE

uint64_t arb__two_plies_portable(arb_position *pos, bool products)
{
    return pos->turn == ARB_WHITE ? portable_white_two(pos, products)
                                  : portable_black_two(pos, products);
}
