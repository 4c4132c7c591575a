/* san_lookup.c: SAN of the moves that make up most of every game, on a position that plays chess.
 * Layer: fast.
 *
 * A pawn or piece, its target, an 'x' where it takes, the right mark, and nothing else: no origin,
 * no promotion, no castling. The one piece that it can mean is looked up from the target. Whatever
 * else it is, right or wrong, is left to san_read.c. */
#include "fast/entries.h"
#include "fast/score/san_letters.h"
#include "kernel/bits/normal_move.h"
#include "notation/notation.h"
#include "rules/builtin.h"

/* The square that the pawn comes from, by one step, two steps, or a capture from this file; 0:
 * there is no such pawn. */
static uint64_t pawn_origin(const arb_position *pos, unsigned us, unsigned to, bool takes,
                            unsigned file)
{
    uint64_t pawns = pos->board.bits.pawns & pos->board.bits.colour[us];
    if (takes)
        return arb__arounds[to].prey[us ^ 1u] & pawns & ARB__FILE_A << file;
    uint64_t one = arb__ahead(arb__bit(to), arb_other((arb_colour)us));
    uint64_t two = arb__ahead(one, arb_other((arb_colour)us));
    uint64_t occupied = pos->board.bits.colour[0] | pos->board.bits.colour[1];
    return (occupied & one) != 0 ? one & pawns : two & pawns;
}

/* Is `mark` the right check mark for this legal move? */
static bool has_mark(const arb_position *pos, unsigned us, arb_kind kind, arb_move move, char mark)
{
    if (mark != '\0' || arb__won_otherwise(pos))
        return arb__san_mark(pos, move) == mark;
    return !arb__move_attacks(pos, us, move & 63u, move >> 10 & 63u, kind, pos->royal[us ^ 1u]);
}

arb_move arb__fast_san_read(const arb_position *pos, const char *text, size_t len)
{
    if (!pos->chess || !arb__is_builtin(pos->rules) || len < 2)
        return ARB_NO_MOVE;
    unsigned us = pos->turn;
    char last = text[len - 1], mark = last == '+' || last == '#' ? last : '\0';
    len -= mark != '\0';
    if (len < 2 || len > 4)
        return ARB_NO_MOVE;
    arb_kind kind = arb__letter_kind(text[0]);
    unsigned file = (unsigned)(text[len - 2] - 'a'), rank = (unsigned)(text[len - 1] - '1');
    bool takes = len == 4;
    if (kind == ARB_NO_KIND || kind > ARB_KING || file > 7 || rank > 7 ||
        (takes && text[1] != 'x') || (len == 2) != (kind == ARB_PAWN && !takes))
        return ARB_NO_MOVE;
    unsigned to = rank * 8 + file;
    if ((pos->board.bits.colour[us ^ 1u] >> to & 1) != takes ||
        (pos->board.bits.colour[us] >> to & 1) != 0)
        return ARB_NO_MOVE;
    uint64_t from = kind == ARB_PAWN ? pawn_origin(pos, us, to, takes, (unsigned)(text[0] - 'a'))
                                     : arb__pieces_reaching(pos, us, kind, to);
    if (from == 0 || arb__several(from))
        return ARB_NO_MOVE;
    arb_move move =
        arb_move_of((arb_square)arb__first(from), (arb_square)to, ARB_NO_KIND, ARB_NORMAL);
    bool legal = kind == ARB_PAWN ? arb__is_legal(pos, (arb_colour)us, move)
                                  : arb__king_safe_after(pos, us, arb__first(from), to, 0);
    return legal && has_mark(pos, us, kind, move, mark) ? move : ARB_NO_MOVE;
}
