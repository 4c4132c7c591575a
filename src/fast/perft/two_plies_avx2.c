/* two_plies_avx2.c: lines of two plies, with AVX2. Layer: fast. */
#include "fast/perft/two_plies.h"

#if ARB__HAS_AVX2

#define MACHINE __attribute__((noinline)) ARB__AVX2
ARB__DEFINE_TWO(avx2_white, ARB_WHITE, ARB_BLACK, &arb__avx2_sliders, MACHINE)
ARB__DEFINE_TWO(avx2_black, ARB_BLACK, ARB_WHITE, &arb__avx2_sliders, MACHINE)
#undef MACHINE

uint64_t arb__two_plies_avx2(arb_position *pos, bool products)
{
    return pos->turn == ARB_WHITE ? avx2_white_two(pos, products) : avx2_black_two(pos, products);
}

#endif
