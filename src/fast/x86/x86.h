/* x86.h: questions about a position that plays chess, on a machine with quick PEXT. Layer:
 * kernel. The answers are those of move_sets.h, moves in the same order. */
#ifndef ARB_FAST_X86_H
#define ARB_FAST_X86_H

#include "fast/x86/slider_sets_pext.h"

#if ARB__HAS_AVX2
size_t arb__pext_chess_list(const arb_position *pos, arb_colour us, arb_move *list);
size_t arb__pext_chess_count(const arb_position *pos, arb_colour us);
/* Both with AVX-512, too (list_avx512.c). */
size_t arb__avx512_chess_list(const arb_position *pos, arb_colour us, arb_move *list);
size_t arb__avx512_chess_count(const arb_position *pos, arb_colour us);
bool arb__pext_chess_has_move(const arb_position *pos, arb_colour us);
/* As arb_position_attackers, of a square of the board (attackers_pext.c). */
size_t arb__pext_chess_attackers(const arb_position *pos, unsigned square, arb_colour by,
                                 arb_square *list, size_t cap);
/* AVX2 is enough for: is a move legal that has nothing of ARB__MORE_THAN_SQUARES (bits_legality.c)?
 */
bool arb__avx2_chess_legal(const arb_position *pos, arb_colour us, arb_move move);
#endif

#endif
