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

/* Keeps what is rare out of the way of what is not. */
#define ARB__RARELY(condition) __builtin_expect((condition), 0)

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

/* Sliders of `by` that see a square. Few stand on its lines, and as many as a ply before: so the
 * loop is guessed right. */
ARB__INLINE uint64_t arb__seeing(const arb__runner *r, unsigned at, uint64_t blockers,
                                 arb_colour by)
{
    uint64_t straights = r->kind[ARB_ROOK] | r->kind[ARB_QUEEN];
    uint64_t diagonals = r->kind[ARB_BISHOP] | r->kind[ARB_QUEEN];
    uint64_t aiming =
        ((arb__straight_rays(at) & straights) | (arb__diagonal_rays(at) & diagonals)) &
        r->colour[by];
    uint64_t seeing = 0;
    for (; aiming != 0; aiming &= aiming - 1) {
        uint64_t clear = (arb__between[at][arb__first(aiming)] & blockers) == 0;
        seeing |= aiming & -aiming & (0 - clear);
    }
    return seeing;
}

/* Does a piece that leaves a square for another lay its king open? No king, and not en passant. */
ARB__INLINE bool arb__opens(const arb__runner *r, unsigned from, uint64_t to, arb_colour us)
{
    const arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    uint64_t blockers = (arb__occupied(r) & ~arb__bit(from)) | to;
    return (arb__seeing(r, r->king[us], blockers, them) & ~to) != 0;
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

/* The pieces of `us` that give check by a plain move, seen when it has been made: sliders, whether
 * they moved or not, and the knight or pawn that did. */
ARB__INLINE uint64_t arb__plain_checkers(const arb__runner *r, unsigned how, unsigned to,
                                         arb_colour us)
{
    const arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    unsigned king = r->king[them];
    const unsigned slides =
        1u << ARB__BISHOP_ARRIVES | 1u << ARB__ROOK_ARRIVES | 1u << ARB__QUEEN_ARRIVES;
    uint64_t leaps = arb__arrival_from[how][to] >> king & ~(slides >> how) & 1;
    return leaps << to | arb__seeing(r, king, arb__occupied(r), us);
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
