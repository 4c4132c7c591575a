/* play_bits.c: a move made on the bitboards of a position, and taken back. Layer: position.
 *
 * All that a move changes lies together in a position: it is saved as it is before the move, and
 * brought back as it is. The rules of a move's consequences (rights, royal pieces, clocks) are
 * those of play.c. */
#include "kernel/bits/bits.h"
#include "position/key.h"
#include "position/play.h"

#include <string.h>

/* Bits of a move beyond its two squares: promotion and type. */
#define MORE_THAN_SQUARES (~arb_move_of(63, 63, ARB_NO_KIND, ARB_NORMAL))

/* State and sets. */
enum { SAVED_SIZE = sizeof(arb_undo) - ARB__SAVED };
_Static_assert(offsetof(arb_position, board.bits.area) - ARB__LIVE == SAVED_SIZE,
               "the sets of a position end where an undo ends");

ARB__INLINE void remember(const arb_position *pos, arb_move move, arb_undo *undo)
{
    undo->move = move;
    memcpy((char *)undo + ARB__SAVED, (const char *)pos + ARB__LIVE, SAVED_SIZE);
}

void arb__bits_remember(const arb_position *pos, arb_move move, arb_undo *undo)
{
    remember(pos, move, undo);
}

void arb__bits_undo(arb_position *pos, const arb_undo *undo)
{
    memcpy((char *)pos + ARB__LIVE, (const char *)undo + ARB__SAVED, SAVED_SIZE);
}

/* The kind of the piece on a square that is not empty. */
ARB__INLINE arb_kind kind_on(const arb_position *pos, uint64_t at)
{
    if ((pos->board.bits.pawns & at) != 0)
        return ARB_PAWN;
    if ((pos->board.bits.knights & at) != 0)
        return ARB_KNIGHT;
    if ((pos->board.bits.straights & at) != 0)
        return (pos->board.bits.diagonals & at) != 0 ? ARB_QUEEN : ARB_ROOK;
    return (pos->board.bits.diagonals & at) != 0 ? ARB_BISHOP : ARB_KING;
}

/* Puts pieces of one kind on squares without one, or takes them away. */
ARB__INLINE void toggle(arb_position *pos, unsigned colour, arb_kind kind, uint64_t squares)
{
    pos->board.bits.colour[colour] ^= squares;
    switch (kind) {
    case ARB_PAWN:
        pos->board.bits.pawns ^= squares;
        break;
    case ARB_KNIGHT:
        pos->board.bits.knights ^= squares;
        break;
    case ARB_BISHOP:
        pos->board.bits.diagonals ^= squares;
        break;
    case ARB_ROOK:
        pos->board.bits.straights ^= squares;
        break;
    case ARB_QUEEN:
        pos->board.bits.diagonals ^= squares;
        pos->board.bits.straights ^= squares;
        break;
    default:
        pos->board.bits.kings ^= squares;
    }
}

ARB__INLINE uint64_t key_of(unsigned colour, arb_kind kind, unsigned square)
{
    return arb__key_chess[colour][kind][square];
}

/* Takes what stands on a square; ARB_NO_KIND if nothing does. */
ARB__INLINE arb_kind take(arb_position *pos, unsigned them, unsigned square)
{
    uint64_t at = arb__bit(square);
    if ((pos->board.bits.colour[them] & at) == 0)
        return ARB_NO_KIND;
    arb_kind kind = kind_on(pos, at);
    toggle(pos, them, kind, at);
    pos->key ^= key_of(them, kind, square);
    return kind;
}

/* A pawn of `us` has stepped two: the square that it passed, if the rules know en passant, and
 * whether a pawn of the other side, which has the move now, may take it there. */
ARB__INLINE void note_double_step(arb_position *pos, unsigned us, unsigned from, unsigned to)
{
    unsigned passed = (from + to) / 2;
    uint64_t takers = arb__pawn_attacks(arb__bit(passed), us == ARB_WHITE ? ARB_WHITE : ARB_BLACK) &
                      pos->board.bits.pawns & pos->board.bits.colour[us ^ 1u];
    if (!pos->rules->pawn.en_passant)
        return;
    pos->en_passant = (arb_square)passed;
    if (takers != 0 && arb__en_passant_legal(pos)) {
        pos->en_passant_legal = true;
        pos->key ^= arb__key_en_passant(pos->en_passant);
    }
}

/* The last move's en passant is over. */
ARB__INLINE void forget_passing(arb_position *pos)
{
    if (pos->en_passant_legal)
        pos->key ^= arb__key_en_passant(pos->en_passant);
    pos->en_passant = ARB_NO_SQUARE;
    pos->en_passant_legal = false;
}

/* Where the capture of the royal piece ends the game, the turn stays with the winner. */
ARB__INLINE void pass_turn(arb_position *pos)
{
    if (pos->over)
        return;
    pos->turn ^= 1u;
    pos->key ^= arb__key_turn();
}

/* King and rook change places with the squares where they arrive; in Chess960 one may arrive where
 * the other stood. */
static void castle(arb_position *pos, unsigned us, unsigned king, unsigned rook)
{
    int side = rook > king ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
    unsigned king_to = arb__castle_king_to(pos, (arb_colour)us, side);
    unsigned rook_to = arb__castle_rook_to(pos, (arb_colour)us, side);
    toggle(pos, us, ARB_KING, arb__bit(king) ^ arb__bit(king_to));
    toggle(pos, us, ARB_ROOK, arb__bit(rook) ^ arb__bit(rook_to));
    pos->key ^= key_of(us, ARB_KING, king) ^ key_of(us, ARB_KING, king_to) ^
                key_of(us, ARB_ROOK, rook) ^ key_of(us, ARB_ROOK, rook_to);
}

/* Castling, en passant and promotions. Not inlined: it would cost the others their registers. */
static __attribute__((noinline)) void play_rest(arb_position *pos, arb_move move, arb_undo *undo)
{
    unsigned us = pos->turn, them = us ^ 1u;
    unsigned from = arb_move_from(move), to = arb_move_to(move);
    arb_kind moved = kind_on(pos, arb__bit(from)), captured = ARB_NO_KIND;
    arb_square taken_at = arb__capture_square(pos, move);
    if (taken_at != ARB_NO_SQUARE)
        captured = take(pos, them, taken_at);
    forget_passing(pos);
    if (arb_move_type_of(move) == ARB_CASTLING) {
        castle(pos, us, from, to);
    } else {
        arb_kind promotion = arb_move_promotion(move);
        arb_kind placed = promotion == ARB_NO_KIND ? moved : promotion;
        toggle(pos, us, moved, arb__bit(from));
        toggle(pos, us, placed, arb__bit(to));
        pos->key ^= key_of(us, moved, from) ^ key_of(us, placed, to);
    }
    undo->moved = arb_piece_of((arb_colour)us, moved);
    undo->captured =
        captured == ARB_NO_KIND ? ARB_NO_PIECE : arb_piece_of((arb_colour)them, captured);
    arb__follow_royals(pos, move, captured != ARB_NO_KIND && taken_at == pos->royal[them]);
    arb__count_clocks(pos, moved == ARB_PAWN || captured != ARB_NO_KIND);
    pass_turn(pos);
}

void arb__bits_play(arb_position *pos, arb_move move, arb_undo *undo)
{
    unsigned us = pos->turn, them = us ^ 1u;
    unsigned from = arb_move_from(move) & 63u, to = arb_move_to(move) & 63u;
    remember(pos, move, undo);
    if (__builtin_expect((move & MORE_THAN_SQUARES) != 0, 0)) {
        play_rest(pos, move, undo);
        return;
    }
    arb_kind moved = kind_on(pos, arb__bit(from));
    arb_kind captured = take(pos, them, to);
    undo->moved = arb_piece_of((arb_colour)us, moved);
    undo->captured =
        captured == ARB_NO_KIND ? ARB_NO_PIECE : arb_piece_of((arb_colour)them, captured);
    toggle(pos, us, moved, arb__bit(from) | arb__bit(to));
    pos->key ^= key_of(us, moved, from) ^ key_of(us, moved, to);
    forget_passing(pos);
    /* Only these can be royal, or have a right to castle. */
    if (moved == ARB_KING || moved == ARB_ROOK || captured == ARB_ROOK || captured == ARB_KING)
        arb__follow_royals(pos, move, captured != ARB_NO_KIND && to == pos->royal[them]);
    arb__count_clocks(pos, moved == ARB_PAWN || captured != ARB_NO_KIND);
    pass_turn(pos);
    if (moved == ARB_PAWN && (from + 16 == to || to + 16 == from))
        note_double_step(pos, us, from, to);
}
