/* perft_key.h: what a move takes out of a key and puts into it, beside its own piece. Layer:
 * position. Rights and en passant of chess, on an ordinary board. */
#ifndef ARB_POSITION_PERFT_KEY_H
#define ARB_POSITION_PERFT_KEY_H

#include "fast/x86/slider_sets_avx2.h"
#include "position/key.h"
#include "position/position.h"

/* Parts of keys, found once. */
typedef struct {
    uint64_t rights[16];    /* of all castling rights there can be */
    uint64_t passing[2][8]; /* of en passant, by the colour and file of who has stepped */
} arb__leaf_keys;

/* The rights as a number: the corners of which rooks may castle, a1, a8, h1, h8. No two of the
 * products share a bit. */
ARB__INLINE unsigned arb__rights_number(uint64_t rooks)
{
    uint64_t gather = UINT64_C(1) << 60 | UINT64_C(1) << 5 | UINT64_C(1) << 55 | 1;
    __asm__("" : "+r"(gather)); /* or gcc makes shifts of it, three times as many steps */
    return (unsigned)(rooks * gather >> 60);
}

static inline void arb__find_leaf_keys(arb__leaf_keys *keys, const arb_position *pos)
{
    arb_position other = *pos;
    for (unsigned i = 0; i < 16; i++) {
        other.castle_rook[ARB_WHITE][ARB_QUEEN_SIDE] = (i & 1) != 0 ? 0 : ARB_NO_SQUARE;
        other.castle_rook[ARB_BLACK][ARB_QUEEN_SIDE] = (i & 2) != 0 ? 56 : ARB_NO_SQUARE;
        other.castle_rook[ARB_WHITE][ARB_KING_SIDE] = (i & 4) != 0 ? 7 : ARB_NO_SQUARE;
        other.castle_rook[ARB_BLACK][ARB_KING_SIDE] = (i & 8) != 0 ? 63 : ARB_NO_SQUARE;
        keys->rights[i] = arb__key_rights(&other);
    }
    for (unsigned file = 0; file < 8; file++) {
        keys->passing[ARB_WHITE][file] = arb__key_en_passant((arb_square)(16 + file));
        keys->passing[ARB_BLACK][file] = arb__key_en_passant((arb_square)(40 + file));
    }
}

/* The part of the key that changes when of the rooks that may castle only some are left. */
ARB__INLINE uint64_t arb__lost_rights(const arb__leaf_keys *keys, uint64_t rooks, uint64_t left)
{
    if (__builtin_expect(rooks == left, 1))
        return 0;
    return keys->rights[arb__rights_number(rooks)] ^ keys->rights[arb__rights_number(left)];
}

ARB__INLINE arb_kind arb__kind_on(const arb__board *b, unsigned square)
{
    static const uint8_t kinds[16] = {
        ARB_KING, ARB_PAWN, ARB_KNIGHT, [4] = ARB_BISHOP, [8] = ARB_ROOK, [12] = ARB_QUEEN};
    uint64_t which = b->straights >> square & 1u;
    which = 2 * which + (b->diagonals >> square & 1u);
    which = 2 * which + (b->knights >> square & 1u);
    which = 2 * which + (b->pawns >> square & 1u);
    return kinds[which];
}

/* A pawn of `us` steps two, to where enemy pawns stand ready: if one may take it in passing, the
 * key says so (FIDE 9.2.3). Only sliders can stand in the way of that: nobody else had the king in
 * check before. */
ARB__INLINE uint64_t arb__passing_key(const arb__leaf_keys *keys, const arb__board *b,
                                      arb_colour us, uint64_t from, uint64_t at)
{
    uint64_t own = b->colour[us], enemy = b->colour[us ^ 1u];
    unsigned king = arb__first(b->kings & enemy);
    uint64_t straights = arb__straight_rays(king) & b->straights;
    uint64_t aiming = (straights | (arb__diagonal_rays(king) & b->diagonals)) & own;
    uint64_t takers = ((at << 1 & ~ARB__FILE_A) | (at >> 1 & ~ARB__FILE_H)) & b->pawns & enemy;
    uint64_t blockers = (own | enemy) ^ from ^ arb__ahead(at, arb_other(us));
    uint64_t key = keys->passing[us][arb__first(at) & 7];
    for (; takers != 0; takers &= takers - 1) {
        uint64_t after = blockers ^ (takers & -takers);
        bool safe = true;
        for (uint64_t set = aiming; set != 0; set &= set - 1)
            safe &= (arb__between[king][arb__first(set)] & after) != 0;
        if (safe)
            return key;
    }
    return 0;
}

#endif
