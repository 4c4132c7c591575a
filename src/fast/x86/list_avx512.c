/* list_avx512.c: lists and counts of chess, with AVX-512. Layer: fast.
 *
 * Runs the code of list_pext.c with all eight directions in one vector. One compress instruction
 * picks the wanted ones of sixteen moves, or the squares of a set. It writes to a register, which
 * is then stored: compressing straight to memory takes some processors a hundred cycles. */
#include "fast/x86/count_vectors.h"
#include "fast/x86/list_vectors.h"
#include "fast/x86/vectors_avx512.h"

#if ARB__HAS_AVX2

ARB__INLINE ARB__AVX512 arb__eight eight_times(const uint64_t *set)
{
    double bits;
    memcpy(&bits, set, sizeof bits);
    return (arb__eight)_mm512_set1_pd(bits);
}

ARB__INLINE ARB__AVX512 arb__four lower_four(arb__eight sets)
{
    return (arb__four)_mm512_castsi512_si256((__m512i)sets);
}

ARB__INLINE ARB__AVX512 arb__rays by_halves(arb__eight sets)
{
    return (arb__rays){lower_four(sets), (arb__four)_mm512_extracti64x4_epi64((__m512i)sets, 1)};
}

static inline ARB__AVX512 void look_all_ways(arb__sides *s, const arb_position *pos, unsigned us)
{
    arb__eight ours = eight_times(&pos->board.bits.colour[us]);
    arb__eight others = eight_times(&pos->board.bits.colour[us ^ 1u]);
    arb__eight empty = ~(ours | others);
    arb__eight sliders = arb__two_by_two(eight_times(&pos->board.bits.straights),
                                         eight_times(&pos->board.bits.diagonals));
    s->ours = lower_four(ours);
    s->others = lower_four(others);
    s->empty = lower_four(empty);
    s->sliders = lower_four(sliders);
    s->we = by_halves(arb__fill_eight(sliders & ours, empty));
    s->they = by_halves(arb__fill_eight(sliders & others, empty));
}

static inline ARB__AVX512 unsigned size_of_twelve(arb__four a, arb__four b, arb__four c)
{
    __m256i sums = _mm256_add_epi64(
        _mm256_add_epi64(_mm256_popcnt_epi64((__m256i)a), _mm256_popcnt_epi64((__m256i)b)),
        _mm256_popcnt_epi64((__m256i)c));
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return (unsigned)_mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E)));
}

/* Always writes sixteen moves; the returned end says how many count. */
static inline ARB__AVX512 arb_move *compress_slider(arb_move *at, const uint16_t *moves,
                                                    uint64_t which)
{
    __m512i all = _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)(const void *)moves));
    _mm512_storeu_si512(at, _mm512_maskz_compress_epi32((__mmask16)which, all));
    return at + arb__count(which);
}

_Alignas(64) static const uint8_t every_square[64] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
    22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
    44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};

/* Writes moves to the first eight squares of `set`; entries beyond its size are meaningless. */
ARB__INLINE ARB__AVX512 void compress_eight(arb_move *at, uint64_t set, int back)
{
    __m512i squares = _mm512_maskz_compress_epi8(set, _mm512_load_si512(every_square));
    __m256i to = _mm256_cvtepu8_epi32(_mm512_castsi512_si128(squares));
    __m256i from = _mm256_sub_epi32(to, _mm256_set1_epi32(back));
    _mm256_storeu_si256((__m256i *)(void *)at, _mm256_add_epi32(_mm256_slli_epi32(to, 10), from));
}

/* One pass is enough in a game, where a side has at most eight pawns. */
static inline ARB__AVX512 arb_move *compress_pawns(arb_move *at, uint64_t set, int back, int least)
{
    arb_move *end = at + arb__count(set);
    (void)least;
    compress_eight(at, set, back);
    for (at += 8; ARB__UNLIKELY(at < end); at += 8) {
        for (int i = 0; i < 8; i++)
            set &= set - 1;
        compress_eight(at, set, back);
    }
    return end;
}

static const arb__vectors on_avx512 = {look_all_ways, size_of_twelve, compress_slider,
                                       compress_pawns};

ARB__AVX512 size_t arb__avx512_list(const arb_position *pos, arb_colour us, arb_move *list)
{
    return arb__list_chess_by(&on_avx512, pos, us, list);
}

ARB__AVX512 size_t arb__avx512_count(const arb_position *pos, arb_colour us)
{
    return arb__count_chess_by(&on_avx512, pos, us);
}

#endif
