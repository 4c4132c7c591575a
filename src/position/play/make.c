/* make.c: makes moves that are known to be legal without testing them; and the null move. Layer:
 * position.
 *
 * For callers who make millions of moves from the library's own lists. play.c says what a move
 * does. */
#include "position/key/key.h"
#include "position/play/play.h"

void arb_position_make(arb_position *pos, arb_move move, arb_undo *undo)
{
#ifndef NDEBUG
    if (!arb_position_is_legal(pos, move))
        __builtin_trap(); /* the caller's mistake; a debugger stops here */
#endif
    arb__play(pos, move, undo);
}

void arb_position_unmake(arb_position *pos, const arb_undo *undo)
{
    arb__undo(pos, undo);
}

bool arb_position_make_null(arb_position *pos, arb_undo *undo)
{
    if (pos->over || arb_position_in_check(pos, (arb_colour)pos->turn))
        return false;
    if (pos->kernel == ARB_KERNEL_BITS)
        arb__bits_remember(pos, ARB_NO_MOVE, undo);
    else
        arb__remember(pos, ARB_NO_MOVE, undo);
    undo->moved = undo->captured = ARB_NO_PIECE;
    if (pos->en_passant_legal)
        pos->key ^= arb__key_en_passant(pos->en_passant);
    pos->en_passant = ARB_NO_SQUARE;
    pos->en_passant_legal = false;
    pos->en_passant_files = 0;
    arb__count_clocks(pos, false);
    pos->turn ^= 1u;
    pos->key ^= arb__key_turn();
    /* If Black could still answer White's arrival at the goal, a null move gives up that answer. */
    if (pos->special & ARB__SPECIAL_PLAY)
        pos->over = arb__end_of(pos);
    return true;
}
