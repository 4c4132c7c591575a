/* vectors_avx512.h: all eight directions of sliders in one vector, with AVX-512. Layer: fast.
 *
 * A rotation serves upward and downward directions alike, so a fill takes half as many instructions
 * as with four directions a vector. Ternary logic saves one more where a set is joined with the
 * intersection of two others. The sizes of sets are counted in the vector.
 *
 * It is used only on processors that can count bits in vectors (Ice Lake, Zen 4 and later): earlier
 * ones with AVX-512 run slower for a while after using it. */
#ifndef ARB_FAST_VECTORS_AVX512_H
#define ARB_FAST_VECTORS_AVX512_H

#include "fast/x86/slider_sets_pext.h"

#if ARB__HAS_AVX2
#include <immintrin.h>

#define ARB__AVX512                                                                                \
    __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512bw,"                  \
                          "avx512vbmi2,avx512vpopcntdq")))

/* Four upward directions (file, rank, two diagonals), then the same downwards. */
typedef uint64_t arb__eight __attribute__((vector_size(64)));

static const arb__eight arb__turns[3] = {
    {8, 1, 9, 7, 56, 63, 55, 57}, {16, 2, 18, 14, 48, 62, 46, 50}, {32, 4, 36, 28, 32, 60, 28, 36}};
/* Masks that keep a ray from wrapping round the edge of the board. */
static const arb__eight arb__turns_free = {
    ~ARB__ROW_1, ~ARB__FILE_A, ~(ARB__ROW_1 | ARB__FILE_A), ~(ARB__ROW_1 | ARB__FILE_H),
    ~ARB__ROW_8, ~ARB__FILE_H, ~(ARB__ROW_8 | ARB__FILE_H), ~(ARB__ROW_8 | ARB__FILE_A)};

ARB__INLINE ARB__AVX512 arb__eight arb__turned_eight(arb__eight sets, arb__eight far)
{
    return (arb__eight)_mm512_rolv_epi64((__m512i)sets, (__m512i)far);
}

/* Extends `rays` by a rotation, over free squares only. */
ARB__INLINE ARB__AVX512 arb__eight arb__turn_on(arb__eight rays, arb__eight free, arb__eight far)
{
    enum { FIRST_OR_BOTH_OTHERS = 0xF8 };
    return (arb__eight)_mm512_ternarylogic_epi64(
        (__m512i)rays, (__m512i)free, (__m512i)arb__turned_eight(rays, far), FIRST_OR_BOTH_OTHERS);
}

/* Each step of a fill doubles the distance covered, so that three steps cover the seven squares of
 * a line. */
ARB__INLINE ARB__AVX512 arb__eight arb__fill_eight(arb__eight sliders, arb__eight empty)
{
    arb__eight rays = sliders, free = empty & arb__turns_free;
    rays = arb__turn_on(rays, free, arb__turns[0]);
    free &= arb__turned_eight(free, arb__turns[0]);
    rays = arb__turn_on(rays, free, arb__turns[1]);
    free &= arb__turned_eight(free, arb__turns[1]);
    rays = arb__turn_on(rays, free, arb__turns[2]);
    return arb__turned_eight(rays, arb__turns[0]) & arb__turns_free;
}

/* The straights in the elements of straight directions, the diagonals in the others. */
ARB__INLINE ARB__AVX512 arb__eight arb__two_by_two(arb__eight straights, arb__eight diagonals)
{
    return (arb__eight)_mm512_mask_blend_epi64(0x33, (__m512i)diagonals, (__m512i)straights);
}

ARB__INLINE ARB__AVX512 arb__eight arb__eight_times(uint64_t set)
{
    return (arb__eight)_mm512_set1_epi64((long long)set);
}

ARB__INLINE ARB__AVX512 arb__eight arb__fill_from(uint64_t straights, uint64_t diagonals,
                                                  uint64_t blockers)
{
    return arb__fill_eight(
        arb__two_by_two(arb__eight_times(straights), arb__eight_times(diagonals)),
        ~arb__eight_times(blockers));
}

/* In one direction the rays of different pieces share no square, so the sizes of the eight sets add
 * up to the number of moves. */
ARB__INLINE ARB__AVX512 unsigned arb__size_of_eight(arb__eight sets)
{
    return (unsigned)_mm512_reduce_add_epi64(_mm512_popcnt_epi64((__m512i)sets));
}

ARB__INLINE ARB__AVX512 uint64_t arb__any_of_eight(arb__eight sets)
{
    return (uint64_t)_mm512_reduce_or_epi64((__m512i)sets);
}

/* ---- the slider ops, as in slider_sets_pext.h ---- */

static inline ARB__AVX512 uint64_t arb__spread_eight(uint64_t straights, uint64_t diagonals,
                                                     uint64_t blockers)
{
    return arb__any_of_eight(arb__fill_from(straights, diagonals, blockers));
}

static inline ARB__AVX512 uint64_t arb__see_eight(uint64_t straights, uint64_t diagonals,
                                                  uint64_t blockers)
{
    return arb__several(straights | diagonals)
               ? arb__spread_eight(straights, diagonals, blockers)
               : arb__packed_see_lone(straights, diagonals, blockers);
}

static inline ARB__AVX512 unsigned arb__count_eight(uint64_t straights, uint64_t diagonals,
                                                    uint64_t blockers, uint64_t targets)
{
    if (!arb__several(straights | diagonals))
        return arb__packed_count_lone(straights, diagonals, blockers, targets);
    return arb__size_of_eight(arb__fill_from(straights, diagonals, blockers) &
                              arb__eight_times(targets));
}

static inline ARB__AVX512 unsigned arb__survey_eight(uint64_t straights, uint64_t diagonals,
                                                     uint64_t blockers, uint64_t targets,
                                                     uint64_t *seen)
{
    if (!arb__several(straights | diagonals))
        return arb__packed_survey_lone(straights, diagonals, blockers, targets, seen);
    arb__eight rays = arb__fill_from(straights, diagonals, blockers);
    *seen = arb__any_of_eight(rays);
    return arb__size_of_eight(rays & arb__eight_times(targets));
}

static const arb__slider_ops arb__avx512_sliders = {
    arb__packed_straight,      arb__packed_diagonal, arb__packed_straight_past,
    arb__packed_diagonal_past, arb__see_eight,       arb__spread_eight,
    arb__count_eight,          arb__survey_eight};

#endif

#endif
