/* test_cli_play.c: parts of a game at a terminal: clocks as text, squares as people type them, what
 * Tab completes. Layer: tests. */
#include "check.h"

#include "caught_output.h"
#include "cli/play/play_session.h"

#include <stdlib.h>
#include <sys/stat.h>

static play_session session;

static void begin(const char *rules, const char *fen, arb_coords coords)
{
    arb_position start;
    arb_error error;
    session = (play_session){.rules = arb_rules_find(rules, strlen(rules))};
    session.view.coords = coords;
    if (fen != NULL)
        CHECK_EQ_INT(arb_position_read(&start, session.rules, fen, strlen(fen), NULL, &error),
                     ARB_OK);
    else
        arb_position_start(&start, session.rules);
    session.game = arb_game_new(&start, NULL);
}

TEST(a_clock_is_read_as_minutes_and_seconds)
{
    static const struct {
        const char *text;
        int64_t start, increment; /* thousandths of a second; 0: it is no clock */
    } cases[] = {
        {"5", 300000, 0},
        {"5+3", 300000, 3000},
        {"0.5+0.25", 30000, 250},
        {"0.05", 3000, 0},
        {"1.5+0", 90000, 0},
        {"0.01+10.5", 600, 10500},
        {"90+30", 5400000, 30000},
        {"99999", 5999940000, 0},
        {"100000", 0, 0},
        {"", 0, 0},
        {"+3", 0, 0},
        {"0", 0, 0},
        {"0.00+5", 0, 0},
        {"5.", 0, 0},
        {"5.+3", 0, 0},
        {"5+", 0, 0},
        {"5+3x", 0, 0},
        {"5 +3", 0, 0},
        {"5+3.", 0, 0},
        {"5.123", 0, 0},
        {".5", 0, 0},
        {"-5", 0, 0},
        {"5++3", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        game_clock clock = {.used = false};
        check_case("%s", cases[i].text);
        CHECK_EQ_INT(play_clock_read(&clock, cases[i].text), cases[i].start > 0);
        CHECK_EQ_INT(clock.used, cases[i].start > 0);
        CHECK_EQ_INT(clock.start, cases[i].start);
        CHECK_EQ_INT(clock.increment, cases[i].increment);
        CHECK_EQ_INT(clock.left[ARB_WHITE], cases[i].start);
        CHECK_EQ_INT(clock.left[ARB_BLACK], cases[i].start);
    }
}

TEST(a_clock_shows_tenths_at_the_end_and_hours_at_first)
{
    static const struct {
        int64_t left;
        const char *text;
    } cases[] = {{0, "0.0"},         {99, "0.0"},          {100, "0.1"},        {9999, "9.9"},
                 {10000, "0:10"},    {59999, "0:59"},      {60000, "1:00"},     {600000, "10:00"},
                 {3599999, "59:59"}, {3600000, "1:00:00"}, {3725000, "1:02:05"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[32];
        play_clock_text(cases[i].left, text, sizeof text);
        CHECK_EQ_TEXT(text, cases[i].text);
    }
}

TEST(squares_are_read_by_name_or_by_numbers)
{
    static const struct {
        const char *text, *row_column, *column_row; /* "": no square */
    } cases[] = {
        {"e4", "e4", "e4"},
        {" e4 ", "e4", "e4"},
        {"4 6", "g4", "e2"},
        {"4,6", "g4", "e2"},
        {"\t4 , 6", "g4", "e2"},
        {"0 0", "a8", "a8"},
        {"7 7", "h1", "h1"},
        {"8 0", "", ""},
        {"-1 0", "", ""},
        {"0 8", "", ""},
        {"e9", "", ""},
        {"e4x", "", ""},
        {"", "", ""},
        {"4", "", ""},
        {"4 6 4", "", ""},
        {"4 x", "", ""},
        {"x 4", "", ""},
        {"4 10000", "", ""},
        {"e4 e5", "", ""},
        {"1234567890123456 1", "", ""},
        {"1 2 3 4 5 6 7", "", ""},
    };
    for (int xy = 0; xy < 2; xy++) {
        begin("chess", NULL, xy ? ARB_COORDS_XY : ARB_COORDS_RC);
        arb_size size = arb_position_size(arb_game_position(session.game));
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            const char *name = xy ? cases[i].column_row : cases[i].row_column;
            arb_square expected = ARB_NO_SQUARE;
            check_case("%d: %s", xy, cases[i].text);
            arb_square_read(size, name, strlen(name), &expected);
            CHECK_EQ_INT(play_read_square(&session, cases[i].text),
                         name[0] != '\0' ? expected : ARB_NO_SQUARE);
        }
        arb_game_free(session.game);
    }
    arb_kind kind;
    begin("crazyhouse", NULL, ARB_COORDS_RC);
    CHECK(play_read_hand(&session, "N@", &kind));
    CHECK_EQ_INT(kind, ARB_KNIGHT);
    CHECK(!play_read_hand(&session, "N", &kind) && !play_read_hand(&session, "N@f", &kind));
    CHECK(!play_read_hand(&session, "X@", &kind) && !play_read_hand(&session, "N4", &kind));
    arb_game_free(session.game);
}

TEST(a_move_that_is_no_move_has_its_reason)
{
    arb_move move;
    char why[200];
    const char *article;
    begin("chess", NULL, ARB_COORDS_RC);
    CHECK(play_read_move(&session, "6 4 4 4", 7, &move, why, sizeof why, &article));
    CHECK_EQ_TEXT(why, "");
    CHECK_EQ_TEXT(article, "");
    CHECK(!play_read_move(&session, "e2e5", 4, &move, why, sizeof why, &article));
    CHECK_EQ_TEXT(article, "3.7");
    CHECK(strstr(why, "a pawn does not move that way") != NULL);
    CHECK(!play_read_move(&session, "what", 4, &move, why, sizeof why, &article));
    CHECK_EQ_TEXT(article, "");
    CHECK(why[0] != '\0');
    arb_game_free(session.game);
}

TEST(tab_completes_commands_then_moves)
{
    static const char *const of_h[] = {"hint", "history", "help", "h3", "h4"};
    const char *word;
    size_t all = 0;
    begin("chess", NULL, ARB_COORDS_RC);
    for (size_t i = 0; i < 5; i++)
        CHECK_EQ_TEXT(play_complete(&session, "h", i), of_h[i]);
    CHECK(play_complete(&session, "h", 5) == NULL);
    CHECK_EQ_TEXT(play_complete(&session, "Nf", 0), "Nf3");
    CHECK(play_complete(&session, "Nf", 1) == NULL && play_complete(&session, "x", 0) == NULL);
    while ((word = play_complete(&session, "", all)) != NULL)
        all++;
    CHECK_EQ_INT(all, 19 + 20);
    arb_game_free(session.game);
    /* A hundred words at most. */
    begin("chess", "3Q1Q2/1Q4Q1/8/Q7/8/2Q5/1Q3Q2/K6k b - - 0 1", ARB_COORDS_RC);
    CHECK(play_complete(&session, "Q", 0) == NULL); /* Black is mated: no moves */
    CHECK_EQ_TEXT(play_complete(&session, "q", 0), "quit");
    CHECK(play_complete(&session, "q", 1) == NULL);
    arb_game_free(session.game);
    begin("chess", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", ARB_COORDS_RC);
    for (all = 0; play_complete(&session, "", all) != NULL;)
        all++;
    CHECK_EQ_INT(all, 100);
    arb_game_free(session.game);
}

static char folder[] = "/tmp/arbiter-journal-XXXXXX";
static caught output;

static void check_content(const char *path, const char *expected)
{
    char text[256];
    FILE *file = fopen(path, "r");
    size_t len = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    text[len] = '\0';
    CHECK_EQ_TEXT(text, expected);
    if (file != NULL)
        fclose(file);
}

TEST(a_journal_is_for_one_game_and_its_owner)
{
    play_journal journal, second;
    struct stat info;
    char path[64], *text;
    size_t len;
    CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/one", folder);
    CHECK(play_journal_create(&journal, path));
    CHECK(!journal.named_by_us);
    CHECK(stat(path, &info) == 0 && (info.st_mode & 07777) == 0600);
    CHECK(play_journal_add(&journal, "first\n", 6) && play_journal_add(&journal, "", 0));
    CHECK_EQ_INT(journal.size, 6);
    check_content(path, "first\n");
    catch_begin(&output, stderr);
    CHECK(!play_journal_open(&second, path, &text, &len));
    CHECK(!play_journal_create(&second, path));
    catch_end(&output);
    CHECK_EQ_INT(second.fd, -1);
    CHECK(strstr(output.text, "/one: another game is using this journal\narbiter: ") != NULL);
    play_journal_close(&journal, true); /* one that the player named stays */
    CHECK_EQ_INT(journal.fd, -1);
    CHECK(play_journal_add(&journal, "lost\n", 5)); /* there is nothing to write to */
    play_journal_close(&journal, true);
    catch_begin(&output, stderr);
    CHECK(!play_journal_create(&second, path));
    catch_end(&output);
    CHECK(strstr(output.text, "there is something in this file") != NULL);

    FILE *file = fopen(path, "a");
    fputs("second\nhalf a li", file);
    fclose(file);
    catch_begin(&output, stdout);
    CHECK(play_journal_open(&journal, path, &text, &len));
    CHECK_EQ_TEXT(catch_end(&output), "The journal's last line was cut short; it is left out.\n");
    CHECK(len == 13 && memcmp(text, "first\nsecond\n", 13) == 0);
    free(text);
    CHECK(play_journal_add(&journal, "third\n", 6));
    play_journal_close(&journal, false);
    check_content(path, "first\nsecond\nthird\n");
    catch_begin(&output, stdout);
    CHECK(play_journal_open(&journal, path, &text, &len));
    CHECK_EQ_TEXT(catch_end(&output), "");
    CHECK_EQ_INT(len, 19);
    free(text);
    play_journal_close(&journal, true);
    CHECK_EQ_INT(unlink(path), 0);
}

TEST(a_journal_without_a_move_is_deleted_if_nobody_named_it)
{
    play_journal journal;
    size_t len;
    setenv("XDG_DATA_HOME", folder, 1);
    for (int worthless = 0; worthless < 2; worthless++) {
        CHECK(play_journal_create(&journal, NULL));
        CHECK(journal.named_by_us);
        len = strlen(journal.path);
        CHECK(strncmp(journal.path, folder, strlen(folder)) == 0);
        CHECK(strncmp(journal.path + strlen(folder), "/arbiter/play-20", 16) == 0);
        CHECK(strcmp(journal.path + len - 8, ".journal") == 0);
        play_journal_close(&journal, worthless != 0);
        CHECK_EQ_INT(access(journal.path, F_OK), worthless ? -1 : 0);
        unlink(journal.path);
    }
    catch_begin(&output, stderr);
    char *text;
    CHECK(!play_journal_open(&journal, NULL, &text, &len));
    catch_end(&output);
    CHECK(strstr(output.text, "there is no game to resume in ") != NULL);
    char path[64];
    snprintf(path, sizeof path, "%s/arbiter", folder);
    CHECK(rmdir(path) == 0 && rmdir(folder) == 0); /* nothing is left */
}

int main(void)
{
    RUN(a_clock_is_read_as_minutes_and_seconds);
    RUN(a_clock_shows_tenths_at_the_end_and_hours_at_first);
    RUN(squares_are_read_by_name_or_by_numbers);
    RUN(a_move_that_is_no_move_has_its_reason);
    RUN(tab_completes_commands_then_moves);
    RUN(a_journal_is_for_one_game_and_its_owner);
    RUN(a_journal_without_a_move_is_deleted_if_nobody_named_it);
    return check_result();
}
