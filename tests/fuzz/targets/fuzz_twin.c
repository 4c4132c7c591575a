/* fuzz_twin.c: a line with a position, then one byte for each move, played by both kernels: at
 * every step they must have the same moves, verdicts, keys, checks and outcome. Layer: tests. */
#include "tests/fuzz/fuzz.h"

static int compare_moves(const void *a, const void *b)
{
    arb_move x = *(const arb_move *)a, y = *(const arb_move *)b;
    return (x > y) - (x < y);
}

typedef struct {
    arb_position grid, bits;
    arb_move list[ARB_MOVES_8X8], other[ARB_MOVES_8X8];
    size_t count;
} twins;

static void compare_moves_of(twins *t, arb_colour colour)
{
    size_t n = arb_position_moves_of(&t->grid, colour, t->list, ARB_MOVES_8X8);
    size_t m = arb_position_moves_of(&t->bits, colour, t->other, ARB_MOVES_8X8);
    FUZZ_CHECK(n == m && n <= ARB_MOVES_8X8);
    qsort(t->list, n, sizeof *t->list, compare_moves);
    qsort(t->other, n, sizeof *t->other, compare_moves);
    FUZZ_CHECK(memcmp(t->list, t->other, n * sizeof *t->list) == 0);
    t->count = n;
}

static void compare_verdicts(const twins *t, unsigned seed)
{
    for (unsigned i = 0; i < 24; i++) {
        arb_square from = (arb_square)((seed * 7 + i * 13) % 64),
                   to = (arb_square)((seed + i * 29) % 64);
        arb_kind promotion = (arb_kind)(i % 8 == 0 ? ARB_QUEEN : ARB_NO_KIND);
        if (!arb_square_on(t->grid.size, from) || !arb_square_on(t->grid.size, to))
            continue;
        arb_verdict a = arb_position_verdict(&t->grid, from, to, promotion);
        arb_verdict b = arb_position_verdict(&t->bits, from, to, promotion);
        FUZZ_CHECK(a.code == b.code && a.move == b.move && a.at == b.at && a.by == b.by);
    }
}

static void compare(twins *t, unsigned seed)
{
    arb_colour turn = arb_position_turn(&t->grid);
    FUZZ_CHECK(turn == arb_position_turn(&t->bits));
    FUZZ_CHECK(arb_position_key(&t->grid) == arb_position_key(&t->bits));
    FUZZ_CHECK(arb_position_in_check(&t->grid, turn) == arb_position_in_check(&t->bits, turn));
    arb_outcome a = arb_position_outcome(&t->grid), b = arb_position_outcome(&t->bits);
    FUZZ_CHECK(a.result == b.result && a.reason == b.reason);
    FUZZ_CHECK(arb_position_score(&t->grid, turn, ARB_MOBILITY_VALID) ==
               arb_position_score(&t->bits, turn, ARB_MOBILITY_VALID));
    compare_moves_of(t, arb_other(turn));
    compare_moves_of(t, turn);
    FUZZ_CHECK(arb_position_has_move(&t->bits) == (t->count > 0));
    compare_verdicts(t, seed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static twins t;
    fuzz_text left = {(const char *)data, size}, line = fuzz_line(&left);
    if (!fuzz_position(line, &t.grid, ARB_KERNEL_GRID) ||
        !fuzz_position(line, &t.bits, ARB_KERNEL_BITS) ||
        arb_position_kernel(&t.bits) != ARB_KERNEL_BITS)
        return 0;
    for (size_t i = 0; i < 40; i++) {
        arb_undo undo;
        unsigned choice = i < left.len ? (unsigned char)left.text[i] : 0;
        compare(&t, choice + (unsigned)i);
        if (t.count == 0 || i >= left.len)
            break;
        arb_move move = t.list[choice % t.count];
        FUZZ_CHECK(arb_position_play(&t.grid, move, &undo));
        FUZZ_CHECK(arb_position_play(&t.bits, move, &undo));
    }
    return 0;
}
