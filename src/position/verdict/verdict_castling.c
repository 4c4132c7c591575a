/* verdict_castling.c: why the king may not castle (FIDE 3.8.2). Layer: position. Knows no text.
 *
 * The library writes castling as "king takes own rook"; people give the king's target square or, in
 * Chess960, the rook. This file recognises the attempt and tests the rules in order. */
#include "position/verdict/verdict.h"
#include "setup/setup.h"

/* Only the royal piece castles, on its home row, and only on a board of the rule set's own size. */
static bool king_could_castle(const arb_position *pos, arb_square from)
{
    arb_colour colour = arb_piece_colour(arb__piece_at(pos, from));
    return arb__castling_on(pos->rules, pos->size) && from == pos->royal[colour] &&
           arb__castles_from(pos->rules, pos->size, colour, from);
}

int arb__castle_side_by_rook(const arb_position *pos, arb_square from, arb_square rook)
{
    arb_colour colour = arb_piece_colour(arb__piece_at(pos, from));
    if (!pos->rules->castling.any_home || !king_could_castle(pos, from) ||
        arb__own_row(pos->size, colour, rook) != pos->rules->castling.row ||
        arb__piece_at(pos, rook) != arb_piece_of(colour, ARB_ROOK))
        return ARB__NO_SIDE;
    return rook > from ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
}

int arb__castle_side_by_arrival(const arb_position *pos, arb_square from, arb_square to)
{
    if (!king_could_castle(pos, from))
        return ARB__NO_SIDE;
    arb_colour colour = arb_piece_colour(arb__piece_at(pos, from));
    for (int side = ARB_KING_SIDE; side <= ARB_QUEEN_SIDE; side++)
        if (to == arb__castle_king_to(pos, colour, side))
            return side;
    return ARB__NO_SIDE;
}

/* Is there a rook to castle with, whether or not it has moved? It must stand on its home square or,
 * if any square may be home, anywhere on that side of the king. */
static bool rook_stands_ready(const arb_position *pos, arb_colour colour, arb_square king, int side)
{
    arb_piece rook = arb_piece_of(colour, ARB_ROOK);
    int rank = arb_square_rank(pos->size, king);
    if (!pos->rules->castling.any_home) {
        arb_square home = arb_square_at(pos->size, pos->rules->castling.rook_file[side], rank);
        return home != ARB_NO_SQUARE && arb__piece_at(pos, home) == rook;
    }
    int step = side == ARB_KING_SIDE ? 1 : -1;
    for (arb_square at = arb__step(pos->size, king, step, 0); at != ARB_NO_SQUARE;
         at = arb__step(pos->size, at, step, 0))
        if (arb__piece_at(pos, at) == rook)
            return true;
    return false;
}

arb_verdict_code arb__judge_castling(const arb_position *pos, int side, arb_verdict *verdict)
{
    arb_colour colour = arb_piece_colour(verdict->piece);
    const arb_square *rights = pos->castle_rook[colour];
    arb_square rook = rights[side];
    bool rook_named = arb__piece_at(pos, verdict->to) == arb_piece_of(colour, ARB_ROOK);

    verdict->any_home = pos->rules->castling.any_home && pos->rules->ending.laws;
    if (!rook_named && rook == ARB_NO_SQUARE &&
        !rook_stands_ready(pos, colour, verdict->from, side))
        return ARB_V_CASTLE_NO_ROOK;
    /* FIDE 3.8.2.1. If the side has no right left at all, the verdict says that the king has
     * moved. */
    if (rook == ARB_NO_SQUARE || (rook_named && rook != verdict->to))
        return rights[ARB_KING_SIDE] == ARB_NO_SQUARE && rights[ARB_QUEEN_SIDE] == ARB_NO_SQUARE
                   ? ARB_V_CASTLE_KING_MOVED
                   : ARB_V_CASTLE_ROOK_MOVED;
    verdict->at = arb__castling_obstacle(pos, colour, side);
    if (verdict->at != ARB_NO_SQUARE)
        return ARB_V_CASTLE_BLOCKED;
    if (verdict->promotion != ARB_NO_KIND)
        return ARB_V_PROMOTION_NOT_ALLOWED;

    arb_move move = arb_move_of(verdict->from, rook, ARB_NO_KIND, ARB_CASTLING);
    arb_verdict_code code = arb__castling_attack(pos, colour, side, &verdict->at, &verdict->by);
    if (code == ARB_V_OK && pos->special != 0)
        code = arb__judge_rest(pos, move, verdict);
    if (code == ARB_V_OK)
        verdict->move = move;
    return code;
}
