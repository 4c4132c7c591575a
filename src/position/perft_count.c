/* perft_count.c: counts lines of legal moves. Layer: position. */
#include "kernel/fast.h"
#include "position/position.h"

/* Makes moves one by one as a caller of the library would, on either kernel. With `leaf` the moves
 * of the last ply are made too, else they are only counted. */
typedef struct {
    arb_position *pos;
    unsigned depth;
    bool leaf;
    uint64_t total;
} walk;

static uint64_t count_lines(arb_position *pos, unsigned depth, bool leaf);

static bool count_below(void *context, arb_move move)
{
    walk *w = (walk *)context;
    arb_undo undo;
    arb_position_make(w->pos, move, &undo);
    w->total += count_lines(w->pos, w->depth - 1, w->leaf);
    arb_position_unmake(w->pos, &undo);
    return true;
}

/* The recursion is no deeper than ARB_DEPTH_LIMIT. */
static uint64_t count_lines(arb_position *pos, unsigned depth, bool leaf)
{
    if (depth == 0)
        return 1;
    if (depth == 1 && !leaf)
        return arb_position_moves(pos, NULL, 0);
    walk w = {pos, depth, leaf, 0};
    arb_position_each_move(pos, count_below, &w);
    return w.total;
}

static uint64_t count_listed(arb_position *pos, unsigned depth, arb_count how);

/* The same for the bitboard kernel; an accelerator may count the last plies. */
static inline uint64_t count_on_bits(arb_position *pos, unsigned depth, arb_count how)
{
    uint64_t total = arb__fast.perft ? arb__fast.perft(pos, depth, how) : 0;
    if (total != 0)
        return total;
    return depth == 1 && how != ARB_COUNT_LEAF ? arb__bits_count(pos, (arb_colour)pos->turn)
                                               : count_listed(pos, depth, how);
}

/* Makes each move. The lists of this kernel fit on the stack. */
static uint64_t count_listed(arb_position *pos, unsigned depth, arb_count how)
{
    arb_move list[ARB_MOVES_8X8];
    _Alignas(32) arb_undo undo;
    uint64_t total = 0;
    size_t count = arb_position_moves(pos, list, ARB_MOVES_8X8);
    for (size_t i = 0; i < count; i++) {
        arb_position_make(pos, list[i], &undo);
        total += depth == 1 ? 1 : count_on_bits(pos, depth - 1, how);
        arb_position_unmake(pos, &undo);
    }
    return total;
}

uint64_t arb_position_perft_by(const arb_position *position, unsigned depth, arb_count how)
{
    if (depth > ARB_DEPTH_LIMIT)
        return 0;
    if (depth == 0)
        return 1;
    arb_position pos;
    arb_position_copy(&pos, position);
    return pos.kernel == ARB_KERNEL_BITS ? count_on_bits(&pos, depth, how)
                                         : count_lines(&pos, depth, how == ARB_COUNT_LEAF);
}

uint64_t arb_position_perft(const arb_position *position, unsigned depth)
{
    return arb_position_perft_by(position, depth, ARB_COUNT_PRODUCT);
}
