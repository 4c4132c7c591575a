/* bits_two.c: how many lines of two plies there are, by the rules of chess. Layer: kernel.
 *
 * Where nearly all the time of a perft goes. Calm moves are multiplied or recounted in part
 * (bits_calm.h); the others are made on a copy, and the replies counted. */
#include "kernel/bits_calm.h"

typedef unsigned replies_of(const arb__board *b);
typedef unsigned recount_of(const arb__calm *calm, const arb__board *b, uint64_t from_to);

/* The first four are constants wherever it is used. */
typedef struct {
    arb_colour us;
    const arb__sight *sight;
    replies_of *replies; /* of the other side */
    recount_of *recount;
    const arb__board *board;
    const arb__calm *calm;
    uint64_t calm_moves;
    uint64_t total;
} node;

/* The squares of `set` that a move from or to must not touch, as targets. */
ARB__INLINE uint64_t touching(const node *n, arb__how how, int from, uint64_t set)
{
    if (how == ARB__BY_PAWN)
        return set | arb__ahead(set, n->us);
    if (how == ARB__BY_PAWN_TWO)
        return set | arb__ahead(arb__ahead(set, n->us), n->us);
    return (set >> from & 1) != 0 ? ~UINT64_C(0) : set;
}

/* The squares that a piece of this sort must not touch. */
ARB__INLINE uint64_t stir_for(const node *n, arb__how how, int from)
{
    const arb__calm *calm = n->calm;
    switch (how) {
    case ARB__BY_KNIGHT:
        return calm->knight;
    case ARB__BY_DIAGONAL:
        return calm->diagonal | ((n->board->straights >> from & 1) != 0 ? calm->straight : 0);
    case ARB__BY_STRAIGHT:
        return calm->straight | ((n->board->diagonals >> from & 1) != 0 ? calm->diagonal : 0);
    case ARB__BY_KING:
        return calm->king;
    default:
        return calm->pawn;
    }
}

ARB__INLINE uint64_t bit_of_mover(arb__how how, int from, unsigned to)
{
    bool by_way = how == ARB__BY_PAWN || how == ARB__BY_PAWN_TWO;
    return arb__bit((unsigned)(by_way ? (int)to - from : from));
}

/* Counts the calm moves of a set; the others are left. */
ARB__INLINE uint64_t leave_calm(node *n, arb__how how, int from, uint64_t set)
{
    const arb__calm *calm = n->calm;
    uint64_t depend = touching(n, how, from, calm->for_sliders | calm->for_pawns);
    uint64_t quiet = set & ~n->board->colour[n->us ^ 1u];
    quiet &= ~touching(n, how, from, stir_for(n, how, from));
    if (how == ARB__BY_PAWN_TWO)
        quiet &= ~arb__ahead(calm->strikes, n->us);
    n->calm_moves += arb__count(quiet & ~depend);
    for (uint64_t rest = quiet & depend; rest != 0; rest &= rest - 1) {
        uint64_t from_to = (rest & -rest) | bit_of_mover(how, from, arb__first(rest));
        n->total += n->recount(calm, n->board, from_to);
    }
    return set & ~quiet;
}

/* The rare moves, one by one. */
static __attribute__((noinline)) uint64_t count_special(const arb__board *b, arb_colour us,
                                                        replies_of *replies, arb_move move)
{
    arb__board child;
    arb__bits_child(&child, b, &arb__chess, us, move);
    return replies(&child);
}

static __attribute__((noinline)) uint64_t
count_promotions(const arb__board *b, arb_colour us, replies_of *replies, int way, uint64_t set)
{
    uint64_t total = 0;
    for (; set != 0; set &= set - 1)
        for (uint32_t kinds = arb__chess.promotion_kinds; kinds != 0; kinds &= kinds - 1) {
            unsigned to = arb__first(set);
            total += count_special(b, us, replies,
                                   arb_move_of((arb_square)((int)to - way), (arb_square)to,
                                               (arb_kind)__builtin_ctz(kinds), ARB_NORMAL));
        }
    return total;
}

ARB__INLINE bool take_two(void *context, arb__how how, int from, uint64_t set)
{
    node *n = context;
    if (how == ARB__BY_PROMOTION) {
        n->total += count_promotions(n->board, n->us, n->replies, from, set);
        return true;
    }
    if (how == ARB__BY_EN_PASSANT || how == ARB__BY_CASTLING) {
        arb_move_type type = how == ARB__BY_CASTLING ? ARB_CASTLING : ARB_EN_PASSANT;
        n->total += count_special(
            n->board, n->us, n->replies,
            arb_move_of((arb_square)from, (arb_square)arb__first(set), ARB_NO_KIND, type));
        return true;
    }
    for (set = leave_calm(n, how, from, set); set != 0; set &= set - 1) {
        uint64_t to = set & -set;
        arb__board child;
        arb__bits_step(&child, n->board, n->us, bit_of_mover(how, from, arb__first(set)), to);
        if (how == ARB__BY_PAWN_TWO)
            child.marks |= arb__ahead(to, arb_other(n->us));
        n->total += n->replies(&child);
    }
    return true;
}

ARB__INLINE uint64_t two_plies(const arb__board *b, const arb__sight *sight, arb_colour us,
                               replies_of *replies, recount_of *recount)
{
    arb__view v = arb__look(b, &arb__chess, us);
    arb__calm calm;
    node n = {us, sight, replies, recount, b, &calm, 0, 0};
    arb__find_calm(&calm, b, sight, arb_other(us));
    arb__walk(b, &arb__chess, sight, &v, us, take_two, &n);
    return n.total + n.calm_moves * calm.replies;
}

#define ON_plain __attribute__((noinline))
#define ON_avx2 __attribute__((noinline)) ARB__AVX2

/* One side of one machine. */
#define DEFINE_SIDE(name, other, side, machine)                                                    \
    static ON_##machine unsigned name##_replies(const arb__board *b)                               \
    {                                                                                              \
        return arb__count_moves(b, &arb__chess, &arb__##machine##_sight, side);                    \
    }                                                                                              \
    static ON_##machine unsigned name##_recount(const arb__calm *calm, const arb__board *b,        \
                                                uint64_t from_to)                                  \
    {                                                                                              \
        return arb__calm_replies(calm, b, &arb__##machine##_sight, side, from_to);                 \
    }                                                                                              \
    static ON_##machine uint64_t other##_two(const arb__board *b)                                  \
    {                                                                                              \
        return two_plies(b, &arb__##machine##_sight, arb_other(side), name##_replies,              \
                         name##_recount);                                                          \
    }

DEFINE_SIDE(plain_white, plain_black, ARB_WHITE, plain)
DEFINE_SIDE(plain_black, plain_white, ARB_BLACK, plain)
#if ARB__HAS_AVX2
DEFINE_SIDE(avx2_white, avx2_black, ARB_WHITE, avx2)
DEFINE_SIDE(avx2_black, avx2_white, ARB_BLACK, avx2)
#endif

uint64_t arb__bits_two_plies(const arb__board *b, arb_colour us, arb__machine machine)
{
#if ARB__HAS_AVX2
    if (machine == ARB__WITH_AVX2)
        return us == ARB_WHITE ? avx2_white_two(b) : avx2_black_two(b);
#endif
    (void)machine;
    return us == ARB_WHITE ? plain_white_two(b) : plain_black_two(b);
}
