/* castling_dialects.c: recognises castling in every notation: O-O, e1g1 and e1h1 are one move.
 * Layer: notation. Whether castling is legal, the position decides. */
#include "notation/notation.h"
#include "position/verdict/verdict.h"
#include "setup/setup.h"

arb_verdict arb__castle_verdict(const arb_position *pos, arb_colour us, int side)
{
    arb_square king = pos->royal[us];
    arb_square rook = pos->castle_rook[us][side];
    arb_square king_to = arb__castle_king_to(pos, us, side);
    arb_verdict verdict = arb__verdict_on(arb_position_piece(pos, king));
    verdict.from = king;
    verdict.to = rook != ARB_NO_SQUARE ? rook : king_to;
    if (pos->over) {
        verdict.code = ARB_V_GAME_OVER;
        verdict.over = arb_position_outcome(pos);
    } else if (!arb__castling_on(pos->rules, pos->size))
        verdict.code = ARB_V_WRONG_SHAPE;
    else if (arb__castle_side_by_arrival(pos, king, king_to) == ARB__NO_SIDE)
        verdict.code = ARB_V_CASTLE_KING_MOVED;
    else
        verdict.code = arb__judge_castling(pos, side, &verdict);
    if (!pos->rules->castling.any_home)
        verdict.to = king_to;
    return verdict;
}

/* Is this the square of the rook that castles to this side, even if the right is lost? */
static bool is_home_of_rook(const arb_position *pos, arb_colour us, int side, arb_square king,
                            arb_square rook)
{
    return pos->castle_rook[us][side] == rook ||
           rook == arb_square_at(pos->size, pos->rules->castling.rook_file[side],
                                 arb_square_rank(pos->size, king));
}

/* Returns the verdict on castling if the king was moved onto its own rook, else `verdict`. */
static arb_verdict or_castling(const arb_position *pos, arb_verdict verdict)
{
    arb_colour us = arb_piece_colour(verdict.piece);
    bool could_be = verdict.code == ARB_V_OWN_PIECE && verdict.from == pos->royal[us] &&
                    arb_position_piece(pos, verdict.to) == arb_piece_of(us, ARB_ROOK) &&
                    verdict.promotion == ARB_NO_KIND;
    for (int side = ARB_KING_SIDE; could_be && side <= ARB_QUEEN_SIDE; side++) {
        arb_square king_to = arb__castle_king_to(pos, us, side);
        if (arb__castle_side_by_arrival(pos, verdict.from, king_to) != ARB__NO_SIDE &&
            is_home_of_rook(pos, us, side, verdict.from, verdict.to))
            return arb__castle_verdict(pos, us, side);
    }
    return verdict;
}

arb_verdict arb__squares_verdict(const arb_position *pos, arb_square from, arb_square to,
                                 arb_kind promotion)
{
    return or_castling(pos, arb_position_verdict(pos, from, to, promotion));
}

arb_verdict arb_squares_verdict_any_turn(const arb_position *position, arb_square from,
                                         arb_square to, arb_kind promotion)
{
    return or_castling(position, arb_position_verdict_any_turn(position, from, to, promotion));
}
