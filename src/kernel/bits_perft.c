/* bits_perft.c: how many lines of so many plies there are. Layer: kernel.
 *
 * A child is a copy of one cache line with the move made on it. The last ply is counted as sets and
 * not made, and where the rules are those of chess, so are the calm moves of the last but one. */
#include "kernel/bits_calm.h"
#include "kernel/bits_count.h"

typedef unsigned replies_of(const arb__board *b, const arb__shape *shape);
typedef uint64_t lines_of(const arb__board *b, const arb__shape *shape, unsigned depth);

/* One node of the tree. The first six are constants wherever it is used. */
typedef struct {
    arb_colour us;
    bool last_but_one;
    replies_of *replies; /* of the other colour */
    lines_of *lines;
    const arb__shape *shape;
    const arb__sight *sight;
    const arb__board *board;
    unsigned depth; /* of the children */
    uint64_t total;
    arb__calm calm;
    uint64_t calm_moves;
} node;

/* The board with one own piece gone from `from`, and whatever stood on `to` taken. */
ARB__INLINE arb__board lift(const node *n, uint64_t from, uint64_t to)
{
    const arb__board *p = n->board;
    uint64_t gone = from | to;
    arb__board b = {
        .pawns = p->pawns & ~gone,
        .knights = p->knights & ~gone,
        .diagonals = p->diagonals & ~gone,
        .straights = p->straights & ~gone,
        .kings = p->kings & ~gone,
        /* A mark goes with its piece; the one of en passant with the next move. */
        .marks = p->marks & (p->colour[0] | p->colour[1]) & ~gone,
    };
    b.colour[n->us] = (p->colour[n->us] & ~from) | to;
    b.colour[n->us ^ 1u] = p->colour[n->us ^ 1u] & ~to;
    return b;
}

/* A royal king has been taken: the next one in reading order takes its place (the lowest row, from
 * its right). False if there is none and that ends the game. */
static bool crown_next(arb__board *b, const arb__shape *shape, arb_colour colour)
{
    uint64_t kings = b->kings & b->colour[colour];
    b->marks &= ~b->colour[colour];
    if (kings == 0)
        return !shape->taken_ends;
    uint64_t row = kings & ARB__ROW_1 << (arb__first(kings) & 56u);
    b->marks |= 0x8000000000000000u >> __builtin_clzll(row);
    return true;
}

/* Goes on with a child in which `to` has been entered. */
ARB__INLINE void descend(node *n, arb__board *b, uint64_t to)
{
    arb_colour them = arb_other(n->us);
    if (!n->shape->one_king && (arb__royal(n->board, n->shape, them) & to) != 0 &&
        !crown_next(b, n->shape, them))
        return;
    n->total += n->last_but_one ? n->replies(b, n->shape) : n->lines(b, n->shape, n->depth);
}

ARB__INLINE void promote(node *n, const arb__board *lifted, uint64_t to)
{
    for (uint32_t kinds = n->shape->promotion_kinds; kinds != 0; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctz(kinds);
        arb__board b = *lifted;
        b.knights |= kind == ARB_KNIGHT ? to : 0;
        b.diagonals |= kind == ARB_BISHOP || kind == ARB_QUEEN ? to : 0;
        b.straights |= kind == ARB_ROOK || kind == ARB_QUEEN ? to : 0;
        descend(n, &b, to);
    }
}

ARB__INLINE void castle(node *n, uint64_t king, uint64_t rook)
{
    unsigned side = rook > king ? ARB_KING_SIDE : ARB_QUEEN_SIDE;
    uint64_t king_to = arb__bit(n->shape->king_to[n->us][side]);
    uint64_t rook_to = arb__bit(n->shape->rook_to[n->us][side]);
    arb__board b = lift(n, king | rook, 0);
    b.kings |= king_to;
    b.straights |= rook_to;
    b.colour[n->us] |= king_to | rook_to;
    b.marks &= n->board->colour[n->us ^ 1u];
    if (!n->shape->one_king)
        b.marks |= king_to;
    descend(n, &b, 0);
}

/* With a royal king its castling rights move away; it takes its own mark along. */
ARB__INLINE void place_king(const node *n, arb__board *b, uint64_t from, uint64_t to)
{
    b->kings |= to;
    if ((arb__royal(n->board, n->shape, n->us) & from) == 0)
        return;
    b->marks &= ~b->colour[n->us];
    if (!n->shape->one_king)
        b->marks |= to;
}

ARB__INLINE void piece_move(node *n, arb__how how, uint64_t from, uint64_t to)
{
    arb__board b = lift(n, from, to);
    switch (how) {
    case ARB__BY_KNIGHT:
        b.knights |= to;
        break;
    case ARB__BY_DIAGONAL:
        b.diagonals |= to;
        b.straights |= (n->board->straights & from) != 0 ? to : 0;
        break;
    case ARB__BY_STRAIGHT:
        b.straights |= to;
        b.diagonals |= (n->board->diagonals & from) != 0 ? to : 0;
        break;
    default:
        place_king(n, &b, from, to);
    }
    descend(n, &b, to);
}

ARB__INLINE void pawn_move(node *n, arb__how how, uint64_t from, uint64_t to)
{
    arb__board b = lift(n, from, to);
    uint64_t behind = arb__ahead(to, arb_other(n->us));
    if (how == ARB__BY_EN_PASSANT || how == ARB__BY_EN_PASSANT_PROMOTION) {
        b.pawns &= ~behind;
        b.colour[n->us ^ 1u] &= ~behind;
    }
    if (how == ARB__BY_PROMOTION || how == ARB__BY_EN_PASSANT_PROMOTION) {
        promote(n, &b, to);
        return;
    }
    b.pawns |= to;
    if (how == ARB__BY_PAWN_TWO && n->shape->en_passant)
        b.marks |= behind;
    descend(n, &b, to);
}

/* Counts the moves of a set that do not touch the opponent's king; the others are left. */
ARB__INLINE uint64_t leave_calm(node *n, arb__how how, int from, uint64_t set)
{
    const arb__calm *calm = &n->calm;
    const bool pawn = how == ARB__BY_PAWN || how == ARB__BY_PAWN_TWO;
    uint64_t may = 0;
    uint64_t depend = calm->for_sliders | calm->for_pawns;
    switch (how) {
    case ARB__BY_KNIGHT:
        may = (calm->knight >> from & 1) != 0 ? calm->knight : 0;
        break;
    case ARB__BY_DIAGONAL:
        may = calm->diagonal & (n->board->straights >> from & 1 ? calm->straight : ~UINT64_C(0));
        may = (may >> from & 1) != 0 ? may : 0;
        break;
    case ARB__BY_STRAIGHT:
        may = calm->straight & (n->board->diagonals >> from & 1 ? calm->diagonal : ~UINT64_C(0));
        may = (may >> from & 1) != 0 ? may : 0;
        break;
    case ARB__BY_KING:
        may = (calm->king >> from & 1) != 0 ? calm->king : 0;
        break;
    case ARB__BY_PAWN:
        may = calm->pawn & arb__ahead(calm->pawn, n->us);
        depend |= arb__ahead(depend, n->us);
        break;
    case ARB__BY_PAWN_TWO:
        may = calm->pawn & arb__ahead(calm->passed & arb__ahead(calm->pawn, n->us), n->us);
        depend |= arb__ahead(arb__ahead(depend, n->us), n->us);
        break;
    default:
        return set;
    }
    if (!pawn && (depend >> from & 1) != 0)
        depend = ~UINT64_C(0);
    may &= set & ~n->board->colour[n->us ^ 1u];
    n->calm_moves += arb__count(may & ~depend);
    for (uint64_t rest = may & depend; rest != 0; rest &= rest - 1) {
        unsigned to = arb__first(rest);
        uint64_t from_to =
            (rest & -rest) | arb__bit(pawn ? (unsigned)((int)to - from) : (unsigned)from);
        n->total += arb__calm_replies(calm, n->board, n->sight, arb_other(n->us), from_to);
    }
    return set & ~may;
}

ARB__INLINE bool take_down(void *context, arb__how how, int from, uint64_t set)
{
    node *n = context;
    if (n->last_but_one && n->shape->one_king)
        set = leave_calm(n, how, from, set);
    for (; set != 0; set &= set - 1) {
        uint64_t to = set & -set;
        switch (how) {
        case ARB__BY_PAWN:
        case ARB__BY_PAWN_TWO:
        case ARB__BY_PROMOTION:
            pawn_move(n, how, arb__bit((unsigned)((int)arb__first(set) - from)), to);
            break;
        case ARB__BY_EN_PASSANT:
        case ARB__BY_EN_PASSANT_PROMOTION:
            pawn_move(n, how, arb__bit((unsigned)from), to);
            break;
        case ARB__BY_CASTLING:
            castle(n, arb__bit((unsigned)from), to);
            break;
        default:
            piece_move(n, how, arb__bit((unsigned)from), to);
        }
    }
    return true;
}

ARB__INLINE uint64_t count_lines(node *n)
{
    arb__view v = arb__look(n->board, n->shape, n->us);
    if (n->last_but_one && n->shape->one_king)
        arb__find_calm(&n->calm, n->board, n->sight, arb_other(n->us));
    arb__walk(n->board, n->shape, n->sight, &v, n->us, take_down, n);
    return n->total + n->calm_moves * n->calm.replies;
}

#define ON_plain __attribute__((noinline))
#define ON_avx2 __attribute__((noinline)) ARB__AVX2

/* Two functions for a colour, a shape and a machine; they go on with those of the other colour. */
#define DEFINE_SIDE(name, other, side, shape_used, machine)                                        \
    static ON_##machine replies_of other##_replies;                                                \
    static ON_##machine lines_of other##_lines;                                                    \
                                                                                                   \
    static ON_##machine unsigned name##_replies(const arb__board *b, const arb__shape *shape)      \
    {                                                                                              \
        (void)shape;                                                                               \
        return arb__count_moves(b, shape_used, &arb__##machine##_sight, side);                     \
    }                                                                                              \
                                                                                                   \
    static ON_##machine uint64_t name##_lines(const arb__board *b, const arb__shape *shape,        \
                                              unsigned depth)                                      \
    {                                                                                              \
        node n = {.us = (side),                                                                    \
                  .replies = other##_replies,                                                      \
                  .lines = other##_lines,                                                          \
                  .shape = (shape_used),                                                           \
                  .sight = &arb__##machine##_sight,                                                \
                  .board = b,                                                                      \
                  .depth = depth - 1};                                                             \
        (void)shape;                                                                               \
        if (depth == 2) {                                                                          \
            n.last_but_one = true;                                                                 \
            return count_lines(&n);                                                                \
        }                                                                                          \
        return count_lines(&n);                                                                    \
    }

#define DEFINE_GAME(name, shape_used, machine)                                                     \
    DEFINE_SIDE(name##_white, name##_black, ARB_WHITE, shape_used, machine)                        \
    DEFINE_SIDE(name##_black, name##_white, ARB_BLACK, shape_used, machine)                        \
                                                                                                   \
    static uint64_t name(const arb__board *b, const arb__shape *shape, arb_colour us,              \
                         unsigned depth)                                                           \
    {                                                                                              \
        if (depth == 1)                                                                            \
            return us == ARB_WHITE ? name##_white_replies(b, shape)                                \
                                   : name##_black_replies(b, shape);                               \
        return us == ARB_WHITE ? name##_white_lines(b, shape, depth)                               \
                               : name##_black_lines(b, shape, depth);                              \
    }

DEFINE_GAME(plain_chess, &arb__chess, plain)
DEFINE_GAME(plain_other, shape, plain)
#if ARB__HAS_AVX2
DEFINE_GAME(avx2_chess, &arb__chess, avx2)
DEFINE_GAME(avx2_other, shape, avx2)
#endif

uint64_t arb__bits_perft_on(const arb_position *pos, unsigned depth, arb__machine machine)
{
    arb__shape shape = arb__bits_shape(pos);
    arb_colour us = (arb_colour)pos->turn;
    arb__board b = arb__bits_board(pos, us);
    bool chess = arb__bits_is_chess(pos, &shape);
    if (depth == 0)
        return 1;
    if (pos->over)
        return 0;
#if ARB__HAS_AVX2
    if (machine == ARB__WITH_AVX2)
        return chess ? avx2_chess(&b, &shape, us, depth) : avx2_other(&b, &shape, us, depth);
#endif
    (void)machine;
    return chess ? plain_chess(&b, &shape, us, depth) : plain_other(&b, &shape, us, depth);
}

uint64_t arb__bits_perft(const arb_position *pos, unsigned depth)
{
    return arb__bits_perft_on(pos, depth, arb__best_machine());
}
