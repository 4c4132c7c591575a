/* play_normal.h: makes and unmakes a normal move on the bitboards of a position. Layer: position.
 *
 * Nearly all moves are normal. There is a function for each colour, kind of piece and for quiet
 * moves and captures. These are constants in it, so that no function saves registers that only
 * another one needs.
 *
 * Included once by each file that makes moves, for one kind of processor: ARB__FOR is the attribute
 * of its functions, ARB__COPY_LIVE(to, from) copies the fields that an undo saves, and
 * ARB__IS_CHESS(pos) says whether the rules of chess hold. */
#include "position/play_sets.h"

#define ARB__APART static __attribute__((noinline)) ARB__FOR

ARB__INLINE ARB__FOR void save(const arb_position *pos, arb_move move, arb_undo *undo)
{
    ARB__COPY_LIVE((char *)undo + ARB__SAVED, (const char *)pos + ARB__LIVE);
    undo->move = move;
}

/* Notes a double step of the opponent of `us` after the turn has passed: the en-passant square, if
 * the rules have en passant, and whether a pawn of `us` may capture there. */
ARB__INLINE void note_double_step(arb_position *pos, unsigned us, unsigned from, unsigned to)
{
    uint64_t at = arb__bit(to), beside = (at << 1 & ~ARB__FILE_A) | (at >> 1 & ~ARB__FILE_H);
    uint64_t takers = beside & pos->board.bits.pawns & pos->board.bits.colour[us];
    if (!pos->rules->pawn.en_passant)
        return;
    pos->en_passant = (arb_square)((from + to) / 2);
    if (takers != 0)
        arb__ask_takers(pos, takers);
}

/* Updates castling rights after a king or rook has moved or a rook was captured. The turn has
 * passed. */
ARB__INLINE void follow_rights(arb_position *pos, arb_move move)
{
    uint64_t before = arb__castle_rooks(pos);
    if (before == UINT64_MAX) /* four times ARB_NO_SQUARE */
        return;
    if (!ARB__IS_CHESS(pos)) {
        arb__bits_follow_rights(pos, move);
        return;
    }
    uint64_t after = before | arb__rights_lost[move & 63u] | arb__rights_lost[move >> 10 & 63u];
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
        key ^= arb__key_en_passant(pos->en_passant);
    pos->key = key ^ arb__key_turn();
    pos->halfmove = irreversible ? 0 : pos->halfmove + (pos->halfmove < ARB__CLOCK_LIMIT);
    if (us == ARB_BLACK)
        pos->fullmove += pos->fullmove < ARB__CLOCK_LIMIT;
    pos->en_passant = ARB_NO_SQUARE;
    pos->en_passant_legal = false;
    pos->turn = (uint8_t)(us ^ 1u);
}

/* Completes a move: the captured piece is off the board and out of `key`. Colour and kind are
 * constants where this is inlined. */
ARB__INLINE void finish(arb_position *pos, arb_move move, uint64_t key, unsigned us, arb_kind kind,
                        bool takes, bool takes_rook)
{
    const unsigned from = move & 63u, to = move >> 10 & 63u;
    pass_on(pos, us, key ^ arb__key_of(us, kind, from) ^ arb__key_of(us, kind, to),
            takes || kind == ARB_PAWN);
    /* A double step is told by the difference of the squares, not by XOR: on a board of seven rows
     * 40 and 24 differ in other bits than 48 and 32 do on eight. */
    if (kind == ARB_PAWN && (us == ARB_WHITE ? to - from : from - to) == 16)
        note_double_step(pos, us ^ 1u, from, to);
    if (kind == ARB_KING || kind == ARB_ROOK || takes_rook)
        follow_rights(pos, move);
    if (kind == ARB_KING && from == pos->royal[us])
        pos->royal[us] = (arb_square)to;
}

ARB__INLINE void make_quiet(arb_position *pos, arb_move move, arb_undo *undo, uint64_t both,
                            unsigned us, arb_kind kind)
{
    undo->moved = (arb_piece)(kind | us << 5);
    undo->captured = ARB_NO_PIECE;
    arb__toggle(pos, us, kind, both);
    finish(pos, move, pos->key, us, kind, false, false);
}

ARB__INLINE void make_capture(arb_position *pos, arb_move move, arb_undo *undo, uint64_t both,
                              unsigned us, arb_kind kind)
{
    const unsigned them = us ^ 1u, to = move >> 10 & 63u;
    const uint64_t others = ~arb__bit(to);
    arb_kind captured = arb__bits_kind_at(pos, (arb_square)to);
    undo->moved = (arb_piece)(kind | us << 5);
    undo->captured = (arb_piece)(captured | them << 5);
    pos->board.bits.colour[them] &= others;
    pos->board.bits.pawns &= others;
    pos->board.bits.knights &= others;
    pos->board.bits.diagonals &= others;
    pos->board.bits.straights &= others;
    arb__toggle(pos, us, kind, both);
    finish(pos, move, pos->key ^ arb__key_of(them, captured, to), us, kind, true,
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
    ARB__APART bool try_##name(arb_position *pos, arb_move move, arb_undo *undo, uint64_t both)    \
    {                                                                                              \
        unsigned from = move & 63u, to = move >> 10 & 63u;                                         \
        if (!arb__chess_reaches(pos, us, kind, from, to) ||                                        \
            !arb__king_safe_after(pos, us, from, to, 0))                                           \
            return false;                                                                          \
        save(pos, move, undo);                                                                     \
        return (pos->board.bits.colour[(us) ^ 1u] >> to & 1) != 0                                  \
                   ? name##_takes(pos, move, undo, both)                                           \
                   : quiet_##name(pos, move, undo, both);                                          \
    }
EACH_PIECE(PLAYERS)

#define BY_KIND(before, after)                                                                     \
    do {                                                                                           \
        if ((pos->board.bits.pawns & from) != 0)                                                   \
            return before##pawn##after(pos, move, undo, from | to);                                \
        else if ((pos->board.bits.knights & from) != 0)                                            \
            return before##knight##after(pos, move, undo, from | to);                              \
        else if ((pos->board.bits.kings & from) != 0)                                              \
            return before##king##after(pos, move, undo, from | to);                                \
        else if ((pos->board.bits.straights & from) == 0)                                          \
            return before##bishop##after(pos, move, undo, from | to);                              \
        else if ((pos->board.bits.diagonals & from) == 0)                                          \
            return before##rook##after(pos, move, undo, from | to);                                \
        else                                                                                       \
            return before##queen##after(pos, move, undo, from | to);                               \
    } while (0)
#define BY_CAPTURE(side, them)                                                                     \
    do {                                                                                           \
        if ((pos->board.bits.colour[them] & to) != 0)                                              \
            BY_KIND(side##_, _takes);                                                              \
        else                                                                                       \
            BY_KIND(quiet_##side##_, );                                                            \
    } while (0)

/* Makes a move that is legal. */
ARB__INLINE ARB__FOR bool play(arb_position *pos, arb_move move, arb_undo *undo)
{
    uint64_t from = arb__bit(move & 63u), to = arb__bit(move >> 10 & 63u);
    save(pos, move, undo);
    if (ARB__UNLIKELY((move & ARB__MORE_THAN_SQUARES) != 0 || (pos->board.bits.kings & to) != 0)) {
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
        BY_KIND(try_white_, );
    else
        BY_KIND(try_black_, );
}

ARB__INLINE ARB__FOR void take_back(arb_position *pos, const arb_undo *undo)
{
    ARB__COPY_LIVE((char *)pos + ARB__LIVE, (const char *)undo + ARB__SAVED);
}
