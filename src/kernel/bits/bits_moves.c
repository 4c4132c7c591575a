/* bits_moves.c: the legal moves as a list, their number, and whether there is any. Layer: kernel.
 * Three uses of the sets of move_sets.h. */
#include "kernel/bits/move_count.h"
#include "kernel/bits/move_list.h"
#include "kernel/fast.h"

ARB__INLINE size_t list_moves(const arb__board *b, const arb__shape *shape,
                              const arb__slider_ops *ops, arb_colour us, arb_move *list)
{
    arb__listing l = {list, shape};
    arb__view v = arb__look(b, shape, us);
    arb__walk(b, shape, ops, &v, us, arb__take_into_list, &l);
    return (size_t)(l.at - list);
}

size_t arb__bits_list(const arb__board *b, const arb__shape *shape, arb_colour us, arb_move *list)
{
    return us == ARB_WHITE ? list_moves(b, shape, &arb__portable_sliders, ARB_WHITE, list)
                           : list_moves(b, shape, &arb__portable_sliders, ARB_BLACK, list);
}

unsigned arb__bits_number(const arb__board *b, const arb__shape *shape, arb_colour us)
{
    return us == ARB_WHITE ? arb__count_moves(b, shape, &arb__portable_sliders, ARB_WHITE)
                           : arb__count_moves(b, shape, &arb__portable_sliders, ARB_BLACK);
}

/* ---- of a position: an accelerator answers if the position has one ---- */

size_t arb__bits_moves(const arb_position *pos, arb_colour colour, arb_move *list)
{
    if (pos->fast != 0)
        return arb__fast.moves[pos->fast].list(pos, colour, list);
    if (pos->over)
        return 0;
    arb__board b = arb__bits_board(pos, colour);
    arb__shape shape = arb__bits_shape(pos);
    return arb__bits_list(&b, &shape, colour, list);
}

size_t arb__bits_count(const arb_position *pos, arb_colour colour)
{
    if (pos->fast != 0)
        return arb__fast.moves[pos->fast].count(pos, colour);
    if (pos->over)
        return 0;
    arb__board b = arb__bits_board(pos, colour);
    arb__shape shape = arb__bits_shape(pos);
    return arb__bits_number(&b, &shape, colour);
}

bool arb__bits_has_move(const arb_position *pos, arb_colour colour)
{
    if (pos->fast != 0)
        return arb__fast.moves[pos->fast].has_move(pos, colour);
    if (pos->over)
        return false;
    arb__board b = arb__bits_board(pos, colour);
    arb__shape shape = arb__bits_shape(pos);
    return colour == ARB_WHITE ? arb__any_move(&b, &shape, &arb__portable_sliders, ARB_WHITE)
                               : arb__any_move(&b, &shape, &arb__portable_sliders, ARB_BLACK);
}
