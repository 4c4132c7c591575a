/* list_pext.c: lists and counts legal moves of chess, with PEXT and AVX2. Layer: fast.
 *
 * The usual positions are in list_vectors.h and count_vectors.h; the slow path is here. */
#include "fast/x86/count_vectors.h"
#include "fast/x86/list_vectors.h"
#include "kernel/bits/move_count.h"
#include "kernel/bits/move_list.h"
#include "kernel/bits/normal_move.h"

#if ARB__HAS_AVX2

#define APART __attribute__((noinline))

ARB__AVX2 size_t arb__pext_list(const arb_position *pos, arb_colour us, arb_move *list)
{
    return arb__list_chess(pos, us, list);
}

ARB__AVX2 size_t arb__pext_count(const arb_position *pos, arb_colour us)
{
    return arb__count_chess(pos, us);
}

/* ---- positions with a pin or a check ---- */

/* Rotates the set by a number of squares. The caller masks off squares that have wrapped round the
 * edge. */
ARB__INLINE uint64_t turned(uint64_t set, unsigned squares)
{
    return set << (squares & 63) | set >> (-squares & 63);
}

/* A pawn step as a rotation: 8 upwards, for Black 56, which is 8 downwards. Computed, since a
 * choice might become a branch. */
ARB__INLINE unsigned step_of(unsigned us)
{
    return 8 + 48 * us;
}

ARB__INLINE arb__view whole_view(const arb_position *pos, arb_colour us)
{
    arb__board b = {.pawns = pos->board.bits.pawns,
                    .knights = pos->board.bits.knights,
                    .diagonals = pos->board.bits.diagonals,
                    .straights = pos->board.bits.straights,
                    .kings = pos->board.bits.kings,
                    .colour = {pos->board.bits.colour[0], pos->board.bits.colour[1]}};
    return us == ARB_WHITE ? arb__look(&b, &arb__chess, ARB_WHITE)
                           : arb__look(&b, &arb__chess, ARB_BLACK);
}

/* The squares that the enemy attacks once the king is lifted off the board. */
ARB__INLINE ARB__AVX2 uint64_t danger_to(const arb_position *pos, unsigned us, const arb__view *v)
{
    arb__four others = arb__four_times(&pos->board.bits.colour[us ^ 1u]);
    uint64_t free = ~v->blockers | v->royal;
    const arb__four empty = {free, free, free, free};
    arb__rays theirs;
    arb__fill(&theirs, arb__all_sliders(pos) & others, empty);
    return arb__attacked_by(pos, us ^ 1u, others, v->enemy & pos->board.bits.kings, &theirs);
}

/* As arb__pawn_targets. A pinned pawn moves only along the line of its pin. */
ARB__INLINE ARB__AVX2 arb__pawn_sets pawn_sets(const arb_position *pos, unsigned us,
                                               const arb__view *v)
{
    unsigned step = step_of(us);
    uint64_t pawns = pos->board.bits.pawns & v->own & ~arb__last_row_of(us);
    uint64_t third = ARB__ROW_1 << (16 + 24 * us);
    uint64_t takers = pawns & ~v->pin_straight, prey = v->enemy & v->targets;
    arb__pawn_sets sets;
    sets.one = turned(pawns & ~v->pin_diagonal, step) & ~v->blockers &
               (v->pin_straight | ~turned(v->pin_straight, step));
    sets.two = turned(sets.one & third, step) & ~v->blockers & v->targets;
    sets.one &= v->targets;
    sets.west = turned(takers, step - 1) & ~ARB__FILE_H & prey &
                (v->pin_diagonal | ~turned(v->pin_diagonal, step - 1));
    sets.east = turned(takers, step + 1) & ~ARB__FILE_A & prey &
                (v->pin_diagonal | ~turned(v->pin_diagonal, step + 1));
    return sets;
}

APART ARB__AVX2 size_t arb__list_with_pins(const arb_position *pos, arb_colour us, uint64_t danger,
                                           arb_move *list)
{
    arb__view v = whole_view(pos, us);
    if (v.checkers != 0)
        danger = danger_to(pos, us, &v);
    arb__pawn_sets sets = pawn_sets(pos, us, &v);
    return arb__list_moves(pos, us, &v, &sets, danger, list);
}

/* ---- pawns that may promote or take en passant ---- */

/* Uses the core's generator for pawns, in move_sets.h. */
APART arb_move *arb__list_special_pawns(const arb_position *pos, arb_colour us, const arb__view *v,
                                        arb_move *at)
{
    arb__board b = arb__bits_board(pos, us);
    arb__listing l = {at, &arb__chess};
    if (us == ARB_WHITE)
        arb__walk_pawns(&b, &arb__chess, v, ARB_WHITE, arb__take_into_list, &l);
    else
        arb__walk_pawns(&b, &arb__chess, v, ARB_BLACK, arb__take_into_list, &l);
    return l.at;
}

/* ---- the core's count compiled with these instructions ---- */

APART ARB__AVX2 size_t arb__avx2_count(const arb_position *pos, arb_colour us)
{
    arb__board b = arb__bits_board(pos, us);
    return us == ARB_WHITE ? arb__count_moves(&b, &arb__chess, &arb__avx2_sliders, ARB_WHITE)
                           : arb__count_moves(&b, &arb__chess, &arb__avx2_sliders, ARB_BLACK);
}

/* ---- one move ---- */

ARB__AVX2 bool arb__pext_is_legal(const arb_position *pos, arb_colour us, arb_move move)
{
    return arb__chess_legal(pos, us, move);
}

#endif
