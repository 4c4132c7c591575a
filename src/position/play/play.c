/* play.c: what a move changes besides the pieces, on either kernel: royal pieces, castling rights,
 * counters. Layer: position. play_bits.c and play_grid.c move the pieces. */
#include "position/play/play.h"
#include "position/key/key.h"

#include <string.h>

arb_square arb__find_royal(const arb_position *pos, arb_colour colour)
{
    arb_piece royal = arb_piece_of(colour, pos->rules->royal.kind);
    if (pos->rules->royal.kind == ARB_NO_KIND)
        return ARB_NO_SQUARE;
    for (int rank = 0; rank < pos->size.ranks; rank++)
        for (int file = pos->size.files - 1; file >= 0; file--) {
            arb_square square = arb_square_at(pos->size, file, rank);
            if (arb__piece_at(pos, square) == royal)
                return square;
        }
    return ARB_NO_SQUARE;
}

arb_square arb__capture_square(const arb_position *pos, arb_move move)
{
    if (arb_move_type_of(move) == ARB_EN_PASSANT)
        return arb__passing_pawn(pos, (arb_colour)pos->turn);
    return arb_move_type_of(move) == ARB_NORMAL ? arb_move_to(move) : ARB_NO_SQUARE;
}

/* A right ends when the king moves, and when its rook moves, is taken or explodes (FIDE 3.8.2.1).
 */
void arb__drop_rights(arb_position *pos, arb_colour us, arb_square from)
{
    arb_square left[2][2];
    bool king = from == pos->royal[us];
    for (unsigned colour = 0; colour < 2; colour++)
        for (unsigned side = 0; side < 2; side++) {
            arb_square rook = pos->castle_rook[colour][side];
            bool kept = rook != ARB_NO_SQUARE && !(king && colour == us) &&
                        arb__piece_at(pos, rook) == arb_piece_of((arb_colour)colour, ARB_ROOK);
            left[colour][side] = kept ? rook : ARB_NO_SQUARE;
        }
    if (memcmp(pos->castle_rook, left, sizeof left) == 0)
        return;
    pos->key ^= arb__key_rights(pos);
    memcpy(pos->castle_rook, left, sizeof left);
    pos->key ^= arb__key_rights(pos);
}

/* Another royal piece takes over; without one the rule set says whether the game is over. */
static void lose_royal(arb_position *pos, arb_colour colour)
{
    pos->key ^= arb__key_rights(pos);
    pos->castle_rook[colour][ARB_KING_SIDE] = ARB_NO_SQUARE;
    pos->castle_rook[colour][ARB_QUEEN_SIDE] = ARB_NO_SQUARE;
    pos->key ^= arb__key_rights(pos);
    pos->royal[colour] = arb__find_royal(pos, colour);
    if (pos->royal[colour] == ARB_NO_SQUARE && pos->rules->ending.captured != ARB_GOES_ON)
        pos->over = ARB__OVER_CAPTURED;
}

void arb__count_clocks(arb_position *pos, bool irreversible)
{
    if (irreversible)
        pos->halfmove = 0;
    else if (pos->halfmove < ARB__CLOCK_LIMIT)
        pos->halfmove++;
    if (pos->turn == ARB_BLACK && pos->fullmove < ARB__CLOCK_LIMIT)
        pos->fullmove++;
}

void arb__remember(const arb_position *pos, arb_move move, arb_undo *undo)
{
    undo->move = move;
    memcpy((char *)undo + ARB__SAVED, (const char *)pos + ARB__LIVE, ARB__STATE_SIZE);
}

void arb__follow_royals(arb_position *pos, arb_move move)
{
    arb_colour us = (arb_colour)pos->turn;
    arb_square from = arb_move_from(move), to = arb_move_to(move);
    arb__drop_rights(pos, us, from);
    if (from == pos->royal[us])
        pos->royal[us] =
            arb_move_type_of(move) == ARB_CASTLING
                ? arb__castle_king_to(pos, us, to > from ? ARB_KING_SIDE : ARB_QUEEN_SIDE)
                : to;
    else if (pos->royal[us] == ARB_NO_SQUARE && arb_move_promotion(move) != ARB_NO_KIND)
        pos->royal[us] = arb__find_royal(pos, us);
    for (int c = 0; c < 2; c++) {
        arb_square royal = pos->royal[c];
        if (royal != ARB_NO_SQUARE &&
            arb__piece_at(pos, royal) != arb_piece_of((arb_colour)c, pos->rules->royal.kind))
            lose_royal(pos, (arb_colour)c);
    }
}

void arb__core_make(arb_position *pos, arb_move move, arb_undo *undo)
{
    if (pos->kernel == ARB_KERNEL_BITS)
        arb__bits_play(pos, move, undo);
    else
        arb__grid_play(pos, move, undo);
}

void arb__core_unmake(arb_position *pos, const arb_undo *undo)
{
    if (pos->kernel == ARB_KERNEL_BITS)
        arb__bits_undo(pos, undo);
    else
        arb__grid_undo(pos, undo);
}

void arb_position_undo(arb_position *pos, const arb_undo *undo)
{
    arb__undo(pos, undo);
}

bool arb__core_play(arb_position *pos, arb_move move, arb_undo *undo)
{
    if (!arb_position_is_legal(pos, move))
        return false;
    arb__play(pos, move, undo);
    return true;
}

bool arb_position_play(arb_position *pos, arb_move move, arb_undo *undo)
{
    return arb__fast.play[pos->fast](pos, move, undo);
}

/* Is there on `from` a pawn of the side to move whose en-passant capture is legal? */
static bool captures_en_passant(const arb_position *pos, arb_square from)
{
    arb_colour us = (arb_colour)pos->turn;
    arb_piece pawn = arb_piece_of(us, ARB_PAWN);
    if (from == ARB_NO_SQUARE || arb__piece_at(pos, from) != pawn)
        return false;
    uint32_t kinds = arb__arrival_kinds(pos, pawn, pos->en_passant);
    for (; kinds != 0; kinds &= kinds - 1)
        if (arb__is_legal(
                pos, us,
                arb_move_of(from, pos->en_passant, (arb_kind)__builtin_ctz(kinds), ARB_EN_PASSANT)))
            return true;
    return false;
}

bool arb__en_passant_legal(const arb_position *pos)
{
    const arb_kind_rule *pawn = &pos->rules->kinds[ARB_PAWN];
    arb_colour us = (arb_colour)pos->turn;
    arb_square passed = pos->en_passant;
    if (passed == ARB_NO_SQUARE || pos->over)
        return false;
    if (!arb__own_pawn_steps(pos->rules))
        return captures_en_passant(pos, arb__step(pos->size, passed, -1, -arb__forward(us))) ||
               captures_en_passant(pos, arb__step(pos->size, passed, 1, -arb__forward(us)));
    for (unsigned i = 0; i < pawn->leap_count; i++) {
        arb_step leap = pawn->leaps[i];
        if (!(leap.how & ARB_STEP_MOVES) &&
            captures_en_passant(pos, arb__step(pos->size, passed, -arb__step_files(leap, us),
                                               -arb__step_ranks(leap, us))))
            return true;
    }
    return false;
}
