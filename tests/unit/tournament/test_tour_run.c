/* test_tour_run.c: a whole tournament of programs that break off every game at once. What is
 * counted, in which order, and why it ends. Layer: tests. */
#include "check.h"
#include "tournament/tournament.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static tournament t;
static volatile sig_atomic_t stop;
static struct {
    unsigned done, looked;
    size_t tables;        /* that were looked at */
    unsigned of_game[64]; /* how often each game was done */
    size_t last;
    unsigned refuses; /* after so many games; 0: never */
    unsigned stops;
    char text[512]; /* of the last game */
} seen;

static bool done(void *context, const tournament *of, const tour_table *table)
{
    CHECK(context == &seen && of == &t);
    CHECK_EQ_INT(of->standings.result[table->number], table->result);
    seen.done++;
    seen.last = table->number;
    seen.of_game[table->number]++;
    snprintf(seen.text, sizeof seen.text, "%s", table->text);
    if (seen.done == seen.stops)
        stop = 1;
    return seen.done != seen.refuses;
}

static void look(void *context, const tour_table *tables, size_t count, int64_t now)
{
    CHECK(context == &seen && tables != NULL && now > 0);
    seen.looked++;
    seen.tables = count;
}

/* Three players whose first move is illegal. */
static void set_up(size_t tables)
{
    t = (tournament){.schedule = {.players = 3, .rounds = 2, .games = 2},
                     .rules = arb_rules_find("chess", 5),
                     .openings = {.rules = arb_rules_find("chess", 5)},
                     .tables = tables,
                     .stop = &stop,
                     .done = done,
                     .context = &seen};
    stop = 0;
    memset(&seen, 0, sizeof seen);
    for (size_t i = 0; i < 3; i++) {
        t.players[i] =
            (tour_player){.program = "tests/terminal/engines/illegal", .tc.infinite = true};
        snprintf(t.players[i].name, sizeof t.players[i].name, "P%zu", i);
    }
    CHECK(standings_new(&t.standings, &t.schedule));
}

static void leave(void)
{
    standings_free(&t.standings);
}

TEST(every_game_is_played_once)
{
    for (size_t tables = 1; tables <= 3; tables += 2) {
        check_case("%zu tables", tables);
        set_up(tables);
        t.look = look;
        CHECK_EQ_INT(tournament_run(&t), TOUR_DONE);
        CHECK_EQ_INT(seen.done, 12);
        CHECK_EQ_INT(t.standings.played, 12);
        CHECK(seen.looked > 0 && seen.tables == tables);
        for (size_t n = 0; n < 12; n++) {
            CHECK_EQ_INT(seen.of_game[n], 1);
            CHECK_EQ_INT(t.standings.result[n], ARB_BLACK_WINS);
        }
        for (size_t i = 0; i < 3; i++) {
            CHECK_EQ_INT(t.standings.score[i].results[0], 4);
            CHECK_EQ_INT(t.standings.score[i].results[2], 4);
        }
        leave();
    }
}

TEST(games_that_have_a_result_are_not_played_again)
{
    set_up(2);
    for (size_t n = 0; n < 12; n++)
        if (n != 3 && n != 4 && n != 11)
            CHECK(standings_add(&t.standings, n, ARB_DRAW));
    CHECK_EQ_INT(tournament_run(&t), TOUR_DONE);
    CHECK_EQ_INT(seen.done, 3);
    CHECK(seen.of_game[3] == 1 && seen.of_game[4] == 1 && seen.of_game[11] == 1);
    leave();
}

TEST(a_tournament_stops_when_it_is_told)
{
    set_up(1);
    seen.stops = 2;
    CHECK_EQ_INT(tournament_run(&t), TOUR_STOPPED);
    CHECK_EQ_INT(seen.done, 2);
    CHECK_EQ_INT(seen.last, 1);
    leave();
    set_up(1);
    seen.refuses = 3;
    CHECK_EQ_INT(tournament_run(&t), TOUR_NOT_KEPT);
    CHECK_EQ_INT(seen.done, 3);
    leave();
}

TEST(a_test_that_is_decided_ends_the_tournament)
{
    static const sprt wide = {.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05},
                      close = {.elo0 = 100, .elo1 = 600, .alpha = 0.4, .beta = 0.4};
    set_up(1);
    t.test = &wide;
    CHECK_EQ_INT(tournament_run(&t), TOUR_DONE);
    CHECK_EQ_INT(seen.done, 12);
    leave();
    set_up(1);
    t.test = &close; /* the first encounter is that of the others */
    CHECK_EQ_INT(tournament_run(&t), TOUR_DECIDED);
    CHECK_EQ_INT(seen.done, 4);
    leave();
}

TEST(a_program_that_never_starts_ends_the_tournament)
{
    set_up(1);
    t.players[2].program = "no-such-engine";
    CHECK_EQ_INT(tournament_run(&t), TOUR_NO_ENGINE);
    CHECK_EQ_TEXT(t.fault, "the engine P2 cannot play: there is no such program");
    CHECK_EQ_INT(seen.of_game[t.standings.played], 0);
    leave();
}

/* Whoever has played before loses a game for which its program does not start. */
TEST(a_program_that_starts_no_more_loses)
{
    char folder[] = "/tmp/arbiter-tour-XXXXXX", path[64], mark[64];
    if (!CHECK(mkdtemp(folder) != NULL))
        return;
    snprintf(path, sizeof path, "%s/engine", folder);
    snprintf(mark, sizeof mark, "%s/engine.once", folder);
    FILE *file = fopen(path, "w");
    fputs("#!/bin/sh\n[ -e \"$0.once\" ] && exit 7\n: >\"$0.once\"\n"
          "while read -r word rest; do\n case $word in\n uci) echo uciok ;;\n"
          " isready) echo readyok ;;\n go) exit 1 ;;\n quit) exit 0 ;;\n esac\ndone\n",
          file);
    fclose(file);
    chmod(path, 0700);
    set_up(1);
    t.schedule.players = 2;
    standings_free(&t.standings);
    CHECK(standings_new(&t.standings, &t.schedule));
    t.players[0].program = path;
    CHECK_EQ_INT(tournament_run(&t), TOUR_DONE);
    CHECK_EQ_INT(seen.done, 4);
    CHECK_EQ_INT(t.standings.score[1].results[2], 4);
    CHECK_EQ_TEXT(seen.text, "P0 (Black) loses: it has ended with exit code 7");
    leave();
    unlink(path);
    unlink(mark);
    rmdir(folder);
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    RUN(every_game_is_played_once);
    RUN(games_that_have_a_result_are_not_played_again);
    RUN(a_tournament_stops_when_it_is_told);
    RUN(a_test_that_is_decided_ends_the_tournament);
    RUN(a_program_that_never_starts_ends_the_tournament);
    RUN(a_program_that_starts_no_more_loses);
    return check_result();
}
