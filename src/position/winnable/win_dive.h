/* win_dive.h: declarations that the files of a dive share: win_dive.c (the order of the plan),
 * win_dive_mate.c (moves that mate or prepare mate), win_dive_step.c (all other moves). Layer:
 * position. */
#ifndef ARB_POSITION_WINNABLE_WIN_DIVE_H
#define ARB_POSITION_WINNABLE_WIN_DIVE_H

#include "kernel/bits/normal_move.h"
#include "position/winnable/winnable.h"

enum { ARB__DIVE = 100 }; /* plies at most */

typedef struct {
    arb_position pos;
    arb_colour side; /* the winner; the other side helps */
    unsigned variant;
    unsigned corner;             /* where the mate is to be */
    uint64_t box[8];             /* by distance: the squares within that distance of the corner */
    uint64_t keep;               /* pieces of the loser that are not captured */
    bool has_force;              /* the winner has a queen or rook */
    bool cornered;               /* few squares beside the loser's king are unguarded */
    bool net;                    /* the next move may mate if the loser's king stays */
    uint64_t guarded;            /* squares that the winner attacks */
    uint64_t aims[ARB_KING + 1]; /* by kind: from where it would give check */
    uint64_t screens;            /* pieces of the winner on lines of the loser's king */
    uint64_t visited[8]; /* a set of keys by their lowest bits; two positions may share an entry */
    arb_move line[ARB__DIVE];
    size_t length;
} arb__dive;

/* Squares that a piece of a kind attacks. */
ARB__INLINE uint64_t arb__dive_attacks(arb_kind kind, arb_colour side, unsigned from,
                                       uint64_t occupied)
{
    switch (kind) {
    case ARB_PAWN:
        return arb__pawn_attacks(arb__bit(from), side);
    case ARB_KNIGHT:
        return arb__knight_steps[from];
    case ARB_BISHOP:
        return arb__diagonal_attacks(from, occupied);
    case ARB_ROOK:
        return arb__straight_attacks(from, occupied);
    case ARB_QUEEN:
        return arb__diagonal_attacks(from, occupied) | arb__straight_attacks(from, occupied);
    default:
        return arb__king_steps[from];
    }
}

/* ---- win_dive_mate.c ---- */

/* Makes a move that mates, if one is seen. */
bool arb__dive_mate(arb__dive *d);
/* Moves a queen or rook to a square from which it may mate next. */
bool arb__dive_prepare(arb__dive *d);

/* ---- win_dive_step.c: each makes a move, or returns false ---- */

/* Makes a legal normal move to one of `targets`, unless it leads to a position that was seen
 * before. */
bool arb__dive_go_to(arb__dive *d, unsigned from, uint64_t targets, arb_kind promotion);
/* Moves a king towards the square where the plan wants it. */
bool arb__dive_walk(arb__dive *d);
/* Pushes the winner's most advanced pawn. */
bool arb__dive_push(arb__dive *d);
/* Captures with the winner: any piece, but pawns only while the winner has no queen or rook. */
bool arb__dive_take(arb__dive *d);
/* Moves the winner's king towards something to capture. */
bool arb__dive_hunt(arb__dive *d);
/* Makes a quiet move of the loser: with a pawn; with a piece, to one of `squares`. */
bool arb__dive_wait_by_pawn(arb__dive *d);
bool arb__dive_wait_by_piece(arb__dive *d, uint64_t squares);
/* Makes the move with the best simple value. */
bool arb__dive_choose(arb__dive *d);

#endif
