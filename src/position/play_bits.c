/* play_bits.c: a move made on the bitboards of a position, and taken back. Layer: position.
 *
 * All that a move changes lies together in a position: it is saved as it is before the move, and
 * brought back as it is. The rules of a move's consequences (rights, royal pieces, clocks) are
 * those of play.c. */
#include "kernel/bits/normal_move.h"
#include "position/key.h"
#include "position/play.h"

#include <string.h>

/* Not inlined: what most moves do needs no register saved for it. */
#define APART __attribute__((noinline))

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

/* In chess: may one of these pawns of `us` take the pawn that passed over a square? Only its king's
 * lines can forbid it, with both pawns off them. */
static bool may_take_passing(const arb_position *pos, unsigned us, uint64_t takers, unsigned passed)
{
    uint64_t enemy = pos->board.bits.colour[us ^ 1u], all = pos->board.bits.colour[us] | enemy;
    enemy ^= arb__en_passant_taken(arb__bit(passed), us);
    for (; takers != 0; takers &= takers - 1) {
        uint64_t after = arb__en_passant_blockers(all, takers & -takers, arb__bit(passed), us);
        if (!arb__attacked_past(pos, us, pos->royal[us], after, enemy))
            return true;
    }
    return false;
}

/* A pawn has stepped two, and the turn has passed: the square that it passed, if the rules know en
 * passant, and whether a pawn of the other side may take it there. */
static APART void note_double_step(arb_position *pos, unsigned from, unsigned to)
{
    unsigned passed = (from + to) / 2, us = pos->turn;
    uint64_t beside = (arb__bit(to) << 1 & ~ARB__FILE_A) | (arb__bit(to) >> 1 & ~ARB__FILE_H);
    uint64_t takers = beside & pos->board.bits.pawns & pos->board.bits.colour[us];
    if (!pos->rules->pawn.en_passant)
        return;
    pos->en_passant = (arb_square)passed;
    if (takers != 0 &&
        (pos->chess ? may_take_passing(pos, us, takers, passed) : arb__en_passant_legal(pos))) {
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
    unsigned king_to = arb__castle_king_to(pos, (arb_colour)us, side) & 63u;
    unsigned rook_to = arb__castle_rook_to(pos, (arb_colour)us, side) & 63u;
    toggle(pos, us, ARB_KING, arb__bit(king) ^ arb__bit(king_to));
    toggle(pos, us, ARB_ROOK, arb__bit(rook) ^ arb__bit(rook_to));
    pos->key ^= key_of(us, ARB_KING, king) ^ key_of(us, ARB_KING, king_to) ^
                key_of(us, ARB_ROOK, rook) ^ key_of(us, ARB_ROOK, rook_to);
}

/* Castling, en passant, promotions, and captures of kings. Not inlined: it would cost the others
 * their registers. */
static APART void play_rest(arb_position *pos, arb_move move, arb_undo *undo)
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

/* A king or rook has moved, or a rook was taken, and the turn has passed. */
static APART void follow_royals(arb_position *pos, arb_move move)
{
    pos->turn ^= 1u;
    arb__follow_royals(pos, move, false);
    pos->turn ^= 1u;
}

ARB__INLINE bool has_rights(const arb_position *pos)
{
    uint64_t rooks;
    memcpy(&rooks, pos->castle_rook, sizeof rooks);
    return rooks != UINT64_MAX; /* four times ARB_NO_SQUARE */
}

/* Key, clocks and turn, as every move changes them. */
ARB__INLINE void pass_on(arb_position *pos, unsigned us, uint64_t key, bool irreversible)
{
    if (__builtin_expect(pos->en_passant_legal, 0))
        key ^= arb__key_en_passant(pos->en_passant);
    pos->key = key ^ arb__key_turn();
    pos->halfmove = irreversible ? 0 : pos->halfmove + (pos->halfmove < ARB__CLOCK_LIMIT);
    pos->fullmove += us & (pos->fullmove < ARB__CLOCK_LIMIT);
    pos->en_passant = ARB_NO_SQUARE;
    pos->en_passant_legal = false;
    pos->turn = (uint8_t)(us ^ 1u);
}

/* A piece goes to an empty square. The kind is a constant where this is inlined. */
ARB__INLINE void play_quiet(arb_position *pos, arb_move move, arb_undo *undo, arb_kind kind)
{
    const unsigned us = pos->turn, from = arb_move_from(move) & 63u, to = move >> 10 & 63u;
    undo->moved = (arb_piece)(kind | us << 5);
    undo->captured = ARB_NO_PIECE;
    toggle(pos, us, kind, arb__bit(from) | arb__bit(to));
    pass_on(pos, us, pos->key ^ key_of(us, kind, from) ^ key_of(us, kind, to), kind == ARB_PAWN);
    if (kind == ARB_PAWN && (from ^ to) % 16 == 0)
        note_double_step(pos, from, to);
    if (kind != ARB_KING && kind != ARB_ROOK)
        return;
    if (has_rights(pos))
        follow_royals(pos, move);
    else if (kind == ARB_KING && from == pos->royal[us])
        pos->royal[us] = (arb_square)to;
}

/* A capture, not of a king. */
static APART void play_capture(arb_position *pos, arb_move move, arb_undo *undo)
{
    const unsigned us = pos->turn, them = us ^ 1u;
    const unsigned from = arb_move_from(move) & 63u, to = move >> 10 & 63u;
    arb_kind moved = kind_on(pos, arb__bit(from)), captured = kind_on(pos, arb__bit(to));
    undo->moved = (arb_piece)(moved | us << 5);
    undo->captured = (arb_piece)(captured | them << 5);
    toggle(pos, them, captured, arb__bit(to));
    toggle(pos, us, moved, arb__bit(from) | arb__bit(to));
    pass_on(pos, us,
            pos->key ^ key_of(us, moved, from) ^ key_of(us, moved, to) ^ key_of(them, captured, to),
            true);
    if (moved == ARB_KING || moved == ARB_ROOK || captured == ARB_ROOK)
        follow_royals(pos, move);
}

/* One function a kind, none inlined, so that none saves registers for another. */
#define QUIET(name, kind)                                                                          \
    static APART void name(arb_position *pos, arb_move move, arb_undo *undo)                       \
    {                                                                                              \
        play_quiet(pos, move, undo, kind);                                                         \
    }
QUIET(quiet_pawn, ARB_PAWN)
QUIET(quiet_knight, ARB_KNIGHT)
QUIET(quiet_bishop, ARB_BISHOP)
QUIET(quiet_rook, ARB_ROOK)
QUIET(quiet_queen, ARB_QUEEN)
QUIET(quiet_king, ARB_KING)

void arb__bits_play(arb_position *pos, arb_move move, arb_undo *undo)
{
    uint64_t from = arb__bit(arb_move_from(move) & 63u), to = arb__bit(move >> 10 & 63u);
    remember(pos, move, undo);
    if (__builtin_expect((move & ARB__MORE_THAN_SQUARES) != 0, 0) ||
        __builtin_expect((pos->board.bits.kings & to) != 0, 0))
        play_rest(pos, move, undo);
    else if ((pos->board.bits.colour[pos->turn ^ 1u] & to) != 0)
        play_capture(pos, move, undo);
    else if ((pos->board.bits.pawns & from) != 0)
        quiet_pawn(pos, move, undo);
    else if ((pos->board.bits.knights & from) != 0)
        quiet_knight(pos, move, undo);
    else if ((pos->board.bits.kings & from) != 0)
        quiet_king(pos, move, undo);
    else if ((pos->board.bits.straights & from) == 0)
        quiet_bishop(pos, move, undo);
    else if ((pos->board.bits.diagonals & from) == 0)
        quiet_rook(pos, move, undo);
    else
        quiet_queen(pos, move, undo);
}
