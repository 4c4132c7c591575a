/* san_strict.h: from the bytes of a move in strict SAN to the one piece that can make it. Layer:
 * fast.
 *
 * No list of moves, no copy, nothing allocated. Whatever is not written exactly as it should be is
 * refused here and left to the lenient reader, which can explain. Inlined into its one user, with
 * the side as a constant. */
#ifndef ARB_FAST_SAN_STRICT_H
#define ARB_FAST_SAN_STRICT_H

#include "fast/score/san_letters.h"

#include <string.h>

ARB__INLINE bool arb__pawn_push(const arb__score_board *r, arb__ply *ply, arb_colour us)
{
    uint64_t to = arb__square_bit(ply->to);
    uint64_t own = r->pieces[us][ARB_PAWN];
    uint64_t occupied = arb__occupied(r);
    uint64_t one = us == ARB_WHITE ? to >> 8 : to << 8;
    uint64_t two = us == ARB_WHITE ? one >> 8 : one << 8;
    uint64_t row = us == ARB_WHITE ? ARB__ROW_1 << 8 : ARB__ROW_1 << 48;
    uint64_t from = (occupied & one) != 0 ? one & own : two & own & row;
    if ((occupied & to) != 0 || from == 0)
        return false;
    ply->from = arb__first(from);
    return arb__may_go(r, ply->from, to, us);
}

ARB__INLINE bool arb__strict_pawn_takes(const arb__score_board *r, unsigned file, arb__ply *ply,
                                        arb_colour us)
{
    uint64_t to = arb__square_bit(ply->to);
    uint64_t from =
        arb__pawn_attacks(to, arb_other(us)) & r->pieces[us][ARB_PAWN] & ARB__FILE_A << file;
    if (from == 0)
        return false;
    ply->from = arb__first(from);
    if ((r->colour[us ^ 1u] & to) == 0) {
        ply->type = ARB_EN_PASSANT;
        ply->captured = ARB_PAWN;
        return r->state[us].passed == to && arb__passing_safe(r, to, from, us);
    }
    ply->captured = r->on[ply->to];
    return arb__may_go(r, ply->from, to, us);
}

/* Finds the pawn of "e4" or "exd5"; `len` does not count a promotion. */
ARB__INLINE bool arb__strict_pawn(const arb__score_board *r, const char *text, size_t len,
                                  arb__ply *ply, arb_colour us)
{
    unsigned last = us == ARB_WHITE ? 7 : 0;
    if ((ply->promotion != ARB_NO_KIND) != (ply->to >> 3 == last))
        return false;
    if (len == 2)
        return arb__pawn_push(r, ply, us);
    return len == 4 && text[1] == 'x' &&
           arb__strict_pawn_takes(r, (unsigned)(text[0] - 'a'), ply, us);
}

/* Chooses the piece of the set that an origin of `len` bytes names. No other piece may fit, and the
 * origin may not say more than is needed. Pieces whose move would be illegal are no candidates. */
ARB__INLINE bool arb__strict_choose(const arb__score_board *r, uint64_t set, const char *origin,
                                    size_t len, arb__ply *ply, arb_colour us)
{
    uint64_t legal = 0;
    for (; set != 0; set &= set - 1)
        if (arb__may_go(r, arb__first(set), arb__square_bit(ply->to), us))
            legal |= set & -set;
    if (len == 0) {
        ply->from = arb__first(legal | (uint64_t)1 << 63);
        return legal != 0 && !arb__several(legal);
    }
    unsigned file = (unsigned)(origin[0] - 'a'), rank = (unsigned)(origin[len - 1] - '1');
    bool by_file = file <= 7 && (len == 1 || rank <= 7);
    bool by_rank = rank <= 7 && (len == 1 || file <= 7);
    if (!arb__several(legal) || (!by_file && !by_rank))
        return false;
    uint64_t named = legal;
    named &= by_file ? ARB__FILE_A << file : ~(uint64_t)0;
    named &= by_rank ? ARB__ROW_1 << 8 * rank : ~(uint64_t)0;
    if (named == 0 || arb__several(named))
        return false;
    ply->from = arb__first(named);
    /* A rank is right only where the file would not do, and both only where neither would. */
    if (by_rank && !arb__several(legal & ARB__FILE_A << (ply->from & 7)))
        return false;
    return len == 1 || arb__several(legal & ARB__ROW_1 << (ply->from & 56));
}

ARB__INLINE bool arb__strict_piece(const arb__score_board *r, const char *text, size_t len,
                                   arb__ply *ply, arb_colour us)
{
    uint64_t to = arb__square_bit(ply->to);
    bool capture = text[len - 3] == 'x';
    size_t middle = len - 3 - capture;
    if (middle > 2 || capture != ((r->colour[us ^ 1u] & to) != 0) || (r->colour[us] & to) != 0)
        return false;
    ply->captured = r->on[ply->to];
    if (ply->kind == ARB_KING) {
        ply->from = r->king[us];
        return middle == 0 && (arb__king_steps[ply->to] >> ply->from & 1) != 0 &&
               arb__king_may_go(r, ply->to, us);
    }
    uint64_t set = arb__score_board_arrivals(r, ply->kind, ply->to, us);
    return arb__strict_choose(r, set, text + 1, middle, ply, us);
}

/* Reads a move of at least two bytes, without its mark; castling is no such move. */
ARB__INLINE bool arb__strict_ply(const arb__score_board *r, const char *text, size_t len,
                                 arb__ply *ply, arb_colour us)
{
    *ply = (arb__ply){.kind = arb__letter_kind(text[0])};
    if (ply->kind == ARB_NO_KIND || ply->kind > ARB_KING || len < 2)
        return false;
    if (ply->kind == ARB_PAWN && len > 3 && text[len - 2] == '=') {
        ply->promotion = arb__letter_kind(text[len - 1]);
        if (ply->promotion < ARB_KNIGHT || ply->promotion > ARB_QUEEN)
            return false;
        len -= 2;
    }
    unsigned file = (unsigned)(text[len - 2] - 'a');
    unsigned rank = (unsigned)(text[len - 1] - '1');
    if (file > 7 || rank > 7)
        return false;
    ply->to = rank * 8 + file;
    if (ply->kind == ARB_PAWN)
        return arb__strict_pawn(r, text, len, ply, us);
    return len >= 3 && arb__strict_piece(r, text, len, ply, us);
}

#endif
