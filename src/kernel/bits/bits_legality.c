/* bits_legality.c: is this one move legal? Layer: kernel. Accepts any 32 bits as a move. A normal
 * move is tested without generating any (normal_move.h); castling and en passant are few, and legal
 * if the list has them. */
#include "kernel/bits/normal_move.h"
#include "kernel/fast.h"

/* Neither this nor core_legal is inlined, so that normal moves and the accelerated path do not have
 * to save registers. */
static __attribute__((noinline)) bool is_listed(const arb_position *pos, arb_colour colour,
                                                arb_move move)
{
    arb_move list[ARB_MOVES_8X8];
    /* An accelerator lists en passant by pos->en_passant_legal, which is found here. */
    size_t count = arb_move_type_of(move) == ARB_CASTLING ? arb__bits_moves(pos, colour, list)
                                                          : arb__core_moves(pos, colour, list);
    while (count > 0 && list[count - 1] != move)
        count--;
    return count > 0;
}

static __attribute__((noinline)) bool core_legal(const arb_position *pos, arb_colour colour,
                                                 arb_move move)
{
    if (pos->over || (move & ARB__NO_MOVE_OF_64) != 0)
        return false;
    return (move & ARB__NOT_NORMAL) != 0 ? is_listed(pos, colour, move)
                                         : arb__normal_legal(pos, colour, move);
}

bool arb__bits_is_legal(const arb_position *pos, arb_colour colour, arb_move move)
{
    if (pos->fast != 0 && (move & ARB__MORE_THAN_SQUARES) == 0)
        return arb__fast.moves[pos->fast].is_legal(pos, colour, move);
    return core_legal(pos, colour, move);
}
