/* make_avx2.c: tests, makes and unmakes moves of chess with AVX2. Layer: fast.
 *
 * This is the core's code (play_normal.h, normal_move.h) compiled for AVX2 and BMI2; the state that
 * an undo saves is copied as three vectors. */
#include "fast/entries.h"

#if ARB__HAS_AVX2
#include <immintrin.h>

ARB__INLINE ARB__AVX2 void copy_live(char *to, const char *from)
{
    __m256i state = _mm256_loadu_si256((const __m256i *)(const void *)from);
    __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)(from + 32));
    __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(from + 64));
    _mm256_storeu_si256((__m256i *)(void *)to, state);
    _mm256_storeu_si256((__m256i *)(void *)(to + 32), low);
    _mm256_storeu_si256((__m256i *)(void *)(to + 64), high);
    /* gcc 12 forgets this where the function ends in a jump to another one. Without it the next SSE
     * instruction of the caller takes some hundred cycles. */
    _mm256_zeroupper();
}

#define ARB__FOR ARB__AVX2
#define ARB__IS_CHESS(pos) true
#define ARB__TAKES_KING(pos, to) false /* in chess no legal move does */
#define ARB__COPY_LIVE copy_live
#include "position/play/play_normal.h"

ARB__AVX2 bool arb__avx2_is_legal(const arb_position *pos, arb_colour us, arb_move move)
{
    unsigned from = arb_move_from(move) & 63, to = arb_move_to(move) & 63;
    return arb__chess_pseudo_legal(pos, us, from, to) && arb__king_safe_after(pos, us, from, to, 0);
}

ARB__AVX2 void arb__avx2_make(arb_position *pos, arb_move move, arb_undo *undo)
{
    play(pos, move, undo);
}

ARB__AVX2 bool arb__avx2_play(arb_position *pos, arb_move move, arb_undo *undo)
{
    return ARB__LIKELY((move & ARB__MORE_THAN_SQUARES) == 0) ? play_if_legal(pos, move, undo)
                                                             : arb__core_play(pos, move, undo);
}

ARB__AVX2 void arb__avx2_unmake(arb_position *pos, const arb_undo *undo)
{
    take_back(pos, undo);
}

#endif
