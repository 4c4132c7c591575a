/* two_plies_pext.c: lines of two plies, with AVX2 and fast PEXT. Layer: fast. A second version
 * serves endgames in which neither side has more than one slider: it leaves out the fill for
 * several sliders. */
#include "fast/perft/two_plies.h"
#include "fast/x86/slider_sets_pext.h"

#if ARB__HAS_AVX2

#define MACHINE __attribute__((noinline)) ARB__AVX2
#define MANY &arb__pext_sliders
#define FEW &arb__pext_lone_slider
ARB__DEFINE_TWO(pext_white, ARB_WHITE, ARB_BLACK, MANY, MACHINE)
ARB__DEFINE_TWO(pext_black, ARB_BLACK, ARB_WHITE, MANY, MACHINE)
ARB__DEFINE_TWO(pext_few_white, ARB_WHITE, ARB_BLACK, FEW, MACHINE)
ARB__DEFINE_TWO(pext_few_black, ARB_BLACK, ARB_WHITE, FEW, MACHINE)
#undef MANY
#undef FEW
#undef MACHINE

uint64_t arb__two_plies_pext(arb_position *pos, bool products)
{
    uint64_t sliders = pos->board.bits.straights | pos->board.bits.diagonals;
    if (!arb__several(sliders & pos->board.bits.colour[ARB_WHITE]) &&
        !arb__several(sliders & pos->board.bits.colour[ARB_BLACK]))
        return pos->turn == ARB_WHITE ? pext_few_white_two(pos, products)
                                      : pext_few_black_two(pos, products);
    return pos->turn == ARB_WHITE ? pext_white_two(pos, products) : pext_black_two(pos, products);
}

#endif
