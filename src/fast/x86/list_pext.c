/* list_pext.c: lists and counts legal moves of chess, with PEXT and AVX2. Layer: fast.
 *
 * The fast path is in list_vectors.h and count_vectors.h; the slow path is here. */
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

/* What the core finds: pins, checks, and the targets of the pawns. */
ARB__INLINE arb__view whole_view(const arb_position *pos, arb_colour us, arb__pawn_sets *sets)
{
    arb__board b = {.pawns = pos->board.bits.pawns,
                    .knights = pos->board.bits.knights,
                    .diagonals = pos->board.bits.diagonals,
                    .straights = pos->board.bits.straights,
                    .kings = pos->board.bits.kings,
                    .colour = {pos->board.bits.colour[0], pos->board.bits.colour[1]}};
    arb__view v = arb__look(&b, &arb__chess, us);
    *sets = arb__pawn_targets(&b, &arb__chess, &v, us);
    return v;
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

APART ARB__AVX2 size_t arb__list_with_pins(const arb_position *pos, arb_colour us, uint64_t danger,
                                           arb_move *list)
{
    arb__pawn_sets sets;
    arb__view v =
        us == ARB_WHITE ? whole_view(pos, ARB_WHITE, &sets) : whole_view(pos, ARB_BLACK, &sets);
    if (v.checkers != 0)
        danger = danger_to(pos, us, &v);
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

APART ARB__AVX2 size_t arb__core_count_pext(const arb_position *pos, arb_colour us)
{
    arb__board b = arb__bits_board(pos, us);
    return us == ARB_WHITE ? arb__count_moves(&b, &arb__chess, &arb__pext_sliders, ARB_WHITE)
                           : arb__count_moves(&b, &arb__chess, &arb__pext_sliders, ARB_BLACK);
}

/* ---- one move ---- */

ARB__AVX2 bool arb__pext_is_legal(const arb_position *pos, arb_colour us, arb_move move)
{
    return arb__chess_legal(pos, us, move);
}

#endif
