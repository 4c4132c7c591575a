/* test_cli_match.c: the line that a match shows on a terminal while it is played, and the rows of
 * its standings. Layer: tests. */
#include "check.h"

#include "caught_output.h"
#include "cli/match/match_call.h"

#include <stdlib.h>

static match_call call;
static caught output;

/* A match of two players and this many games, of which the first ones have these results. */
static void begin(size_t games, const char *results)
{
    call = (match_call){.pgn = -1};
    call.t.schedule = (tour_schedule){.players = 2, .rounds = games / 2, .games = 2};
    strcpy(call.t.players[0].name, "A");
    strcpy(call.t.players[1].name, "B");
    CHECK(standings_new(&call.t.standings, &call.t.schedule));
    for (size_t i = 0; results[i] != '\0'; i++)
        standings_add(&call.t.standings, i,
                      results[i] == '1'   ? ARB_WHITE_WINS
                      : results[i] == '0' ? ARB_BLACK_WINS
                                          : ARB_DRAW);
    call.progress.on = true;
    call.progress.began = 10000;
    call.progress.due = 11000;
}

static const char *line_at(int64_t now, const tour_table *tables, size_t count)
{
    catch_begin(&output, stderr);
    match_progress(&call, tables, count, now);
    const char *line = catch_end(&output);
    size_t len = strlen(line);
    CHECK(len == 0 || (len == 80 && line[0] == '\r'));
    while (len > 0 && line[len - 1] == ' ')
        output.text[--len] = '\0';
    return line;
}

TEST(the_line_tells_games_tables_elo_and_the_time_left)
{
    tour_table tables[6] = {{.number = 0}};
    arb_position start;
    arb_position_start(&start, arb_rules_at(0));
    begin(100, "");
    CHECK_EQ_TEXT(line_at(10999, tables, 6), "");
    CHECK(!call.progress.shown);
    CHECK_EQ_TEXT(line_at(11000, tables, 6), "\r0 of 100 games, 0 being played");
    CHECK(call.progress.shown);
    CHECK_EQ_TEXT(line_at(11249, tables, 6), ""); /* it is drawn four times a second */
    for (size_t i = 1; i < 6; i++)
        tables[i].game = arb_game_new(&start, NULL);
    CHECK_EQ_TEXT(line_at(11250, tables, 2), "\r0 of 100 games, 1 being played (move 1)");
    for (int i = 0; i < 4; i++) {
        static const char *const moves[] = {"e2e4", "e7e5", "g1f3", "b8c6"};
        arb_verdict verdict;
        arb_error error;
        arb_uci_read(arb_game_position(tables[2].game), moves[i], 4, &verdict, &error);
        CHECK_EQ_INT(arb_game_play(tables[2].game, verdict.move), ARB_OK);
    }
    CHECK_EQ_TEXT(line_at(12000, tables, 5), "\r0 of 100 games, 4 being played (move 1, 3, 1, 1)");
    CHECK_EQ_TEXT(line_at(13000, tables, 6), "\r0 of 100 games, 5 being played");
    standings_free(&call.t.standings);

    begin(100, "1=01=0");
    call.progress.before = 2; /* four games in 7322 seconds */
    CHECK_EQ_TEXT(line_at(10000 + 7322999, tables, 0),
                  "\r6 of 100 games, 0 being played, Elo +0.0 +/- 381.8, 47:47:47 left");
    call.t.test = &(sprt){.elo0 = 0, .elo1 = 300, .alpha = 0.05, .beta = 0.05};
    CHECK_EQ_TEXT(line_at(20000000, tables, 0),
                  "\r6 of 100 games, 0 being played, Elo +0.0 +/- 381.8, LLR -2.89");
    call.t.test = NULL;
    call.progress.before = 6;
    CHECK_EQ_TEXT(line_at(30000000, tables, 0),
                  "\r6 of 100 games, 0 being played, Elo +0.0 +/- 381.8");
    call.t.schedule.players = 3;
    CHECK_EQ_TEXT(line_at(40000000, tables, 0), "\r6 of 100 games, 0 being played");
    standings_free(&call.t.standings);
    for (size_t i = 1; i < 6; i++)
        arb_game_free(tables[i].game);
}

TEST(the_line_is_cut_and_cleared)
{
    tour_table tables[4] = {{.number = 0}};
    arb_position start;
    arb_position_start(&start, arb_rules_at(0));
    for (size_t i = 0; i < 4; i++)
        tables[i].game = arb_game_new(&start, NULL);
    begin(1000000, "1=01=0");
    CHECK_EQ_TEXT(
        line_at(20000000, tables, 4),
        "\r6 of 1000000 games, 4 being played (move 1, 1, 1, 1), Elo +0.0 +/- 381.8, 92545");
    catch_begin(&output, stderr);
    match_progress_clear(&call);
    CHECK_EQ_INT(strlen(catch_end(&output)), 81);
    CHECK(output.text[0] == '\r' && output.text[80] == '\r' && output.text[1] == ' ');
    catch_begin(&output, stderr);
    match_progress_clear(&call);
    CHECK_EQ_TEXT(catch_end(&output), ""); /* there is nothing to clear */
    call.progress.on = false;
    CHECK_EQ_TEXT(line_at(90000000, tables, 4), "");
    standings_free(&call.t.standings);
    for (size_t i = 0; i < 4; i++)
        arb_game_free(tables[i].game);
}

TEST(standings_have_a_row_each_and_pairs)
{
    begin(8, "1=01=011");
    catch_begin(&output, stdout);
    match_say_standings(&call);
    CHECK_EQ_TEXT(
        catch_end(&output),
        "     name                         Elo     +/-   games    points   score    won  drawn   "
        "lost     LOS\n"
        "  1  A                           +0.0   240.9       8       4.0   50.0%      3      2     "
        " "
        "3   50.0%\n"
        "  2  B                           +0.0   240.9       8       4.0   50.0%      3      2     "
        " "
        "3   50.0%\n"
        "Pairs of games by points of A (0, 0.5, 1, 1.5, 2): 1 0 1 2 0\n");
    standings_free(&call.t.standings);
}

int main(void)
{
    RUN(the_line_tells_games_tables_elo_and_the_time_left);
    RUN(the_line_is_cut_and_cleared);
    RUN(standings_have_a_row_each_and_pairs);
    return check_result();
}
