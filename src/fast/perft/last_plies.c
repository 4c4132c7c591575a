/* last_plies.c: counts the last plies of a perft without making their moves. Layer: fast.
 *
 * By the rules of chess the last two plies are counted together, by others the last one. A perft
 * spends nearly all its time here: after each move the replies are counted, if possible without
 * making a board. If products are wanted, neutral moves are multiplied or counted again in part
 * (reply_products.h). */
#include "fast/entries.h"
#include "fast/perft/reply_products.h"
#include "kernel/bits/move_count.h"
#include "position/position.h"

/* ---- two plies by the rules of chess ---- */

/* Parts of the number of replies. */
typedef unsigned passing_of(const arb__replier *r, const arb__mover *m, uint64_t passed);
typedef unsigned recount_of(const arb__baseline *base, const arb__replier *r, uint64_t from_to);

/* The constants for one colour and one instruction set. */
typedef struct {
    arb_colour us;
    const arb__slider_ops *ops;
    arb__replies_to *replies_to;
    passing_of *passing;
    recount_of *recount;
} two_side;

/* The state of one count. The first two fields are constants wherever it is inlined. */
typedef struct {
    const two_side *side;
    bool products;
    arb_position *pos;
    const arb__board *board;
    const arb__replier *replier;
    const arb__baseline *base;
    arb__mover mover;                               /* the side to move, before its move */
    uint64_t pawns, knights;                        /* its pawns and knights */
    uint64_t pawns_attack, knights_see, king_steps; /* attacks of its pawns, knights and king */
    uint64_t neutral_moves;
    uint64_t total;
} last_plies;

ARB__INLINE uint64_t bit_of_mover(arb__how how, int from, unsigned to)
{
    return arb__bit((unsigned)(arb__is_by_step(how) ? (int)to - from : from));
}

/* Pawns have quiet moves straight ahead only and captures diagonally only; a set of another piece
 * can have both. */
ARB__INLINE bool may_step(arb__how how, int from)
{
    return how != ARB__BY_PAWN || from == 8 || from == -8;
}

ARB__INLINE bool may_take(arb__how how, int from)
{
    return how != ARB__BY_PAWN_TWO && (how != ARB__BY_PAWN || !may_step(how, from));
}

/* The targets of those moves that leave or enter a square of `set`. */
ARB__INLINE uint64_t touching(arb__how how, int from, uint64_t set)
{
    if (arb__is_by_step(how))
        return set | (from > 0 ? set << from : set >> -from);
    return (set >> from & 1) != 0 ? ~UINT64_C(0) : set;
}

/* The squares that a neutral move of this sort of piece must not touch. */
ARB__INLINE uint64_t barred_to(const last_plies *n, arb__how how, int from)
{
    const arb__baseline *base = n->base;
    switch (how) {
    case ARB__BY_KNIGHT:
        return base->knight;
    case ARB__BY_DIAGONAL:
        return base->diagonal | ((n->board->straights >> from & 1) != 0 ? base->straight : 0);
    case ARB__BY_STRAIGHT:
        return base->straight | ((n->board->diagonals >> from & 1) != 0 ? base->diagonal : 0);
    case ARB__BY_KING:
        return base->king;
    default:
        return base->pawn;
    }
}

/* Counts the replies to the neutral ones of a set of quiet moves and returns the other moves. */
ARB__INLINE uint64_t count_neutral(last_plies *n, arb__how how, int from, uint64_t set)
{
    const arb__baseline *base = n->base;
    uint64_t depend = touching(how, from, base->for_sliders | base->for_pawns);
    uint64_t quiet = set & ~touching(how, from, barred_to(n, how, from));
    n->neutral_moves += arb__count(quiet & ~depend);
    for (uint64_t rest = quiet & depend; rest != 0; rest &= rest - 1) {
        uint64_t from_to = (rest & -rest) | bit_of_mover(how, from, arb__first(rest));
        n->total += n->side->recount(base, n->replier, from_to);
    }
    return set & ~quiet;
}

/* Castling, en passant and promotions are made on the position, and its moves are counted. */
static __attribute__((noinline)) uint64_t visit_special(arb_position *pos, arb_move move)
{
    arb_undo undo;
    arb__play(pos, move, &undo);
    uint64_t replies = arb__bits_count(pos, (arb_colour)pos->turn);
    arb__undo(pos, &undo);
    return replies;
}

static __attribute__((noinline)) uint64_t visit_promotions(arb_position *pos, int way, uint64_t set)
{
    uint64_t total = 0;
    for (; set != 0; set &= set - 1)
        for (arb_kind kind = ARB_KNIGHT; kind <= ARB_QUEEN; kind++) {
            unsigned to = arb__first(set);
            total += visit_special(
                pos, arb_move_of((arb_square)((int)to - way), (arb_square)to, kind, ARB_NORMAL));
        }
    return total;
}

/* The moving side after a move. */
ARB__INLINE arb__mover move_piece(const last_plies *n, arb__how how, int from, unsigned to)
{
    arb__mover m = n->mover;
    uint64_t from_to = arb__bit(to) | bit_of_mover(how, from, to);
    m.enemy ^= from_to;
    switch (how) {
    case ARB__BY_KNIGHT:
        m.leaps = n->pawns_attack | n->king_steps |
                  arb__knights_see(n->knights & ~arb__bit((unsigned)from)) | arb__knight_steps[to];
        m.checkers = arb__bit(to) & n->replier->knight_checks;
        break;
    case ARB__BY_DIAGONAL:
    case ARB__BY_STRAIGHT:
        m.straights ^= (m.straights >> from & 1) != 0 ? from_to : 0;
        m.diagonals ^= (m.diagonals >> from & 1) != 0 ? from_to : 0;
        break;
    case ARB__BY_KING:
        m.leaps = n->pawns_attack | n->knights_see | arb__king_steps[to];
        break;
    default:
        m.leaps =
            arb__pawn_attacks(n->pawns ^ from_to, n->side->us) | n->knights_see | n->king_steps;
        m.checkers = arb__bit(to) & n->replier->pawn_checks;
    }
    return m;
}

/* Visits moves that take nothing. `passing`: double steps after which an enemy pawn may capture en
 * passant; a constant where this is inlined. */
ARB__INLINE void visit(last_plies *n, arb__how how, int from, uint64_t set, bool passing)
{
    for (; set != 0; set &= set - 1) {
        arb__mover m = move_piece(n, how, from, arb__first(set));
        n->total +=
            n->side->replies_to(n->replier, m.enemy, m.straights, m.diagonals, m.leaps, m.checkers);
        if (passing)
            n->total +=
                n->side->passing(n->replier, &m, arb__ahead(set & -set, arb_other(n->side->us)));
    }
}

ARB__INLINE void visit_captures(last_plies *n, arb__how how, int from, uint64_t set)
{
    for (; set != 0; set &= set - 1) {
        arb__mover m = move_piece(n, how, from, arb__first(set));
        arb__replier r = arb__replier_without(n->replier, arb_other(n->side->us), set & -set);
        n->total += n->side->replies_to(&r, m.enemy, m.straights, m.diagonals, m.leaps, m.checkers);
    }
}

ARB__INLINE bool take_two(void *context, arb__how how, int from, uint64_t set)
{
    last_plies *n = (last_plies *)context;
    if (how == ARB__BY_PROMOTION) {
        n->total += visit_promotions(n->pos, from, set);
        return true;
    }
    if (how == ARB__BY_EN_PASSANT || how == ARB__BY_CASTLING) {
        arb_move_type type = how == ARB__BY_CASTLING ? ARB_CASTLING : ARB_EN_PASSANT;
        n->total += visit_special(
            n->pos, arb_move_of((arb_square)from, (arb_square)arb__first(set), ARB_NO_KIND, type));
        return true;
    }
    if (how == ARB__BY_PAWN_TWO) {
        uint64_t strikes = arb__pawn_attacks(n->replier->pawns, arb_other(n->side->us));
        uint64_t passing = set & arb__ahead(strikes, n->side->us);
        visit(n, how, from, passing, true);
        set &= ~passing;
    }
    if (may_take(how, from)) {
        uint64_t prey = set & n->replier->own;
        visit_captures(n, how, from, prey);
        set ^= prey;
    }
    if (may_step(how, from))
        visit(n, how, from, n->products ? count_neutral(n, how, from, set) : set, false);
    return true;
}

ARB__INLINE uint64_t count_two(const two_side *side, bool products, arb_position *pos)
{
    const arb_colour us = side->us;
    const arb__board board = arb__bits_board(pos, us), *b = &board;
    arb__view v = arb__look(b, &arb__chess, us);
    arb__replier r;
    arb__baseline base;
    last_plies n = {
        .side = side,
        .products = products,
        .pos = pos,
        .board = b,
        .replier = &r,
        .base = &base,
        .pawns = b->pawns & v.own,
        .knights = b->knights & v.own,
    };
    arb__find_replier(&r, b, arb_other(us));
    n.pawns_attack = arb__pawn_attacks(n.pawns, us);
    n.knights_see = arb__knights_see(n.knights);
    n.king_steps = arb__king_steps[arb__first(v.royal)];
    n.mover = (arb__mover){v.own, b->straights & v.own, b->diagonals & v.own,
                           n.pawns_attack | n.knights_see | n.king_steps, 0};
    base.replies = 0;
    if (products)
        arb__find_baseline(&base, &r, &n.mover, side->ops, arb_other(us));
    arb__walk(b, &arb__chess, side->ops, &v, us, take_two, &n);
    return n.total + n.neutral_moves * base.replies;
}

/* Defines the functions of one instruction set for the colour `us`, to whom `them` replies. */
#define DEFINE_TWO(name, us, them, ops, machine)                                                   \
    static machine unsigned name##_lined(const arb__replier *r, uint64_t enemy,                    \
                                         uint64_t straights, uint64_t diagonals, uint64_t leaps,   \
                                         uint64_t checkers)                                        \
    {                                                                                              \
        arb__mover m = {enemy, straights, diagonals, leaps, checkers};                             \
        return arb__count_lined(r, ops, them, &m);                                                 \
    }                                                                                              \
    static machine unsigned name##_replies_to(const arb__replier *r, uint64_t enemy,               \
                                              uint64_t straights, uint64_t diagonals,              \
                                              uint64_t leaps, uint64_t checkers)                   \
    {                                                                                              \
        arb__mover m = {enemy, straights, diagonals, leaps, checkers};                             \
        return arb__count_replies(r, ops, them, name##_lined, &m);                                 \
    }                                                                                              \
    static machine unsigned name##_passing(const arb__replier *r, const arb__mover *m,             \
                                           uint64_t passed)                                        \
    {                                                                                              \
        return arb__reply_passing(r, ops, them, m, passed);                                        \
    }                                                                                              \
    static machine unsigned name##_recount_held(const arb__baseline *base, const arb__replier *r,  \
                                                uint64_t from_to)                                  \
    {                                                                                              \
        return arb__recount_pinned(base, r, ops, them, from_to);                                   \
    }                                                                                              \
    static machine unsigned name##_recount(const arb__baseline *base, const arb__replier *r,       \
                                           uint64_t from_to)                                       \
    {                                                                                              \
        return (base->theirs.pin_straight | base->theirs.pin_diagonal) != 0                        \
                   ? name##_recount_held(base, r, from_to)                                         \
                   : arb__recount(base, r, ops, them, from_to);                                    \
    }                                                                                              \
    static const two_side name##_side = {us, ops, name##_replies_to, name##_passing,               \
                                         name##_recount};                                          \
    static machine uint64_t name##_two(arb_position *pos, bool products)                           \
    {                                                                                              \
        return products ? count_two(&name##_side, true, pos)                                       \
                        : count_two(&name##_side, false, pos);                                     \
    }

#define PORTABLE __attribute__((noinline))
DEFINE_TWO(portable_white, ARB_WHITE, ARB_BLACK, &arb__portable_sliders, PORTABLE)
DEFINE_TWO(portable_black, ARB_BLACK, ARB_WHITE, &arb__portable_sliders, PORTABLE)
#if ARB__HAS_AVX2
#define WITH_PEXT __attribute__((noinline)) ARB__AVX2
DEFINE_TWO(pext_white, ARB_WHITE, ARB_BLACK, &arb__pext_sliders, WITH_PEXT)
DEFINE_TWO(pext_black, ARB_BLACK, ARB_WHITE, &arb__pext_sliders, WITH_PEXT)
#endif

uint64_t arb__two_plies(arb_position *pos, bool products, bool pext)
{
#if ARB__HAS_AVX2
    if (pext)
        return pos->turn == ARB_WHITE ? pext_white_two(pos, products)
                                      : pext_black_two(pos, products);
#endif
    (void)pext;
    return pos->turn == ARB_WHITE ? portable_white_two(pos, products)
                                  : portable_black_two(pos, products);
}

/* ---- one ply by other rules ---- */

#if ARB__HAS_AVX2
/* The core's count, compiled with PEXT. */
static __attribute__((noinline)) ARB__AVX2 uint64_t count_pext(const arb_position *pos)
{
    arb__board b = arb__bits_board(pos, (arb_colour)pos->turn);
    arb__shape shape = arb__bits_shape(pos);
    return pos->turn == ARB_WHITE ? arb__count_moves(&b, &shape, &arb__pext_sliders, ARB_WHITE)
                                  : arb__count_moves(&b, &shape, &arb__pext_sliders, ARB_BLACK);
}
#endif

uint64_t arb__fast_perft(arb_position *pos, unsigned depth, arb_count how)
{
    if (how == ARB_COUNT_LEAF || pos->over)
        return 0;
    if (depth == 2 && pos->chess)
        return arb__two_plies(pos, how == ARB_COUNT_PRODUCT, pos->fast != 0);
#if ARB__HAS_AVX2
    if (depth == 1 && !pos->chess && arb__has_fast_pext())
        return count_pext(pos);
#endif
    return 0;
}
