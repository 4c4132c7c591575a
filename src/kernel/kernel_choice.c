/* kernel_choice.c: asks whichever kernel the position has. Layer: kernel. */
#include "kernel/kernel.h"

static bool on_bits(const arb_position *pos)
{
    return pos->kernel == ARB_KERNEL_BITS;
}

size_t arb__attackers(const arb_position *pos, const arb__edit *edit, arb_square square,
                      arb_colour by, arb_square *list, size_t cap)
{
    return on_bits(pos) ? arb__bits_list_attackers(pos, edit, square, by, list, cap)
                        : arb__grid_attackers(pos, edit, square, by, list, cap);
}

bool arb__attacked(const arb_position *pos, const arb__edit *edit, arb_square square, arb_colour by)
{
    return on_bits(pos) ? arb__bits_attackers(pos, edit, square, by) != 0
                        : arb__grid_attacked(pos, edit, square, by);
}

static bool bits_moves(const arb_position *pos, arb_colour colour, arb__sink *sink)
{
    arb_move list[ARB_MOVES_8X8];
    size_t count = arb__bits_moves(pos, colour, list);
    for (size_t i = 0; i < count; i++)
        if (!arb__sink_add(sink, list[i]))
            return false;
    return true;
}

bool arb__moves(const arb_position *pos, arb_colour colour, arb__sink *sink)
{
    return on_bits(pos) ? bits_moves(pos, colour, sink) : arb__grid_moves(pos, colour, sink);
}

bool arb__has_move(const arb_position *pos, arb_colour colour)
{
    if (on_bits(pos))
        return arb__bits_has_move(pos, colour);
    /* With the budget spent the answer is yes: a search that was cut short must end no game. */
    return !pos->over &&
           (arb__grid_a_move(pos, colour, false) != ARB_NO_MOVE || arb__is_spent(pos));
}
