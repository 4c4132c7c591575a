/* x86.h: legal moves of a position that plays chess, on a processor with AVX2 and fast PEXT. Layer:
 * fast. The answers are those of the core, with moves in the same order. */
#ifndef ARB_FAST_X86_H
#define ARB_FAST_X86_H

#include "fast/x86/slider_sets_pext.h"

#if ARB__HAS_AVX2
size_t arb__pext_list(const arb_position *pos, arb_colour us, arb_move *list);
size_t arb__pext_count(const arb_position *pos, arb_colour us);
bool arb__pext_is_legal(const arb_position *pos, arb_colour us, arb_move move);
/* The core's count compiled with PEXT, for positions that the vector code leaves to the slow
 * path. */
size_t arb__core_count_pext(const arb_position *pos, arb_colour us);
bool arb__avx2_play(arb_position *pos, arb_move move, arb_undo *undo);
void arb__avx2_make(arb_position *pos, arb_move move, arb_undo *undo);
void arb__avx2_unmake(arb_position *pos, const arb_undo *undo);
#endif

#endif
