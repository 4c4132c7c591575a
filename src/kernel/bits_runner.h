/* bits_runner.h: a game of chess played in place, one legal move after another. Layer: kernel.
 *
 * For readers of many games. A move is named by its kind and target, as in a game score, so the one
 * piece that can make it is an attack mask away; whether it is pinned is asked only where it stands
 * on a line with its king; and who gives check is carried along. Knows no text and no key. */
#ifndef ARB_KERNEL_BITS_RUNNER_H
#define ARB_KERNEL_BITS_RUNNER_H

#include "kernel/bits_walk.h"

typedef struct {
    arb__board b;      /* marks: castling rooks, and the en-passant square */
    uint64_t checkers; /* of the side to move */
    uint32_t halfmove, fullmove;
    arb_colour us;
    bool corner_home;      /* who castles has king and rooks on the homes of chess */
    bool en_passant_legal; /* these two are kept for the caller */
    uint64_t key;
} arb__runner;

/* A legal move, found and not yet made. */
typedef struct {
    unsigned from, to; /* castling: where the king goes */
    arb_kind kind, promotion;
    arb_kind captured;
    arb_move_type type;
} arb__ply;

ARB__INLINE uint64_t arb__occupied(const arb__board *b)
{
    return b->colour[ARB_WHITE] | b->colour[ARB_BLACK];
}

/* Pieces of `by` that attack the king of the other side. */
ARB__INLINE uint64_t arb__checkers_by(const arb__board *b, arb_colour by)
{
    uint64_t king = b->kings & b->colour[arb_other(by)];
    unsigned at = arb__first(king);
    uint64_t blockers = arb__occupied(b);
    uint64_t ahead =
        by == ARB_BLACK ? arb__pawn_attacks(king, ARB_WHITE) : arb__pawn_attacks(king, ARB_BLACK);
    return b->colour[by] & ((arb__straight_attacks(at, blockers) & b->straights) |
                            (arb__diagonal_attacks(at, blockers) & b->diagonals) |
                            (arb__knight_steps[at] & b->knights) | (ahead & b->pawns));
}

ARB__INLINE arb_kind arb__kind_on(const arb__board *b, uint64_t at)
{
    if ((b->pawns & at) != 0)
        return ARB_PAWN;
    if ((b->knights & at) != 0)
        return ARB_KNIGHT;
    if ((b->kings & at) != 0)
        return ARB_KING;
    if ((b->straights & at) != 0)
        return (b->diagonals & at) != 0 ? ARB_QUEEN : ARB_ROOK;
    return (b->diagonals & at) != 0 ? ARB_BISHOP : ARB_NO_KIND;
}

/* Would the own king be safe from sliders if what stands on `from` stood on `to`? */
ARB__INLINE bool arb__line_safe(const arb__runner *r, unsigned king, uint64_t from, uint64_t to)
{
    const arb__board *b = &r->b;
    uint64_t blockers = (arb__occupied(b) & ~from) | to;
    uint64_t enemy = b->colour[arb_other(r->us)] & ~to;
    return ((arb__straight_attacks(king, blockers) & b->straights & enemy) |
            (arb__diagonal_attacks(king, blockers) & b->diagonals & enemy)) == 0;
}

/* May this piece, no king and not by en passant, go there as far as its king is concerned? */
ARB__INLINE bool arb__may_go(const arb__runner *r, uint64_t from, uint64_t to)
{
    unsigned king = arb__first(r->b.kings & r->b.colour[r->us]);
    if (r->checkers != 0) {
        uint64_t answers = r->checkers | arb__between[king][arb__first(r->checkers)];
        if (arb__several(r->checkers) || (answers & to) == 0)
            return false;
    }
    if (((arb__straight_rays(king) | arb__diagonal_rays(king)) & from) == 0)
        return true;
    return arb__line_safe(r, king, from, to);
}

/* Makes a legal move. The en-passant square stands in the marks after every double step. */
ARB__INLINE void arb__runner_play(arb__runner *r, const arb__ply *ply)
{
    static const uint64_t all = ~(uint64_t)0;
    arb__board *b = &r->b;
    arb_colour us = r->us, them = arb_other(us);
    uint64_t from = arb__bit(ply->from), to = arb__bit(ply->to);
    arb_kind kind = ply->promotion != ARB_NO_KIND ? ply->promotion : ply->kind;
    uint64_t keep = ~(from | to);

    b->pawns &= keep;
    b->knights &= keep;
    b->diagonals &= keep;
    b->straights &= keep;
    b->kings &= keep;
    b->pawns |= kind == ARB_PAWN ? to : 0;
    b->knights |= kind == ARB_KNIGHT ? to : 0;
    b->diagonals |= kind == ARB_BISHOP || kind == ARB_QUEEN ? to : 0;
    b->straights |= kind == ARB_ROOK || kind == ARB_QUEEN ? to : 0;
    b->kings |= kind == ARB_KING ? to : 0;
    b->colour[us] = (b->colour[us] & keep) | to;
    b->colour[them] &= keep;

    /* A right goes with what leaves or enters the rook's square, and with the king. */
    uint64_t rooks = b->marks & b->straights & keep;
    uint64_t home = us == ARB_WHITE ? ARB__ROW_1 : ARB__ROW_1 << 56;
    b->marks = rooks & (kind == ARB_KING ? ~home : all);
    if (ply->type != ARB_NORMAL) {
        uint64_t taken = us == ARB_WHITE ? to >> 8 : to << 8;
        if (ply->type == ARB_EN_PASSANT) {
            b->pawns &= ~taken;
            b->colour[them] &= ~taken;
        } else {
            uint64_t corner = ply->to > ply->from ? to << 1 : to >> 2;
            uint64_t beside = ply->to > ply->from ? to >> 1 : to << 1;
            b->straights ^= corner | beside;
            b->colour[us] ^= corner | beside;
        }
    }
    bool pawn = ply->kind == ARB_PAWN;
    if (pawn && (ply->from ^ ply->to) == 16)
        b->marks |= us == ARB_WHITE ? from << 8 : from >> 8;
    r->halfmove = pawn || ply->captured != ARB_NO_KIND ? 0 : r->halfmove + 1;
    r->fullmove += us == ARB_BLACK;
    r->checkers = arb__checkers_by(b, us);
    r->us = them;
}

/* The own pieces of a kind, neither pawn nor king, that could arrive at a square. */
ARB__INLINE uint64_t arb__arrivals(const arb__runner *r, arb_kind kind, unsigned to)
{
    const arb__board *b = &r->b;
    uint64_t own = b->colour[r->us];
    uint64_t blockers = arb__occupied(b);
    switch (kind) {
    case ARB_KNIGHT:
        return arb__knight_steps[to] & b->knights & own;
    case ARB_BISHOP:
        return arb__diagonal_attacks(to, blockers) & b->diagonals & ~b->straights & own;
    case ARB_ROOK:
        return arb__straight_attacks(to, blockers) & b->straights & ~b->diagonals & own;
    case ARB_QUEEN:
        return (arb__diagonal_attacks(to, blockers) | arb__straight_attacks(to, blockers)) &
               b->diagonals & b->straights & own;
    default:
        return 0;
    }
}

/* The king's way is one attack query. */
ARB__INLINE bool arb__king_may_go(const arb__runner *r, uint64_t king, unsigned to)
{
    const arb__board *b = &r->b;
    uint64_t blockers = (arb__occupied(b) & ~king) | arb__bit(to);
    return (arb__attackers_to(b, to, blockers) & b->colour[arb_other(r->us)]) == 0;
}

/* Has the side to move a legal move? */
bool arb__runner_has_move(const arb__runner *r);

#endif
