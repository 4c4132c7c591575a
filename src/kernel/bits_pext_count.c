/* bits_pext_count.c: how many legal moves there are in chess, with AVX2. Layer: kernel.
 *
 * All pieces of a sort at once: what they reach are sets, four in a vector, and in none of them is
 * a square reached twice, so that sizes add up. One code for both colours, and no branch but for
 * pins and for what is rare (a check, a promotion, en passant, three knights), which is counted as
 * on any machine with AVX2. Both sides' sliders take their steps in turn: one waits while the other
 * works. */
#include "kernel/bits_outlook.h"
#include "kernel/bits_pext.h"

#if ARB__HAS_AVX2

#define SELDOM(condition) __builtin_expect((condition) != 0, 0)

/* As arb__rays_of, from the pieces that each of the two has in both directions. */
ARB__INLINE ARB__AVX2 void fill_both(arb__rays *a, arb__rays *b, arb__four empty)
{
    arb__rays free = arb__free_strides(empty);
    arb__stride(a, &free, arb__strides[0]);
    arb__stride(b, &free, arb__strides[0]);
    arb__free_farther(&free, arb__strides[0]);
    arb__stride(a, &free, arb__strides[1]);
    arb__stride(b, &free, arb__strides[1]);
    arb__free_farther(&free, arb__strides[1]);
    arb__stride(a, &free, arb__strides[2]);
    arb__stride(b, &free, arb__strides[2]);
    arb__stride_on(a);
    arb__stride_on(b);
}

/* ---- pawns ---- */

/* A pinned pawn goes along the line of its pin only: `pinned` on each. Two steps go along a file as
 * one does. */
ARB__INLINE ARB__AVX2 arb__four barred_pawns(arb__four pinned, arb__four all)
{
    return (arb__four)_mm256_permute4x64_epi64((__m256i)(all ^ pinned), 0xE0);
}

/* ---- sizes ---- */

/* How many bits each byte has. */
ARB__INLINE ARB__AVX2 __m256i bits_of_bytes(arb__four sets)
{
    const __m256i low = _mm256_set1_epi8(15);
    const __m256i known = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1,
                                           2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    __m256i all = (__m256i)sets;
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(known, _mm256_and_si256(all, low)),
        _mm256_shuffle_epi8(known, _mm256_and_si256(_mm256_srli_epi16(all, 4), low)));
}

/* Of twelve sets together. */
ARB__INLINE ARB__AVX2 unsigned size_together(arb__four a, arb__four b, arb__four c)
{
    __m256i bytes =
        _mm256_add_epi8(_mm256_add_epi8(bits_of_bytes(a), bits_of_bytes(b)), bits_of_bytes(c));
    __m256i sums = _mm256_sad_epu8(bytes, _mm256_setzero_si256());
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return (unsigned)_mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E)));
}

/* Of a king that is not in check. By castling, too (FIDE 3.8.2), whose squares are those of the
 * home row; the queen's rook may pass an attacked one. */
ARB__INLINE unsigned count_king(const arb_position *pos, unsigned us, uint64_t own, uint64_t enemy,
                                uint64_t danger, uint64_t steps)
{
    const arb_square *rooks = pos->castle_rook[us];
    uint64_t barred = (own | enemy | (danger & ~(ARB__FILE_A << 1))) >> us * 56;
    return arb__count(steps & ~(own | danger)) +
           (((barred & 0x60) == 0) & (rooks[ARB_KING_SIDE] != ARB_NO_SQUARE)) +
           (((barred & 0x0E) == 0) & (rooks[ARB_QUEEN_SIDE] != ARB_NO_SQUARE));
}

ARB__AVX2 size_t arb__pext_chess_count(const arb_position *pos, arb_colour us)
{
    arb__four ours = arb__four_times(&pos->board.bits.colour[us]);
    arb__four others = arb__four_times(&pos->board.bits.colour[us ^ 1u]);
    arb__four empty = arb__without(~(arb__four){0}, ours | others);
    arb__four sliders = arb__all_sliders(pos);
    arb__rays rays = {sliders & ours, sliders & ours};
    arb__rays theirs = {sliders & others, sliders & others};
    fill_both(&rays, &theirs, empty);

    uint64_t own = arb__once(&pos->board.bits.colour[us]);
    uint64_t enemy = arb__once(&pos->board.bits.colour[us ^ 1u]);
    unsigned king = arb__first(own & pos->board.bits.kings);
    arb__four pawns = arb__four_times(&pos->board.bits.pawns) & ours;
    uint64_t knights = own & pos->board.bits.knights;
    uint64_t danger =
        arb__attacked_by(pos, us ^ 1u, others, enemy & pos->board.bits.kings, &theirs);
    uint64_t rare = (danger >> king & 1) | pos->en_passant_legal;

    arb__rays aims = arb__rays_from(king, empty);
    arb__four pinned = arb__between_them(&theirs, &aims);
    if (SELDOM(arb__meet(pinned, ours))) {
        arb__four all = arb__joined(pinned & ours);
        pawns = arb__without(pawns, barred_pawns(pinned & ours, all));
        knights &= ~arb__first_of(all);
        rare |= arb__meet(all, sliders);
    }

    /* Past the last square there is one without steps, for want of a knight. */
    unsigned count = arb__count(arb__knight_steps[_tzcnt_u64(knights)] & ~own);
    knights &= knights - 1;
    count += arb__count(arb__knight_steps[_tzcnt_u64(knights)] & ~own);
    rare |= knights & (knights - 1);
    arb__four steps = arb__pawns_reach(pawns, empty, others, us);
    if (SELDOM(rare) || SELDOM(arb__meet(steps, arb__last_rows[us])))
        return arb__bits_count_on(pos, us, ARB__WITH_AVX2);
    return count + count_king(pos, us, own, enemy, danger, arb__arounds[king].king) +
           size_together(arb__without(rays.up, ours), arb__without(rays.down, ours), steps);
}

#endif
