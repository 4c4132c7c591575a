/* perft_tree.c: counts the lines of play of a given depth. Layer: fast.
 *
 * By the rules of chess the last two plies are counted together, by others the last ply, without
 * making a move. Few positions lie above, so the moves that lead there are made as any caller makes
 * them. */
#include "fast/perft/two_plies.h"
#include "kernel/bits/move_count.h"
#include "position/position.h"

typedef uint64_t two_plies(arb_position *pos, bool products);

static two_plies *two_plies_on(bool pext)
{
#if ARB__HAS_AVX2
    if (pext)
        return arb__two_plies_pext;
#endif
    (void)pext;
    return arb__two_plies_portable;
}

/* The last ply by other rules than those of chess: the core's count, compiled with PEXT. */
#if ARB__HAS_AVX2
static __attribute__((noinline)) ARB__AVX2 unsigned count_pext(const arb_position *pos)
{
    arb__board b = arb__bits_board(pos, (arb_colour)pos->turn);
    arb__shape shape = arb__bits_shape(pos);
    return pos->turn == ARB_WHITE ? arb__count_moves(&b, &shape, &arb__pext_sliders, ARB_WHITE)
                                  : arb__count_moves(&b, &shape, &arb__pext_sliders, ARB_BLACK);
}
#endif

static uint64_t count_last(const arb_position *pos)
{
#if ARB__HAS_AVX2
    if (!pos->over && arb__has_fast_pext())
        return count_pext(pos);
#endif
    return arb__bits_count(pos, (arb_colour)pos->turn);
}

/* `two` is NULL for other rules than those of chess. The recursion is no deeper than
 * ARB_DEPTH_LIMIT. */
static uint64_t count_lines(arb_position *pos, unsigned depth, bool products, two_plies *two)
{
    arb_move list[ARB_MOVES_8X8];
    uint64_t total = 0;
    if (depth == 1)
        return count_last(pos);
    if (depth == 2 && two != NULL)
        return two(pos, products);
    size_t count = arb__bits_moves(pos, (arb_colour)pos->turn, list);
    for (size_t i = 0; i < count; i++) {
        arb_undo undo;
        arb__play(pos, list[i], &undo);
        total += count_lines(pos, depth - 1, products, two);
        arb__undo(pos, &undo);
    }
    return total;
}

uint64_t arb__two_special(arb_position *pos, arb_move move)
{
    arb_undo undo;
    arb__play(pos, move, &undo);
    uint64_t replies = arb__bits_count(pos, (arb_colour)pos->turn);
    arb__undo(pos, &undo);
    return replies;
}

uint64_t arb__two_promotions(arb_position *pos, int way, uint64_t set)
{
    uint64_t total = 0;
    for (; set != 0; set &= set - 1)
        for (arb_kind kind = ARB_KNIGHT; kind <= ARB_QUEEN; kind++) {
            unsigned to = arb__first(set);
            total += arb__two_special(
                pos, arb_move_of((arb_square)((int)to - way), (arb_square)to, kind, ARB_NORMAL));
        }
    return total;
}

uint64_t arb__perft_on(const arb_position *position, unsigned depth, bool products, bool pext)
{
    arb_position pos;
    arb_position_copy(&pos, position);
    return count_lines(&pos, depth, products, pos.chess ? two_plies_on(pext) : NULL);
}

bool arb__fast_perft(const arb_position *pos, unsigned depth, arb_count how, uint64_t *lines)
{
    if (pos->kernel != ARB_KERNEL_BITS || how == ARB_COUNT_LEAF)
        return false;
    *lines = arb__perft_on(pos, depth, how == ARB_COUNT_PRODUCT, arb__has_fast_pext());
    return true;
}
