/* win_sprint.h: declarations that the files of a sprint share: win_sprint_mate.c (moves that mate
 * or prepare mate), win_sprint.c (all other moves, and their order). Layer: position. */
#ifndef ARB_POSITION_WINNABLE_WIN_SPRINT_H
#define ARB_POSITION_WINNABLE_WIN_SPRINT_H

#include "position/winnable/winnable.h"

#define ARB__EDGE (ARB__FILE_A | ARB__FILE_H | ARB__ROW_1 | ARB__ROW_8)

typedef struct {
    uint64_t colour[2];
    uint64_t pawns, knights, diagonals, straights; /* queens are in both of the last two */
    unsigned king[2];
    arb_colour side; /* the winner */
    arb_colour turn;
    unsigned corner;   /* where the loser's king goes */
    unsigned aim;      /* where that king must stand to be mated by the next move; 64: unknown */
    unsigned left[2];  /* by colour: the square that its king left last */
    uint64_t roamed;   /* squares from which a queen or rook has moved without a better plan */
    unsigned roams;    /* the number of such moves */
    bool shut_in;      /* the loser's king finds no way to the edge */
    unsigned idle;     /* moves of the winner without a plan */
    unsigned patience; /* how many more times a mate may be prepared */
    arb_move *line;
    size_t length;
} arb__sprint;

/* What the winner attacks when it is to move. None of its pieces attacks the loser's king then, so
 * that its lines are the same with and without that king. */
enum { ARB__FORCE = 4 };
typedef struct {
    unsigned count; /* queens and rooks, ARB__FORCE at most; more count among the others */
    unsigned from[ARB__FORCE];
    uint64_t attacks[ARB__FORCE]; /* by each of them */
    uint64_t others;              /* by everything else */
} arb__sprint_view;

/* The squares that the winner attacks without its queen or rook of this number; with ARB__FORCE all
 * its pieces count. */
ARB__INLINE uint64_t arb__sprint_seen(const arb__sprint_view *view, unsigned without)
{
    uint64_t set = view->others;
    for (unsigned i = 0; i < view->count; i++)
        set |= i != without ? view->attacks[i] : 0;
    return set;
}

ARB__INLINE uint64_t arb__sprint_all(const arb__sprint *s)
{
    return s->colour[0] | s->colour[1];
}

/* The pieces of `by` that attack a square, except its king. */
ARB__INLINE uint64_t arb__sprint_attackers(const arb__sprint *s, arb_colour by, unsigned square,
                                           uint64_t occupied)
{
    uint64_t near = ((arb__pawn_attacks(arb__bit(square), arb_other(by)) & s->pawns) |
                     (arb__knight_steps[square] & s->knights)) &
                    s->colour[by];
    uint64_t straights = arb__straight_rays(square) & s->straights & s->colour[by];
    uint64_t diagonals = arb__diagonal_rays(square) & s->diagonals & s->colour[by];
    if (straights != 0)
        near |= arb__straight_attacks(square, occupied) & straights;
    if (diagonals != 0)
        near |= arb__diagonal_attacks(square, occupied) & diagonals;
    return near;
}

/* The squares that `pieces` of `by` and its king attack. */
ARB__INLINE uint64_t arb__sprint_attacked(const arb__sprint *s, arb_colour by, uint64_t pieces,
                                          uint64_t occupied)
{
    uint64_t set = arb__pawn_attacks(pieces & s->pawns, by) |
                   arb__knights_see(pieces & s->knights) | arb__king_steps[s->king[by]];
    for (uint64_t left = pieces & s->diagonals; left != 0; left &= left - 1)
        set |= arb__diagonal_attacks(arb__first(left), occupied);
    for (uint64_t left = pieces & s->straights; left != 0; left &= left - 1)
        set |= arb__straight_attacks(arb__first(left), occupied);
    return set;
}

/* The squares of a set and those beside them. */
ARB__INLINE uint64_t arb__spread(uint64_t set)
{
    uint64_t row = set | (set << 1 & ~ARB__FILE_A) | (set >> 1 & ~ARB__FILE_H);
    return row | row << 8 | row >> 8;
}

/* What a queen or rook attacks from a square. */
ARB__INLINE uint64_t arb__force_attacks(bool queen, unsigned square, uint64_t occupied)
{
    return arb__straight_attacks(square, occupied) |
           (queen ? arb__diagonal_attacks(square, occupied) : 0);
}

/* ---- win_sprint.c ---- */

/* Makes a move of the side to move, unless it leaves its king attacked (FIDE 3.9.2). `to` does not
 * hold a king. */
bool arb__sprint_go(arb__sprint *s, unsigned from, unsigned to, arb_kind promotion);
/* The first such move to one of `targets`. */
bool arb__sprint_go_to_one(arb__sprint *s, unsigned from, uint64_t targets);

/* ---- win_sprint_mate.c ---- */

/* Mates with a queen or rook a king that stands at the edge. */
bool arb__sprint_mate(arb__sprint *s, const arb__sprint_view *view);
/* Moves a queen or rook to a square from which its next move mates. */
bool arb__sprint_prepare(arb__sprint *s, const arb__sprint_view *view);
/* Can a piece of the loser other than its king capture on a square or interpose between it and the
 * king? */
bool arb__sprint_is_answered(const arb__sprint *s, unsigned at, uint64_t occupied);

#endif
