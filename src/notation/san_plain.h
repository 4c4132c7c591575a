/* san_plain.h: from the bytes of a move in strict SAN to the one piece that can make it. Layer:
 * notation.
 *
 * No list of moves, no copy, nothing allocated. Whatever is not written exactly as it should be is
 * refused here and left to the tolerant reader, which can explain. Inlined into its one user. */
#ifndef ARB_NOTATION_SAN_PLAIN_H
#define ARB_NOTATION_SAN_PLAIN_H

#include "kernel/bits_runner.h"

#include <string.h>

/* By the first byte of a word: a kind; a pawn for its file; the last for castling. */
enum { ARB__PLAIN_CASTLING = 7 };

ARB__INLINE arb_kind arb__plain_kind(char c)
{
    switch (c) {
    case 'N':
        return ARB_KNIGHT;
    case 'B':
        return ARB_BISHOP;
    case 'R':
        return ARB_ROOK;
    case 'Q':
        return ARB_QUEEN;
    case 'K':
        return ARB_KING;
    case 'O':
        return ARB__PLAIN_CASTLING;
    default:
        return c >= 'a' && c <= 'h' ? ARB_PAWN : ARB_NO_KIND;
    }
}

ARB__INLINE bool arb__plain_from(const arb__runner *r, arb__ply *ply, uint64_t from)
{
    ply->from = arb__first(from);
    return arb__may_go(r, from, arb__bit(ply->to));
}

ARB__INLINE bool arb__plain_en_passant(const arb__runner *r, arb__ply *ply, uint64_t from,
                                       uint64_t to)
{
    uint64_t taken = r->us == ARB_WHITE ? to >> 8 : to << 8;
    arb__view v = {.royal = r->b.kings & r->b.colour[r->us],
                   .enemy = r->b.colour[arb_other(r->us)],
                   .blockers = arb__occupied(&r->b)};
    ply->from = arb__first(from);
    ply->type = ARB_EN_PASSANT;
    ply->captured = ARB_PAWN;
    return arb__en_passant_safe(&r->b, &arb__chess, &v, from, to, taken);
}

/* "e4", "exd5"; `len` without a promotion. */
ARB__INLINE bool arb__plain_pawn(const arb__runner *r, const char *text, size_t len, arb__ply *ply)
{
    uint64_t to = arb__bit(ply->to);
    uint64_t own = r->b.pawns & r->b.colour[r->us];
    uint64_t enemy = r->b.colour[arb_other(r->us)];
    uint64_t occupied = arb__occupied(&r->b);
    uint64_t last = r->us == ARB_WHITE ? ARB__ROW_1 << 56 : ARB__ROW_1;
    if ((ply->promotion != ARB_NO_KIND) != ((to & last) != 0))
        return false;
    if (len == 2) {
        uint64_t one = r->us == ARB_WHITE ? to >> 8 : to << 8;
        uint64_t two = r->us == ARB_WHITE ? one >> 8 : one << 8;
        uint64_t row = r->us == ARB_WHITE ? ARB__ROW_1 << 8 : ARB__ROW_1 << 48;
        if ((occupied & to) != 0)
            return false;
        uint64_t from = one & own;
        if (from == 0 && (occupied & one) == 0)
            from = two & own & row;
        return from != 0 && arb__plain_from(r, ply, from);
    }
    if (len != 4 || text[1] != 'x')
        return false;
    uint64_t file = ARB__FILE_A << (text[0] - 'a');
    uint64_t from = arb__pawn_attacks(to, arb_other(r->us)) & own & file;
    if (from == 0)
        return false;
    if ((enemy & to) == 0)
        return (r->b.marks & to & ~occupied) != 0 && arb__plain_en_passant(r, ply, from, to);
    ply->captured = arb__kind_on(&r->b, to);
    return arb__plain_from(r, ply, from);
}

/* The piece that the origin names among several, right if no other fits and the origin says no more
 * than is needed. Pinned pieces are no candidates. */
static bool arb__plain_choose(const arb__runner *r, uint64_t set, char origin, arb__ply *ply)
{
    uint64_t legal = 0;
    for (uint64_t rest = set; rest != 0; rest &= rest - 1)
        if (arb__may_go(r, rest & -rest, arb__bit(ply->to)))
            legal |= rest & -rest;
    if (legal == 0)
        return false;
    if (origin == 0) {
        ply->from = arb__first(legal);
        return !arb__several(legal);
    }
    bool by_file = origin >= 'a' && origin <= 'h';
    if (!arb__several(legal) || (!by_file && (origin < '1' || origin > '8')))
        return false;
    uint64_t named =
        by_file ? legal & ARB__FILE_A << (origin - 'a') : legal & ARB__ROW_1 << 8 * (origin - '1');
    if (named == 0 || arb__several(named))
        return false;
    ply->from = arb__first(named);
    /* A rank is right only where the file would not do. */
    return by_file || arb__several(legal & ARB__FILE_A << (ply->from & 7));
}

ARB__INLINE bool arb__plain_piece(const arb__runner *r, const char *text, size_t len, arb__ply *ply)
{
    uint64_t to = arb__bit(ply->to);
    bool capture = len > 3 && text[len - 3] == 'x';
    size_t middle = len - 3 - capture;
    char origin = middle == 0 ? 0 : text[1];
    if (middle > 1 || capture != ((r->b.colour[arb_other(r->us)] & to) != 0) ||
        (r->b.colour[r->us] & to) != 0)
        return false;
    ply->captured = capture ? arb__kind_on(&r->b, to) : ARB_NO_KIND;
    if (ply->kind == ARB_KING) {
        uint64_t king = r->b.kings & r->b.colour[r->us];
        ply->from = arb__first(king);
        return origin == 0 && (arb__king_steps[ply->to] & king) != 0 &&
               arb__king_may_go(r, king, ply->to);
    }
    uint64_t set = arb__arrivals(r, ply->kind, ply->to);
    if (origin == 0 && set != 0 && !arb__several(set))
        return arb__plain_from(r, ply, set);
    return arb__plain_choose(r, set, origin, ply);
}

/* From the homes of chess only. */
ARB__INLINE bool arb__plain_castling(const arb__runner *r, const char *text, size_t len,
                                     arb__ply *ply)
{
    bool king_side = len == 3 && memcmp(text, "O-O", 3) == 0;
    if (!king_side && !(len == 5 && memcmp(text, "O-O-O", 5) == 0))
        return false;
    unsigned row = r->us == ARB_WHITE ? 0 : 56;
    unsigned rook = row + (king_side ? 7 : 0);
    ply->from = row + 4;
    ply->to = row + (king_side ? 6 : 2);
    ply->kind = ARB_KING;
    ply->type = ARB_CASTLING;
    uint64_t king = r->b.kings & r->b.colour[r->us];
    if (!r->corner_home || r->checkers != 0 || (r->b.marks & arb__bit(rook)) == 0 ||
        (arb__between[ply->from][rook] & arb__occupied(&r->b)) != 0)
        return false;
    return arb__king_may_go(r, king, ply->from + (king_side ? 1 : -1u)) &&
           arb__king_may_go(r, king, ply->to);
}

/* A move without its mark. */
ARB__INLINE bool arb__plain_move(const arb__runner *r, const char *text, size_t len, arb__ply *ply)
{
    *ply = (arb__ply){.kind = arb__plain_kind(text[0])};
    if (ply->kind == ARB__PLAIN_CASTLING)
        return arb__plain_castling(r, text, len, ply);
    if (ply->kind == ARB_PAWN && len > 3 && text[len - 2] == '=') {
        ply->promotion = arb__plain_kind(text[len - 1]);
        if (ply->promotion < ARB_KNIGHT || ply->promotion > ARB_QUEEN)
            return false;
        len -= 2;
    }
    if (len < 2 || ply->kind == ARB_NO_KIND)
        return false;
    unsigned file = (unsigned)(text[len - 2] - 'a');
    unsigned rank = (unsigned)(text[len - 1] - '1');
    if (file > 7 || rank > 7)
        return false;
    ply->to = rank * 8 + file;
    if (ply->kind == ARB_PAWN)
        return arb__plain_pawn(r, text, len, ply);
    return len >= 3 && arb__plain_piece(r, text, len, ply);
}

#endif
