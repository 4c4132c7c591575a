/* score_board.h: a game of chess played in place, one legal move after another. Layer: fast.
 *
 * For readers of many games. A move is named by its kind and target, as in a game score, so a table
 * lookup finds the one piece that can make it. A move can open a line towards a king only by
 * leaving that line. The check mask is carried from ply to ply. Knows no text and no key.
 *
 * Functions take the side as a constant and are inlined, so that the compiler folds it; they
 * compute rather than branch, because mispredicted branches cost most here. */
#ifndef ARB_FAST_SCORE_BOARD_H
#define ARB_FAST_SCORE_BOARD_H

#include "fast/score/score_tables.h"
#include "kernel/bits/move_sets.h"
#include "kernel/bits/normal_move.h"

/* Makes the compiler keep a value, where it would compute it again when it is short of
 * registers. */
#if defined(__GNUC__)
#define ARB__KNOWN(value) __asm__("" : "+r"(value))
#else
#define ARB__KNOWN(value) (void)(value)
#endif

/* Squares and kinds are as wide as registers here, so that none has to be widened for each
 * table. */
ARB__INLINE uint64_t arb__square_bit(size_t square)
{
    return (uint64_t)1 << square;
}

/* One legal move. */
typedef struct {
    size_t from, to; /* castling: where the king goes */
    size_t kind, captured;
    unsigned promotion, type; /* arb_move_type */
} arb__ply;

/* The side to which a ply castles. */
ARB__INLINE unsigned arb__side_of_castling(const arb__ply *ply)
{
    return ply->to > ply->from ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
}

/* What a ply changes besides the pieces. */
typedef struct {
    uint64_t key;     /* written by the caller */
    uint64_t marks;   /* the rooks that may still castle, and their kings; written by the caller */
    uint64_t passed;  /* the square where the last move can be captured en passant; 0: none */
    uint64_t answers; /* the check mask: where pieces other than the king may go */
    uint64_t pinned;  /* pieces that stand alone between the king and a slider of the other side */
    uint32_t halfmove;
} arb__state;

#define ARB__NO_CHECK (~UINT64_C(0)) /* the check mask when there is no check */

typedef struct {
    uint64_t pieces[2][8]; /* by colour and kind; the entries of ARB_NO_KIND are scratch */
    uint64_t colour[2];
    /* One state for each side to move: a ply writes the other one, so the state before it stays. */
    arb__state state[2];
    size_t king[2]; /* their squares */
    uint8_t on[64]; /* the kind on each square */
} arb__score_board;

ARB__INLINE uint64_t arb__occupied(const arb__score_board *r)
{
    return r->colour[ARB_WHITE] | r->colour[ARB_BLACK];
}

/* The pieces of a kind, of both sides. */
ARB__INLINE uint64_t arb__of_kind(const arb__score_board *r, arb_kind kind)
{
    return r->pieces[ARB_WHITE][kind] | r->pieces[ARB_BLACK][kind];
}

/* The sliders that give check to a king, and the pieces that sliders pin to it. */
typedef struct {
    uint64_t checkers, pinned;
} arb__aim;

/* The sliders of `by` on the lines through a square; what stands between is not asked. */
ARB__INLINE uint64_t arb__aiming_at(const arb__score_board *r, size_t square, arb_colour by)
{
    const uint64_t *pieces = r->pieces[by];
    uint64_t straights = pieces[ARB_ROOK] | pieces[ARB_QUEEN];
    uint64_t diagonals = pieces[ARB_BISHOP] | pieces[ARB_QUEEN];
    return (arb__straight_rays((unsigned)square) & straights) |
           (arb__diagonal_rays((unsigned)square) & diagonals);
}

/* Few sliders stand on a king's lines, and mostly as many as a ply before: so the processor
 * predicts the length of the loop well. */
ARB__INLINE arb__aim arb__aimed_at(const arb__score_board *r, size_t king, uint64_t blockers,
                                   arb_colour by)
{
    arb__aim aim = {0, 0};
    for (uint64_t aiming = arb__aiming_at(r, king, by); aiming != 0; aiming &= aiming - 1) {
        uint64_t between = arb__between[king][arb__first(aiming)] & blockers;
        aim.checkers |= between == 0 ? aiming & -aiming : 0;
        aim.pinned |= arb__several(between) ? 0 : between;
    }
    return aim;
}

/* Does this move expose the own king? Not for king moves and en passant. */
ARB__INLINE bool arb__opens(const arb__score_board *r, size_t from, uint64_t to, arb_colour us)
{
    const arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    uint64_t blockers = (arb__occupied(r) & ~arb__square_bit(from)) | to;
    return (arb__aimed_at(r, r->king[us], blockers, them).checkers & ~to) != 0;
}

/* Does the safety of the own king allow this move? */
ARB__INLINE bool arb__may_go(const arb__score_board *r, size_t from, uint64_t to, arb_colour us)
{
    const arb__state *now = &r->state[us];
    return (now->answers & to) != 0 &&
           ((now->pinned & arb__square_bit(from)) == 0 || !arb__opens(r, from, to, us));
}

/* The knights, pawns and kings of `by` that attack a square. */
ARB__INLINE uint64_t arb__leaping_at(const arb__score_board *r, size_t to, arb_colour by)
{
    const uint64_t *pieces = r->pieces[by];
    return (arb__knight_steps[to] & pieces[ARB_KNIGHT]) | (arb__king_steps[to] & pieces[ARB_KING]) |
           (arb__pawn_attacks(arb__square_bit(to), arb_other(by)) & pieces[ARB_PAWN]);
}

/* All pieces of `by` that attack a square. */
ARB__INLINE uint64_t arb__score_board_attackers(const arb__score_board *r, size_t to,
                                                uint64_t blockers, arb_colour by)
{
    return arb__leaping_at(r, to, by) | arb__aimed_at(r, to, blockers, by).checkers;
}

ARB__INLINE bool arb__king_may_go(const arb__score_board *r, size_t to, arb_colour us)
{
    const arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    uint64_t blockers = arb__occupied(r) & ~r->pieces[us][ARB_KING];
    if (ARB__UNLIKELY(arb__leaping_at(r, to, them) != 0))
        return false;
    for (uint64_t set = arb__aiming_at(r, to, them); set != 0; set &= set - 1)
        if (ARB__UNLIKELY((arb__between[to][arb__first(set)] & blockers) == 0))
            return false;
    return true;
}

/* The own pieces of a kind, neither pawn nor king, that could arrive at a square. */
ARB__INLINE uint64_t arb__score_board_arrivals(const arb__score_board *r, size_t kind, size_t to,
                                               arb_colour us)
{
    return arb__seeing_sliders((unsigned)to, arb__arrivals[kind][to][0] & r->pieces[us][kind],
                               arb__occupied(r));
}

/* The check mask of these checkers. */
ARB__INLINE uint64_t arb__answers_to(uint64_t checkers, size_t king)
{
    if (checkers == 0)
        return ARB__NO_CHECK;
    if (arb__several(checkers))
        return 0;
    return checkers | arb__between[king][arb__first(checkers)];
}

/* ---- moving ---- */

/* Moves one piece from square to square and takes what stands there. */
ARB__INLINE void arb__score_board_step(arb__score_board *r, size_t kind, size_t captured,
                                       size_t from, size_t to, arb_colour us)
{
    uint64_t at = arb__square_bit(to), both = arb__square_bit(from) | at;
    r->pieces[us ^ 1u][captured] &= ~at;
    r->pieces[us][kind] ^= both;
    r->colour[us] ^= both;
    r->colour[us ^ 1u] &= ~at;
    r->on[from] = ARB_NO_KIND;
    r->on[to] = (uint8_t)kind;
}

/* Plays a promotion or en-passant capture; takes any move back. */
void arb__score_board_play(arb__score_board *r, const arb__ply *ply, arb_colour us);
void arb__score_board_take_back(arb__score_board *r, const arb__ply *ply, arb_colour us);

/* ---- questions of the slow path ---- */

/* The board of the bitboard kernel, with this en-passant square (0: none). It has no castling
 * rights, which the question whether there is a legal move does not need: where castling is legal,
 * the rook's move beside the king is legal, too. */
arb__board arb__score_board_sets(const arb__score_board *r, uint64_t passed);

/* Has the side to move, which could take en passant at `passed`, a legal move? */
bool arb__score_board_has_move(const arb__score_board *r, uint64_t passed, arb_colour us);
/* Can the pawn that has just passed over a square be taken by `us`? */
bool arb__score_board_en_passant(const arb__score_board *r, uint64_t passed, arb_colour us);
/* Does the en-passant capture from here leave the own king safe? */
bool arb__passing_safe(const arb__score_board *r, uint64_t passed, uint64_t from, arb_colour us);

#endif
