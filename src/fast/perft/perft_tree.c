/* perft_tree.c: counts the lines of play of a given depth. Layer: fast.
 *
 * The moves of the last ply are counted, not made; by the rules of chess the last two plies are
 * counted together. Few nodes lie above them, so the code for those is simple rather than fast. */
#include "fast/perft/fast_perft.h"
#include "kernel/bits/move_count.h"

typedef struct {
    arb__shape shape;
    arb__machine machine;
    bool products;
    /* Counts lines of two plies by the rules of chess; NULL for other rules. */
    uint64_t (*two)(const arb__board *b, arb_colour us, bool products);
} lines_tree;

#if ARB__HAS_AVX2
static ARB__AVX2 unsigned count_avx2(const arb__board *b, const arb__shape *shape, arb_colour us)
{
    return us == ARB_WHITE ? arb__count_moves(b, shape, &arb__avx2_sliders, ARB_WHITE)
                           : arb__count_moves(b, shape, &arb__avx2_sliders, ARB_BLACK);
}
#endif

static unsigned count_last(const arb__board *b, const arb__shape *shape, arb_colour us,
                           arb__machine machine)
{
#if ARB__HAS_AVX2
    if (machine != ARB__ANY_MACHINE)
        return count_avx2(b, shape, us);
#endif
    (void)machine;
    return arb__bits_number(b, shape, us);
}

static uint64_t count_lines(const lines_tree *t, const arb__board *b, arb_colour us, unsigned depth)
{
    arb_move list[ARB_MOVES_8X8];
    uint64_t total = 0;
    if (depth == 1)
        return count_last(b, &t->shape, us, t->machine);
    size_t count = arb__bits_list(b, &t->shape, us, list);
    for (size_t i = 0; i < count; i++) {
        arb__board child;
        if (arb__bits_child(&child, b, &t->shape, us, list[i]))
            total += count_lines(t, &child, arb_other(us), depth - 1);
    }
    return total;
}

/* The same by the rules of chess, for two plies or more: moves are made straight from the generated
 * sets, without a list. */
typedef struct {
    const lines_tree *tree;
    arb_colour us; /* a constant wherever it is inlined */
    const arb__board *board;
    unsigned depth;
    uint64_t total;
} chess_node;

static uint64_t count_chess(const lines_tree *t, const arb__board *b, arb_colour us,
                            unsigned depth);

static uint64_t count_special(const chess_node *n, int from, unsigned to, arb_kind kind,
                              arb_move_type type)
{
    arb__board child;
    arb__bits_child(&child, n->board, &arb__chess, n->us,
                    arb_move_of((arb_square)from, (arb_square)to, kind, type));
    return count_chess(n->tree, &child, arb_other(n->us), n->depth - 1);
}

ARB__INLINE bool take_chess(void *context, arb__how how, int from, uint64_t set)
{
    chess_node *n = (chess_node *)context;
    const bool by_way = how == ARB__BY_PAWN || how == ARB__BY_PAWN_TWO || how == ARB__BY_PROMOTION;
    const chess_node node = *n; /* a copy, so that the fields of *n stay in registers */
    for (; set != 0; set &= set - 1) {
        unsigned to = arb__first(set);
        int at = by_way ? (int)to - from : from;
        arb__board child;
        if (how == ARB__BY_PROMOTION) {
            for (arb_kind kind = ARB_KNIGHT; kind <= ARB_QUEEN; kind++)
                n->total += count_special(&node, at, to, kind, ARB_NORMAL);
        } else if (how == ARB__BY_EN_PASSANT || how == ARB__BY_CASTLING) {
            n->total += count_special(&node, at, to, ARB_NO_KIND,
                                      how == ARB__BY_CASTLING ? ARB_CASTLING : ARB_EN_PASSANT);
        } else {
            arb__bits_step(&child, n->board, n->us, arb__bit((unsigned)at), set & -set);
            if (how == ARB__BY_PAWN_TWO)
                child.marks |= arb__ahead(set & -set, arb_other(n->us));
            n->total += count_chess(n->tree, &child, arb_other(n->us), n->depth - 1);
        }
    }
    return true;
}

ARB__INLINE uint64_t walk_chess(const lines_tree *t, const arb__board *b, arb_colour us,
                                unsigned depth)
{
    chess_node n = {t, us, b, depth, 0};
    arb__view v = arb__look(b, &arb__chess, us);
    arb__walk(b, &arb__chess, &arb__portable_sliders, &v, us, take_chess, &n);
    return n.total;
}

static uint64_t count_chess(const lines_tree *t, const arb__board *b, arb_colour us, unsigned depth)
{
    if (depth == 2)
        return t->two(b, us, t->products);
    return us == ARB_WHITE ? walk_chess(t, b, ARB_WHITE, depth)
                           : walk_chess(t, b, ARB_BLACK, depth);
}

uint64_t arb__perft_on(const arb_position *pos, unsigned depth, bool products, arb__machine machine)
{
    arb_colour us = (arb_colour)pos->turn;
    arb__board b = arb__bits_board(pos, us);
    lines_tree t = {.shape = arb__bits_shape(pos), .machine = machine, .products = products};
    if (depth == 0)
        return 1;
    if (pos->over)
        return 0;
    if (arb__bits_is_chess(pos, &t.shape)) {
        t.two = arb__two_plies_portable;
#if ARB__HAS_AVX2
        if (machine != ARB__ANY_MACHINE)
            t.two = machine == ARB__WITH_PEXT ? arb__two_plies_pext : arb__two_plies_avx2;
#endif
    }
    return t.two != NULL && depth > 1 ? count_chess(&t, &b, us, depth)
                                      : count_lines(&t, &b, us, depth);
}

bool arb__fast_perft(const arb_position *pos, unsigned depth, arb_count how, uint64_t *lines)
{
    if (pos->kernel != ARB_KERNEL_BITS || how == ARB_COUNT_LEAF)
        return false;
    *lines = arb__perft_on(pos, depth, how == ARB_COUNT_PRODUCT, arb__perft_machine());
    return true;
}
