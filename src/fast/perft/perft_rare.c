/* perft_rare.c: the moves of perft_make.h that need a board of their own. Layer: position. */
#include "fast/perft/perft_make.h"

/* The part of the key that tells what stands on some squares. */
static uint64_t squares_key(const arb__board *b, uint64_t squares)
{
    uint64_t key = 0;
    squares &= b->colour[0] | b->colour[1];
    for (; squares != 0; squares &= squares - 1) {
        unsigned at = arb__first(squares);
        key ^= arb__key_chess[b->colour[ARB_BLACK] >> at & 1u][arb__kind_on(b, at)][at];
    }
    return key;
}

void arb__make_special(arb__leaf_node *n, arb_move move)
{
    const arb__board *before = &n->made->board;
    arb__made *m = n->child;
    arb__bits_child(&m->board, before, &arb__chess, n->us, move);
    uint64_t changed =
        (before->colour[0] ^ m->board.colour[0]) | (before->colour[1] ^ m->board.colour[1]);
    m->key = n->key ^ squares_key(before, changed) ^ squares_key(&m->board, changed) ^
             arb__lost_rights(&n->tree->keys, n->rooks, n->rooks & m->board.marks);
    m->halfmove = 0;
    arb__hand_on(n, m);
    m->board = *before;
    m->board.marks = n->marks;
    m->halfmove = n->halfmove;
}

void arb__make_promotions(arb__leaf_node *n, int way, uint64_t set)
{
    for (; set != 0; set &= set - 1)
        for (uint32_t kinds = arb__chess.promotion_kinds; kinds != 0; kinds &= kinds - 1) {
            unsigned to = arb__first(set);
            arb__make_special(n, arb_move_of((arb_square)((int)to - way), (arb_square)to,
                                             (arb_kind)__builtin_ctz(kinds), ARB_NORMAL));
        }
}
