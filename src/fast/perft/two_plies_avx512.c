/* two_plies_avx512.c: lines of two plies, with AVX-512. Layer: fast. If neither side has more than
 * one slider, the code for PEXT is faster and is used instead. */
#include "fast/perft/two_plies.h"
#include "fast/x86/vectors_avx512.h"

#if ARB__HAS_AVX2

#define MACHINE __attribute__((noinline)) ARB__AVX512
#define MANY &arb__avx512_sliders
ARB__DEFINE_TWO(avx512_white, ARB_WHITE, ARB_BLACK, MANY, MANY, MACHINE)
ARB__DEFINE_TWO(avx512_black, ARB_BLACK, ARB_WHITE, MANY, MANY, MACHINE)
#undef MANY
#undef MACHINE

uint64_t arb__two_plies_avx512(const arb__board *b, arb_colour us, bool products)
{
    uint64_t sliders = b->straights | b->diagonals;
    if (!arb__several(sliders & b->colour[us]) && !arb__several(sliders & ~b->colour[us]))
        return arb__two_plies_pext(b, us, products);
    return us == ARB_WHITE ? avx512_white_two(b, products) : avx512_black_two(b, products);
}

#endif
