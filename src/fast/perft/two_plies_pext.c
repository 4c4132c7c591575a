/* two_plies_pext.c: lines of two plies, with AVX2 and fast PEXT. Layer: fast. */
#include "fast/perft/two_plies.h"
#include "fast/x86/slider_sets_pext.h"

#if ARB__HAS_AVX2

#define MACHINE __attribute__((noinline)) ARB__AVX2
ARB__DEFINE_TWO(pext_white, ARB_WHITE, ARB_BLACK, &arb__pext_sliders, MACHINE)
ARB__DEFINE_TWO(pext_black, ARB_BLACK, ARB_WHITE, &arb__pext_sliders, MACHINE)
#undef MACHINE

uint64_t arb__two_plies_pext(arb_position *pos, bool products)
{
    return pos->turn == ARB_WHITE ? pext_white_two(pos, products) : pext_black_two(pos, products);
}

#endif
