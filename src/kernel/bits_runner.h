/* bits_runner.h: a game of chess played in place, one legal move after another. Layer: kernel.
 *
 * For readers of many games. A move is named by its kind and target, as in a game score, so the one
 * piece that can make it is a lookup away; the only line that it opens towards a king is the one
 * that it leaves; and who gives check is carried along. Knows no text and no key.
 *
 * Functions take the side as a constant and are inlined, so that the compiler folds it; they ask
 * little and compute much, because what costs here is wrongly predicted branches. */
#ifndef ARB_KERNEL_BITS_RUNNER_H
#define ARB_KERNEL_BITS_RUNNER_H

#include "kernel/bits_runner_tables.h"
#include "kernel/bits_walk.h"

/* A legal move. */
typedef struct {
    uint8_t from, to; /* castling: where the king goes */
    uint8_t kind, captured, promotion;
    uint8_t type; /* arb_move_type */
} arb__ply;

/* What a ply changes besides the pieces. */
typedef struct {
    uint64_t key;     /* kept for the caller */
    uint64_t marks;   /* the rooks that may still castle */
    uint64_t passed;  /* the square that the last move, a double step, passed over; or none */
    uint64_t answers; /* where its pieces, the king excepted, may go: in check these end it */
    uint32_t halfmove;
    bool en_passant_legal;
} arb__state;

#define ARB__NO_CHECK (~UINT64_C(0)) /* the answers when there is no check */

typedef struct {
    uint64_t kind[8]; /* the pieces of a kind, of both sides; nothing of use under ARB_NO_KIND */
    uint64_t colour[2];
    /* By whose turn it is: so a ply leaves what was before it as it is. */
    arb__state state[2];
    unsigned king[2]; /* their squares */
    uint8_t on[64];   /* the kind on each square */
} arb__runner;

ARB__INLINE uint64_t arb__occupied(const arb__runner *r)
{
    return r->colour[ARB_WHITE] | r->colour[ARB_BLACK];
}

/* Sliders of `by` that see the square `at` along its line through `from`. */
ARB__INLINE uint64_t arb__seen_through(const arb__runner *r, unsigned at, unsigned from,
                                       uint64_t blockers, arb_colour by)
{
    unsigned line = arb__line_to[at][from];
    uint64_t seen = arb__line_attacks(&arb__line_at[at][line], blockers);
    /* Rooks on the first two lines, bishops on the others. */
    return seen & (r->kind[ARB_ROOK - (line >> 1 & 1)] | r->kind[ARB_QUEEN]) & r->colour[by];
}

/* Does a piece that leaves a square for another lay its king open? No king, and not en passant. No
 * branch on whether it stands on a line with the king: that would be a guess. */
ARB__INLINE bool arb__opens(const arb__runner *r, unsigned from, uint64_t to, arb_colour us)
{
    const arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    uint64_t blockers = (arb__occupied(r) & ~arb__bit(from)) | to;
    return (arb__seen_through(r, r->king[us], from, blockers, them) & ~to) != 0;
}

/* May this piece go there as far as its king is concerned? */
ARB__INLINE bool arb__may_go(const arb__runner *r, unsigned from, uint64_t to, arb_colour us)
{
    return (r->state[us].answers & to) != 0 && !arb__opens(r, from, to, us);
}

/* Pieces of `by` that attack a square, the king of the other side having left the board. */
ARB__INLINE uint64_t arb__runner_attackers(const arb__runner *r, unsigned to, uint64_t blockers,
                                           arb_colour by)
{
    uint64_t straights = r->kind[ARB_ROOK] | r->kind[ARB_QUEEN];
    uint64_t diagonals = r->kind[ARB_BISHOP] | r->kind[ARB_QUEEN];
    uint64_t set = (arb__knight_steps[to] & r->kind[ARB_KNIGHT]) |
                   (arb__king_steps[to] & r->kind[ARB_KING]) |
                   (arb__pawn_attacks(arb__bit(to), arb_other(by)) & r->kind[ARB_PAWN]) |
                   (arb__straight_attacks(to, blockers) & straights) |
                   (arb__diagonal_attacks(to, blockers) & diagonals);
    return set & r->colour[by];
}

ARB__INLINE bool arb__king_may_go(const arb__runner *r, unsigned to, arb_colour us)
{
    uint64_t king = r->kind[ARB_KING] & r->colour[us];
    return arb__runner_attackers(r, to, arb__occupied(r) & ~king, arb_other(us)) == 0;
}

/* The own pieces of a kind, neither pawn nor king, that could arrive at a square. */
ARB__INLINE uint64_t arb__runner_arrivals(const arb__runner *r, unsigned kind, unsigned to,
                                          arb_colour us)
{
    uint64_t set = arb__arrival_from[kind][to] & r->kind[kind] & r->colour[us];
    uint64_t arrive = 0;
    for (; set != 0; set &= set - 1)
        if ((arb__between[to][arb__first(set)] & arb__occupied(r)) == 0)
            arrive |= set & -set;
    return arrive;
}

/* The pieces of `us` that give check by a plain move, seen when it has been made: the one that
 * moved, and one behind it. */
ARB__INLINE uint64_t arb__plain_checkers(const arb__runner *r, unsigned how, unsigned from,
                                         unsigned to, arb_colour us)
{
    const arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    unsigned king = r->king[them];
    uint64_t checkers = 0;
    if ((arb__arrival_from[how][to] >> king & 1) != 0 &&
        (arb__between[to][king] & arb__occupied(r)) == 0)
        checkers = arb__bit(to);
    if ((arb__arrival_from[ARB__QUEEN_ARRIVES][king] >> from & 1) != 0)
        checkers |= arb__seen_through(r, king, from, arb__occupied(r), us);
    return checkers;
}

/* The squares where a piece ends the check. */
ARB__INLINE uint64_t arb__answers_to(uint64_t checkers, unsigned king)
{
    if (checkers == 0)
        return ARB__NO_CHECK;
    if (arb__several(checkers))
        return 0;
    return checkers | arb__between[king][arb__first(checkers)];
}

/* ---- moving ---- */

/* One piece from square to square, taking what stands there. */
ARB__INLINE void arb__runner_step(arb__runner *r, unsigned kind, unsigned captured, unsigned from,
                                  unsigned to, arb_colour us)
{
    uint64_t at = arb__bit(to), both = arb__bit(from) | at;
    r->kind[captured] &= ~at;
    r->kind[kind] ^= both;
    r->colour[us] ^= both;
    r->colour[us ^ 1u] &= ~at;
    r->on[from] = ARB_NO_KIND;
    r->on[to] = (uint8_t)kind;
}

/* Any legal move; and back. */
void arb__runner_play(arb__runner *r, const arb__ply *ply, arb_colour us);
void arb__runner_take_back(arb__runner *r, const arb__ply *ply, arb_colour us);

/* ---- questions that are rarely asked ---- */

/* Has the side to move, which could take en passant at `passed`, a legal move? */
bool arb__runner_has_move(const arb__runner *r, uint64_t passed, arb_colour us);
/* Can the pawn that has just passed over a square be taken by `us`? */
bool arb__runner_en_passant(const arb__runner *r, uint64_t passed, arb_colour us);
/* Does the en-passant capture from here leave the own king safe? */
bool arb__passing_safe(const arb__runner *r, uint64_t passed, uint64_t from, arb_colour us);

#endif
