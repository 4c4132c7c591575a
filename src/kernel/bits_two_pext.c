/* bits_two_pext.c: lines of two plies, with AVX2 and quick PEXT. Layer: kernel. */
#include "kernel/bits_sight_pext.h"
#include "kernel/bits_two.h"

#if ARB__HAS_AVX2

#define MACHINE __attribute__((noinline)) ARB__AVX2
ARB__DEFINE_TWO(pext_white, ARB_WHITE, ARB_BLACK, &arb__pext_sight, MACHINE)
ARB__DEFINE_TWO(pext_black, ARB_BLACK, ARB_WHITE, &arb__pext_sight, MACHINE)
#undef MACHINE

uint64_t arb__two_plies_pext(const arb__board *b, arb_colour us, bool products)
{
    return us == ARB_WHITE ? pext_white_two(b, products) : pext_black_two(b, products);
}

#endif
