/* test_edge_rules.c: what rule sets seldom state, and what can be asked about positions under them.
 */
#include "game/game.h"
#include "position/position.h"
#include "position/winnable/winnable.h"
#include "positions.h"
#include "rules/file/rule_file.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static arb_rules rules;

/* Sets up a position under a rule set of these statements. */
static bool set_up(arb_position *position, const char *statements, const char *fen)
{
    char text[512];
    int len = snprintf(text, sizeof text, "name = other\n%s\n", statements);
    return CHECK(arb_rules_read(&rules, text, (size_t)len, NULL, NULL)) &&
           test_position_by(position, &rules, fen, ARB_KERNEL_AUTO);
}

TEST(no_help_in_all_its_words)
{
    static const char *const texts[2][2] = {
        {"No piece can take the rook on a1.", "No piece can take the rook on a1 or stand between."},
        {"No other piece can take the rook on a1.",
         "No other piece can take the rook on a1 or stand between."}};
    arb_position position;
    if (!test_position(&position, "chess", "k7/8/1K6/8/8/8/8/r7 w - - 0 1", ARB_KERNEL_AUTO))
        return;
    for (int other = 0; other < 2; other++)
        for (int between = 0; between < 2; between++) {
            char text[128];
            arb_cause cause = {
                .kind = ARB_CAUSE_NO_HELP, .other = other == 1, .between = between == 1};
            cause.verdict.by = test_square((arb_size){8, 8}, "a1");
            arb_cause_text(&cause, &position, ARB_COORDS_ALGEBRAIC, text, sizeof text);
            CHECK_EQ_TEXT(text, texts[other][between]);
        }
}

TEST(who_has_a_piece_in_hand_is_not_bereft)
{
    arb_position position;
    if (!set_up(&position, "parent = crazyhouse\nfaults = none\nno-pieces = loses",
                "4k3/8/8/8/8/8/8/8[N] b - - 0 1"))
        return;
    CHECK(!arb__is_bereft(&position, ARB_WHITE));
    CHECK_EQ_INT(arb_position_outcome(&position).result, ARB_ONGOING);
    if (set_up(&position, "parent = crazyhouse\nfaults = none\nno-pieces = loses",
               "4k3/8/8/8/8/8/8/8[n] b - - 0 1"))
        CHECK(arb__is_bereft(&position, ARB_WHITE));
}

TEST(a_setup_that_is_no_position_has_no_checks_to_show)
{
    arb_setup setup;
    arb_error error;
    arb_square squares[8];
    static const char fen[] = "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1";
    CHECK_EQ_INT(arb_fen_read(&setup, arb_rules_at(0), fen, strlen(fen), &error), ARB_OK);
    CHECK_EQ_INT(
        arb_setup_fault_squares(&setup, arb_rules_at(0), ARB_FAULT_OPPOSITE_CHECK, squares, 8), 2);
    setup.board[0] = arb_piece_of(ARB_WHITE, ARB_FIRST_CUSTOM_KIND); /* chess has no such piece */
    CHECK_EQ_INT(
        arb_setup_fault_squares(&setup, arb_rules_at(0), ARB_FAULT_OPPOSITE_CHECK, squares, 8), 0);
}

#ifndef NDEBUG
TEST(an_illegal_move_that_is_made_unchecked_ends_a_debug_build)
{
    arb_position position;
    if (!test_position(&position, "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", ARB_KERNEL_AUTO))
        return;
    arb_verdict verdict;
    arb_undo undo;
    CHECK_EQ_INT(arb_uci_read(&position, "h1h8", 4, &verdict, NULL), ARB_OK);
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGILL, SIG_DFL);
        signal(SIGTRAP, SIG_DFL);
        arb_position_make(&position, verdict.move, &undo);
        arb_position_make(&position, verdict.move, &undo); /* there is no rook any more */
        _exit(0);
    }
    int status = 0;
    CHECK(waitpid(pid, &status, 0) == pid && WIFSIGNALED(status));
}
#endif

/* A pawn that gets two squares ahead by one leap passes over nothing. */
TEST(one_leap_of_two_squares_is_no_double_step)
{
    static const struct {
        const char *steps, *fen;
        bool passes;
    } cases[] = {
        {"piece p pawn = move double leap +0,+1 capture leap +1,+1 -1,+1",
         "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", true},
        {"piece p pawn = move leap +0,+1 +0,+2 capture leap +1,+1 -1,+1",
         "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", false},
        {"piece p pawn = move double leap +0,+1 capture leap +0,+2 +1,+1 -1,+1",
         "4k3/8/8/8/3pn3/8/4P3/4K3 w - - 0 1", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_position position;
        arb_undo undo;
        arb_verdict verdict;
        check_case("%s", cases[i].steps);
        if (!set_up(&position, cases[i].steps, cases[i].fen))
            return;
        CHECK_EQ_INT(arb_uci_read(&position, "e2e4", 4, &verdict, NULL), ARB_OK);
        CHECK(arb_position_play(&position, verdict.move, &undo));
        CHECK_EQ_INT(arb_uci_read(&position, "d4e3", 4, &verdict, NULL),
                     cases[i].passes ? ARB_OK : ARB_ILLEGAL);
    }
}

/* Where kings are taken like other pieces, the mark says whether the next king is in check. */
TEST(taking_one_of_two_kings_may_give_check_to_the_other)
{
    static const struct {
        const char *fen, *san;
    } cases[] = {{"4k1k1/8/8/8/8/8/8/K3R3 w - - 0 1", "Rxe8+"},
                 {"4k3/8/8/8/8/8/6k1/K3R3 w - - 0 1", "Rxe8"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_position position;
        arb_verdict verdict;
        char san[16];
        check_case("%s", cases[i].fen);
        if (!set_up(&position,
                    "king-safety = no\nkings = 1..any\nfaults = none\ncheckmate = goes-on",
                    cases[i].fen))
            return;
        CHECK_EQ_INT(arb_uci_read(&position, "e1e8", 4, &verdict, NULL), ARB_OK);
        arb_san_write(&position, verdict.move, san, sizeof san);
        CHECK_EQ_TEXT(san, cases[i].san);
    }
}

/* Runs of moves by rules that the fast player leaves to the core. */
TEST(a_run_notes_the_keys_of_its_positions)
{
    static const char *const names[] = {"chess", "crazyhouse", "lab"};
    static const char text[] = "Nf3 Nf6 Ng1 Ng8";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        arb_position position;
        arb_run run;
        arb_move moves[4];
        uint64_t keys[4], plies;
        check_case("%s", names[i]);
        CHECK_EQ_INT(arb_position_start(&position, arb_rules_find(names[i], strlen(names[i]))), 0);
        uint64_t first = position.key;
        arb_run_start(&run, &position, NULL);
        run.moves = moves;
        run.keys = keys;
        run.cap = 3;
        CHECK_EQ_INT(arb_run_score(&run, &position, text, strlen(text), &plies), strlen(text));
        CHECK_EQ_INT(plies, 4);
        for (int ply = 3; ply-- > 0;) {
            arb_position again;
            arb_undo undo;
            arb_position_start(&again, arb_rules_find(names[i], strlen(names[i])));
            for (int at = 0; at <= ply; at++)
                CHECK(arb_position_play(&again, moves[at], &undo));
            CHECK(again.key == keys[ply] && keys[ply] != first);
        }
    }
}

/* ---- material with which nobody can win ---- */

TEST(dead_material_by_rule)
{
    static const struct {
        const char *statements, *fen;
        bool dead;
    } cases[] = {
        {"dead-material = bare-kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
        {"dead-material = bare-kings", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", false},
        {"dead-material = bare-kings", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", false},
        {"dead-material = bare-kings", "4k3/8/8/8/8/8/8/4K2Q w - - 0 1", false},
        {"dead-material = bare-kings\nextinction = q", "4k2q/8/8/8/8/8/8/Q3K3 w - - 0 1", false},
        {"dead-material = few-pieces", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1",
         false}, /* nothing explodes */
        {"dead-material = few-pieces\nexplosions = yes", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", true},
        {"dead-material = few-pieces\nexplosions = yes", "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", true},
        {"dead-material = few-pieces\nexplosions = yes", "4k3/8/8/8/8/8/8/4KBN1 w - - 0 1", false},
        {"dead-material = few-pieces\nexplosions = yes", "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", true},
        {"dead-material = few-pieces\nexplosions = yes", "2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", false},
        {"dead-material = split-bishops", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false},
        {"parent = antichess", "8/8/8/p7/P7/8/1b6/1B6 w - - 0 1", true},
        {"parent = antichess", "8/8/8/p7/P7/1b6/8/1B6 w - - 0 1", false},
        {"parent = antichess", "8/8/p7/8/P7/8/1b6/1B6 w - - 0 1", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_position position;
        check_case("%s, %s", cases[i].statements, cases[i].fen);
        if (!set_up(&position, cases[i].statements, cases[i].fen))
            continue;
        CHECK_EQ_INT(arb_position_outcome(&position).reason == ARB_R_DEAD_POSITION, cases[i].dead);
    }
}

/* A side without a king that has a single piece of chess left cannot mate a lone king. */
TEST(a_horde_of_one_piece_mates_no_lone_king)
{
    static const struct {
        const char *statements, *fen;
        bool cannot;
    } cases[] = {
        {"parent = horde", "4k3/8/8/8/8/8/P7/8 w - - 0 1", true},
        {"parent = horde", "4k3/8/8/8/8/8/8/Q7 b - - 0 1", true},
        {"parent = horde", "4k3/8/8/8/8/8/8/N7 w - - 0 1", true},
        {"parent = horde", "4k3/8/8/8/8/8/PP6/8 w - - 0 1", false},
        {"parent = horde", "4k2r/8/8/8/8/8/P7/8 w - - 0 1", false},
        {"parent = chess", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false},
        {"parent = horde\ngoal = a8", "4k3/8/8/8/8/8/P7/8 w - - 0 1", false},
        {"parent = horde\nstart = 4k2*/8/8/8/8/8/P7/8 w - - 0 1", "4k2*/8/8/8/8/8/P7/8 w - - 0 1",
         false},
        {"parent = horde\nstalemate = loses", "4k3/8/8/8/8/8/P7/8 w - - 0 1", false},
        {"parent = horde\npiece a amazon = leap 1,2 slide 1,0 1,1\npromotion = a",
         "4k3/8/8/8/8/8/P7/8 w - - 0 1", false},
        {"parent = horde\npiece a amazon = leap 1,2 slide 1,0 1,1", "4k3/8/8/8/8/8/A7/8 w - - 0 1",
         false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_position position;
        check_case("%s, %s", cases[i].statements, cases[i].fen);
        if (set_up(&position, cases[i].statements, cases[i].fen))
            CHECK_EQ_INT(arb_position_cannot_mate(&position, ARB_WHITE), cases[i].cannot);
    }
}

/* Where a side loses with its last king, a lone king may take that one, so a fallen flag is no
 * draw. */
TEST(a_lone_king_can_win_where_kings_die_out)
{
    static const char *const statements[] = {"dead-material = bare-kings",
                                             "dead-material = bare-kings\nextinction = k"};
    for (int extinct = 0; extinct < 2; extinct++) {
        arb_position position;
        if (!set_up(&position, statements[extinct], "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"))
            return;
        CHECK_EQ_INT(arb__cannot_win_by_rule(&position, ARB_BLACK), !extinct);
    }
}

/* Among thousands of unknown words only the first mistakes are kept; what the others may have meant
 * is not looked for, which took 60 ms for a text of 64 KB. */
TEST(what_was_meant_is_looked_for_only_while_mistakes_are_kept)
{
    static arb__reader reader;
    arb__nearest kept = {0}, dropped = {0};
    reader.text = "bord";
    arb__nearest_try(&kept, &reader, (arb__span){0, 4}, "board");
    CHECK(kept.best != NULL);
    reader.mistake_count = ARB__MISTAKE_LIMIT;
    arb__nearest_try(&dropped, &reader, (arb__span){0, 4}, "board");
    CHECK(dropped.best == NULL);
}

int main(void)
{
    RUN(no_help_in_all_its_words);
    RUN(who_has_a_piece_in_hand_is_not_bereft);
    RUN(a_setup_that_is_no_position_has_no_checks_to_show);
#ifndef NDEBUG
    RUN(an_illegal_move_that_is_made_unchecked_ends_a_debug_build);
#endif
    RUN(one_leap_of_two_squares_is_no_double_step);
    RUN(taking_one_of_two_kings_may_give_check_to_the_other);
    RUN(a_run_notes_the_keys_of_its_positions);
    RUN(dead_material_by_rule);
    RUN(a_horde_of_one_piece_mates_no_lone_king);
    RUN(a_lone_king_can_win_where_kings_die_out);
    RUN(what_was_meant_is_looked_for_only_while_mistakes_are_kept);
    return check_result();
}
