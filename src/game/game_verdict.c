/* game_verdict.c: the verdict on a move in its game. Layer: game.
 *
 * Completes the position's verdict with what only the history tells: that the game has ended,
 * whether king or rook had moved, and that an en-passant capture has lapsed. */
#include "game/game.h"

static bool king_moved(const arb_game *game, arb_colour colour)
{
    for (size_t i = 0; i < game->ply; i++) {
        const arb_undo *undo = &game->plies[i].undo;
        if (undo->turn == colour && arb_move_from(undo->move) == undo->royal[colour])
            return true;
    }
    return false;
}

/* The side of the attempted castling: given by the rook if the move names one, else by the king's
 * target square. */
static int side_meant(const arb_position *pos, const arb_verdict *verdict)
{
    arb_colour colour = arb_piece_colour(verdict->piece);
    if (arb_position_piece(pos, verdict->to) == arb_piece_of(colour, ARB_ROOK))
        return verdict->to > verdict->from ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
    return verdict->to == arb__castle_king_to(pos, colour, ARB_KING_SIDE) ? ARB_KING_SIDE
                                                                          : ARB_QUEEN_SIDE;
}

/* A position without rights cannot tell which piece has moved and names the king. If the game
 * started with the right and the king has not moved, the rook has. */
static arb_verdict_code who_moved(const arb_game *game, const arb_verdict *verdict)
{
    arb_colour colour = arb_piece_colour(verdict->piece);
    int side = side_meant(&game->position, verdict);
    arb_square rook = arb_game_start(game)->castle_rook[colour][side];
    if (rook != ARB_NO_SQUARE && !king_moved(game, colour))
        return ARB_V_CASTLE_ROOK_MOVED;
    return ARB_V_CASTLE_KING_MOVED;
}

/* FIDE 3.7.3.2: the pawn beside this one looks as if it had made a double step on an earlier move.
 * Does the history not contradict that? */
static bool en_passant_lapsed(const arb_game *game, const arb_verdict *verdict)
{
    const arb_position *pos = &game->position;
    arb_square beside = arb_square_at(pos->size, arb_square_file(pos->size, verdict->to),
                                      arb_square_rank(pos->size, verdict->from));
    int two = 2 * arb__forward(arb_piece_colour(verdict->piece));
    for (size_t i = game->ply; i-- > 0;) {
        arb_move move = game->plies[i].undo.move;
        if (arb_move_to(move) == beside && arb_move_type_of(move) != ARB_CASTLING)
            return i + 1 < game->ply && arb_move_type_of(move) == ARB_NORMAL &&
                   arb_move_from(move) == arb__step(pos->size, beside, 0, two);
    }
    return true;
}

/* Returns true if the game has ended, and makes that the verdict. */
static bool ask_end(const arb_game *game, arb_verdict *verdict)
{
    verdict->over = arb_game_outcome(game);
    if (verdict->over.result == ARB_ONGOING)
        return false;
    verdict->code = ARB_V_GAME_OVER;
    verdict->move = ARB_NO_MOVE;
    verdict->at = ARB_NO_SQUARE;
    verdict->by = ARB_NO_SQUARE;
    return true;
}

arb_verdict arb__game_verdict_of(const arb_game *game, arb_verdict verdict)
{
    if (ask_end(game, &verdict))
        return verdict;
    if (verdict.code == ARB_V_CASTLE_KING_MOVED)
        verdict.code = who_moved(game, &verdict);
    else if (verdict.code == ARB_V_PAWN_NO_CAPTURE && verdict.too_late)
        verdict.too_late = en_passant_lapsed(game, &verdict);
    return verdict;
}

arb_verdict arb_game_verdict(const arb_game *game, arb_square from, arb_square to,
                             arb_kind promotion)
{
    return arb__game_verdict_of(game, arb_position_verdict(&game->position, from, to, promotion));
}

arb_verdict arb_game_verdict_drop(const arb_game *game, arb_kind kind, arb_square to)
{
    return arb__game_verdict_of(game, arb_position_verdict_drop(&game->position, kind, to));
}
