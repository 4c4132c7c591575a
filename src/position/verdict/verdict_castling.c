/* verdict_castling.c: why the king may not castle (FIDE 3.8.2). Layer: position. Knows no text.
 *
 * The library writes castling as "king takes own rook"; people give the king's target square or, in
 * Chess960, the rook. This file recognises the attempt and tests the rules in order. */
#include "position/verdict/verdict.h"
#include "setup/setup.h"

/* Only the royal piece castles, on its home row, and only on a board of the rule set's own size. */
static bool king_could_castle(const arb_position *pos, arb_square from)
{
    const arb_rules *rules = pos->rules;
    if (!arb__castling_on(rules, pos->size))
        return false;
    arb_colour colour = arb_piece_colour(arb__piece_at(pos, from));
    return from == pos->royal[colour] &&
           arb__own_row(pos->size, colour, from) == rules->castling.row &&
           (rules->castling.any_home ||
            arb_square_file(pos->size, from) == rules->castling.king_file);
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

static bool within(arb_square at, arb_square a, arb_square b)
{
    return a < b ? a <= at && at <= b : b <= at && at <= a;
}

/* The piece nearest to the king that blocks the path of king or rook, or ARB_NO_SQUARE. */
static arb_square castling_obstacle(const arb_position *pos, arb_colour colour, int side)
{
    arb_square king = pos->royal[colour];
    arb_square rook = pos->castle_rook[colour][side];
    arb_square king_to = arb__castle_king_to(pos, colour, side);
    arb_square rook_to = arb__castle_rook_to(pos, colour, side);
    for (int distance = 1; distance < pos->size.files; distance++)
        for (int sign = -1; sign <= 1; sign += 2) {
            arb_square at = arb__step(pos->size, king, sign * distance, 0);
            if (at != ARB_NO_SQUARE && at != rook &&
                (within(at, king, king_to) || within(at, rook, rook_to)) &&
                (arb__piece_at(pos, at) != ARB_NO_PIECE || arb__is_hole(pos, at)))
                return at;
        }
    return ARB_NO_SQUARE;
}

/* Would the king be attacked here? If so, the verdict names the attacker. */
static bool king_attacked(const arb_position *pos, const arb__edit *edit, arb_square at,
                          arb_verdict *verdict)
{
    arb_colour colour = arb_piece_colour(verdict->piece);
    return arb__may_be_attacked(pos, edit, at, colour) &&
           arb__attackers(pos, edit, at, arb_other(colour), &verdict->by, 1) > 0;
}

/* FIDE 3.8.2.2: is a square attacked that the king stands on, crosses or arrives at? While it
 * crosses, its own square counts as empty; on arrival the rook is on its new square too. */
static arb_verdict_code castling_attack(const arb_position *pos, arb_square king_to, arb_move move,
                                        arb_verdict *verdict)
{
    arb_square king = verdict->from;
    if (king_attacked(pos, NULL, king, verdict))
        return ARB_V_CASTLE_IN_CHECK;

    arb__edit lifted = {.count = 1, .at = {king}, .piece = {ARB_NO_PIECE}};
    int step = king_to < king ? -1 : 1;
    for (int at = king; at != king_to; at += step)
        if (king_attacked(pos, &lifted, (arb_square)at, verdict)) {
            verdict->at = (arb_square)at;
            return ARB_V_CASTLE_THROUGH_CHECK;
        }

    arb__edit done = arb__move_edit(pos, move);
    if (king_attacked(pos, &done, king_to, verdict)) {
        verdict->at = king_to;
        return ARB_V_CASTLE_INTO_CHECK;
    }
    return ARB_V_OK;
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
    verdict->at = castling_obstacle(pos, colour, side);
    if (verdict->at != ARB_NO_SQUARE)
        return ARB_V_CASTLE_BLOCKED;
    if (verdict->promotion != ARB_NO_KIND)
        return ARB_V_PROMOTION_NOT_ALLOWED;

    arb_move move = arb_move_of(verdict->from, rook, ARB_NO_KIND, ARB_CASTLING);
    if (pos->rules->royal.safe) {
        arb_square king_to = arb__castle_king_to(pos, colour, side);
        arb_verdict_code code = castling_attack(pos, king_to, move, verdict);
        if (code != ARB_V_OK)
            return code;
    }
    if (pos->special != 0) {
        arb_verdict_code code = arb__judge_rest(pos, move, verdict);
        if (code != ARB_V_OK)
            return code;
    }
    verdict->move = move;
    return ARB_V_OK;
}
