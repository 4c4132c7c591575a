/* play_bits.c: makes a move on the bitboards of a position and takes it back. Layer: position.
 *
 * Normal moves without promotion are in play_normal.h; castling, en passant, promotions and
 * captures of kings are here. What follows from a move (rights, royal pieces, counters) is as in
 * play.c. */
#include "position/play/play.h"

/* The state and the bitboards, which are adjacent and are saved by one copy. */
enum { SAVED_SIZE = ARB__STATE_SIZE + sizeof(((arb_undo *)0)->sets) };
_Static_assert(offsetof(arb_position, board.bits.area) - ARB__LIVE == SAVED_SIZE,
               "a position and its undo have the same sets");

#define ARB__FOR
#define ARB__IS_CHESS(pos) ((pos)->chess)
#define ARB__TAKES_KING(pos, to) (((pos)->board.bits.kings & (to)) != 0)
#define ARB__COPY_LIVE(to, from) memcpy((to), (from), SAVED_SIZE)
#include "position/play/play_normal.h"

void arb__bits_remember(const arb_position *pos, arb_move move, arb_undo *undo)
{
    save(pos, move, undo);
}

/* Removes the enemy piece on a square and returns its kind, or ARB_NO_KIND if there is none. */
ARB__INLINE arb_kind take(arb_position *pos, unsigned them, unsigned square)
{
    uint64_t at = arb__bit(square);
    if ((pos->board.bits.colour[them] & at) == 0)
        return ARB_NO_KIND;
    arb_kind kind = arb__bits_kind_at(pos, (arb_square)square);
    toggle(pos, them, kind, at);
    pos->key ^= arb__key_chess[them][kind][square];
    return kind;
}

/* Squares are toggled by XOR, because in Chess960 a piece may arrive where the other stood or stay
 * on its own square. */
static void castle(arb_position *pos, unsigned us, unsigned king, unsigned rook)
{
    int side = rook > king ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
    unsigned king_to, rook_to;
    if (pos->chess) {
        king_to = arb__chess.king_to[us][side];
        rook_to = arb__chess.rook_to[us][side];
        pos->royal[us] = (arb_square)king_to;
    } else {
        king_to = arb__castle_king_to(pos, (arb_colour)us, side) & 63u;
        rook_to = arb__castle_rook_to(pos, (arb_colour)us, side) & 63u;
    }
    toggle(pos, us, ARB_KING, arb__bit(king) ^ arb__bit(king_to));
    toggle(pos, us, ARB_ROOK, arb__bit(rook) ^ arb__bit(rook_to));
    pos->key ^= arb__key_chess[us][ARB_KING][king] ^ arb__key_chess[us][ARB_KING][king_to] ^
                arb__key_chess[us][ARB_ROOK][rook] ^ arb__key_chess[us][ARB_ROOK][rook_to];
}

void arb__bits_play_other(arb_position *pos, arb_move move, arb_undo *undo)
{
    unsigned us = pos->turn, them = us ^ 1u;
    unsigned from = arb_move_from(move) & 63u, to = arb_move_to(move) & 63u;
    arb_kind moved = ARB_KING, captured = ARB_NO_KIND;
    if (arb_move_type_of(move) == ARB_CASTLING) {
        castle(pos, us, from, to);
    } else {
        moved = arb__bits_kind_at(pos, (arb_square)from);
        captured = take(pos, them, arb__capture_square(pos, move));
        arb_kind promotion = arb_move_promotion(move);
        arb_kind placed = promotion == ARB_NO_KIND ? moved : promotion;
        toggle(pos, us, moved, arb__bit(from));
        toggle(pos, us, placed, arb__bit(to));
        pos->key ^= arb__key_chess[us][moved][from] ^ arb__key_chess[us][placed][to];
    }
    undo->moved = arb_piece_of((arb_colour)us, moved);
    undo->captured =
        captured == ARB_NO_KIND ? ARB_NO_PIECE : arb_piece_of((arb_colour)them, captured);
    if (pos->chess)
        follow_rights(pos, us, from, to);
    else
        arb__follow_royals(pos, move);
    pass_on(pos, us, pos->key, moved == ARB_PAWN || captured != ARB_NO_KIND);
    /* If the capture of the royal piece has ended the game, the turn stays with the winner. */
    if (pos->over) {
        pos->turn = (uint8_t)us;
        pos->key ^= arb__key_turn();
    }
}

/* For chess: may one of these pawns of `us` capture en passant? With both pawns off their squares,
 * only an enemy slider on a line of the king can forbid it. */
static bool may_take_passing(const arb_position *pos, unsigned us, uint64_t takers, unsigned passed)
{
    uint64_t enemy = pos->board.bits.colour[us ^ 1u], all = pos->board.bits.colour[us] | enemy;
    enemy ^= arb__en_passant_taken(arb__bit(passed), us);
    for (; takers != 0; takers &= takers - 1) {
        uint64_t after = arb__en_passant_blockers(all, takers & -takers, arb__bit(passed), us);
        if (!arb__is_attacked(pos, us, pos->royal[us], after, enemy, false))
            return true;
    }
    return false;
}

/* The key counts the en-passant square only if a capture there is legal (FIDE 9.2.3). */
void arb__ask_takers(arb_position *pos, uint64_t takers)
{
    if (pos->chess ? may_take_passing(pos, pos->turn, takers, pos->en_passant)
                   : arb__en_passant_legal(pos)) {
        pos->en_passant_legal = true;
        pos->key ^= arb__key_passed[pos->en_passant];
    }
}

void arb__bits_play(arb_position *pos, arb_move move, arb_undo *undo)
{
    play(pos, move, undo);
}

void arb__bits_undo(arb_position *pos, const arb_undo *undo)
{
    take_back(pos, undo);
}
