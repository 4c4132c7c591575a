/* Lab 3's bonus: the score of a board and the highest score after one move, in tenths of a point.
 * The board is the handout's example. */
#include "arbiter.h"
#include <stdio.h>
#include <string.h>

static void print_scores(const char *fen, arb_mobility mobility)
{
    arb_position board;
    arb_error error;
    int32_t next;
    const arb_rules *rules = arb_rules_find("lab-bonus", strlen("lab-bonus"));
    if (arb_position_read(&board, rules, fen, strlen(fen), NULL, &error) != ARB_OK)
        return;
    arb_colour turn = arb_position_turn(&board);
    printf("%s: scoreBoard %.1f", turn == ARB_WHITE ? "white" : "black",
           arb_position_score(&board, turn, mobility) / 10.0);
    if (arb_position_next_score(&board, mobility, &next))
        printf(", getHighestNextScore %.1f", next / 10.0);
    printf("\n");
}

int main(void)
{
    static const char white[] = "4k3/8/8/q1Rn4/8/8/8/2K1R3 w - -";
    static const char black[] = "4k3/8/8/q1Rn4/8/8/8/2K1R3 b - -";

    print_scores(white, ARB_MOBILITY_VALID);
    print_scores(black, ARB_MOBILITY_VALID);
    printf("as the handout counts, without rook takes king:\n");
    print_scores(white, ARB_MOBILITY_LEGAL_ONLY);
    print_scores(black, ARB_MOBILITY_LEGAL_ONLY);
}
