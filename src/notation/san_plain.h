/* san_plain.h: from the bytes of a move in strict SAN to the one piece that can make it. Layer:
 * notation.
 *
 * No list of moves, no copy, nothing allocated. Whatever is not written exactly as it should be is
 * refused here and left to the tolerant reader, which can explain. Inlined into its one user, with
 * the side as a constant. */
#ifndef ARB_NOTATION_SAN_PLAIN_H
#define ARB_NOTATION_SAN_PLAIN_H

#include "kernel/bits_runner.h"

#include <string.h>

enum { ARB__PLAIN_CASTLING = 7 };

/* By the first byte of a word: a kind; a pawn for its file; the last for castling. */
static const uint8_t arb__plain_kinds[128] = {
    ['N'] = ARB_KNIGHT, ['B'] = ARB_BISHOP,
    ['R'] = ARB_ROOK,   ['Q'] = ARB_QUEEN,
    ['K'] = ARB_KING,   ['a'] = ARB_PAWN,
    ['b'] = ARB_PAWN,   ['c'] = ARB_PAWN,
    ['d'] = ARB_PAWN,   ['e'] = ARB_PAWN,
    ['f'] = ARB_PAWN,   ['g'] = ARB_PAWN,
    ['h'] = ARB_PAWN,   ['O'] = ARB__PLAIN_CASTLING,
};

ARB__INLINE bool arb__plain_from(const arb__runner *r, arb__ply *ply, uint64_t from, arb_colour us)
{
    ply->from = arb__first(from);
    return arb__may_go(r, from, arb__bit(ply->to), us);
}

ARB__INLINE bool arb__plain_push(const arb__runner *r, arb__ply *ply, arb_colour us)
{
    uint64_t to = arb__bit(ply->to);
    uint64_t own = r->b.pawns & r->b.colour[us];
    uint64_t occupied = arb__occupied(&r->b);
    uint64_t one = us == ARB_WHITE ? to >> 8 : to << 8;
    uint64_t two = us == ARB_WHITE ? one >> 8 : one << 8;
    uint64_t row = us == ARB_WHITE ? ARB__ROW_1 << 8 : ARB__ROW_1 << 48;
    uint64_t from = (occupied & one) != 0 ? one & own : two & own & row;
    return (occupied & to) == 0 && from != 0 && arb__plain_from(r, ply, from, us);
}

ARB__INLINE bool arb__plain_pawn_takes(const arb__runner *r, unsigned file, arb__ply *ply,
                                       arb_colour us)
{
    uint64_t to = arb__bit(ply->to);
    uint64_t from =
        arb__pawn_attacks(to, arb_other(us)) & r->b.pawns & r->b.colour[us] & ARB__FILE_A << file;
    if (from == 0)
        return false;
    if ((r->b.colour[us ^ 1u] & to) == 0) {
        ply->from = arb__first(from);
        ply->type = ARB_EN_PASSANT;
        ply->captured = ARB_PAWN;
        return r->passed == to && arb__passing_safe(r, from, us);
    }
    ply->captured = arb__kind_on(&r->b, to);
    return arb__plain_from(r, ply, from, us);
}

/* "e4", "exd5"; `len` without a promotion. */
ARB__INLINE bool arb__plain_pawn(const arb__runner *r, const char *text, size_t len, arb__ply *ply,
                                 arb_colour us)
{
    unsigned last = us == ARB_WHITE ? 7 : 0;
    if ((ply->promotion != ARB_NO_KIND) != (ply->to >> 3 == last))
        return false;
    if (len == 2)
        return arb__plain_push(r, ply, us);
    return len == 4 && text[1] == 'x' &&
           arb__plain_pawn_takes(r, (unsigned)(text[0] - 'a'), ply, us);
}

/* The piece among several that the origin names, of `len` bytes: no other may fit, and the origin
 * may say no more than is needed. Pinned pieces are no candidates. */
static inline bool arb__plain_choose(const arb__runner *r, uint64_t set, const char *origin,
                                     size_t len, arb__ply *ply, arb_colour us)
{
    uint64_t legal = 0;
    for (; set != 0; set &= set - 1)
        if (arb__may_go(r, set & -set, arb__bit(ply->to), us))
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

ARB__INLINE bool arb__plain_piece(const arb__runner *r, const char *text, size_t len, arb__ply *ply,
                                  arb_colour us)
{
    uint64_t to = arb__bit(ply->to);
    bool capture = text[len - 3] == 'x';
    size_t middle = len - 3 - capture;
    if (len < 3 || middle > 2 || capture != ((r->b.colour[us ^ 1u] & to) != 0) ||
        (r->b.colour[us] & to) != 0)
        return false;
    ply->captured = capture ? arb__kind_on(&r->b, to) : ARB_NO_KIND;
    if (ply->kind == ARB_KING) {
        uint64_t king = r->b.kings & r->b.colour[us];
        ply->from = arb__first(king);
        return middle == 0 && (arb__king_steps[ply->to] & king) != 0 &&
               arb__king_may_go(&r->b, king, ply->to, us);
    }
    uint64_t set = arb__arrivals(&r->b, ply->kind, ply->to, us);
    if (middle == 0 && set != 0 && !arb__several(set))
        return arb__plain_from(r, ply, set, us);
    return arb__plain_choose(r, set, text + 1, middle, ply, us);
}

/* From the homes of chess only. */
static inline bool arb__plain_castling(const arb__runner *r, const char *text, size_t len,
                                       arb__ply *ply, arb_colour us)
{
    bool king_side = len == 3 && memcmp(text, "O-O", 3) == 0;
    if (!king_side && !(len == 5 && memcmp(text, "O-O-O", 5) == 0))
        return false;
    unsigned row = us == ARB_WHITE ? 0 : 56;
    unsigned rook = row + (king_side ? 7 : 0);
    ply->kind = ARB_KING;
    ply->from = row + 4;
    ply->to = row + (king_side ? 6 : 2);
    ply->type = ARB_CASTLING;
    uint64_t king = r->b.kings & r->b.colour[us];
    if (king != arb__bit(ply->from) || r->checkers != 0 || (r->b.marks & arb__bit(rook)) == 0 ||
        (arb__between[ply->from][rook] & arb__occupied(&r->b)) != 0)
        return false;
    return arb__king_may_go(&r->b, king, row + (king_side ? 5 : 3), us) &&
           arb__king_may_go(&r->b, king, ply->to, us);
}

/* A move without its mark; `text` has at least three bytes in front of its end. */
ARB__INLINE bool arb__plain_move(const arb__runner *r, bool corner_home, const char *text,
                                 size_t len, arb__ply *ply, arb_colour us)
{
    unsigned first = (unsigned char)text[0];
    *ply = (arb__ply){.kind = first < 128 ? arb__plain_kinds[first] : ARB_NO_KIND};
    if (ply->kind == ARB__PLAIN_CASTLING)
        return corner_home && arb__plain_castling(r, text, len, ply, us);
    if (ply->kind == ARB_PAWN && len > 3 && text[len - 2] == '=') {
        unsigned kind = (unsigned char)text[len - 1];
        ply->promotion = kind < 128 ? arb__plain_kinds[kind] : ARB_NO_KIND;
        if (ply->promotion < ARB_KNIGHT || ply->promotion > ARB_QUEEN)
            return false;
        len -= 2;
    }
    unsigned file = (unsigned)(text[len - 2] - 'a');
    unsigned rank = (unsigned)(text[len - 1] - '1');
    if (ply->kind == ARB_NO_KIND || file > 7 || rank > 7)
        return false;
    ply->to = rank * 8 + file;
    if (ply->kind == ARB_PAWN)
        return arb__plain_pawn(r, text, len, ply, us);
    return len >= 3 && arb__plain_piece(r, text, len, ply, us);
}

#endif
