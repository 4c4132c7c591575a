/* test_cli_texts.c: what the command shows: names that were meant, bars, colours, paragraphs,
 * counts; and which part of the work is its own. Layer: tests. */
#define check_result checked_files /* the harness has this name, too */
#include "cli/batch/collections.h"
#undef check_result

#include "check.h"

#include "caught_output.h"
#include "caught_terminal.h"
#include "cli/batch/stats_output.h"
#include "cli/command/command.h"
#include "cli/io/io.h"
#include "cli/terminal/terminal_text.h"
#include "common/steady_clock.h"

#include <stdlib.h>

static caught output;

TEST(the_nearest_name_is_found_if_it_is_near)
{
    static const struct {
        const char *typed, *names[4], *nearest;
    } cases[] = {
        {"cheess", {"chess", "check"}, "chess"},
        {"chekc", {"chess", "check"}, "check"}, /* two letters that changed places are one error */
        {"hceck", {"check"}, "check"},
        {"xc", {"cx"}, "cx"},
        {"abcd", {"bacd"}, "bacd"},
        {"abcd", {"badc"}, "badc"},
        {"abcde", {"vwxyz"}, NULL},
        {"abcdef", {"abcxyz"}, "abcxyz"}, /* three of six */
        {"abcdef", {"abwxyz"}, NULL},
        {"abc", {"abd"}, "abd"},
        {"abc", {"axy"}, NULL},
        {"ab", {"xy"}, NULL},
        {"a", {"b"}, NULL}, /* no letter is left */
        {"a", {"bx", "ab"}, "ab"},
        {"ab", {"absolutely"}, "absolutely"}, /* abbreviated */
        {"a", {"absolutely"}, NULL},
        {"abx", {"absolutely"}, NULL},
        {"check", {"chess", "check", "chek"}, "check"},
        {"stat", {"start", "stats"}, "start"}, /* the first of equals */
        {"abcdefghijklmnopqrstuvwxyzabcdef",
         {"abcdefghijklmnopqrstuvwxyzabcdex"},
         "abcdefghijklmnopqrstuvwxyzabcdex"},
        {"abcdefghijklmnopqrstuvwxyzabcdefg", {"abcdefghijklmnopqrstuvwxyzabcdexy"}, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cli_nearest nearest = cli_nearest_to(cases[i].typed);
        check_case("%s", cases[i].typed);
        for (size_t k = 0; k < 4 && cases[i].names[k] != NULL; k++)
            cli_nearest_try(&nearest, cases[i].names[k]);
        CHECK_EQ_TEXT(nearest.name, cases[i].nearest);
    }
}

/* The work has lasted for a million seconds, so that a busy machine changes no figure. */
TEST(a_bar_shows_the_share_the_rate_and_the_time_left)
{
    double began = steady_seconds() - 1e6;
    cli_progress bar = {.began = began, .shown = began + 1, .on = true};
    catch_begin(&output, stderr);
    cli_progress_show(&bar, 1, 3);
    CHECK_EQ_TEXT(catch_end(&output), "\r[#############                           ]  33%");
    CHECK(bar.shown > began + 1e6); /* not again at once */
    catch_begin(&output, stderr);
    bar.shown = steady_seconds() + 60;
    cli_progress_show(&bar, 2, 3);
    CHECK_EQ_TEXT(catch_end(&output), "");
    bar.shown = began + 1;
    catch_begin(&output, stderr);
    cli_progress_rate(&bar, 3999, 4000, 7000000, "games");
    CHECK_EQ_TEXT(catch_end(&output),
                  "\r[####################################### ]  99% 7 games/s, 4:10 left ");
    bar.shown = began + 1;
    catch_begin(&output, stderr);
    cli_progress_rate(&bar, 5, 4, 1000000, "moves"); /* more than was expected */
    CHECK_EQ_TEXT(catch_end(&output),
                  "\r[########################################] 100% 1 moves/s, 0:00 left ");
    bar.shown = began + 1;
    catch_begin(&output, stderr);
    cli_progress_rate(&bar, 0, 4, 0, "moves");
    CHECK_EQ_TEXT(catch_end(&output),
                  "\r[                                        ]   0% 0 moves/s, 0:00 left ");
    bar.shown = began + 1;
    catch_begin(&output, stderr);
    cli_progress_show(&bar, 1, 0); /* of nothing there is no share */
    cli_progress_end(&bar);        /* nothing was shown */
    CHECK_EQ_TEXT(catch_end(&output), "");
    CHECK(!bar.on);
    cli_progress_show(&bar, 1, 2);
    bar = (cli_progress){.began = began, .shown = began + 2, .on = true};
    catch_begin(&output, stderr);
    cli_progress_end(&bar);
    CHECK_EQ_INT(strlen(catch_end(&output)), 82);
    CHECK(output.text[0] == '\r' && output.text[81] == '\r' && output.text[80] == ' ');
}

TEST(counts_of_a_collection_have_their_labels)
{
    char label[STATS_LABEL];
    stats_player player = {.games = 4, .finished = 3, .half_points = 4};
    stats_label(label, 2400, 100, false);
    CHECK_EQ_TEXT(label, "2400-2499");
    stats_label(label, 1995, 1, false);
    CHECK_EQ_TEXT(label, "1995");
    stats_label(label, 200, 10, true);
    CHECK_EQ_TEXT(label, "200+");
    stats_score(label, &player);
    CHECK_EQ_TEXT(label, "66.7 %");
    player.finished = 0;
    stats_score(label, &player);
    CHECK_EQ_TEXT(label, "-");

    stats *s = stats_new();
    s->games = 2;
    s->plies = 7;
    s->more_players = 3;
    s->lengths[STATS_LENGTHS - 1] = 1;
    s->lengths[STATS_LENGTHS - 2] = 1;
    CHECK(stats_moves(s) == 1.75);
    catch_begin(&output, stdout);
    stats_table(s, 1, stdout);
    catch_end(&output);
    CHECK(strncmp(output.text, "2 games, 7 plies, 1.8 moves a game, 1 faulty\n", 45) == 0);
    CHECK(strstr(output.text, "         1   50.0 %  190-199\n         1   50.0 %  200+\n") != NULL);
    CHECK(strstr(output.text, "         3  more, by players past the first 65536\n") != NULL);
    catch_begin(&output, stdout);
    stats_page(s, 1, "x", stdout);
    catch_end(&output);
    CHECK(strstr(output.text, "<p>3 more, by players past the first 65536.</p>\n") != NULL);
    CHECK(strstr(output.text, "<title>190-199: 1</title>") != NULL);
    CHECK(strstr(output.text, "<title>200+: 1</title>") != NULL);
    for (int years = 63; years <= 65; years++) { /* 64 bars are the most; more years share them */
        unsigned bars = 0;
        check_case("%d years", years);
        for (int i = 0; i < STATS_YEARS; i++)
            s->years[i] = i >= 500 && i < 500 + years ? (uint64_t)i : 0;
        catch_begin(&output, stdout);
        stats_page(s, 1, "x", stdout);
        catch_end(&output);
        const char *at = strstr(output.text, "<h2>Years</h2>"), *end = strstr(at, "</svg>");
        for (; (at = strstr(at, "<rect")) != NULL && at < end; at++)
            bars++;
        CHECK_EQ_INT(bars, years <= 64 ? years : 33);
    }
    catch_begin(&output, stdout);
    stats_page(s, 1,
               "a\xEF\xBF\xBE"
               "b\xEF\xBF\xBF"
               "c\xE2\x80\xAE"
               "d\xE9<\xC3\xA9",
               stdout);
    catch_end(&output);
    CHECK(strstr(output.text, "<h1>a b c d\xC3\xA9&lt;\xC3\xA9</h1>") != NULL);
    stats_free(s);
}

/* ---- on a terminal ---- */

static void set(const char *name, const char *value)
{
    if (value != NULL)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

TEST(the_environment_says_what_a_terminal_can_show)
{
    static const struct {
        const char *term, *no_color, *all, *ctype, *lang, *option;
        bool ascii, colour, unicode, plain_unicode;
    } cases[] = {
        {"xterm", NULL, "C.UTF-8", NULL, NULL, NULL, false, true, true, true},
        {"xterm", "", "de_DE.utf8", "C", "C", "auto", false, true, true, true},
        {"xterm", "1", "C.UTF-8", NULL, NULL, NULL, false, false, true, true},
        {"xterm", "1", "C.UTF-8", NULL, NULL, "always", false, true, true, true},
        {"xterm", NULL, "C.UTF-8", NULL, NULL, "never", true, false, false, false},
        {"dumb", NULL, "C.UTF-8", NULL, NULL, NULL, false, false, false, false},
        {NULL, NULL, "C.UTF-8", NULL, NULL, NULL, false, false, true, true},
        {"", NULL, NULL, NULL, NULL, NULL, false, false, false, true},
        {"xterm", NULL, NULL, "C.UTF-8", "C", NULL, false, true, true, true},
        {"xterm", NULL, "", "", "en_US.UTF-8", NULL, false, true, true, true},
        {"xterm", NULL, "C", "C.UTF-8", "C.UTF-8", NULL, false, true, false, true},
        {"xterm", NULL, NULL, "de_DE.ISO-8859-1", "C.UTF-8", NULL, false, true, false, true},
        {"xterm", NULL, "POSIX", NULL, NULL, NULL, false, true, false, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set("TERM", cases[i].term);
        set("NO_COLOR", cases[i].no_color);
        set("LC_ALL", cases[i].all);
        set("LC_CTYPE", cases[i].ctype);
        set("LANG", cases[i].lang);
        int before = terminal_begin(80);
        cli_style on = cli_style_of(cases[i].option, cases[i].ascii);
        terminal_end(before);
        catch_begin(&output, stdout);
        cli_style off = cli_style_of(cases[i].option, cases[i].ascii);
        catch_end(&output);
        check_case("%zu", i);
        CHECK_EQ_INT(on.colour, cases[i].colour);
        CHECK_EQ_INT(on.unicode, cases[i].unicode);
        CHECK_EQ_INT(off.unicode, cases[i].plain_unicode);
        CHECK_EQ_INT(off.colour, cases[i].option != NULL && strcmp(cases[i].option, "always") == 0);
    }
}

TEST(a_bar_is_drawn_on_a_terminal_alone)
{
    int before = terminal_begin(80), messages = dup(STDERR_FILENO);
    double now = steady_seconds();
    dup2(STDOUT_FILENO, STDERR_FILENO);
    cli_progress bar = cli_progress_begin();
    dup2(messages, STDERR_FILENO);
    close(messages);
    terminal_end(before);
    CHECK(bar.on && bar.began >= now && bar.began < now + 100);
    CHECK(bar.shown == bar.began + 1); /* work that is done in a second has none */
    catch_begin(&output, stderr);
    CHECK(!cli_progress_begin().on);
    catch_end(&output);
}

TEST(a_paragraph_is_broken_where_the_window_ends)
{
    static const struct {
        unsigned short columns;
        const char *text, *seen;
    } cases[] = {
        {11, "one two three", "one two\r\nthree\r\n"},
        {8, "one two three", "one two\r\nthree\r\n"},
        {7, "one two three", "one\r\ntwo\r\nthree\r\n"},
        {14, "one two three", "one two three\r\n"},
        {13, "one two three", "one two\r\nthree\r\n"},
        {12, "  one  two\nthree four", "  one  two\r\nthree four\r\n"},
        {10, "  one  two\nthree four", "  one\r\ntwo\r\nthree\r\nfour\r\n"},
        {8, "\xC3\xA9\xC3\xA9\xC3\xA9 \xC3\xA9\xC3\xA9\xC3\xA9", /* columns, not bytes */
         "\xC3\xA9\xC3\xA9\xC3\xA9 \xC3\xA9\xC3\xA9\xC3\xA9\r\n"},
        {4, "long words stay whole", "long\r\nwords\r\nstay\r\nwhole\r\n"},
        {0,
         "a window that does not tell its width has eighty columns, so that this is broken here "
         "too",
         "a window that does not tell its width has eighty columns, so that this is\r\n"
         "broken here too\r\n"},
        {80, "a\x1b[2Jb", "a\\x1b[2Jb\r\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int before = terminal_begin(cases[i].columns);
        int width = play_width();
        play_say("%s", cases[i].text);
        const char *seen = terminal_end(before);
        check_case("%zu", i);
        CHECK_EQ_TEXT(seen, cases[i].seen);
        CHECK_EQ_INT(width, cases[i].columns > 0 ? cases[i].columns : 80);
    }
    static char words[3001];
    for (size_t i = 0; i < 3000; i++)
        words[i] = i % 10 == 9 ? ' ' : 'w';
    catch_begin(&output, stdout);
    CHECK_EQ_INT(play_width(), 0);
    play_say("%s", words); /* longer than most, and not broken in a file */
    CHECK_EQ_INT(strlen(catch_end(&output)), 3001);
}

/* ---- shards ---- */

TEST(launchers_say_which_part_of_the_work_is_its_own)
{
    static const char *const names[] = {"SLURM_JOB_ID",
                                        "SLURM_STEP_ID",
                                        "SLURM_PROCID",
                                        "SLURM_STEP_NUM_TASKS",
                                        "SLURM_NTASKS",
                                        "OMPI_COMM_WORLD_RANK",
                                        "OMPI_COMM_WORLD_SIZE",
                                        "PMI_RANK",
                                        "PMI_SIZE",
                                        "SLURM_ARRAY_TASK_ID",
                                        "SLURM_ARRAY_TASK_COUNT",
                                        "SLURM_ARRAY_TASK_MIN",
                                        "SLURM_ARRAY_TASK_STEP"};
    enum { NAMES = sizeof names / sizeof *names };
    static const struct {
        const char *values[NAMES];
        uint64_t number, count; /* 0: refused */
        const char *by;
    } cases[] = {
        {{0}, 1, 1, NULL},
        {{"1", "0", "2", "4"}, 3, 4, "SLURM_PROCID"},
        {{"1", "0", "2", NULL, "5"}, 3, 5, "SLURM_PROCID"},
        {{"1", NULL, "2", "4", "5"}, 1, 1, NULL}, /* the script of a job */
        {{NULL, NULL, "2", "4"}, 3, 4, "SLURM_PROCID"},
        {{NULL, NULL, "4", "4"}, 1, 1, NULL},
        {{NULL, NULL, "0", "1"}, 1, 1, NULL},
        {{NULL, NULL, "x", "4"}, 1, 1, NULL},
        {{NULL, NULL, "2", "1000001"}, 1, 1, NULL},
        {{NULL, NULL, "2", "1000000"}, 3, 1000000, "SLURM_PROCID"},
        {{NULL, NULL, NULL, NULL, NULL, "1", "2"}, 2, 2, "OMPI_COMM_WORLD_RANK"},
        {{"1", NULL, "2", "4", "5", "1", "2"}, 2, 2, "OMPI_COMM_WORLD_RANK"},
        {{NULL, NULL, NULL, NULL, NULL, NULL, NULL, "0", "3"}, 1, 3, "PMI_RANK"},
        {{NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "3", "4"},
         4,
         4,
         "SLURM_ARRAY_TASK_ID"},
        {{NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "4", "4"}, 0, 0, NULL},
        {{NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "0", "1"}, 1, 1, NULL},
        {{NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "0", "2"},
         1,
         2,
         "SLURM_ARRAY_TASK_ID"},
        {{NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "7", "4", "1", "2"},
         4,
         4,
         "SLURM_ARRAY_TASK_ID"},
        {{NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "6", "4", "1", "2"}, 0, 0, NULL},
        {{NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "2", "4", "3", "1"}, 0, 0, NULL},
        {{NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "9", "4", "1", "2"}, 0, 0, NULL},
        {{NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, "3", "4", "1", "0"}, 0, 0, NULL},
        {{"1", "0", "2", "3", NULL, NULL, NULL, NULL, NULL, "5", "4", "4"},
         6,
         12,
         "SLURM_ARRAY_TASK_ID and SLURM_PROCID"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cli_args args = {.command = &cli_command_check};
        shard own;
        char expected[160] = "";
        check_case("%zu", i);
        for (size_t k = 0; k < NAMES; k++)
            set(names[k], cases[i].values[k]);
        catch_begin(&output, stderr);
        int code = collections_shard(&args, &own);
        catch_end(&output);
        CHECK_EQ_INT(code, cases[i].count > 0 ? CLI_OK : CLI_USAGE);
        if (cases[i].count == 0)
            continue;
        CHECK_EQ_INT(own.number, cases[i].number);
        CHECK_EQ_INT(own.count, cases[i].count);
        if (cases[i].by != NULL)
            snprintf(expected, sizeof expected,
                     "arbiter: shard %d/%d, by %s; --no-shard does all\n", (int)own.number,
                     (int)own.count, cases[i].by);
        CHECK_EQ_TEXT(output.text, expected);
    }
}

int main(void)
{
    RUN(the_nearest_name_is_found_if_it_is_near);
    RUN(a_bar_shows_the_share_the_rate_and_the_time_left);
    RUN(counts_of_a_collection_have_their_labels);
    RUN(the_environment_says_what_a_terminal_can_show);
    RUN(a_bar_is_drawn_on_a_terminal_alone);
    RUN(a_paragraph_is_broken_where_the_window_ends);
    RUN(launchers_say_which_part_of_the_work_is_its_own);
    return check_result();
}
