/* CMPS 12B: is a sequence of moves legal, and which is the first that is not? Columns and rows
 * count from 1, row 1 is White's side. */
#include "arbiter.h"
#include <stdio.h>
#include <string.h>

static arb_square at(int column, int row)
{
    return arb_square_at((arb_size){8, 8}, column - 1, row - 1);
}

static void judge(arb_position *board, const int moves[][4], size_t count)
{
    char why[160];
    arb_undo undo;
    for (size_t i = 0; i < count; i++) {
        const int *m = moves[i];
        arb_verdict verdict =
            arb_position_verdict(board, at(m[0], m[1]), at(m[2], m[3]), ARB_NO_KIND);
        if (verdict.code != ARB_V_OK) {
            arb_verdict_text(&verdict, board, why, sizeof why);
            printf("%d %d %d %d illegal\n%s\n", m[0], m[1], m[2], m[3], why);
            return;
        }
        arb_position_play(board, verdict.move, &undo);
    }
    printf("Legal\n");
}

int main(void)
{
    static const int moves[][4] = {{8, 2, 2, 2}, {1, 1, 3, 3}};
    const arb_rules *rules = arb_rules_find("basic", strlen("basic"));
    arb_setup setup;
    arb_position board;

    arb_setup_clear(&setup, rules->board.size);
    arb_setup_put(&setup, rules, at(4, 4), arb_piece_of(ARB_WHITE, ARB_KING));
    arb_setup_put(&setup, rules, at(8, 2), arb_piece_of(ARB_WHITE, ARB_ROOK));
    arb_setup_put(&setup, rules, at(1, 1), arb_piece_of(ARB_BLACK, ARB_BISHOP));
    arb_setup_put(&setup, rules, at(4, 7), arb_piece_of(ARB_BLACK, ARB_KING));
    if (arb_position_set(&board, rules, &setup, ARB_KERNEL_AUTO, 0) != 0)
        return 1;
    judge(&board, moves, sizeof moves / sizeof moves[0]);
}
