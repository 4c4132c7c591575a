/* slider_sets_avx2.h: what all sliders of a side attack, four directions in one vector. Layer:
 * fast. Also says whether the processor has the instructions. */
#ifndef ARB_FAST_SLIDER_SETS_AVX2_H
#define ARB_FAST_SLIDER_SETS_AVX2_H

#include "kernel/bits/slider_sets.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define ARB__HAS_AVX2 1
#define ARB__AVX2 __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))

/* Four directions side by side: along the file, along the rank, along the two diagonals. */
typedef uint64_t arb__four __attribute__((vector_size(32)));

typedef struct {
    arb__four up, down; /* towards higher and lower square numbers */
} arb__rays;

/* Each step doubles the distance covered, so that three steps cover the seven squares of a line. */
static const arb__four arb__strides[3] = {{8, 1, 9, 7}, {16, 2, 18, 14}, {32, 4, 36, 28}};

/* What sliders attack: in each direction those of the same element of `pieces`. */
static inline ARB__AVX2 void arb__fill(arb__rays *rays, arb__four pieces, arb__four empty)
{
    /* Masks that keep a ray from wrapping round the edge of the board. */
    const arb__four on_up = {~UINT64_C(0), ~ARB__FILE_A, ~ARB__FILE_A, ~ARB__FILE_H};
    const arb__four on_down = {~UINT64_C(0), ~ARB__FILE_H, ~ARB__FILE_H, ~ARB__FILE_A};
    arb__four up = pieces, down = pieces;
    arb__four free_up = on_up & empty, free_down = on_down & empty;
    up |= free_up & (up << arb__strides[0]);
    down |= free_down & (down >> arb__strides[0]);
    free_up &= free_up << arb__strides[0];
    free_down &= free_down >> arb__strides[0];
    up |= free_up & (up << arb__strides[1]);
    down |= free_down & (down >> arb__strides[1]);
    free_up &= free_up << arb__strides[1];
    free_down &= free_down >> arb__strides[1];
    up |= free_up & (up << arb__strides[2]);
    down |= free_down & (down >> arb__strides[2]);
    rays->up = (up << arb__strides[0]) & on_up;
    rays->down = (down >> arb__strides[0]) & on_down;
}

static inline ARB__AVX2 void arb__fill_from(arb__rays *rays, uint64_t straights, uint64_t diagonals,
                                            uint64_t blockers)
{
    const arb__four pieces = {straights, straights, diagonals, diagonals};
    const arb__four empty = {~blockers, ~blockers, ~blockers, ~blockers};
    arb__fill(rays, pieces, empty);
}

/* The union of the four sets. It is written by halves because gcc would otherwise extract the
 * elements one by one. */
static inline ARB__AVX2 uint64_t arb__any_of(arb__four sets)
{
    typedef uint64_t two __attribute__((vector_size(16)));
    two low = {sets[0], sets[1]}, high = {sets[2], sets[3]};
    two both = low | high;
    return both[0] | both[1];
}

static inline ARB__AVX2 uint64_t arb__see_together(uint64_t straights, uint64_t diagonals,
                                                   uint64_t blockers)
{
    arb__rays rays;
    arb__fill_from(&rays, straights, diagonals, blockers);
    return arb__any_of(rays.up | rays.down);
}

/* The number of squares in each byte of the sets, by a lookup for each half byte. */
static inline ARB__AVX2 __m256i arb__sizes_of(arb__four sets)
{
    const __m256i low = _mm256_set1_epi8(15);
    const __m256i known = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1,
                                           2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    __m256i all = (__m256i)sets;
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(known, _mm256_and_si256(all, low)),
        _mm256_shuffle_epi8(known, _mm256_and_si256(_mm256_srli_epi16(all, 4), low)));
}

static inline ARB__AVX2 unsigned arb__sum_of_bytes(__m256i bytes)
{
    __m256i sums = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return (unsigned)_mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E)));
}

/* In one direction the rays of different pieces share no square, so the sizes of the eight sets add
 * up to the number of moves. */
static inline ARB__AVX2 unsigned arb__count_together(uint64_t straights, uint64_t diagonals,
                                                     uint64_t blockers, uint64_t targets)
{
    arb__rays rays;
    arb__fill_from(&rays, straights, diagonals, blockers);
    rays.up &= targets;
    rays.down &= targets;
    return arb__sum_of_bytes(_mm256_add_epi8(arb__sizes_of(rays.up), arb__sizes_of(rays.down)));
}

#else
#define ARB__HAS_AVX2 0
#endif

/* Has the processor AVX2 and fast PEXT? LZCNT is not tested, because not every compiler can test
 * for it and every processor with BMI2 has it. AMD processors before Zen 3 have PEXT but execute it
 * slowly. */
static inline bool arb__has_fast_pext(void)
{
#if ARB__HAS_AVX2
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
           !__builtin_cpu_is("amdfam15h") && !__builtin_cpu_is("amdfam17h");
#else
    return false;
#endif
}

#endif
