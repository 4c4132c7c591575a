/* count_pext.c: counts the legal moves of chess with AVX2. Layer: fast.
 *
 * All pieces of a sort are counted at once. Their targets are sets, four in a vector, and within
 * one set no square is reached by two pieces, so the sizes of the sets add up. One code serves both
 * colours. It branches only on pins, on promotions and to the slow path: with a check, en passant
 * or a third knight the core's code counts. */
#include "fast/entries.h"
#include "fast/x86/attacks_avx2.h"
#include "kernel/bits/home_castling.h"
#include "kernel/bits/move_count.h"

#if ARB__HAS_AVX2

/* ---- pawns ---- */

/* For each set of pawn moves, the pawns that a pin keeps from it: all pinned pawns except those
 * whose pin line has this direction. Single and double steps share the direction of the file. */
ARB__INLINE ARB__AVX2 arb__four barred_pawns(arb__four pinned, arb__four all)
{
    return (arb__four)_mm256_permute4x64_epi64((__m256i)(all ^ pinned), 0xE0);
}

/* ---- the king ---- */

/* The moves of a king that is not in check, castling among them. */
ARB__INLINE unsigned count_unchecked_king(const arb_position *pos, unsigned us, const arb__sides *s)
{
    uint64_t barred = arb__castle_barred(s->own | s->enemy, s->danger, us);
    unsigned count = arb__count(arb__arounds[s->king].king & ~(s->own | s->danger));
    for (unsigned side = 0; side < 2; side++)
        count += ((barred & arb__castle_path(side)) == 0) &
                 (pos->castle_rook[us][side] != ARB_NO_SQUARE);
    return count;
}

/* The core's count compiled with these instructions. */
static __attribute__((noinline)) ARB__AVX2 size_t core_count(const arb_position *pos, arb_colour us)
{
    arb__board b = arb__bits_board(pos, us);
    return us == ARB_WHITE ? arb__count_moves(&b, &arb__chess, &arb__pext_sliders, ARB_WHITE)
                           : arb__count_moves(&b, &arb__chess, &arb__pext_sliders, ARB_BLACK);
}

ARB__AVX2 size_t arb__pext_count(const arb_position *pos, arb_colour us)
{
    arb__sides s;
    arb__look_at_both(&s, pos, us);

    arb__four pawns = arb__four_times(&pos->board.bits.pawns) & s.ours;
    uint64_t knights = s.own & pos->board.bits.knights;
    uint64_t slow = (s.danger >> s.king & 1) | pos->en_passant_legal;
    if (ARB__UNLIKELY(arb__meet(s.pinned, s.ours))) {
        arb__four all = arb__joined(s.pinned & s.ours);
        pawns = arb__without(pawns, barred_pawns(s.pinned & s.ours, all));
        knights &= ~arb__first_of(all);
        slow |= arb__meet(all, s.sliders);
    }

    /* Without a knight the index is 64, an entry of the table that has no steps. */
    unsigned count = arb__count(arb__knight_steps[_tzcnt_u64(knights)] & ~s.own);
    knights &= knights - 1;
    count += arb__count(arb__knight_steps[_tzcnt_u64(knights)] & ~s.own);
    slow |= knights & (knights - 1);
    arb__four steps = arb__pawns_reach(pawns, s.empty, s.others, us);
    if (ARB__UNLIKELY(slow))
        return core_count(pos, us);
    arb__four promoting = steps & arb__last_rows[us];
    if (ARB__UNLIKELY(arb__meet(promoting, promoting)))
        count += (arb__chess.promotion_count - 1) * arb__sum_of_bytes(arb__sizes_of(promoting));
    __m256i sizes = _mm256_add_epi8(arb__sizes_of(arb__without(s.we.up, s.ours)),
                                    arb__sizes_of(arb__without(s.we.down, s.ours)));
    sizes = _mm256_add_epi8(sizes, arb__sizes_of(steps));
    return count + count_unchecked_king(pos, us, &s) + arb__sum_of_bytes(sizes);
}

#endif
