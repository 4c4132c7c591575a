/* test_score.c: the score of Lab 3's bonus, in tenths. */
#include "positions.h"

/* The handout's example; its rows count from the top. */
static const char example[] = "4k3/8/8/q1Rn4/8/8/8/2K1R3 %c - - 0 1";

static bool read_example(arb_position *position, char turn, arb_kernel kernel)
{
    char fen[64];
    snprintf(fen, sizeof fen, example, turn);
    return test_position(position, "lab-bonus", fen, kernel);
}

TEST(the_handouts_example_has_the_score_of_its_rules)
{
    for (size_t k = 0; k < 2; k++) {
        arb_position position;
        if (!read_example(&position, 'w', test_kernels[k]))
            continue;
        CHECK_EQ_INT(arb_position_score(&position, ARB_WHITE, ARB_MOBILITY_VALID), -3);
        CHECK_EQ_INT(arb_position_score(&position, ARB_BLACK, ARB_MOBILITY_VALID), 3);
    }
}

TEST(without_taking_the_king_it_is_what_the_handout_prints)
{
    for (size_t k = 0; k < 2; k++) {
        arb_position position;
        if (!read_example(&position, 'w', test_kernels[k]))
            continue;
        CHECK_EQ_INT(arb_position_score(&position, ARB_WHITE, ARB_MOBILITY_LEGAL_ONLY), -4);
        CHECK_EQ_INT(arb_position_score(&position, ARB_BLACK, ARB_MOBILITY_LEGAL_ONLY), 4);
    }
}

TEST(the_best_next_score_plays_each_move_exactly)
{
    for (size_t k = 0; k < 2; k++) {
        arb_position position;
        int32_t score = 0;
        if (!read_example(&position, 'w', test_kernels[k]))
            continue;
        CHECK(arb_position_next_score(&position, ARB_MOBILITY_VALID, &score));
        CHECK_EQ_INT(score, 1983);
        if (!read_example(&position, 'b', test_kernels[k]))
            continue;
        CHECK(arb_position_next_score(&position, ARB_MOBILITY_VALID, &score));
        CHECK_EQ_INT(score, 99);
    }
}

TEST(a_promotion_counts_once_for_all_its_kinds)
{
    static const struct {
        const char *fen;
        int32_t score;
    } cases[] = {
        {"1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", 10 - 30 + 7 - 8},
        {"1n2k3/8/P7/8/8/8/8/4K3 w - - 0 1", 10 - 30 + 6 - 8},
        {"4k3/8/8/8/8/8/1p6/R3K2R w KQ - 0 1", 100 - 10 + 24 - 6},
    };
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        arb_position position;
        check_case("%s", cases[i / 2].fen);
        if (test_position(&position, "chess", cases[i / 2].fen, test_kernels[i % 2]))
            CHECK_EQ_INT(arb_position_score(&position, ARB_WHITE, ARB_MOBILITY_VALID),
                         cases[i / 2].score);
    }
}

TEST(the_start_is_level)
{
    arb_position position;
    int32_t score = 0;
    arb_position_start(&position, arb_rules_find("lab-bonus", 9));
    CHECK_EQ_INT(arb_position_score(&position, ARB_WHITE, ARB_MOBILITY_VALID), 0);
    CHECK(arb_position_next_score(&position, ARB_MOBILITY_VALID, &score));
    /* 1. e3 or 1. e4 gives 30 moves against 20. */
    CHECK_EQ_INT(score, 10);
}

TEST(a_piece_is_worth_its_points_and_its_moves)
{
    static const struct {
        const char *fen;
        int32_t score;
    } cases[] = {
        {"8/8/8/8/8/8/8/R7 w - -", 50 + 14},  {"8/8/8/8/8/8/8/N7 w - -", 30 + 2},
        {"8/8/8/8/8/8/8/B7 w - -", 30 + 7},   {"8/8/8/8/8/8/8/Q7 w - -", 90 + 21},
        {"8/8/8/8/8/8/8/K7 w - -", 2000 + 3}, {"8/8/8/8/8/8/P7/8 w - -", 10 + 2},
        {"8/8/8/8/8/8/p7/8 w - -", -10 - 1},  {"8/8/8/8/8/8/8/8 w - -", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        arb_position position;
        check_case("%s", cases[i].fen);
        if (test_position(&position, "lab-bonus", cases[i].fen, ARB_KERNEL_AUTO))
            CHECK_EQ_INT(arb_position_score(&position, ARB_WHITE, ARB_MOBILITY_VALID),
                         cases[i].score);
    }
}

TEST(a_promotion_counts_as_one_move)
{
    arb_position position;
    if (!test_position(&position, "chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    /* White: pawn 10, king 3 moves, pawn 1 move; Black: king 3 moves. */
    CHECK_EQ_INT(arb_position_score(&position, ARB_WHITE, ARB_MOBILITY_VALID), 10 + 4 - 3);
}

TEST(a_promotion_is_scored_as_the_new_piece)
{
    arb_position position;
    int32_t score = 0;
    if (!test_position(&position, "lab-bonus", "8/P7/8/8/8/8/8/8 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    CHECK(arb_position_next_score(&position, ARB_MOBILITY_VALID, &score));
    CHECK_EQ_INT(score, 90 + 21);
}

TEST(without_a_move_there_is_no_next_score)
{
    arb_position position;
    int32_t score = 77;
    if (!test_position(&position, "lab-bonus", "8/8/8/8/8/8/8/R7 b - - 0 1", ARB_KERNEL_AUTO))
        return;
    CHECK(!arb_position_next_score(&position, ARB_MOBILITY_VALID, &score));
    CHECK_EQ_INT(score, 77);
}

int main(void)
{
    RUN(the_handouts_example_has_the_score_of_its_rules);
    RUN(without_taking_the_king_it_is_what_the_handout_prints);
    RUN(the_best_next_score_plays_each_move_exactly);
    RUN(a_promotion_counts_once_for_all_its_kinds);
    RUN(the_start_is_level);
    RUN(a_piece_is_worth_its_points_and_its_moves);
    RUN(a_promotion_counts_as_one_move);
    RUN(a_promotion_is_scored_as_the_new_piece);
    RUN(without_a_move_there_is_no_next_score);
    return check_result();
}
