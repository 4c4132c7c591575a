/* fast_perft.h: counting lines of play on bitboards. Layer: fast. */
#ifndef ARB_FAST_PERFT_H
#define ARB_FAST_PERFT_H

#include "fast/x86/slider_sets_pext.h"

/* Counts lines of two plies by the rules of chess. With `products` a first move that cannot change
 * the replies is multiplied instead of visited; the number is the same. There is one function for
 * each instruction set. */
uint64_t arb__two_plies_portable(const arb__board *b, arb_colour us, bool products);
uint64_t arb__two_plies_avx2(const arb__board *b, arb_colour us, bool products);
uint64_t arb__two_plies_pext(const arb__board *b, arb_colour us, bool products);

/* Counts lines of `depth` plies with one instruction set. With `products` positions before the last
 * ply are skipped where multiplying reply counts gives the same number. */
uint64_t arb__perft_on(const arb_position *pos, unsigned depth, bool products,
                       arb__machine machine);

/* The entry in the table of accelerators; it passes for the grid kernel and for counts by leaf. */
bool arb__fast_perft(const arb_position *pos, unsigned depth, arb_count how, uint64_t *lines);

#endif
