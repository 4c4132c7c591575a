/* castling_way.c: what is in the way of a king that castles (FIDE 3.8.2.2), on either kernel.
 * Layer: kernel. The grid kernel lists castling if nothing bars it; a verdict names
 * what does. */
#include "kernel/kernel.h"

static bool within(arb_square at, arb_square a, arb_square b)
{
    return a < b ? a <= at && at <= b : b <= at && at <= a;
}

arb_square arb__castling_obstacle(const arb_position *pos, arb_colour colour, int side)
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

/* Would the king be attacked here? Stores the square of an attacker. */
static bool is_attacked(const arb_position *pos, const arb__edit *edit, arb_square at,
                        arb_colour colour, arb_square *by)
{
    return arb__royal_attacked(pos, edit, at, colour) &&
           arb__attackers(pos, edit, at, arb_other(colour), by, 1) > 0;
}

/* While the king crosses, its own square counts as empty; on arrival the rook is on its new square
 * too. The king's own square is asked first, because in Chess960 it may stay there. */
arb_verdict_code arb__castling_attack(const arb_position *pos, arb_colour colour, int side,
                                      arb_square *at, arb_square *by)
{
    arb_square king = pos->royal[colour], king_to = arb__castle_king_to(pos, colour, side);
    if (!pos->rules->royal.safe)
        return ARB_V_OK;
    if (is_attacked(pos, NULL, king, colour, by))
        return ARB_V_CASTLE_IN_CHECK;
    arb__edit lifted = {.count = 1, .at = {king}, .piece = {ARB_NO_PIECE}};
    int step = king_to < king ? -1 : 1;
    for (int crossed = king; crossed != king_to; crossed += step)
        if (is_attacked(pos, &lifted, (arb_square)crossed, colour, by)) {
            *at = (arb_square)crossed;
            return ARB_V_CASTLE_THROUGH_CHECK;
        }
    arb__edit done = arb__move_edit(
        pos, arb_move_of(king, pos->castle_rook[colour][side], ARB_NO_KIND, ARB_CASTLING));
    if (!is_attacked(pos, &done, king_to, colour, by))
        return ARB_V_OK;
    *at = king_to;
    return ARB_V_CASTLE_INTO_CHECK;
}
