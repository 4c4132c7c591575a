/* attackers_pext.c: who attacks a square in chess, as a list, with PEXT. Layer: kernel.
 *
 * How many sliders aim at a square, and which of them see it, a processor guesses wrongly: so the
 * lines are looked up whatever stands on them. */
#include "fast/x86/x86.h"
#include "kernel/bits/normal_move.h"

#if ARB__HAS_AVX2
#include <immintrin.h>

/* All that a slider on this square would see. */
ARB__INLINE ARB__AVX2 uint64_t seen_from(const arb__slider *slider, uint64_t blockers)
{
    unsigned one = arb__reaches[slider->row[0] + _pext_u64(blockers, slider->line[0])];
    unsigned other = arb__reaches[slider->row[1] + _pext_u64(blockers, slider->line[1])];
    return _pdep_u64(one | other, slider->all);
}

ARB__AVX2 size_t arb__pext_attackers(const arb_position *pos, unsigned square, arb_colour by,
                                     arb_square *list, size_t cap)
{
    uint64_t enemy = pos->board.bits.colour[by];
    uint64_t blockers = enemy | pos->board.bits.colour[by ^ 1u];
    uint64_t set = arb__plain_near(pos, by ^ 1u, square);
    set |= seen_from(&arb__sliders[ARB__STRAIGHT][square], blockers) & pos->board.bits.straights;
    set |= seen_from(&arb__sliders[ARB__DIAGONAL][square], blockers) & pos->board.bits.diagonals;
    set &= enemy;
    size_t count = arb__count(set);
    for (size_t i = 0; i < cap && set != 0; i++, set &= set - 1)
        list[i] = (arb_square)_tzcnt_u64(set);
    return count;
}

#endif
