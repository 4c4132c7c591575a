/* slider_sets_pext.h: attacks of one slider by PEXT and PDEP. Layer: fast.
 *
 * PEXT packs the pieces on a line into seven bits, a table of one kilobyte gives the squares
 * attacked, and PDEP spreads them over the line again. For processors where both instructions are
 * fast. */
#ifndef ARB_FAST_SLIDER_SETS_PEXT_H
#define ARB_FAST_SLIDER_SETS_PEXT_H

#include "fast/x86/slider_sets_avx2.h"

#if ARB__HAS_AVX2

static inline ARB__AVX2 uint64_t arb__packed_line_see(const arb__packed_line *p, uint64_t blockers)
{
    return __builtin_ia32_pdep_di(arb__seen[p->row + __builtin_ia32_pext_di(blockers, p->line)],
                                  p->line);
}

static inline ARB__AVX2 uint64_t arb__packed_straight(unsigned square, uint64_t blockers)
{
    const arb__packed_line *lines = arb__packed_lines[square];
    return arb__packed_line_see(&lines[0], blockers) | arb__packed_line_see(&lines[1], blockers);
}

static inline ARB__AVX2 uint64_t arb__packed_diagonal(unsigned square, uint64_t blockers)
{
    const arb__packed_line *lines = arb__packed_lines[square];
    return arb__packed_line_see(&lines[2], blockers) | arb__packed_line_see(&lines[3], blockers);
}

/* One slider at most attacks no square twice, so its moves can be counted as one set. */
static inline ARB__AVX2 uint64_t arb__packed_see_lone(uint64_t straights, uint64_t diagonals,
                                                      uint64_t blockers)
{
    return (straights != 0 ? arb__packed_straight(arb__first(straights), blockers) : 0) |
           (diagonals != 0 ? arb__packed_diagonal(arb__first(diagonals), blockers) : 0);
}

static inline ARB__AVX2 uint64_t arb__packed_see(uint64_t straights, uint64_t diagonals,
                                                 uint64_t blockers)
{
    return arb__several(straights | diagonals)
               ? arb__see_together(straights, diagonals, blockers)
               : arb__packed_see_lone(straights, diagonals, blockers);
}

static inline ARB__AVX2 unsigned arb__packed_count(uint64_t straights, uint64_t diagonals,
                                                   uint64_t blockers, uint64_t targets)
{
    return arb__several(straights | diagonals)
               ? arb__count_together(straights, diagonals, blockers, targets)
               : arb__count(arb__packed_see_lone(straights, diagonals, blockers) & targets);
}

static const arb__slider_ops arb__pext_sliders = {arb__packed_straight, arb__packed_diagonal,
                                                  arb__packed_see, arb__packed_count};

#endif

#endif
