/* count_vectors.h: how many legal moves there are in chess, with AVX2. Layer: fast.
 *
 * All pieces of a sort at once: what they reach are sets, four in a vector, and in none of them is
 * a square reached twice, so that sizes add up. One code for both colours, and no branch but for
 * pins and for what is rare (a check, a promotion, en passant, three knights), which is counted as
 * on any machine with AVX2. */
#ifndef ARB_FAST_COUNT_VECTORS_H
#define ARB_FAST_COUNT_VECTORS_H

#include "fast/x86/attacks_avx2.h"
#include "fast/x86/x86.h"
#include "kernel/bits/home_castling.h"

#if ARB__HAS_AVX2

/* ---- pawns ---- */

/* A pinned pawn goes along the line of its pin only: `pinned` on each. Two steps go along a file as
 * one does. */
ARB__INLINE ARB__AVX2 arb__four arb__barred_pawns(arb__four pinned, arb__four all)
{
    return (arb__four)_mm256_permute4x64_epi64((__m256i)(all ^ pinned), 0xE0);
}

/* ---- the king ---- */

/* The moves of a king that is not in check, castling among them. */
ARB__INLINE unsigned arb__count_unchecked_king(const arb_position *pos, unsigned us, uint64_t own,
                                               uint64_t enemy, uint64_t danger, uint64_t steps)
{
    uint64_t barred = arb__castle_barred(own | enemy, danger, us);
    unsigned count = arb__count(steps & ~(own | danger));
    for (unsigned side = 0; side < 2; side++)
        count += ((barred & arb__castle_path(side)) == 0) &
                 (pos->castle_rook[us][side] != ARB_NO_SQUARE);
    return count;
}

ARB__INLINE ARB__AVX2 size_t arb__count_chess_by(const arb__vectors *by, const arb_position *pos,
                                                 unsigned us)
{
    arb__sides s;
    by->look(&s, pos, us);

    uint64_t own = arb__once(&pos->board.bits.colour[us]);
    uint64_t enemy = arb__once(&pos->board.bits.colour[us ^ 1u]);
    unsigned king = arb__first(own & pos->board.bits.kings);
    arb__four pawns = arb__four_times(&pos->board.bits.pawns) & s.ours;
    uint64_t knights = own & pos->board.bits.knights;
    uint64_t danger =
        arb__attacked_by(pos, us ^ 1u, s.others, enemy & pos->board.bits.kings, &s.they);
    uint64_t rare = (danger >> king & 1) | pos->en_passant_legal;

    arb__rays aims = arb__rays_from(king, s.empty);
    arb__four pinned = arb__between_them(&s.they, &aims);
    if (ARB__UNLIKELY(arb__meet(pinned, s.ours))) {
        arb__four all = arb__joined(pinned & s.ours);
        pawns = arb__without(pawns, arb__barred_pawns(pinned & s.ours, all));
        knights &= ~arb__first_of(all);
        rare |= arb__meet(all, s.sliders);
    }

    /* Past the last square there is one without steps, for want of a knight. */
    unsigned count = arb__count(arb__knight_steps[_tzcnt_u64(knights)] & ~own);
    knights &= knights - 1;
    count += arb__count(arb__knight_steps[_tzcnt_u64(knights)] & ~own);
    rare |= knights & (knights - 1);
    arb__four steps = arb__pawns_reach(pawns, s.empty, s.others, us);
    if (ARB__UNLIKELY(rare) || ARB__UNLIKELY(arb__meet(steps, arb__last_rows[us])))
        return arb__avx2_count(pos, (arb_colour)us);
    return count + arb__count_unchecked_king(pos, us, own, enemy, danger, arb__arounds[king].king) +
           by->size(arb__without(s.we.up, s.ours), arb__without(s.we.down, s.ours), steps);
}

#endif

#endif
