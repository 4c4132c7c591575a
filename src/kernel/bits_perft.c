/* bits_perft.c: how many lines of so many plies there are. Layer: kernel.
 *
 * The last ply is counted and not made; where the rules are those of chess the last two are counted
 * together. What comes before is few nodes, and done plainly. */
#include "kernel/bits_sight_pext.h"

typedef struct {
    arb__shape shape;
    arb__machine machine;
    bool products;
    /* Lines of two plies, for the rules of chess; NULL for others. */
    uint64_t (*two)(const arb__board *b, arb_colour us, bool products);
} lines_tree;

static uint64_t count_lines(const lines_tree *t, const arb__board *b, arb_colour us, unsigned depth)
{
    arb_move list[ARB_MOVES_8X8];
    uint64_t total = 0;
    if (depth == 1)
        return arb__bits_number(b, &t->shape, us,
                                t->machine == ARB__ANY_MACHINE ? ARB__ANY_MACHINE : ARB__WITH_AVX2);
    if (depth == 2 && t->two != NULL)
        return t->two(b, us, t->products);
    size_t count = arb__bits_list(b, &t->shape, us, list);
    for (size_t i = 0; i < count; i++) {
        arb__board child;
        if (arb__bits_child(&child, b, &t->shape, us, list[i]))
            total += count_lines(t, &child, arb_other(us), depth - 1);
    }
    return total;
}

uint64_t arb__bits_perft_on(const arb_position *pos, unsigned depth, bool products,
                            arb__machine machine)
{
    arb_colour us = (arb_colour)pos->turn;
    arb__board b = arb__bits_board(pos, us);
    lines_tree t = {.shape = arb__bits_shape(pos), .machine = machine, .products = products};
    if (depth == 0)
        return 1;
    if (pos->over)
        return 0;
    if (arb__bits_is_chess(pos, &t.shape)) {
        t.two = arb__two_plies_plain;
#if ARB__HAS_AVX2
        if (machine != ARB__ANY_MACHINE)
            t.two = machine == ARB__WITH_PEXT ? arb__two_plies_pext : arb__two_plies_avx2;
#endif
    }
    return count_lines(&t, &b, us, depth);
}

uint64_t arb__bits_perft(const arb_position *pos, unsigned depth, bool products)
{
    return arb__bits_perft_on(pos, depth, products, arb__perft_machine());
}
