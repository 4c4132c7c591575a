/* two_plies_pext.c: lines of two plies, with AVX2 and fast PEXT. Layer: fast. A second version
 * serves endgames in which neither side has more than one slider: it leaves out the fill for
 * several sliders. */
#include "fast/perft/two_plies.h"
#include "fast/x86/slider_sets_pext.h"

#if ARB__HAS_AVX2

#define MACHINE __attribute__((noinline)) ARB__AVX2
#define MANY &arb__pext_sliders
#define FEW &arb__pext_lone_slider
ARB__DEFINE_TWO(pext_white, ARB_WHITE, ARB_BLACK, MANY, MANY, MACHINE)
ARB__DEFINE_TWO(pext_black, ARB_BLACK, ARB_WHITE, MANY, MANY, MACHINE)
ARB__DEFINE_TWO(pext_few_white, ARB_WHITE, ARB_BLACK, FEW, MANY, MACHINE)
ARB__DEFINE_TWO(pext_few_black, ARB_BLACK, ARB_WHITE, FEW, MANY, MACHINE)
#undef MANY
#undef FEW
#undef MACHINE

uint64_t arb__two_plies_pext(const arb__board *b, arb_colour us, bool products)
{
    uint64_t sliders = b->straights | b->diagonals;
    if (!arb__several(sliders & b->colour[us]) && !arb__several(sliders & ~b->colour[us]))
        return us == ARB_WHITE ? pext_few_white_two(b, products) : pext_few_black_two(b, products);
    return us == ARB_WHITE ? pext_white_two(b, products) : pext_black_two(b, products);
}

#endif
