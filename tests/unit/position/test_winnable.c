/* test_winnable.c: can a side still win? Every yes is replayed, every no has its proof. */
#include "positions.h"
#include "table.h"

static table t;
static uint64_t memory[(4 << 20) / 8];
static arb_move line[ARB_WIN_LINE];

/* Plays the line of a yes, which must end in a win of `side`. */
static void check_line(const arb_position *start, arb_colour side, size_t length)
{
    arb_position position = *start;
    arb_undo undo;
    if (!CHECK(length <= ARB_WIN_LINE))
        return;
    for (size_t i = 0; i < length; i++)
        if (!CHECK(arb_position_play(&position, line[i], &undo)))
            return;
    CHECK_EQ_INT(arb_position_outcome(&position).result,
                 side == ARB_WHITE ? ARB_WHITE_WINS : ARB_BLACK_WINS);
}

static arb_winnable ask(const arb_position *position, arb_colour side)
{
    arb_winnable winnable =
        arb_position_winnable(position, side, 50000, memory, sizeof memory, line, ARB_WIN_LINE);
    if (winnable.answer == ARB_WIN_YES)
        check_line(position, side, winnable.length);
    return winnable;
}

TEST(each_position_has_its_answers)
{
    CHECK(table_open(&t, "tests/data/winnable.tsv"));
    while (table_next(&t))
        for (size_t k = 0; k < 2; k++) {
            arb_position position;
            if (!test_position(&position, t.column[0], t.column[1], test_kernels[k]))
                continue;
            for (int side = 0; side < 2; side++) {
                arb_winnable winnable = ask(&position, (arb_colour)side);
                if (winnable.answer == ARB_WIN_UNDETERMINED && test_kernels[k] == ARB_KERNEL_GRID)
                    continue; /* only the bits kernel recognises structures */
                CHECK_EQ_TEXT(arb_win_answer_name(winnable.answer), t.column[2 + 2 * side]);
                if (test_kernels[k] != ARB_KERNEL_GRID)
                    CHECK_EQ_TEXT(arb_win_proof_name(winnable.proof), t.column[3 + 2 * side]);
            }
        }
}

/* Tables of other programs: each answer must be right, or open within this small budget. */
static void check_shared(const char *path)
{
    for (table_open(&t, path); table_next(&t);) {
        arb_position position;
        arb_setup setup;
        arb_error error;
        const arb_rules *chess = arb_rules_at(0);
        if (arb_fen_read(&setup, chess, t.column[1], strlen(t.column[1]), &error) != ARB_OK ||
            arb_position_set(&position, chess, &setup, ARB_KERNEL_AUTO, ARB_FAULT_UNREACHABLE) != 0)
            continue;
        for (int side = 0; side < 2; side++) {
            bool yes = t.column[0][side] != '-';
            arb_winnable winnable = arb_position_winnable(&position, (arb_colour)side, 1000, memory,
                                                          sizeof memory, line, ARB_WIN_LINE);
            if (winnable.answer == ARB_WIN_YES)
                check_line(&position, (arb_colour)side, winnable.length);
            CHECK(winnable.answer == ARB_WIN_UNDETERMINED ||
                  (winnable.answer == ARB_WIN_YES) == yes);
        }
    }
}

TEST(positions_of_the_shared_tables)
{
    check_shared("../shared/data/outcome/dead_positions.tsv");
}

/* Wins that neither a sprint nor the first search finds. */
TEST(a_second_search_finds_what_the_first_gave_up)
{
    static const char *const fens[] = {"7K/8/4N2B/8/5n2/2N5/8/5k2 b - - 0 1",
                                       "3N4/8/4k3/8/2n5/3B2K1/3N4/8 b - - 0 1"};
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        arb_position position;
        check_case("%s", fens[i]);
        if (!test_position(&position, "chess", fens[i], ARB_KERNEL_AUTO))
            continue;
        arb_winnable winnable = arb_position_winnable(&position, ARB_WHITE, 100000, memory,
                                                      sizeof memory, line, ARB_WIN_LINE);
        CHECK_EQ_INT(winnable.answer, ARB_WIN_YES);
        CHECK(winnable.nodes > 25000 && winnable.nodes <= 70000);
        check_line(&position, ARB_WHITE, winnable.length);
    }
}

TEST(without_memory_only_the_quick_answers)
{
    arb_position position;
    if (!test_position(&position, "chess", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
                       ARB_KERNEL_AUTO))
        return;
    arb_winnable winnable = arb_position_winnable(&position, ARB_WHITE, 1000, NULL, 0, NULL, 0);
    CHECK_EQ_INT(winnable.answer, ARB_WIN_NO);
    CHECK_EQ_INT(winnable.proof, ARB_PROOF_BLOCKED);
}

/* Sets up a position under a rule set that differs from chess in one statement. */
static bool set_up(arb_position *position, const char *statement, const char *fen)
{
    static arb_rules rules;
    char text[256];
    int len = snprintf(text, sizeof text, "name = other\nparent = chess\n%s\n", statement);
    return CHECK(arb_rules_read(&rules, text, (size_t)len, NULL, NULL)) &&
           test_position_by(position, &rules, fen, ARB_KERNEL_AUTO);
}

TEST(a_bishop_or_knight_that_becomes_a_queen_can_mate)
{
    arb_position position;
    if (!set_up(&position, "piece b bishop = slide 1,1 becomes q",
                "4k3/8/8/8/8/8/4B3/4K3 w - - 0 1"))
        return;
    CHECK(!arb_position_cannot_mate(&position, ARB_WHITE));
    CHECK(arb_position_cannot_mate(&position, ARB_BLACK));
    CHECK_EQ_INT(arb_position_outcome(&position).result, ARB_ONGOING);
    CHECK_EQ_INT(ask(&position, ARB_WHITE).answer, ARB_WIN_YES);
    if (!set_up(&position, "piece n knight = leap 1,2 becomes q",
                "4k3/8/8/8/8/8/4N3/4K3 w - - 0 1"))
        return;
    CHECK_EQ_INT(arb_position_outcome(&position).result, ARB_ONGOING);
    CHECK_EQ_INT(ask(&position, ARB_WHITE).answer, ARB_WIN_YES);
}

TEST(where_the_mated_side_wins_a_lone_king_can)
{
    arb_position position;
    if (!set_up(&position, "checkmate = wins", "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1"))
        return;
    CHECK_EQ_INT(arb_position_unwinnable(&position, ARB_BLACK), ARB_PROOF_NONE);
    arb_winnable winnable =
        arb_position_winnable(&position, ARB_BLACK, 50000, memory, sizeof memory, NULL, 0);
    CHECK_EQ_INT(winnable.answer, ARB_WIN_YES);
}

TEST(where_mate_draws_nobody_wins_by_it)
{
    arb_position position;
    if (!set_up(&position, "checkmate = draws", "k7/8/1K6/8/8/8/8/7R w - - 0 1"))
        return;
    arb_winnable winnable =
        arb_position_winnable(&position, ARB_WHITE, 5000, memory, sizeof memory, NULL, 0);
    CHECK(winnable.answer != ARB_WIN_YES);
}

/* A search whose budget is spent sees no moves, which it must not take for a proof. */
TEST(a_budget_that_is_spent_proves_nothing)
{
    arb_position position;
    if (!test_position(&position, "crazyhouse",
                       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
                       ARB_KERNEL_AUTO))
        return;
    for (unsigned work = 0; work < 100000; work += 997) {
        arb_budget budget = {work};
        arb_position_set_budget(&position, &budget);
        arb_winnable winnable =
            arb_position_winnable(&position, ARB_WHITE, 1000, memory, sizeof memory, NULL, 0);
        if (!CHECK(winnable.answer != ARB_WIN_NO))
            return;
        budget.left = work;
        CHECK_EQ_INT(arb_position_unwinnable(&position, ARB_WHITE), ARB_PROOF_NONE);
    }
}

/* A filter: with two minor pieces that can mate together nobody needs to search. */
TEST(two_minor_pieces_are_in_doubt_where_moves_are_few)
{
    static const struct {
        const char *fen;
        bool doubt; /* for Black */
    } rows[] = {{"8/2n2K1b/8/4N2k/2N5/8/8/8 w - - 26 67", false},
                {"4k3/2b2b2/8/8/8/8/4P3/4K3 w - - 0 1", false},
                {"4k3/2n2n2/8/8/8/8/4P3/4K3 w - - 0 1", false},
                {"4k3/2b1b3/8/8/8/8/4P3/4K3 w - - 0 1", true},
                {"4k3/2n5/8/8/8/8/4P3/4K3 w - - 0 1", true},
                {"4k3/8/8/8/8/8/4n2n/7K w - - 0 1", true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        arb_position position;
        if (test_position(&position, "chess", rows[i].fen, ARB_KERNEL_BITS))
            CHECK(arb_position_win_in_doubt(&position, ARB_BLACK) == rows[i].doubt);
    }
}

int main(void)
{
    RUN(two_minor_pieces_are_in_doubt_where_moves_are_few);
    RUN(each_position_has_its_answers);
    RUN(positions_of_the_shared_tables);
    RUN(a_second_search_finds_what_the_first_gave_up);
    RUN(without_memory_only_the_quick_answers);
    RUN(a_bishop_or_knight_that_becomes_a_queen_can_mate);
    RUN(where_the_mated_side_wins_a_lone_king_can);
    RUN(where_mate_draws_nobody_wins_by_it);
    RUN(a_budget_that_is_spent_proves_nothing);
    return check_result();
}
