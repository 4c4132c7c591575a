/* attacks_avx2.h: attacks of sliders and of a whole side, four sets at a time. Layer: fast.
 *
 * One code serves both colours. The four sets of a vector are the directions along the file, along
 * the rank and along the two diagonals. For pawns they are single steps, double steps and captures
 * along either diagonal. */
#ifndef ARB_FAST_ATTACKS_AVX2_H
#define ARB_FAST_ATTACKS_AVX2_H

#include "fast/x86/slider_sets_avx2.h"

#if ARB__HAS_AVX2
#include <immintrin.h>
#include <string.h>

/* ---- four sets side by side ---- */

/* By intrinsics where gcc 12 makes slow code of the compiler's vector extension. */

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

/* ---- sliders ---- */

/* Slider attacks from one square. Upwards the first blocker is the lowest bit met; downwards the
 * squares behind each blocker are filled and removed. */
ARB__INLINE ARB__AVX2 arb__rays arb__rays_from(unsigned square, arb__four empty)
{
    arb__four above = arb__four_at(arb__compasses[square].above);
    arb__four below = arb__four_at(arb__compasses[square].below);
    arb__four met = arb__without(above, empty);
    arb__four hidden = arb__without(below, empty) >> arb__strides[0];
    hidden |= hidden >> arb__strides[0];
    hidden |= hidden >> arb__strides[1];
    hidden |= hidden >> arb__strides[2];
    return (arb__rays){above & (met ^ (met - 1)), arb__without(below, hidden)};
}

/* The squares that an enemy slider and the king both see along one line: those between them. A
 * piece on such a square is the only one between them, and so pinned. */
ARB__INLINE ARB__AVX2 arb__four arb__between_them(const arb__rays *enemy, const arb__rays *king)
{
    return (enemy->up & king->down) | (enemy->down & king->up);
}

ARB__INLINE ARB__AVX2 arb__four arb__all_sliders(const arb_position *pos)
{
    return arb__two_and_two(arb__four_times(&pos->board.bits.straights),
                            arb__four_times(&pos->board.bits.diagonals));
}

/* ---- pawns ---- */

/* By colour: the squares where pawns can arrive, and the shifts of their moves. A shift by 64
 * clears the set, for the direction in which this colour does not move. */
static const arb__four arb__pawn_reach[2] = {
    {~UINT64_C(0), ARB__ROW_1 << 24, ~ARB__FILE_A, ~ARB__FILE_H},
    {~UINT64_C(0), ARB__ROW_1 << 32, ~ARB__FILE_H, ~ARB__FILE_A}};
static const arb__four arb__pawn_takes[2] = {{64, 64, 9, 7}, {64, 64, 64, 64}};
static const arb__four arb__pawn_goes[2] = {{8, 16, 9, 7}, {64, 64, 64, 64}};
static const arb__four arb__stepped_over[2] = {{0, 8, 0, 0}, {64, 64, 64, 64}};
static const arb__four arb__last_rows[2] = {
    {ARB__ROW_1 << 56, ARB__ROW_1 << 56, ARB__ROW_1 << 56, ARB__ROW_1 << 56},
    {ARB__ROW_1, ARB__ROW_1, ARB__ROW_1, ARB__ROW_1}};

/* Shifts sets forward: upwards for White, downwards for Black. */
ARB__INLINE ARB__AVX2 arb__four arb__onward(arb__four sets, const arb__four *far, unsigned us)
{
    return sets << far[us] | sets >> far[us ^ 1u];
}

/* A double step needs the square passed over to be empty too. */
ARB__INLINE ARB__AVX2 arb__four arb__pawns_reach(arb__four pawns, arb__four empty, arb__four enemy,
                                                 unsigned us)
{
    arb__four free = arb__onward(empty, arb__stepped_over, us) & empty;
    return arb__onward(pawns, arb__pawn_goes, us) & arb__two_and_two(free, enemy) &
           arb__pawn_reach[us];
}

/* ---- all pieces ---- */

ARB__INLINE ARB__AVX2 arb__four arb__knights_leap(arb__four knights)
{
    const arb__four far = {17, 15, 10, 6};
    const uint64_t ab = ARB__FILE_A | ARB__FILE_A << 1, gh = ARB__FILE_H | ARB__FILE_H >> 1;
    const arb__four on_up = {~ARB__FILE_A, ~ARB__FILE_H, ~ab, ~gh};
    const arb__four on_down = {~ARB__FILE_H, ~ARB__FILE_A, ~gh, ~ab};
    return (knights << far & on_up) | (knights >> far & on_down);
}

/* Every square that `by` attacks. `pieces` is the set of its pieces in all four elements, `king`
 * its king, `rays` the attacks of its sliders. */
ARB__INLINE ARB__AVX2 uint64_t arb__attacked_by(const arb_position *pos, unsigned by,
                                                arb__four pieces, uint64_t king,
                                                const arb__rays *rays)
{
    arb__four leaps = arb__knights_leap(arb__four_times(&pos->board.bits.knights) & pieces);
    arb__four pawns = arb__four_times(&pos->board.bits.pawns) & pieces;
    arb__four takes = arb__onward(pawns, arb__pawn_takes, by) & arb__pawn_reach[by];
    return arb__first_of(arb__joined(rays->up | rays->down | (leaps | takes))) |
           arb__arounds[arb__first(king)].king;
}

/* ---- both sides ---- */

/* Both sides of a board, each set in all four elements of a vector; the attacks of their sliders;
 * and what the enemy's mean to the king of `us`. */
typedef struct {
    arb__four ours, others, empty, sliders;
    arb__rays we, they;
    uint64_t own, enemy;
    uint64_t danger; /* squares that the enemy attacks */
    unsigned king;
    arb__four pinned; /* by line: squares on which a piece of `us` is pinned */
} arb__sides;

ARB__INLINE ARB__AVX2 void arb__look_at_both(arb__sides *s, const arb_position *pos, unsigned us)
{
    s->ours = arb__four_times(&pos->board.bits.colour[us]);
    s->others = arb__four_times(&pos->board.bits.colour[us ^ 1u]);
    s->empty = arb__without(~(arb__four){0}, s->ours | s->others);
    s->sliders = arb__all_sliders(pos);
    arb__fill(&s->we, s->sliders & s->ours, s->empty);
    arb__fill(&s->they, s->sliders & s->others, s->empty);
    s->own = arb__once(&pos->board.bits.colour[us]);
    s->enemy = arb__once(&pos->board.bits.colour[us ^ 1u]);
    s->king = arb__first(s->own & pos->board.bits.kings);
    s->danger =
        arb__attacked_by(pos, us ^ 1u, s->others, s->enemy & pos->board.bits.kings, &s->they);
    arb__rays aims = arb__rays_from(s->king, s->empty);
    s->pinned = arb__between_them(&s->they, &aims);
}

#endif

#endif
