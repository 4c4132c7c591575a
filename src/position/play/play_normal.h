/* play_normal.h: makes and unmakes a normal move that promotes nothing, on the bitboards of a
 * position. Layer: position.
 *
 * Nearly all moves are such moves. There is a function for each colour, kind of piece and for quiet
 * moves and captures. These are constants in it, so that no function saves registers that only
 * another one needs.
 *
 * Included once by each file that makes moves, for one kind of processor: ARB__FOR is the attribute
 * of its functions, ARB__COPY_LIVE(to, from) copies the fields that an undo saves,
 * ARB__IS_CHESS(pos) says whether the rules of chess hold, and ARB__TAKES_KING(pos, to) whether a
 * king is captured. */
#include "kernel/bits/home_castling.h"
#include "kernel/bits/normal_move.h"
#include "position/key/key.h"
#include "position/play/play.h"

#include <string.h>

#define ARB__APART static __attribute__((noinline)) ARB__FOR

/* Puts pieces of one kind on empty squares, or removes them: each square is toggled. */
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

ARB__INLINE ARB__FOR void save(const arb_position *pos, arb_move move, arb_undo *undo)
{
    ARB__COPY_LIVE((char *)undo + ARB__SAVED, (const char *)pos + ARB__LIVE);
    undo->move = move;
}

/* Notes a double step of `us` after the turn has passed: the en-passant square, if the rules have
 * en passant, and whether an enemy pawn may capture there. Such a pawn stands where a pawn of `us`
 * on the passed square would attack it. */
ARB__INLINE void note_double_step(arb_position *pos, unsigned us, unsigned passed)
{
    uint64_t takers =
        arb__arounds[passed].prey[us] & pos->board.bits.pawns & pos->board.bits.colour[us ^ 1u];
    if (!ARB__IS_CHESS(pos) && !pos->rules->pawn.en_passant)
        return;
    pos->en_passant = (arb_square)passed;
    if (takers != 0)
        arb__ask_takers(pos, takers);
}

/* Updates castling rights after a king or rook has moved or a rook was captured. */
ARB__INLINE void follow_rights(arb_position *pos, unsigned us, unsigned from, unsigned to)
{
    uint64_t before = arb__castle_rooks(pos);
    if (before == UINT64_MAX) /* four times ARB_NO_SQUARE */
        return;
    if (!ARB__IS_CHESS(pos)) {
        arb__drop_rights(pos, (arb_colour)us, (arb_square)from);
        return;
    }
    uint64_t after = before | arb__rights_lost[from] | arb__rights_lost[to];
    if (after == before)
        return;
    memcpy(pos->castle_rook, &after, sizeof after);
    pos->key ^= arb__key_home_rights[arb__rights_left(before)] ^
                arb__key_home_rights[arb__rights_left(after)];
}

/* Updates key, counters and turn, which every move changes. */
ARB__INLINE void pass_on(arb_position *pos, unsigned us, uint64_t key, bool irreversible)
{
    if (ARB__UNLIKELY(pos->en_passant_legal))
        key ^= arb__key_passed[pos->en_passant];
    pos->key = key ^ arb__key_turn();
    if (irreversible)
        pos->halfmove = 0;
    else if (ARB__LIKELY(pos->halfmove < ARB__CLOCK_LIMIT))
        pos->halfmove++;
    if (us == ARB_BLACK && ARB__LIKELY(pos->fullmove < ARB__CLOCK_LIMIT))
        pos->fullmove++;
    pos->en_passant = ARB_NO_SQUARE;
    pos->en_passant_legal = false;
    pos->turn = (uint8_t)(us ^ 1u);
}

/* Completes a move: the captured piece is off the board and out of `key`. Colour and kind are
 * constants where this is inlined. */
ARB__INLINE void finish(arb_position *pos, arb_move move, uint64_t key, unsigned us, arb_kind kind,
                        bool takes, bool takes_rook)
{
    const unsigned from = move & 63u, to = move >> 10; /* the other bits are 0 */
    pass_on(pos, us, key ^ arb__key_chess[us][kind][from] ^ arb__key_chess[us][kind][to],
            takes || kind == ARB_PAWN);
    /* A double step is told by the difference of the squares, not by XOR: on a board of seven rows
     * 40 and 24 differ in other bits than 48 and 32 do on eight. */
    if (kind == ARB_PAWN && (us == ARB_WHITE ? to - from : from - to) == 16)
        note_double_step(pos, us, us == ARB_WHITE ? from + 8 : from - 8);
    if (kind == ARB_KING || kind == ARB_ROOK || takes_rook)
        follow_rights(pos, us, from, to);
    if (kind == ARB_KING && (ARB__IS_CHESS(pos) || from == pos->royal[us]))
        pos->royal[us] = (arb_square)to;
}

ARB__INLINE void make_quiet(arb_position *pos, arb_move move, arb_undo *undo, uint64_t both,
                            unsigned us, arb_kind kind)
{
    undo->moved = (arb_piece)(kind | us << 5);
    undo->captured = ARB_NO_PIECE;
    toggle(pos, us, kind, both);
    finish(pos, move, pos->key, us, kind, false, false);
}

ARB__INLINE void make_capture(arb_position *pos, arb_move move, arb_undo *undo, uint64_t both,
                              unsigned us, arb_kind kind)
{
    const unsigned them = us ^ 1u, to = move >> 10;
    const uint64_t others = ~arb__bit(to);
    arb_kind captured = arb__bits_kind_at(pos, (arb_square)to);
    undo->moved = (arb_piece)(kind | us << 5);
    undo->captured = (arb_piece)(captured | them << 5);
    pos->board.bits.colour[them] &= others;
    pos->board.bits.pawns &= others;
    pos->board.bits.knights &= others;
    pos->board.bits.diagonals &= others;
    pos->board.bits.straights &= others;
    toggle(pos, us, kind, both);
    finish(pos, move, pos->key ^ arb__key_chess[them][captured][to], us, kind, true,
           captured == ARB_ROOK);
}

#define EACH_PIECE(what)                                                                           \
    what(white_pawn, ARB_WHITE, ARB_PAWN) what(white_knight, ARB_WHITE, ARB_KNIGHT)                \
        what(white_bishop, ARB_WHITE, ARB_BISHOP) what(white_rook, ARB_WHITE, ARB_ROOK)            \
            what(white_queen, ARB_WHITE, ARB_QUEEN) what(white_king, ARB_WHITE, ARB_KING)          \
                what(black_pawn, ARB_BLACK, ARB_PAWN) what(black_knight, ARB_BLACK, ARB_KNIGHT)    \
                    what(black_bishop, ARB_BLACK, ARB_BISHOP)                                      \
                        what(black_rook, ARB_BLACK, ARB_ROOK)                                      \
                            what(black_queen, ARB_BLACK, ARB_QUEEN)                                \
                                what(black_king, ARB_BLACK, ARB_KING)
#define PLAYERS(name, us, kind)                                                                    \
    ARB__APART bool quiet_##name(arb_position *pos, arb_move move, arb_undo *undo, uint64_t both)  \
    {                                                                                              \
        make_quiet(pos, move, undo, both, us, kind);                                               \
        return true;                                                                               \
    }                                                                                              \
    ARB__APART bool name##_takes(arb_position *pos, arb_move move, arb_undo *undo, uint64_t both)  \
    {                                                                                              \
        make_capture(pos, move, undo, both, us, kind);                                             \
        return true;                                                                               \
    }                                                                                              \
    ARB__APART bool try_##name(arb_position *pos, arb_move move, arb_undo *undo)                   \
    {                                                                                              \
        unsigned from = move & 63u, to = move >> 10, king = pos->royal[us];                        \
        if (!arb__chess_reaches(pos, us, kind, from, to) ||                                        \
            !arb__king_safe_on(pos, us, (kind) == ARB_KING ? to : king, from, to, 0, true))        \
            return false;                                                                          \
        save(pos, move, undo);                                                                     \
        uint64_t both = arb__bit(from) | arb__bit(to);                                             \
        return (pos->board.bits.colour[(us) ^ 1u] & both) != 0                                     \
                   ? name##_takes(pos, move, undo, both)                                           \
                   : quiet_##name(pos, move, undo, both);                                          \
    }
EACH_PIECE(PLAYERS)

#define BY_KIND(before, after, ...)                                                                \
    do {                                                                                           \
        if ((pos->board.bits.pawns & from) != 0)                                                   \
            return before##pawn##after(__VA_ARGS__);                                               \
        else if ((pos->board.bits.knights & from) != 0)                                            \
            return before##knight##after(__VA_ARGS__);                                             \
        else if ((pos->board.bits.straights & from) != 0)                                          \
            return (pos->board.bits.diagonals & from) == 0 ? before##rook##after(__VA_ARGS__)      \
                                                           : before##queen##after(__VA_ARGS__);    \
        else if ((pos->board.bits.diagonals & from) != 0)                                          \
            return before##bishop##after(__VA_ARGS__);                                             \
        else                                                                                       \
            return before##king##after(__VA_ARGS__);                                               \
    } while (0)
#define BY_CAPTURE(side, them)                                                                     \
    do {                                                                                           \
        if ((pos->board.bits.colour[them] & to) != 0)                                              \
            BY_KIND(side##_, _takes, pos, move, undo, from | to);                                  \
        else                                                                                       \
            BY_KIND(quiet_##side##_, , pos, move, undo, from | to);                                \
    } while (0)

/* Makes a move that is legal. */
ARB__INLINE ARB__FOR bool play(arb_position *pos, arb_move move, arb_undo *undo)
{
    uint64_t from = arb__bit(move & 63u), to = arb__bit(move >> 10 & 63u);
    save(pos, move, undo);
    if (ARB__UNLIKELY((move & ARB__MORE_THAN_SQUARES) != 0 || ARB__TAKES_KING(pos, to))) {
        arb__bits_play_other(pos, move, undo);
        return true;
    }
    if (pos->turn == ARB_WHITE)
        BY_CAPTURE(white, ARB_BLACK);
    else
        BY_CAPTURE(black, ARB_WHITE);
}

/* For chess: makes a normal move without promotion if it is legal. */
ARB__INLINE ARB__FOR __attribute__((unused)) bool play_if_legal(arb_position *pos, arb_move move,
                                                                arb_undo *undo)
{
    uint64_t from = arb__bit(move & 63u), to = arb__bit(move >> 10 & 63u);
    uint64_t own = pos->board.bits.colour[pos->turn];
    if ((own & from) == 0 || (own & to) != 0)
        return false;
    if (pos->turn == ARB_WHITE)
        BY_KIND(try_white_, , pos, move, undo);
    else
        BY_KIND(try_black_, , pos, move, undo);
}

ARB__INLINE ARB__FOR void take_back(arb_position *pos, const arb_undo *undo)
{
    ARB__COPY_LIVE((char *)pos + ARB__LIVE, (const char *)undo + ARB__SAVED);
}
