/* grid_royal.c: which royal pieces a move may not leave attacked, and what else it may not do.
 * Layer: kernel. Does not know how pieces move. Only the grid kernel serves special rules.
 *
 * In chess there is one royal piece a side. A rule set may have kinds all of whose pieces must stay
 * safe, explosions that take more than one piece, and moves that may not give check. */
#include "kernel/kernel.h"

bool arb__may_be_attacked(const arb_position *pos, const arb__edit *edit, arb_square square,
                          arb_colour colour)
{
    arb_colour enemy = arb_other(colour);
    arb_square royal = pos->royal[enemy];
    if (!pos->rules->capture.explodes || royal == ARB_NO_SQUARE ||
        arb__grid_look(pos, edit, royal) != arb_piece_of(enemy, pos->rules->royal.kind))
        return true;
    int files = arb_square_file(pos->size, square) - arb_square_file(pos->size, royal);
    int ranks = arb_square_rank(pos->size, square) - arb_square_rank(pos->size, royal);
    return files < -1 || files > 1 || ranks < -1 || ranks > 1;
}

bool arb__royal_attacked(const arb_position *pos, const arb__edit *edit, arb_square square,
                         arb_colour colour)
{
    return arb__may_be_attacked(pos, edit, square, colour) &&
           arb__attacked(pos, edit, square, arb_other(colour));
}

arb_square arb__exposed(const arb_position *pos, const arb__edit *edit, arb_square royal,
                        arb_colour colour)
{
    if (pos->rules->royal.also != 0)
        return arb__grid_hunt(pos, edit, royal, colour);
    return royal != ARB_NO_SQUARE && arb__royal_attacked(pos, edit, royal, colour) ? royal
                                                                                   : ARB_NO_SQUARE;
}

/* Where the royal piece of `colour` stands after a move, or ARB_NO_SQUARE if it is gone. */
static arb_square royal_after(const arb_position *pos, const arb__edit *edit, arb_colour colour,
                              arb_move move)
{
    arb_square royal = pos->royal[colour];
    if (royal == ARB_NO_SQUARE)
        return royal;
    arb_piece piece = arb_piece_of(colour, pos->rules->royal.kind);
    if (arb_move_type_of(move) != ARB_DROP && royal == arb_move_from(move))
        royal = arb_move_type_of(move) != ARB_CASTLING ? arb_move_to(move)
                : arb_move_to(move) > royal ? arb__castle_king_to(pos, colour, ARB_KING_SIDE)
                                            : arb__castle_king_to(pos, colour, ARB_QUEEN_SIDE);
    return arb__grid_look(pos, edit, royal) == piece ? royal : ARB_NO_SQUARE;
}

arb_verdict_code arb__refusal(const arb_position *pos, arb_colour colour, arb_move move,
                              const arb__edit *edit, arb_square *at)
{
    arb_colour enemy = arb_other(colour);
    arb_square own = royal_after(pos, edit, colour, move);
    arb_square theirs = royal_after(pos, edit, enemy, move);
    *at = pos->royal[colour];
    if (pos->rules->royal.safe) {
        if (own == ARB_NO_SQUARE && pos->royal[colour] != ARB_NO_SQUARE &&
            pos->rules->capture.explodes)
            return ARB_V_EXPLODES_KING;
        /* Capturing the enemy's king wins at once, even if the own king is attacked afterwards. */
        bool won = pos->rules->capture.explodes && pos->rules->ending.captured != ARB_GOES_ON &&
                   pos->royal[enemy] != ARB_NO_SQUARE && theirs == ARB_NO_SQUARE;
        *at = arb__exposed(pos, edit, own, colour);
        if (*at != ARB_NO_SQUARE && !won)
            return ARB_V_EXPOSES_KING;
    }
    if (pos->rules->royal.no_checks) {
        *at = arb__exposed(pos, edit, theirs, enemy);
        if (*at != ARB_NO_SQUARE)
            return ARB_V_GIVES_CHECK;
    }
    return ARB_V_OK;
}
