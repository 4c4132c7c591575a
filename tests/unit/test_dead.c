/* test_dead.c: FIDE 5.2.2: a position in which neither side can mate ends the game, also where that
 * takes a proof by structure or by a search. */
#include "positions.h"
#include "table.h"

static table t;

static arb_outcome outcome_of(const char *fen)
{
    arb_position position;
    if (!test_position(&position, "chess", fen, ARB_KERNEL_AUTO))
        return (arb_outcome){ARB_ONGOING, ARB_R_NONE};
    return arb_position_outcome(&position);
}

TEST(a_dead_position_ends_the_game_5_2_2)
{
    static const char *const fens[] = {
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
        /* A king that never comes out. */
        "7k/8/8/8/8/6p1/4B1Pp/7K w - - 0 1",
        "7k/6pP/6P1/5K2/8/8/8/8 w - - 0 1",
        /* Free pieces behind a wall. */
        "8/8/p7/P1p5/K1p3b1/1pP2k2/1P2b3/8 b - - 0 1",
        /* Every move leaves the other side without one. */
        "8/1p6/pP6/K1p5/P1k5/8/8/8 b - - 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        arb_outcome outcome = outcome_of(fens[i]);
        if (!CHECK_EQ_INT(outcome.reason, ARB_R_DEAD_POSITION))
            printf("%s\n", fens[i]);
        CHECK_EQ_INT(outcome.result, ARB_DRAW);
    }
}

TEST(a_position_that_can_be_won_goes_on)
{
    static const char *const fens[] = {
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "8/8/6N1/4N1K1/8/8/1k6/8 w - - 0 1",
        "4B1b1/7p/6pP/5pP1/3k1P2/5K2/8/8 b - - 0 1",
        /* The pawn on c4 may take, and the wall is open. */
        "8/8/p7/P1p5/K1p3b1/2P2k2/1P2b3/8 b - - 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++)
        if (!CHECK_EQ_INT(outcome_of(fens[i]).result, ARB_ONGOING))
            printf("%s\n", fens[i]);
}

TEST(the_move_that_leaves_bare_material_is_still_played)
{
    arb_position position;
    arb_undo undo;
    if (!test_position(&position, "chess", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    CHECK_EQ_INT(arb_position_outcome(&position).result, ARB_ONGOING);
    CHECK(arb_position_play(&position, arb_move_of(4, 12, ARB_NO_KIND, ARB_NORMAL), &undo));
    CHECK_EQ_INT(arb_position_outcome(&position).reason, ARB_R_DEAD_POSITION);
}

TEST(a_game_refuses_moves_in_a_dead_position)
{
    arb_position position;
    arb_move moves[ARB_MOVES_8X8];
    if (!test_position(&position, "chess", "7k/6pP/6P1/5K2/8/8/8/8 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    arb_game *game = arb_game_new(&position, NULL);
    if (!CHECK(game != NULL && arb_position_moves(&position, moves, ARB_MOVES_8X8) > 0))
        return;
    CHECK_EQ_INT(arb_game_outcome(game).reason, ARB_R_DEAD_POSITION);
    CHECK_EQ_INT(arb_game_play(game, moves[0]), ARB_ILLEGAL);
    arb_game_free(game);
}

TEST(variants_say_which_material_is_dead)
{
    static const struct {
        const char *rules, *fen;
        bool dead;
    } cases[] = {
        {"atomic", "8/8/3k4/8/8/3K4/8/8 w - - 0 1", true},
        {"atomic", "8/8/3k4/8/8/3KN3/8/8 w - - 0 1", true},
        {"3check", "8/8/3k4/8/8/3K4/8/8 w - - 3+3 0 1", true},
        {"3check", "8/8/3k4/8/8/3K3B/8/8 w - - 3+3 0 1", false},
        {"antichess", "8/8/3b4/8/8/3B4/8/8 w - - 0 1", true},
        {"antichess", "8/8/3b4/8/8/4B3/8/8 w - - 0 1", false},
        {"antichess", "8/8/3b4/4b3/8/3B4/8/8 w - - 0 1", true},
        {"antichess", "8/8/3b4/3b4/8/3B4/8/8 w - - 0 1", false},
        {"kingofthehill", "8/8/3k4/8/8/3K4/8/8 w - - 0 1", false},
        {"crazyhouse", "8/8/3k4/8/8/3K4/8/8[] w - - 0 1", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t k = 0; k < 2; k++) {
            arb_position position;
            if (!test_position(&position, cases[i].rules, cases[i].fen, test_kernels[k]))
                continue;
            arb_outcome outcome = arb_position_outcome(&position);
            if (!CHECK_EQ_INT(outcome.reason == ARB_R_DEAD_POSITION, cases[i].dead))
                printf("%s: %s\n", cases[i].rules, cases[i].fen);
        }
}

/* Never dead where somebody can win; dead, where nobody can, in all but a few. */
static void check_shared(const char *path, unsigned long least)
{
    unsigned long dead = 0, rows = 0;
    for (table_open(&t, path); table_next(&t); rows++) {
        arb_position position;
        arb_setup setup;
        arb_error error;
        const arb_rules *chess = arb_rules_at(0);
        if (arb_fen_read(&setup, chess, t.column[1], strlen(t.column[1]), &error) != ARB_OK ||
            arb_position_set(&position, chess, &setup, ARB_KERNEL_AUTO, ARB_FAULT_UNREACHABLE) != 0)
            continue;
        bool is_dead = arb_position_outcome(&position).reason == ARB_R_DEAD_POSITION;
        if (is_dead)
            CHECK_EQ_TEXT(t.column[0], "--");
        dead += is_dead;
    }
    CHECK(rows == 0 || dead >= least);
}

TEST(positions_of_the_shared_tables)
{
    check_shared("../shared/data/outcome/dead_positions.tsv", 325);
    check_shared("../shared/data/outcome/lichess_timeouts_15k.tsv", 2);
}

int main(void)
{
    RUN(a_dead_position_ends_the_game_5_2_2);
    RUN(a_position_that_can_be_won_goes_on);
    RUN(the_move_that_leaves_bare_material_is_still_played);
    RUN(a_game_refuses_moves_in_a_dead_position);
    RUN(variants_say_which_material_is_dead);
    RUN(positions_of_the_shared_tables);
    return check_result();
}
