/* fast_perft.h: counting lines of play on bitboards. Layer: fast. */
#ifndef ARB_FAST_PERFT_H
#define ARB_FAST_PERFT_H

#include "fast/x86/slider_sets_pext.h"

/* Lines of two plies, for the rules of chess; every first move visited, or by products where that
 * gives the same. One for each machine. */
uint64_t arb__two_plies_portable(const arb__board *b, arb_colour us, bool products);
uint64_t arb__two_plies_avx2(const arb__board *b, arb_colour us, bool products);
uint64_t arb__two_plies_pext(const arb__board *b, arb_colour us, bool products);
uint64_t arb__two_plies_avx512(const arb__board *b, arb_colour us, bool products);

/* Lines of `depth` plies with the instructions of one machine; every position before the last ply
 * visited, or products of reply counts where they give the same. */
uint64_t arb__perft_on(const arb_position *pos, unsigned depth, bool products,
                       arb__machine machine);

/* For the table of accelerators: passes for the mailbox kernel. */
bool arb__fast_perft(const arb_position *pos, unsigned depth, arb_count how, uint64_t *lines);

#endif
