/* test_dead.c: FIDE 5.2.2: a position in which neither side can mate ends the game, also where that
 * takes a proof by structure or by a search. */
#include "games.h"
#include "table.h"

static table t;

static arb_outcome outcome_of(const char *fen)
{
    arb_position position;
    if (!test_position(&position, "chess", fen, ARB_KERNEL_AUTO))
        return (arb_outcome){ARB_ONGOING, ARB_R_NONE, false};
    return arb_position_outcome(&position);
}

TEST(a_dead_position_ends_the_game_5_2_2)
{
    static const char *const fens[] = {
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
        /* A king that can never leave its corner. */
        "7k/8/8/8/8/6p1/4B1Pp/7K w - - 0 1",
        "7k/6pP/6P1/5K2/8/8/8/8 w - - 0 1",
        /* Pieces that move freely behind a wall of pawns. */
        "8/8/p7/P1p5/K1p3b1/1pP2k2/1P2b3/8 b - - 0 1",
        /* Every move leaves the other side without a move. */
        "8/1p6/pP6/K1p5/P1k5/8/8/8 b - - 0 1",
        "7k/7p/6pK/6P1/8/8/3p4/8 b - - 0 1",
        /* Every position that play can reach has to be looked at. */
        "1k6/1P5p/BP3p2/1P6/8/6K1/5P1P/8 b - - 0 1",
        "8/1p1p1p1p/1P6/KP6/PP6/1P3P2/3P3P/k7 w - - 0 1",
        "K7/3p3p/1p3p2/pp6/kp6/1p6/1P1P1P1P/8 b - - 0 1",
        "1k6/1P6/BP5p/pPp4p/8/8/P1P3KP/8 b - - 0 1",
        "2k5/8/8/8/2Bp1p1p/1BpP1P1P/2P1BPBP/3BKBNR w K - 0 1",
        /* A king may take a pawn, but this does not free its own. */
        "3k4/5p2/8/3p1p2/3PbP2/3pBp2/3P1P2/3K4 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        arb_outcome outcome = outcome_of(fens[i]);
        if (!CHECK_EQ_INT(outcome.reason, ARB_R_DEAD_POSITION))
            printf("%s\n", fens[i]);
        CHECK_EQ_INT(outcome.result, ARB_DRAW);
    }
}

/* The quick tests are asked of bitboards, whichever kernel the position has. */
TEST(both_kernels_give_one_answer)
{
    static const struct {
        const char *fen;
        arb_reason reason;
    } cases[] = {
        /* Knights without a square are no movers, and the free pawns never promote. */
        {"n1k4n/2p2p2/PpPp1PpP/1P1Pp1P1/4P3/8/4K3/8 w - - 0 1", ARB_R_DEAD_POSITION},
        {"n1k4n/2p2p2/PpPp1PpP/1P1Pp1P1/4P3/8/4K3/8 b - - 0 1", ARB_R_DEAD_POSITION},
        /* A middlegame to look at; the only move stalemates. */
        {"n6n/2p2p2/1pPp1PpP/1PKPp1P1/1r2P1Q1/5Q2/7k/8 w - - 0 1", ARB_R_NONE},
    };
    const arb_rules *chess = arb_rules_find("chess", 5);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t k = 0; k < 2; k++) {
            const char *fen = cases[i].fen;
            arb_setup setup;
            arb_position pos;
            check_case("%s", fen);
            if (CHECK_EQ_INT(arb_fen_read(&setup, chess, fen, strlen(fen), NULL), ARB_OK) &&
                CHECK_EQ_INT(
                    arb_position_set(&pos, chess, &setup, test_kernels[k], ARB_FAULT_UNREACHABLE),
                    0))
                CHECK_EQ_INT(arb_position_outcome(&pos).reason, cases[i].reason);
        }
}

TEST(a_position_that_can_be_won_goes_on)
{
    static const char *const fens[] = {
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "8/8/6N1/4N1K1/8/8/1k6/8 w - - 0 1",
        "4B1b1/7p/6pP/5pP1/3k1P2/5K2/8/8 b - - 0 1",
        /* The pawn on c4 can capture, which opens the wall. */
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

/* The game keeps the answer, also when moves are taken back, copied and redone. */
TEST(a_game_knows_at_every_ply_whether_it_is_dead)
{
    arb_game *game = game_from("chess", "8/1p1p1p1p/1P6/KP6/PP6/1P3P2/k2P3P/R7 b - - 0 1", NULL);
    CHECK_EQ_INT(arb_game_outcome(game).result, ARB_ONGOING);
    CHECK_EQ_INT(arb_game_play(game, move_of(game, "a2a1")), ARB_OK);
    CHECK_EQ_INT(arb_game_outcome(game).reason, ARB_R_DEAD_POSITION);
    CHECK(!arb_game_resign(game, ARB_WHITE));
    arb_game *copy = arb_game_copy(game, NULL);
    CHECK_EQ_INT(arb_game_outcome(copy).reason, ARB_R_DEAD_POSITION);
    arb_game_free(copy);
    CHECK(arb_game_undo(game));
    CHECK_EQ_INT(arb_game_outcome(game).result, ARB_ONGOING);
    CHECK(arb_game_redo(game));
    CHECK_EQ_INT(arb_game_outcome(game).reason, ARB_R_DEAD_POSITION);
    CHECK(arb_game_goto(game, 0));
    CHECK_EQ_INT(arb_game_replay(game, move_of(game, "a2a1")), ARB_OK);
    CHECK_EQ_INT(arb_game_outcome(game).reason, ARB_R_DEAD_POSITION);
    arb_game_free(game);
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

TEST(a_replay_does_not_ask_whether_the_position_is_dead)
{
    arb_game *game = game_from("chess", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", NULL);
    arb_move move = move_of(game, "e1e2");
    CHECK_EQ_INT(arb_game_play(game, move), ARB_ILLEGAL);
    CHECK_EQ_INT(arb_game_replay(game, ARB_NO_MOVE), ARB_ILLEGAL);
    CHECK_EQ_INT(arb_game_replay(game, move), ARB_OK);
    CHECK_EQ_INT(arb_game_outcome(game).reason, ARB_R_DEAD_POSITION);
    CHECK(arb_game_resign(game, ARB_WHITE) == false);
    arb_game_free(game);
}

/* Where the game has gone on from a position, no question that is asked later makes it dead. */
TEST(a_replayed_position_that_occurred_before_is_alive_whatever_was_asked)
{
    static const char *const moves[] = {"e1e2", "e8e7", "e2e1", "e7e8"};
    arb_game *game = game_from("chess", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", NULL);
    for (size_t i = 0; i < 4; i++)
        CHECK_EQ_INT(arb_game_replay(game, move_of(game, moves[i])), ARB_OK);
    CHECK_EQ_INT(arb_game_outcome(game).result, ARB_ONGOING);
    CHECK(arb_game_resign(game, ARB_WHITE));
    CHECK_EQ_INT(arb_game_outcome(game).reason, ARB_R_RESIGNATION);
    CHECK(arb_game_undo(game));
    CHECK_EQ_INT(arb_game_outcome(game).result, ARB_ONGOING);
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

/* No position that a side can win may be called dead. Of those that neither can win, all must be in
 * which there is a move and some move leaves more than bare material. */
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
    check_shared("../shared/data/outcome/dead_positions.tsv", 362);
    check_shared("../shared/data/outcome/lichess_timeouts_15k.tsv", 2);
}

/* The sides of a table that cannot win and that the filter of `check` passes over. */
static unsigned long passed_over(const char *path)
{
    unsigned long count = 0;
    for (table_open(&t, path); table_next(&t);)
        for (unsigned side = 0; side < 2; side++) {
            arb_position position;
            arb_setup setup;
            arb_error error;
            const arb_rules *chess = arb_rules_at(0);
            if (t.column[0][side] != '-' ||
                arb_fen_read(&setup, chess, t.column[1], strlen(t.column[1]), &error) != ARB_OK ||
                arb_position_set(&position, chess, &setup, ARB_KERNEL_AUTO,
                                 ARB_FAULT_UNREACHABLE) != 0 ||
                arb_position_outcome(&position).result != ARB_ONGOING)
                continue;
            count += !arb_position_win_in_doubt(&position, (arb_colour)side);
        }
    return count;
}

TEST(no_winner_on_time_who_could_not_mate_is_passed_over)
{
    CHECK_EQ_INT((int)passed_over("../shared/data/outcome/lichess_timeouts_15k.tsv"), 0);
    CHECK(passed_over("../shared/data/outcome/dead_positions.tsv") <= 13);
}

/* ---- what the question costs ---- */

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

/* Plays random moves from a position, again and again from its start where a game ends, and returns
 * the units of work that the outcome after each of them cost. */
static uint64_t work_of_random_play(const char *fen, unsigned plies)
{
    static arb_move moves[ARB_MOVES_8X8];
    const uint64_t all = UINT64_C(1) << 40;
    arb_budget budget = {all};
    arb_position start, position;
    arb_undo undo;
    uint32_t seed = 20261118;
    if (!test_position(&start, "chess", fen, ARB_KERNEL_AUTO))
        return all;
    arb_position_set_budget(&start, &budget);
    arb_position_copy(&position, &start);
    for (unsigned i = 0; i < plies; i++) {
        size_t count = arb_position_moves(&position, moves, ARB_MOVES_8X8);
        if (count == 0 || arb_position_outcome(&position).result != ARB_ONGOING) {
            arb_position_copy(&position, &start);
            continue;
        }
        arb_position_play(&position, moves[next_random(&seed) % count], &undo);
    }
    return all - budget.left;
}

TEST(in_ordinary_endings_the_question_costs_no_more_than_a_list_of_moves)
{
    static const char *const fens[] = {
        "8/8/4k3/8/8/3K4/8/2B1N3 w - - 0 1",         /* K+B+N v K */
        "8/8/4k3/8/8/3K4/8/2B2B2 w - - 0 1",         /* K+B+B v K */
        "8/8/4k3/8/8/3K4/8/2N2N2 w - - 0 1",         /* K+N+N v K */
        "8/8/4k3/8/8/3K4/8/6Q1 w - - 0 1",           /* K+Q v K */
        "8/8/4k3/8/8/3K4/8/6R1 w - - 0 1",           /* K+R v K */
        "8/8/4k3/4b3/8/3K4/8/6R1 w - - 0 1",         /* K+R v K+B */
        "8/8/4k3/4n3/8/3K4/6P1/8 w - - 0 1",         /* K+P v K+N */
        "8/8/4kp2/4b3/3B4/3K4/5P2/8 w - - 0 1",      /* bishops of one colour, pawns */
        "8/8/4kp2/4b3/4B3/3K4/5P2/8 w - - 0 1",      /* and of different colours */
        "8/8/4k3/1p3p2/1P3P2/3K4/8/8 w - - 0 1",     /* locked pawns, kings outside */
        "8/4k3/3p1p1p/3P1P1P/8/8/4K3/8 w - - 0 1",   /* a wall with gaps */
        "8/5pk1/6p1/7p/7P/6P1/5PK1/8 w - - 0 1",     /* K and pawns */
        "8/5pk1/4n1p1/7p/7P/4N1P1/5PK1/8 w - - 0 1", /* with knights */
        "8/1p3pk1/p3r1p1/7p/P6P/4R1P1/1P3PK1/8 w - - 0 1",
    };
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        uint64_t work = work_of_random_play(fens[i], 3000);
        if (!CHECK(work <= 3000 * 200))
            printf("%s: %lu units\n", fens[i], (unsigned long)work);
    }
}

/* A game of 195 plies that ends with K v K+B+N. */
TEST(in_a_long_game_the_questions_cost_little)
{
    static const char moves[] =
        "c2c4 g7g5 g2g3 f7f5 c1b3 b8c6 d2d4 e7e6 e1d2 h8d4 b3d4 c6d4 d2b4 d7d6 d1d4 c7c5 b4c5 "
        "e6e5 d4d3 e5e4 d3d2 e8f7 c5e3 f7c4 f1g1 c4f7 e3d4 c8e7 f2f3 d6d5 f3e4 d5e4 b1c3 g8g6 "
        "h1g2 g6d6 e2e3 d6a6 b2b3 a8c8 a1d1 d8d4 d2d4 c8c3 d4d8 f8g7 d8d7 c3e3 g1h1 e3c5 d1a1 "
        "g7h6 g2e4 f7e8 f1c1 c5c1 a1c1 e8d7 h2h4 h6g7 c1g5 g7f8 e4b7 a6b6 b7f3 b6a6 h1g1 h7h6 "
        "g5e3 d7e8 a2a4 e8f7 e3c3 a6g6 g1h2 f7d5 h4h5 g6c6 c3h8 f8f7 h8h7 f7e6 h7h6 e6d7 h6d2 "
        "c6d6 d2d4 d5f3 d4a7 d7d8 a7a5 d8e8 a5b4 d6e6 b4c4 e6e2 c4e2 f3e2 h5h6 e2f3 h6h7 e7g6 "
        "a4a5 e8f7 a5a6 f7g7 b3b4 g7h7 h2g1 g6e5 b4b5 e5c4 g1f2 f3e4 g3g4 f5g4 f2g3 h7g6 g3g4 "
        "g6f6 g4f4 e4d5 f4g3 f6e5 g3f2 e5d4 f2f1 d4c5 f1g1 c5b5 g1f1 b5a6 f1e1 c4b2 e1f1 a6b5 "
        "f1g1 b2d1 g1f1 b5c4 f1g1 c4d3 g1f1 d3d2 f1g1 d2e1 g1h2 e1f2 h2h3 d1b2 h3g4 b2d1 g4h5 "
        "f2g3 h5h6 g3f4 h6g7 f4e5 g7f8 d1b2 f8g7 e5f5 g7f8 f5f6 f8e8 b2d1 e8d8 d1b2 d8d7 f6e5 "
        "d7e7 b2d1 e7f8 e5f6 f8e8 d1b2 e8f8 b2d1 f8e8 d1b2 e8f8 ";
    arb_budget budget = {1000000};
    arb_position position;
    arb_undo undo;
    if (!test_position(&position, "chess960",
                       "qnnrbkrb/pppppppp/8/8/8/8/PPPPPPPP/QNNRBKRB w KQkq - 0 1", ARB_KERNEL_AUTO))
        return;
    arb_position_set_budget(&position, &budget);
    for (const char *at = moves; *at != '\0'; at += strcspn(at, " ") + 1) {
        arb_verdict verdict;
        if (!CHECK_EQ_INT(arb_uci_read(&position, at, strcspn(at, " "), &verdict, NULL), ARB_OK) ||
            !CHECK(arb_position_play(&position, verdict.move, &undo)))
            return;
        CHECK_EQ_INT(arb_position_outcome(&position).result, ARB_ONGOING);
    }
    CHECK(budget.left > 1000000 - 2000);
}

int main(void)
{
    RUN(a_dead_position_ends_the_game_5_2_2);
    RUN(both_kernels_give_one_answer);
    RUN(a_position_that_can_be_won_goes_on);
    RUN(the_move_that_leaves_bare_material_is_still_played);
    RUN(a_game_knows_at_every_ply_whether_it_is_dead);
    RUN(a_game_refuses_moves_in_a_dead_position);
    RUN(a_replay_does_not_ask_whether_the_position_is_dead);
    RUN(a_replayed_position_that_occurred_before_is_alive_whatever_was_asked);
    RUN(variants_say_which_material_is_dead);
    RUN(positions_of_the_shared_tables);
    RUN(no_winner_on_time_who_could_not_mate_is_passed_over);
    RUN(in_ordinary_endings_the_question_costs_no_more_than_a_list_of_moves);
    RUN(in_a_long_game_the_questions_cost_little);
    return check_result();
}
