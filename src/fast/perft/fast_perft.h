/* fast_perft.h: counting lines of play on bitboards. Layer: fast. */
#ifndef ARB_FAST_PERFT_H
#define ARB_FAST_PERFT_H

#include "fast/x86/slider_sets_pext.h"

/* Counts lines of two plies by the rules of chess; the position is as before when it returns. With
 * `products` a first move that cannot change the replies is multiplied instead of visited; the
 * number is the same. There is one function for each instruction set. */
uint64_t arb__two_plies_portable(arb_position *pos, bool products);
uint64_t arb__two_plies_avx2(arb_position *pos, bool products);
uint64_t arb__two_plies_pext(arb_position *pos, bool products);

/* Counts lines of `depth` plies, one at least, with one instruction set. */
uint64_t arb__perft_on(const arb_position *pos, unsigned depth, bool products,
                       arb__machine machine);

/* The entry in the table of accelerators. It passes for the grid kernel and for counts by leaf. */
bool arb__fast_perft(const arb_position *pos, unsigned depth, arb_count how, uint64_t *lines);

#endif
