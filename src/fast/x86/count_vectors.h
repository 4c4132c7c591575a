/* count_vectors.h: counts the legal moves of chess with AVX2. Layer: fast.
 *
 * All pieces of a sort are counted at once. Their targets are sets, four in a vector, and within
 * one set no square is reached by two pieces, so the sizes of the sets add up. One code serves both
 * colours. It branches only on pins and to the slow path: with a check, a promotion, en passant or
 * a third knight the core's code counts with AVX2. */
#ifndef ARB_FAST_COUNT_VECTORS_H
#define ARB_FAST_COUNT_VECTORS_H

#include "fast/x86/attacks_avx2.h"
#include "fast/x86/x86.h"
#include "kernel/bits/home_castling.h"

#if ARB__HAS_AVX2

/* ---- pawns ---- */

/* For each set of pawn moves, the pawns that a pin keeps from it: all pinned pawns except those
 * whose pin line has this direction. Single and double steps share the direction of the file. */
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
    uint64_t slow = (danger >> king & 1) | pos->en_passant_legal;

    arb__rays aims = arb__rays_from(king, s.empty);
    arb__four pinned = arb__between_them(&s.they, &aims);
    if (ARB__UNLIKELY(arb__meet(pinned, s.ours))) {
        arb__four all = arb__joined(pinned & s.ours);
        pawns = arb__without(pawns, arb__barred_pawns(pinned & s.ours, all));
        knights &= ~arb__first_of(all);
        slow |= arb__meet(all, s.sliders);
    }

    /* Without a knight the index is 64, an entry of the table that has no steps. */
    unsigned count = arb__count(arb__knight_steps[_tzcnt_u64(knights)] & ~own);
    knights &= knights - 1;
    count += arb__count(arb__knight_steps[_tzcnt_u64(knights)] & ~own);
    slow |= knights & (knights - 1);
    arb__four steps = arb__pawns_reach(pawns, s.empty, s.others, us);
    if (ARB__UNLIKELY(slow) || ARB__UNLIKELY(arb__meet(steps, arb__last_rows[us])))
        return arb__avx2_count(pos, (arb_colour)us);
    return count + arb__count_unchecked_king(pos, us, own, enemy, danger, arb__arounds[king].king) +
           by->size(arb__without(s.we.up, s.ours), arb__without(s.we.down, s.ours), steps);
}

#endif

#endif
