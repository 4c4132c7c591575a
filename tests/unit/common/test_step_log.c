/* test_step_log.c: a game's steps as lines, and its two clocks. */
#include "check.h"
#include "common/game_clock.h"
#include "common/step_log.h"

#include <string.h>

static arb_game *new_game(void)
{
    arb_position position;
    arb_position_start(&position, arb_rules_at(0));
    return arb_game_new(&position, NULL);
}

/* Reads, plays and writes a line, which must come out unchanged. */
static bool replays(arb_game *game, const char *line)
{
    game_step step;
    step_fault fault;
    char written[STEP_LIMIT];
    if (!step_read(&step, game, line, &fault))
        return false;
    step_write(&step, game, written, sizeof written);
    return strcmp(written, line) == 0 && step_play(game, &step);
}

TEST(lines_bring_a_game_back)
{
    static const char *const lines[] = {"move e2e4", "move e7e5", "undo",        "redo",
                                        "goto 0",    "goto 2",    "resign black"};
    arb_game *game = new_game();
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        check_case("%s", lines[i]);
        CHECK(replays(game, lines[i]));
    }
    CHECK(arb_game_outcome(game).result == ARB_WHITE_WINS);
    arb_game_free(game);
}

TEST(a_forfeit_says_who_and_why)
{
    arb_game *game = new_game();
    game_step step;
    step_fault fault;
    CHECK(step_read(&step, game, "forfeit the engine is gone", &fault) && step.side == NOBODY);
    CHECK(!step_play(game, &step));
    CHECK(step_read(&step, game, "forfeit white the engine is gone", &fault));
    CHECK_EQ_INT(step.side, ARB_WHITE);
    CHECK_EQ_TEXT(step.rest, "the engine is gone");
    CHECK(step_play(game, &step) && arb_game_outcome(game).result == ARB_BLACK_WINS);
    arb_game_free(game);
}

TEST(a_result_of_a_file_stands)
{
    static const struct {
        const char *line;
        arb_result result;
        arb_reason reason;
    } cases[] = {
        {"result 1-0", ARB_WHITE_WINS, ARB_R_NONE},
        {"result 0-1 flag", ARB_BLACK_WINS, ARB_R_FLAG},
        {"result 1/2-1/2", ARB_DRAW, ARB_R_NONE},
        {"result 0-0 misconduct", ARB_BOTH_LOSE, ARB_R_MISCONDUCT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_game *game = new_game();
        check_case("%s", cases[i].line);
        CHECK(replays(game, cases[i].line));
        CHECK_EQ_INT(arb_game_outcome(game).result, cases[i].result);
        CHECK_EQ_INT(arb_game_outcome(game).reason, cases[i].reason);
        CHECK(step_takes_result(arb_game_outcome(game)));
        CHECK(!replays(game, cases[i].line)); /* the game is over */
        arb_game_free(game);
    }
}

TEST(a_bad_line_is_refused_at_its_byte)
{
    static const struct {
        const char *line;
        size_t at;
        step_kind kind;
    } cases[] = {
        {"move e2e5", 5, STEP_MOVE},
        {"move e2", 7, STEP_MOVE},
        {"goto 1", 5, STEP_GOTO},
        {"goto x", 5, STEP_GOTO},
        {"resign blue", 7, STEP_RESIGN},
        {"moves e2e4", 0, STEP_NONE},
        {"", 0, STEP_NONE},
        {"result *", 7, STEP_RESULT},
        {"result 1-0 x", 7, STEP_RESULT},
        {"result", 6, STEP_RESULT},
    };
    arb_game *game = new_game();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        game_step step;
        step_fault fault = {.at = 99};
        check_case("%s", cases[i].line);
        CHECK(!step_read(&step, game, cases[i].line, &fault));
        CHECK_EQ_INT((int)fault.at, (int)cases[i].at);
        CHECK_EQ_INT(step.kind, cases[i].kind);
        CHECK(fault.text[0] != '\0');
    }
    CHECK(!replays(game, "undo") && !replays(game, "redo") && !replays(game, "claim"));
    CHECK_EQ_INT((int)arb_game_length(game), 0);
    arb_game_free(game);
}

TEST(one_clock_runs_and_gains_its_increment)
{
    game_clock clock = {.used = true, .start = 60000, .increment = 2000};
    game_clock_reset(&clock);
    CHECK_EQ_INT((int)game_clock_deadline(&clock), -1);
    game_clock_run(&clock, ARB_WHITE, 1000);
    CHECK_EQ_INT((int)game_clock_left(&clock, ARB_WHITE, 11000), 50000);
    CHECK_EQ_INT((int)game_clock_left(&clock, ARB_BLACK, 11000), 60000);
    CHECK_EQ_INT((int)game_clock_deadline(&clock), 61000);
    game_clock_press(&clock, 11000);
    CHECK_EQ_INT((int)game_clock_left(&clock, ARB_WHITE, 99000), 52000);
    game_clock_run(&clock, ARB_BLACK, 11000);
    CHECK_EQ_INT((int)game_clock_left(&clock, ARB_BLACK, 999000), 0);
    game_clock unused = {.used = false};
    game_clock_run(&unused, ARB_WHITE, 0);
    CHECK_EQ_INT((int)game_clock_deadline(&unused), -1);
}

int main(void)
{
    RUN(lines_bring_a_game_back);
    RUN(a_forfeit_says_who_and_why);
    RUN(a_result_of_a_file_stands);
    RUN(a_bad_line_is_refused_at_its_byte);
    RUN(one_clock_runs_and_gains_its_increment);
    return check_result();
}
