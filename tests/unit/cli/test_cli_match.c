/* test_cli_match.c: the options of a match, the line that it shows on a terminal while it is
 * played, its standings, and what a server is told of it. Layer: tests. */
#include "check.h"

#include "caught_output.h"
#include "cli/io/io.h"
#include "cli/match/match_call.h"
#include "common/steady_clock.h"
#include "server/server.h"

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

/* ---- options ---- */

/* Writes everything that a call says on stdout. */
static int tell(const cli_args *args)
{
    call = (match_call){.pgn = -1};
    int code = match_options(args, &call);
    if (code != CLI_OK)
        return code;
    const tournament *t = &call.t;
    const tour_adjudication *a = &t->adjudication;
    printf("%s, %zu rounds of %zu games%s, %zu tables, openings %d %zu %zu %d, standings %ld\n",
           t->rules->name, t->schedule.rounds, t->schedule.games,
           t->schedule.gauntlet ? ", gauntlet" : "", t->tables, (int)t->openings.form,
           t->openings.plies, t->openings.count, (int)t->openings.seed, call.interval);
    printf("draw %u %u %d, resign %u %d %d, at most %u, margin %d\n", a->draw_number, a->draw_count,
           a->draw_score, a->resign_count, a->resign_score, a->resign_two_sided, a->max_moves,
           (int)a->margin_us);
    if (t->test != NULL)
        printf("sprt %g %g %g %g %d\n", t->test->elo0, t->test->elo1, t->test->alpha, t->test->beta,
               t->test->normalized);
    if (call.event != NULL)
        printf("event %s, site %s, in %s%s\n", call.event, call.site, call.pgnout,
               call.json ? ", JSON" : "");
    for (size_t i = 0; i < t->schedule.players; i++) {
        const tour_player *p = &t->players[i];
        printf("%s: %d %d %d+%d %d %d %d", p->name, p->tc.infinite, p->tc.moves, (int)p->tc.base_us,
               (int)p->tc.increment, (int)p->tc.move_us, p->tc.depth, (int)p->tc.nodes);
        for (size_t k = 0; p->options[k] != NULL; k++)
            printf(" %s", p->options[k]);
        putchar('\n');
    }
    match_options_free(&call);
    return CLI_OK;
}

static const char *told(const char *const *words)
{
    cli_command probe = cli_command_match;
    char *copy[32];
    int count = 0;
    for (; words[count] != NULL; count++)
        copy[count] = (char *)(uintptr_t)words[count];
    probe.run = tell;
    catch_begin(&output, stdout);
    CHECK_EQ_INT(cli_run(&probe, count, copy), CLI_OK);
    return catch_end(&output);
}

TEST(options_say_how_a_match_is_played)
{
    CHECK_EQ_TEXT(told((const char *const[]){"true", "cat", NULL}),
                  "chess, 1 rounds of 2 games, 1 tables, openings 0 16 0 0, standings 0\n"
                  "draw 0 0 10, resign 0 400 0, at most 0, margin 0\n"
                  "true: 0 0 10000000+100000 0 0 0\n"
                  "cat: 0 0 10000000+100000 0 0 0\n");
    CHECK_EQ_TEXT(
        told((const char *const[]){"true",
                                   "--draw=",
                                   "--resign=",
                                   "--sprt=",
                                   "--tc=40/60+0.5",
                                   "--nodes=7",
                                   "cmd=cat depth=3",
                                   "true",
                                   "true",
                                   "--tournament=gauntlet",
                                   "--rounds=3",
                                   "--games=4",
                                   "--concurrency=5",
                                   "--plies=9",
                                   "--srand=11",
                                   "--ratinginterval=6",
                                   "--maxmoves=12",
                                   "--timemargin=13",
                                   "--option=A=1",
                                   "--option=B=2",
                                   "--variant=crazyhouse",
                                   "--event=E",
                                   "--site=S",
                                   "--pgnout=P",
                                   "--json",
                                   NULL}),
        "crazyhouse, 3 rounds of 4 games, gauntlet, 5 tables, openings 0 9 0 11, standings 6\n"
        "draw 0 8 10, resign 3 400 0, at most 12, margin 13000\n"
        "sprt 0 5 0.05 0.05 0\n"
        "event E, site S, in P, JSON\n"
        "true: 0 40 60000000+500000 0 0 7 A=1 B=2\n"
        "cat: 0 40 60000000+500000 0 3 7 A=1 B=2\n"
        "true#2: 0 40 60000000+500000 0 0 7 A=1 B=2\n"
        "true#3: 0 40 60000000+500000 0 0 7 A=1 B=2\n");
    CHECK_EQ_TEXT(told((const char *const[]){
                      "true", "cat", "--draw=movenumber=10000 movecount=10000 score=100000",
                      "--resign=movecount=10000 score=100000 twosided=true",
                      "--sprt=elo0=-1000 elo1=1000 alpha=0.499 beta=0.001 model=normalized",
                      "--st=2", "--rules=chess960", "--variant=crazyhouse", "--maxmoves=100000",
                      "--timemargin=60000", "--concurrency=256", "--plies=1000",
                      "--srand=1000000000", "--tournament=round-robin", NULL}),
                  "chess960, 1 rounds of 2 games, 256 tables, openings 0 1000 0 1000000000, "
                  "standings 0\n"
                  "draw 10000 10000 100000, resign 10000 100000 1, at most 100000, margin "
                  "60000000\n"
                  "sprt -1000 1000 0.499 0.001 1\n"
                  "true: 1 0 0+0 2000000 0 0\n"
                  "cat: 1 0 0+0 2000000 0 0\n");
    CHECK_EQ_TEXT(told((const char *const[]){"true", "cat", "--depth=4", "--resign=twosided=false",
                                             "--draw=score=0", "--sprt=model=logistic", NULL}),
                  "chess, 1 rounds of 2 games, 1 tables, openings 0 16 0 0, standings 0\n"
                  "draw 0 8 0, resign 3 400 0, at most 0, margin 0\n"
                  "sprt 0 5 0.05 0.05 0\n"
                  "true: 1 0 0+0 0 4 0\n"
                  "cat: 1 0 0+0 0 4 0\n");
}

/* ---- as JSON, and to a server ---- */

TEST(results_are_json)
{
    static const sprt test = {.elo0 = -5, .elo1 = 10, .alpha = 0.05, .beta = 0.1};
    tour_table table = {.number = 3,
                        .pairing = {.white = 1},
                        .result = ARB_DRAW,
                        .termination = "adjudication",
                        .text = "a \"draw\""};
    arb_position start;
    arb_position_start(&start, arb_rules_at(0));
    begin(8, "10==1=");
    call.t.players[1].name[0] = '"';
    table.game = arb_game_new(&start, NULL);
    catch_begin(&output, stdout);
    match_say_game(&call, &table);
    call.json = true;
    match_say_game(&call, &table);
    match_say_standings(&call);
    call.t.test = &test;
    match_say_standings(&call);
    standings_free(&call.t.standings);
    begin(2, "10");
    call.json = true;
    match_say_standings(&call);
    call.json = false;
    call.t.test = &test;
    match_say_standings(&call);
    CHECK_EQ_TEXT(
        catch_end(&output),
        "6/8  2.2  \" - A  1/2-1/2  a \"draw\"\n"
        "{\"game\":4,\"round\":\"2.2\",\"white\":\"\\\"\",\"black\":\"A\",\"result\":\"1/2-1/"
        "2\",\"termination\":\"adjudication\",\"plies\":0,\"text\":\"a \\\"draw\\\"\"}\n"
        "{\"summary\":true,\"games\":6,\"total\":8,\"players\":[{\"name\":\"A\",\"games\":6,"
        "\"points\":4.5,\"won\":3,\"drawn\":3,\"lost\":0,\"pairs\":[0,0,1,1,1],\"elo\":190.85,"
        "\"error\":335.90,\"nelo\":300.89,\"nelo_error\":278.00,\"los\":0.9831},{\"name\":\"\\\"\","
        "\"games\":6,\"points\":1.5,\"won\":0,\"drawn\":3,\"lost\":3,\"pairs\":[1,1,1,0,0],\"elo\":"
        "-190.85,\"error\":335.90,\"nelo\":-300.89,\"nelo_error\":278.00,\"los\":0.0169}]}\n"
        "{\"summary\":true,\"games\":6,\"total\":8,\"players\":[{\"name\":\"A\",\"games\":6,"
        "\"points\":4.5,\"won\":3,\"drawn\":3,\"lost\":0,\"pairs\":[0,0,1,1,1],\"elo\":190.85,"
        "\"error\":335.90,\"nelo\":300.89,\"nelo_error\":278.00,\"los\":0.9831},{\"name\":\"\\\"\","
        "\"games\":6,\"points\":1.5,\"won\":0,\"drawn\":3,\"lost\":3,\"pairs\":[1,1,1,0,0],\"elo\":"
        "-190.85,\"error\":335.90,\"nelo\":-300.89,\"nelo_error\":278.00,\"los\":0.0169}],\"sprt\":"
        "{\"elo0\":-5,\"elo1\":10,\"llr\":0.13,\"lower\":-2.25,\"upper\":2.89,\"result\":"
        "\"undecided\"}}\n"
        "{\"summary\":true,\"games\":2,\"total\":2,\"players\":[{\"name\":\"A\",\"games\":2,"
        "\"points\":2.0,\"won\":2,\"drawn\":0,\"lost\":0,\"pairs\":[0,0,0,0,1],\"elo\":null,"
        "\"error\":null,\"nelo\":null,\"nelo_error\":null,\"los\":1.0000},{\"name\":\"B\","
        "\"games\":2,\"points\":0.0,\"won\":0,\"drawn\":0,\"lost\":2,\"pairs\":[1,0,0,0,0],\"elo\":"
        "null,\"error\":null,\"nelo\":null,\"nelo_error\":null,\"los\":0.0000}]}\n"
        "     name                         Elo     +/-   games    points   score    won  drawn   "
        "lost     LOS\n"
        "  1  A                            inf       ?       2       2.0  100.0%      2      0     "
        " 0  100.0%\n"
        "  2  B                           -inf       ?       2       0.0    0.0%      0      0     "
        " 2    0.0%\n"
        "Pairs of games by points of A (0, 0.5, 1, 1.5, 2): 0 0 0 0 1\n"
        "SPRT of logistic Elo -5 against 10: LLR 0.04 (-2.25, 2.89), undecided\n");
    standings_free(&call.t.standings);
    arb_game_free(table.game);
}

/* In place of the server's own: what would be sent. */
static char sent[1 << 14];
static size_t sent_len;
static bool sent_last, closed;

server_report *server_report_open(const char *url, const char *token)
{
    snprintf(sent, sizeof sent, "%s %s", url, token);
    return url[0] == 'h' ? (server_report *)sent : NULL;
}

void server_report_send(server_report *report, const char *body, size_t len, bool last)
{
    CHECK(report == (server_report *)sent);
    sent_len = len;
    snprintf(sent, sizeof sent, "%.*s", (int)len, body);
    sent_last = last;
}

void server_report_close(server_report *report)
{
    closed = report == (server_report *)sent;
}

TEST(a_server_is_told_every_half_second)
{
    static const sprt test = {.elo0 = -5, .elo1 = 10, .alpha = 0.05, .beta = 0.1};
    tour_table tables[30] = {{.number = 0}};
    arb_position start;
    arb_position_start(&start, arb_rules_at(0));
    begin(8, "10==1=");
    call.t.rules = arb_rules_at(0);
    call.t.players[1].tc.base_us = 1;
    memset(call.t.players[0].name, 'x', 70);
    call.report = (server_report *)sent;
    for (size_t i = 0; i < 30; i++)
        tables[i] = (tour_table){.number = i, .pairing = {.white = i % 2, .black = 1 - i % 2}};
    sent[0] = '\0';
    call.shown = 1000;
    match_show(&call, tables, 0, 1499);
    CHECK_EQ_TEXT(sent, "");
    match_show(&call, tables, 30, 1500);
    CHECK_EQ_INT(sent_len, strlen(sent));
    CHECK(!sent_last);
    CHECK_EQ_TEXT(sent,
                  "{\"title\":\"Match\",\"rules\":\"chess\",\"over\":false,\"played\":6,\"total\":"
                  "8,\"standings\":[{\"name\":"
                  "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\",\"games\":"
                  "6,\"won\":3,\"drawn\":3,\"lost\":0,\"points\":4.50,\"elo\":190.85,\"error\":335."
                  "90},{\"name\":\"B\",\"games\":6,\"won\":0,\"drawn\":3,\"lost\":3,\"points\":1."
                  "50,\"elo\":-190.85,\"error\":335.90}],\"games\":[]}");
    match_show(&call, tables, 30, 1999);
    for (size_t i = 0; i < 30; i++) {
        tables[i].game = arb_game_new(&start, NULL);
        tables[i].state = i == 2 ? TABLE_FREE : TABLE_STARTING;
    }
    tables[0].clocks[0].left_us = 61000999;
    tables[0].clocks[1].left_us = -5;
    match_show(&call, tables, 2, 2000);
    CHECK_EQ_TEXT(
        sent,
        "{\"title\":\"Match\",\"rules\":\"chess\",\"over\":false,\"played\":6,\"total\":8,"
        "\"standings\":[{\"name\":"
        "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\",\"games\":6,\"won\":"
        "3,\"drawn\":3,\"lost\":0,\"points\":4.50,\"elo\":190.85,\"error\":335.90},{\"name\":\"B\","
        "\"games\":6,\"won\":0,\"drawn\":3,\"lost\":3,\"points\":1.50,\"elo\":-190.85,\"error\":"
        "335.90}],\"games\":[{\"white\":"
        "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\",\"black\":\"B\","
        "\"round\":\"1.1\",\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 "
        "1\",\"ply\":0,\"white_ms\":61000,\"black_ms\":0},{\"white\":\"B\",\"black\":"
        "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\",\"round\":\"1.2\","
        "\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 "
        "1\",\"ply\":0,\"white_ms\":0,\"black_ms\":0}]}");
    /* The clock of the player who thinks runs: a thousand seconds were still to come. */
    tables[0].state = TABLE_PLAYING;
    tables[0].clocks[0].left_us = 0;
    tables[0].since_us = steady_us() + 1000000000;
    tables[0].clocks[1].left_us = 7000;
    match_show(&call, tables, 1, 3000);
    const char *left = strstr(sent, "\"white_ms\":");
    CHECK(left != NULL && atol(left + 11) > 900000 && atol(left + 11) <= 1000000);
    CHECK(left != NULL && strstr(left, ",\"black_ms\":7}") != NULL);
    call.t.players[1].tc.infinite = true;
    match_show(&call, tables, 1, 4000);
    CHECK(strstr(sent, "_ms") == NULL);
    call.t.players[1].tc = (time_control){.move_us = 1};
    match_show(&call, tables, 1, 5000);
    CHECK(strstr(sent, "_ms") == NULL);
    size_t shown = 0;
    match_show(&call, tables, 30, 6000);
    for (const char *at = sent; (at = strstr(at, "\"round\"")) != NULL; at++)
        shown++;
    CHECK_EQ_INT(shown, 24); /* no more than the page has room for */
    call.t.test = &test;
    call.event = "Club";
    match_show_close(&call);
    CHECK(sent_last && closed);
    CHECK_EQ_TEXT(sent,
                  "{\"title\":\"Club\",\"rules\":\"chess\",\"over\":true,\"played\":6,\"total\":8,"
                  "\"standings\":[{\"name\":"
                  "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\",\"games\":"
                  "6,\"won\":3,\"drawn\":3,\"lost\":0,\"points\":4.50,\"elo\":190.85,\"error\":335."
                  "90},{\"name\":\"B\",\"games\":6,\"won\":0,\"drawn\":3,\"lost\":3,\"points\":1."
                  "50,\"elo\":-190.85,\"error\":335.90}],\"games\":[],\"sprt\":{\"result\":"
                  "\"undecided\",\"llr\":0.13,\"lower\":-2.25,\"upper\":2.89}}");
    call.report = NULL;
    closed = false;
    match_show_close(&call);
    CHECK(!closed);
    standings_free(&call.t.standings);
    for (size_t i = 0; i < 30; i++)
        arb_game_free(tables[i].game);
}

int main(void)
{
    RUN(the_line_tells_games_tables_elo_and_the_time_left);
    RUN(the_line_is_cut_and_cleared);
    RUN(standings_have_a_row_each_and_pairs);
    RUN(options_say_how_a_match_is_played);
    RUN(results_are_json);
    RUN(a_server_is_told_every_half_second);
    return check_result();
}
