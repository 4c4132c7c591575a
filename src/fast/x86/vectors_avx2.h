/* vectors_avx2.h: operations on four sets side by side, by intrinsics. Layer: fast.
 *
 * They replace the compiler's vector extension where gcc 12 makes slow code of it. */
#ifndef ARB_FAST_VECTORS_AVX2_H
#define ARB_FAST_VECTORS_AVX2_H

#include "fast/x86/slider_sets_avx2.h"

#if ARB__HAS_AVX2
#include <immintrin.h>
#include <string.h>

/* Loads four sets; the address must be a multiple of 32. */
ARB__INLINE ARB__AVX2 arb__four arb__four_at(const uint64_t *sets)
{
    return (arb__four)_mm256_load_si256((const __m256i *)(const void *)sets);
}

/* Broadcasts a set from memory. It is read as a double because gcc would broadcast an integer from
 * a general register if it has one there, which is slower. */
ARB__INLINE ARB__AVX2 arb__four arb__four_times(const uint64_t *set)
{
    double bits;
    memcpy(&bits, set, sizeof bits);
    return (arb__four)_mm256_set1_pd(bits);
}

/* Reads the set from memory again, so that gcc does not move it out of a vector register. */
ARB__INLINE uint64_t arb__once(const uint64_t *set)
{
    return *(const volatile uint64_t *)set;
}

/* The lower two sets of one vector and the upper two of the other. */
ARB__INLINE ARB__AVX2 arb__four arb__two_and_two(arb__four low, arb__four high)
{
    return (arb__four)_mm256_blend_epi32((__m256i)low, (__m256i)high, 0xF0);
}

ARB__INLINE ARB__AVX2 arb__four arb__without(arb__four sets, arb__four others)
{
    return (arb__four)_mm256_andnot_si256((__m256i)others, (__m256i)sets);
}

ARB__INLINE ARB__AVX2 bool arb__meet(arb__four sets, arb__four others)
{
    return _mm256_testz_si256((__m256i)sets, (__m256i)others) == 0;
}

/* The union of the four sets, in each element. */
ARB__INLINE ARB__AVX2 arb__four arb__joined(arb__four sets)
{
    __m256i all = (__m256i)sets;
    all = _mm256_or_si256(all, _mm256_permute2x128_si256(all, all, 1));
    return (arb__four)_mm256_or_si256(all, _mm256_shuffle_epi32(all, 0x4E));
}

ARB__INLINE ARB__AVX2 uint64_t arb__first_of(arb__four sets)
{
    return (uint64_t)_mm_cvtsi128_si64(_mm256_castsi256_si128((__m256i)sets));
}

#endif

#endif
