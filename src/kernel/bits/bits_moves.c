/* bits_moves.c: the legal moves as a list, their number, and whether there is any. Layer: kernel.
 * Three uses of the sets of move_sets.h. */
#include "kernel/bits/move_count.h"
#include "kernel/bits/move_list.h"
#include "kernel/bits/normal_move.h"
#include "kernel/fast.h"

/* Writes the moves to `list`, unless that is NULL, and returns their number. */
ARB__INLINE size_t moves_of(const arb__board *b, const arb__shape *shape, arb_colour us,
                            arb_move *list)
{
    if (list == NULL)
        return arb__count_moves(b, shape, &arb__portable_sliders, us);
    arb__listing l = {list, shape};
    arb__view v = arb__look(b, shape, us);
    arb__walk(b, shape, &arb__portable_sliders, &v, us, arb__take_into_list, &l);
    return (size_t)(l.at - list);
}

/* Not inlined, so that a caller who asks an accelerator saves no registers. */
__attribute__((noinline)) size_t arb__core_moves(const arb_position *pos, arb_colour us,
                                                 arb_move *list)
{
    if (pos->over)
        return 0;
    arb__board b = arb__bits_board(pos, us);
    arb__shape shape = arb__bits_shape(pos);
    return us == ARB_WHITE ? moves_of(&b, &shape, ARB_WHITE, list)
                           : moves_of(&b, &shape, ARB_BLACK, list);
}

size_t arb__bits_moves(const arb_position *pos, arb_colour colour, arb_move *list)
{
    return pos->fast != 0 ? arb__fast.moves[pos->fast].list(pos, colour, list)
                          : arb__core_moves(pos, colour, list);
}

size_t arb__bits_count(const arb_position *pos, arb_colour colour)
{
    return pos->fast != 0 ? arb__fast.moves[pos->fast].count(pos, colour)
                          : arb__core_moves(pos, colour, NULL);
}

/* The own pieces that stand on no line with their king, so that none is pinned. */
ARB__INLINE uint64_t loose_pieces(const arb_position *pos, arb_colour us)
{
    const arb__around *king = &arb__arounds[pos->royal[us]];
    return pos->board.bits.colour[us] & ~(king->straight | king->diagonal);
}

/* Not inlined, so that the most common answer, a pawn's step, does not have to save registers. */
static __attribute__((noinline)) bool loose_piece_moves(const arb_position *pos, arb_colour us)
{
    uint64_t loose = loose_pieces(pos, us), own = pos->board.bits.colour[us];
    return (arb__pawn_attacks(pos->board.bits.pawns & loose, us) &
            pos->board.bits.colour[us ^ 1u]) != 0 ||
           (arb__knights_see(pos->board.bits.knights & loose) & ~own) != 0 ||
           (arb__sliders_beside(pos, ~own) & loose) != 0;
}

bool arb__has_free_move(const arb_position *pos, arb_colour us)
{
    uint64_t own = pos->board.bits.colour[us], enemy = pos->board.bits.colour[us ^ 1u];
    uint64_t steps = arb__ahead(pos->board.bits.pawns & loose_pieces(pos, us), us);
    if (ARB__UNLIKELY((steps & ~(own | enemy)) == 0) && !loose_piece_moves(pos, us))
        return false;
    return !arb__is_attacked(pos, us, pos->royal[us], own | enemy, enemy, true);
}

bool arb__bits_has_move(const arb_position *pos, arb_colour colour)
{
    if (pos->over)
        return false;
    if (pos->chess && arb__has_free_move(pos, colour))
        return true;
    arb__board b = arb__bits_board(pos, colour);
    arb__shape shape = pos->chess ? arb__chess : arb__bits_shape(pos);
    return colour == ARB_WHITE ? arb__any_move(&b, &shape, &arb__portable_sliders, ARB_WHITE)
                               : arb__any_move(&b, &shape, &arb__portable_sliders, ARB_BLACK);
}
