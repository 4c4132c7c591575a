/* fast.c: the table of accelerators. Layer: fast. Each answers or passes: see kernel/fast.h. */
#include "fast/entries.h"
#include "position/position.h"

/* The levels of arb__fast.moves. */
enum { CORE, PEXT };

static uint8_t best_level(void)
{
    return arb__has_fast_pext() ? PEXT : CORE;
}

const arb__fast_table arb__fast = {
    .level = best_level,
#if ARB__HAS_AVX2
    .moves = {[CORE] = {NULL, NULL, NULL},
              [PEXT] = {arb__pext_list, arb__pext_count, arb__avx2_is_legal}},
    .play = {arb__core_play, arb__avx2_play},
    .make = {arb__core_make, arb__avx2_make},
    .unmake = {arb__core_unmake, arb__avx2_unmake},
#else
    .play = {arb__core_play},
    .make = {arb__core_make},
    .unmake = {arb__core_unmake},
#endif
    .perft = arb__fast_perft,
    .fen_read = arb__fast_fen_read,
    .fen_write = arb__fast_fen_write,
    .san_read = arb__fast_san_read,
    .run_score = arb__fast_run_score,
};
