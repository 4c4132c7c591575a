/* two_plies_portable.c: lines of two plies, on any machine. Layer: fast. */
#include "fast/perft/two_plies.h"

#define MACHINE __attribute__((noinline))
ARB__DEFINE_TWO(plain_white, ARB_WHITE, ARB_BLACK, &arb__portable_sliders, &arb__portable_sliders,
                MACHINE)
ARB__DEFINE_TWO(plain_black, ARB_BLACK, ARB_WHITE, &arb__portable_sliders, &arb__portable_sliders,
                MACHINE)
#undef MACHINE

uint64_t arb__two_plies_portable(const arb__board *b, arb_colour us, bool products)
{
    return us == ARB_WHITE ? plain_white_two(b, products) : plain_black_two(b, products);
}
