/* bits_runner.h: a game of chess played in place, one legal move after another. Layer: kernel.
 *
 * For readers of many games. A move is named by its kind and target, as in a game score, so the one
 * piece that can make it is an attack mask away; whether it is pinned is asked only where it stands
 * on a line with its king; and who gives check is carried along. Knows no text and no key.
 *
 * Functions take the side as a constant and are inlined, so that the compiler folds it. */
#ifndef ARB_KERNEL_BITS_RUNNER_H
#define ARB_KERNEL_BITS_RUNNER_H

#include "kernel/bits_walk.h"

/* A legal move. */
typedef struct {
    unsigned from, to; /* castling: where the king goes */
    arb_kind kind, promotion, captured;
    arb_move_type type;
} arb__ply;

typedef struct {
    arb__board b;      /* marks: the rooks that may still castle */
    uint64_t passed;   /* the square that the last move, a double step, passed over; or none */
    uint64_t checkers; /* of the side to move */
    uint64_t key;      /* kept for the caller */
    uint32_t halfmove, fullmove;
    arb_colour us;
    bool en_passant_legal;
    arb__ply ply; /* that led here */
} arb__runner;

ARB__INLINE uint64_t arb__occupied(const arb__board *b)
{
    return b->colour[ARB_WHITE] | b->colour[ARB_BLACK];
}

/* Sliders of `by` that stand on a line with a square and could see along it. */
ARB__INLINE uint64_t arb__aiming(const arb__board *b, unsigned at, arb_colour by)
{
    return b->colour[by] &
           ((arb__straight_rays(at) & b->straights) | (arb__diagonal_rays(at) & b->diagonals));
}

/* Those of them that nothing keeps from seeing it. */
ARB__INLINE uint64_t arb__seeing(uint64_t aiming, unsigned at, uint64_t blockers)
{
    uint64_t seeing = 0;
    for (; aiming != 0; aiming &= aiming - 1) {
        /* No branch: it would be a guess. */
        uint64_t clear = (arb__between[at][arb__first(aiming)] & blockers) == 0;
        seeing |= aiming & -aiming & (0 - clear);
    }
    return seeing;
}

/* Pieces of `by` that attack the king of the other side, whose last move went so: a
 * line that `from` does not stand on was not opened by it. */
ARB__INLINE uint64_t arb__checkers_by(const arb__board *b, arb_colour by, uint64_t from,
                                      uint64_t to)
{
    uint64_t king = b->kings & b->colour[by ^ 1u];
    unsigned at = arb__first(king);
    uint64_t near =
        (arb__knight_steps[at] & b->knights) | (arb__pawn_attacks(king, arb_other(by)) & b->pawns);
    uint64_t rays = arb__straight_rays(at) | arb__diagonal_rays(at);
    uint64_t aiming = arb__aiming(b, at, by) & ((rays & from) != 0 ? ~(uint64_t)0 : to);
    return (near & b->colour[by]) | arb__seeing(aiming, at, arb__occupied(b));
}

ARB__INLINE arb_kind arb__kind_on(const arb__board *b, uint64_t at)
{
    unsigned straight = (b->straights & at) != 0;
    unsigned diagonal = (b->diagonals & at) != 0;
    unsigned pawn = (b->pawns & at) != 0;
    unsigned knight = (b->knights & at) != 0;
    return (arb_kind)(pawn * ARB_PAWN + knight * ARB_KNIGHT + straight * ARB_ROOK +
                      diagonal * ARB_BISHOP - (straight & diagonal) * 2u);
}

/* May this piece, no king and not by en passant, go there as far as its king is concerned? */
ARB__INLINE bool arb__may_go(const arb__runner *r, uint64_t from, uint64_t to, arb_colour us)
{
    unsigned king = arb__first(r->b.kings & r->b.colour[us]);
    if (r->checkers != 0) {
        uint64_t answers = r->checkers | arb__between[king][arb__first(r->checkers)];
        if (arb__several(r->checkers) || (answers & to) == 0)
            return false;
    }
    if (((arb__straight_rays(king) | arb__diagonal_rays(king)) & from) == 0)
        return true;
    uint64_t aiming = arb__aiming(&r->b, king, us == ARB_WHITE ? ARB_BLACK : ARB_WHITE) & ~to;
    return arb__seeing(aiming, king, (arb__occupied(&r->b) & ~from) | to) == 0;
}

/* The king's way is one attack query. */
ARB__INLINE bool arb__king_may_go(const arb__board *b, uint64_t king, unsigned to, arb_colour us)
{
    arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    uint64_t at = arb__bit(to);
    uint64_t near = (arb__knight_steps[to] & b->knights) | (arb__king_steps[to] & b->kings) |
                    (arb__pawn_attacks(at, us) & b->pawns);
    if ((near & b->colour[them]) != 0)
        return false;
    return arb__seeing(arb__aiming(b, to, them) & ~at, to, arb__occupied(b) & ~king) == 0;
}

/* The own pieces of a kind, neither pawn nor king, that could arrive at a square. */
ARB__INLINE uint64_t arb__arrivals(const arb__board *b, arb_kind kind, unsigned to, arb_colour us)
{
    uint64_t own = b->colour[us];
    uint64_t set;
    switch (kind) {
    case ARB_KNIGHT:
        return arb__knight_steps[to] & b->knights & own;
    case ARB_BISHOP:
        set = arb__diagonal_rays(to) & b->diagonals & ~b->straights;
        break;
    case ARB_ROOK:
        set = arb__straight_rays(to) & b->straights & ~b->diagonals;
        break;
    default:
        set = (arb__diagonal_rays(to) | arb__straight_rays(to)) & b->diagonals & b->straights;
        break;
    }
    return arb__seeing(set & own, to, arb__occupied(b));
}

/* Does the en-passant capture from here leave the own king safe? */
ARB__INLINE bool arb__passing_safe(const arb__runner *r, uint64_t from, arb_colour us)
{
    uint64_t taken = us == ARB_WHITE ? r->passed >> 8 : r->passed << 8;
    arb__view v = {.royal = r->b.kings & r->b.colour[us],
                   .enemy = r->b.colour[us ^ 1u],
                   .blockers = arb__occupied(&r->b)};
    return arb__en_passant_safe(&r->b, &arb__chess, &v, from, r->passed, taken);
}

ARB__INLINE void arb__runner_castle(arb__board *b, const arb__ply *ply, arb_colour us)
{
    uint64_t to = arb__bit(ply->to);
    uint64_t corner = ply->to > ply->from ? to << 1 : to >> 2;
    uint64_t beside = ply->to > ply->from ? to >> 1 : to << 1;
    b->straights ^= corner | beside;
    b->colour[us] ^= corner | beside;
}

/* Makes its legal move on a copy. */
ARB__INLINE void arb__runner_play(const arb__runner *r, arb_colour us, arb__runner *to_runner)
{
    const arb__ply *ply = &to_runner->ply;
    arb__board b = r->b;
    uint64_t from = arb__bit(ply->from), to = arb__bit(ply->to);
    uint64_t both = from | to, keep = ~both;
    bool pawn = ply->kind == ARB_PAWN;
    arb_kind kind = ply->kind;

    /* What stood on the target goes; what arrives is put there. */
    b.pawns &= keep;
    b.knights &= keep;
    b.diagonals &= keep;
    b.straights &= keep;
    if (ply->promotion != ARB_NO_KIND)
        kind = ply->promotion;
    b.pawns |= kind == ARB_PAWN ? to : 0;
    b.knights |= kind == ARB_KNIGHT ? to : 0;
    b.diagonals |= kind == ARB_BISHOP || kind == ARB_QUEEN ? to : 0;
    b.straights |= kind == ARB_ROOK || kind == ARB_QUEEN ? to : 0;
    b.kings ^= kind == ARB_KING ? both : 0;
    b.colour[us] ^= both;
    b.colour[us ^ 1u] &= keep;
    /* A right goes with what leaves or enters the rook's square, and with the king. */
    b.marks &= keep;
    if (kind == ARB_KING)
        b.marks &= us == ARB_WHITE ? ~ARB__ROW_1 : ~(ARB__ROW_1 << 56);
    uint64_t opened = from;
    if (ply->type != ARB_NORMAL) {
        opened = ~(uint64_t)0;
        if (ply->type == ARB_CASTLING) {
            arb__runner_castle(&b, ply, us);
        } else {
            uint64_t taken = us == ARB_WHITE ? to >> 8 : to << 8;
            b.pawns &= ~taken;
            b.colour[us ^ 1u] &= ~taken;
        }
    }
    to_runner->b = b;
    to_runner->checkers = arb__checkers_by(&b, us, opened, to);
    to_runner->passed = 0;
    if (pawn && (ply->from ^ ply->to) == 16)
        to_runner->passed = us == ARB_WHITE ? from << 8 : from >> 8;
    to_runner->halfmove = pawn || ply->captured != ARB_NO_KIND ? 0 : r->halfmove + 1;
    to_runner->fullmove = r->fullmove + (us == ARB_BLACK);
    to_runner->us = arb_other(us);
}

/* Has the side to move a legal move? */
bool arb__runner_has_move(const arb__runner *r);
/* Can the pawn that has just stepped two be taken en passant? */
bool arb__runner_en_passant(const arb__runner *r);

#endif
