/* move_sets.h: every legal move of one side, as sets. Layer: kernel.
 *
 * Generates the moves for every caller: for a list, for a first legal move, for perft. Each caller
 * passes its own `take`, which is inlined and gets one set after another. */
#ifndef ARB_KERNEL_MOVE_SETS_H
#define ARB_KERNEL_MOVE_SETS_H

#include "kernel/bits/king_safety.h"

/* What a set of moves has in common. */
typedef enum {
    /* One piece: `from` is its square, `to` its targets. */
    ARB__BY_KNIGHT,
    ARB__BY_DIAGONAL, /* a bishop or a queen; a queen's moves come as two sets */
    ARB__BY_STRAIGHT,
    ARB__BY_KING,
    /* Pawns: `from` is the offset of the step; target minus `from` is the pawn's square. */
    ARB__BY_PAWN,
    ARB__BY_PAWN_TWO,
    ARB__BY_PROMOTION, /* each target is one move for each promotion kind */
    /* One move: `from` is a square and `to` has one target, for castling the rook's square. */
    ARB__BY_EN_PASSANT,
    ARB__BY_EN_PASSANT_PROMOTION,
    ARB__BY_CASTLING
} arb__how;

/* Is the `from` of such a set the offset of a pawn's step? */
ARB__INLINE bool arb__is_by_step(arb__how how)
{
    return how == ARB__BY_PAWN || how == ARB__BY_PAWN_TWO || how == ARB__BY_PROMOTION;
}

/* Is each target of such a set one move for each kind that a pawn may promote to? */
ARB__INLINE bool arb__promotes_by(arb__how how)
{
    return how == ARB__BY_PROMOTION || how == ARB__BY_EN_PASSANT_PROMOTION;
}

/* Returns false to stop the generation. The set may be empty. */
typedef bool arb__take(void *context, arb__how how, int from, uint64_t to);

/* Castling with one rook, whose way is known to be unblocked. */
ARB__INLINE bool arb__walk_castling(const arb__board *b, const arb__shape *shape,
                                    const arb__view *v, arb_colour us, uint64_t danger,
                                    uint64_t rook, arb__take *take, void *context)
{
    return !arb__castle_safe(b, shape, v, us, rook, danger) ||
           take(context, ARB__BY_CASTLING, (int)arb__first(v->royal), rook);
}

ARB__INLINE bool arb__walk_royal(const arb__board *b, const arb__shape *shape,
                                 const arb__slider_ops *ops, const arb__view *v, arb_colour us,
                                 arb__take *take, void *context)
{
    if (!shape->one_king && v->royal == 0)
        return true;
    unsigned king = arb__first(v->royal);
    uint64_t to = arb__king_steps[king] & ~v->own & shape->area;
    uint64_t rooks = v->checkers == 0 ? arb__castle_open(b, shape, v, us) : 0;
    uint64_t danger = 0;
    if ((to | rooks) == 0)
        return true;
    if (shape->safe) {
        arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
        danger = arb__attacks_of(b, ops, them, v->blockers ^ v->royal);
    }
    if (!take(context, ARB__BY_KING, (int)king, to & ~danger))
        return false;
    if (shape->corner_home) { /* constant squares, so that both calls are specialised */
        const uint64_t a = arb__castle_corner(us, ARB_QUEEN_SIDE);
        const uint64_t h = arb__castle_corner(us, ARB_KING_SIDE);
        return ((rooks & a) == 0 ||
                arb__walk_castling(b, shape, v, us, danger, a, take, context)) &&
               ((rooks & h) == 0 || arb__walk_castling(b, shape, v, us, danger, h, take, context));
    }
    for (; rooks != 0; rooks &= rooks - 1)
        if (!arb__walk_castling(b, shape, v, us, danger, rooks & -rooks, take, context))
            return false;
    return true;
}

/* A pinned king that is not royal could step from one pin line to another, so its steps are masked
 * with the one line on which it is pinned. */
ARB__INLINE bool arb__walk_other_kings(const arb__board *b, const arb__view *v, arb__take *take,
                                       void *context)
{
    uint64_t pins = v->pin_straight | v->pin_diagonal;
    for (uint64_t kings = b->kings & v->own & ~v->royal; kings != 0; kings &= kings - 1) {
        unsigned from = arb__first(kings);
        uint64_t to = arb__king_steps[from] & v->targets;
        if ((pins & kings & -kings) != 0) {
            unsigned royal = arb__first(v->royal);
            uint64_t line = 0;
            for (int i = 0; i < 2; i++) {
                const arb__line *s = &arb__straight_lines[royal][i];
                const arb__line *d = &arb__diagonal_lines[royal][i];
                line |= (s->below | s->above) >> from & 1 ? s->below | s->above : 0;
                line |= (d->below | d->above) >> from & 1 ? d->below | d->above : 0;
            }
            to &= line;
        }
        if (!take(context, ARB__BY_KING, (int)from, to))
            return false;
    }
    return true;
}

ARB__INLINE bool arb__walk_knights(const arb__board *b, const arb__view *v, arb__take *take,
                                   void *context)
{
    uint64_t free = ~(v->pin_straight | v->pin_diagonal);
    for (uint64_t set = b->knights & v->own & free; set != 0; set &= set - 1) {
        unsigned from = arb__first(set);
        if (!take(context, ARB__BY_KNIGHT, (int)from, arb__knight_steps[from] & v->targets))
            return false;
    }
    return true;
}

/* A rook pinned on a diagonal cannot move, nor a bishop pinned on a rank or file. A slider pinned
 * on a line of its own sort keeps to that line, and the set of all such pin lines is mask enough,
 * because it attacks no other of them. Sliders whose neighbours are all own pieces, as half of them
 * are at the start of a game, are skipped. */
ARB__INLINE bool arb__walk_sliders(const arb__board *b, const arb__slider_ops *ops,
                                   const arb__view *v, arb__take *take, void *context)
{
    uint64_t open = ~v->own;
    uint64_t beside = (open << 1 & ~ARB__FILE_A) | (open >> 1 & ~ARB__FILE_H);
    uint64_t diagonals = b->diagonals & v->own & (beside << 8 | beside >> 8);
    uint64_t straights = b->straights & v->own & (beside | open << 8 | open >> 8);
    for (uint64_t set = diagonals & ~v->pin_straight; set != 0; set &= set - 1) {
        unsigned from = arb__first(set);
        uint64_t to = ops->diagonal(from, v->blockers) & v->targets;
        if ((v->pin_diagonal >> from & 1) != 0)
            to &= v->pin_diagonal;
        if (!take(context, ARB__BY_DIAGONAL, (int)from, to))
            return false;
    }
    for (uint64_t set = straights & ~v->pin_diagonal; set != 0; set &= set - 1) {
        unsigned from = arb__first(set);
        uint64_t to = ops->straight(from, v->blockers) & v->targets;
        if ((v->pin_straight >> from & 1) != 0)
            to &= v->pin_straight;
        if (!take(context, ARB__BY_STRAIGHT, (int)from, to))
            return false;
    }
    return true;
}

ARB__INLINE bool arb__take_pawns(const arb__shape *shape, arb_colour us, arb__take *take,
                                 void *context, arb__how how, int way, uint64_t to)
{
    uint64_t last = shape->promotion[us];
    return take(context, how, way, to & ~last) &&
           ((to & last) == 0 || take(context, ARB__BY_PROMOTION, way, to & last));
}

ARB__INLINE bool arb__walk_en_passant(const arb__board *b, const arb__shape *shape,
                                      const arb__view *v, arb_colour us, arb__take *take,
                                      void *context)
{
    arb_colour them = us == ARB_WHITE ? ARB_BLACK : ARB_WHITE;
    uint64_t to = b->marks & ~v->blockers;
    if (!shape->en_passant || to == 0)
        return true;
    arb__how how = to & shape->promotion[us] ? ARB__BY_EN_PASSANT_PROMOTION : ARB__BY_EN_PASSANT;
    uint64_t set = arb__pawn_attacks(to, them) & b->pawns & v->own;
    for (; set != 0; set &= set - 1)
        if (arb__en_passant_safe(b, shape, v, set & -set, to, us) &&
            !take(context, how, (int)arb__first(set), to))
            return false;
    return true;
}

/* Targets of pawns: by single steps, by double steps, and by captures towards either side. */
typedef struct {
    uint64_t one, two, west, east;
} arb__pawn_sets;

/* FIDE 3.7. A pawn pinned on a file may step, one pinned on a diagonal may capture along it. */
ARB__INLINE arb__pawn_sets arb__pawn_targets(const arb__board *b, const arb__shape *shape,
                                             const arb__view *v, arb_colour us)
{
    uint64_t pawns = b->pawns & v->own;
    uint64_t steppers = pawns & ~v->pin_diagonal;
    uint64_t takers = pawns & ~v->pin_straight;
    uint64_t prey = v->enemy & v->targets;
    uint64_t free = takers & ~v->pin_diagonal;
    uint64_t pinned = takers & v->pin_diagonal;
    arb__pawn_sets sets;

    uint64_t held = arb__ahead(steppers & v->pin_straight, us) & v->pin_straight;
    sets.one = (arb__ahead(steppers & ~v->pin_straight, us) | held) & ~v->blockers;
    sets.two = arb__ahead(sets.one & arb__ahead(shape->double_from[us], us), us) & ~v->blockers;
    sets.one &= v->targets;
    sets.two &= v->targets;
    sets.west = arb__ahead_west(free, us) | (arb__ahead_west(pinned, us) & v->pin_diagonal);
    sets.east = arb__ahead_east(free, us) | (arb__ahead_east(pinned, us) & v->pin_diagonal);
    sets.west &= prey;
    sets.east &= prey;
    return sets;
}

ARB__INLINE bool arb__walk_pawns(const arb__board *b, const arb__shape *shape, const arb__view *v,
                                 arb_colour us, arb__take *take, void *context)
{
    const int up = us == ARB_WHITE ? 8 : -8;
    arb__pawn_sets sets = arb__pawn_targets(b, shape, v, us);
    return arb__take_pawns(shape, us, take, context, ARB__BY_PAWN, up, sets.one) &&
           arb__take_pawns(shape, us, take, context, ARB__BY_PAWN_TWO, 2 * up, sets.two) &&
           arb__take_pawns(shape, us, take, context, ARB__BY_PAWN, up - 1, sets.west) &&
           arb__take_pawns(shape, us, take, context, ARB__BY_PAWN, up + 1, sets.east) &&
           arb__walk_en_passant(b, shape, v, us, take, context);
}

/* Generates every legal move. Returns false if `take` stopped. `v` is the result of arb__look. */
ARB__INLINE bool arb__walk(const arb__board *b, const arb__shape *shape, const arb__slider_ops *ops,
                           const arb__view *v, arb_colour us, arb__take *take, void *context)
{
    if (!arb__walk_royal(b, shape, ops, v, us, take, context))
        return false;
    if (v->targets == 0)
        return true;
    return (shape->one_king || arb__walk_other_kings(b, v, take, context)) &&
           arb__walk_knights(b, v, take, context) && arb__walk_sliders(b, ops, v, take, context) &&
           arb__walk_pawns(b, shape, v, us, take, context);
}

#endif
