/* test_fmt_script.c: a session's calls in every rule set and every style of coordinates. The
 * course's own tests are compared if the folder ../shared/data exists. */
#include "check.h"
#include "fmt_buffer.h"
#include "formats/script/script.h"

static const arb_rules *rules_of(const char *name)
{
    return arb_rules_find(name, strlen(name));
}

static bool call(fmt_script *script, const char *line, buffer *got)
{
    fmt_error error;
    fmt_out to = buffer_out(got);
    return fmt_script_call(script, line, strlen(line), &to, &error);
}

/* The sessions in the three styles differ only in how squares are written. */
TEST(every_rule_set_takes_every_style_of_coordinates)
{
    static const struct {
        arb_coords coords;
        const char *move, *legal, *targets, *entry;
    } styles[] = {
        {ARB_COORDS_XY, "move 6 7 5 5", "legal 1 0", "0,2 2,2\n", "WHITE♘ at 6, 7 to 5, 5\n"},
        {ARB_COORDS_RC, "move 7 6 5 5", "legal 0 1", "2,0 2,2\n", "WHITE♘ at 7, 6 to 5, 5\n"},
        {ARB_COORDS_ALGEBRAIC, "move g1 f3", "legal b8", "a6 c6\n", "WHITE♘ at g1 to f3\n"},
    };
    static buffer got;
    static fmt_script script;
    for (size_t r = 0; r < ARB_BUILT_IN; r++)
        for (size_t s = 0; s < sizeof styles / sizeof styles[0]; s++) {
            check_case("%s, style %zu", arb_rules_at(r)->name, s);
            if (!CHECK(fmt_script_start(&script, arb_rules_at(r), styles[s].coords)))
                continue;
            CHECK(call(&script, styles[s].move, &got));
            CHECK_EQ_TEXT(got.text, "true\n");
            CHECK(call(&script, "turn", &got));
            CHECK_EQ_TEXT(got.text, "BLACK\n");
            CHECK(call(&script, styles[s].legal, &got));
            CHECK_EQ_TEXT(got.text, styles[s].targets);
            CHECK(call(&script, "history", &got));
            CHECK_EQ_TEXT(got.text, styles[s].entry);
            CHECK(call(&script, "undo", &got));
            CHECK(call(&script, "score", &got));
            CHECK_EQ_TEXT(got.text, "0.0\n");
            CHECK(call(&script, "outcome", &got));
            CHECK_EQ_TEXT(got.text, "*\n");
            fmt_script_end(&script);
        }
}

TEST(a_call_that_cannot_be_read_says_where)
{
    static const struct {
        const char *call;
        size_t column;
        const char *text;
    } cases[] = {
        {"mov 6 7 5 5", 1, "a call such as move or canMove expected, not 'mov'"},
        {"move 6 x 5 5", 8, "a row expected, not 'x'"},
        {"move 6 7 5", 11, "a row expected at the end of the line"},
        {"turn 4", 6, "the end of the line expected, not '4'"},
    };
    static buffer got;
    static fmt_script script;
    CHECK(fmt_script_start(&script, arb_rules_at(0), ARB_COORDS_XY));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fmt_error error = {.line = 0};
        fmt_out to = buffer_out(&got);
        check_case("%s", cases[i].call);
        CHECK(!fmt_script_call(&script, cases[i].call, strlen(cases[i].call), &to, &error));
        CHECK_EQ_INT(error.line, 0);
        CHECK_EQ_INT(error.column, cases[i].column);
        CHECK_EQ_TEXT(error.text, cases[i].text);
        CHECK_EQ_TEXT(got.text, "");
    }
    fmt_script_end(&script);
}

/* For every pair of squares `legal` must list exactly what `canMove` accepts and `why` finds ok.
 * King takes own rook, e1 a1 or e1 h1, counts as castling, too. */
TEST(legal_can_move_and_why_agree)
{
    static const char *const fens[] = {
        "new r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        "new 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        "new n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",
    };
    static buffer targets, got;
    static fmt_script script;
    char line[64], name[16];
    if (!CHECK(fmt_script_start(&script, rules_of("chess"), ARB_COORDS_ALGEBRAIC)))
        return;
    for (size_t f = 0; f < sizeof fens / sizeof fens[0]; f++) {
        CHECK(call(&script, fens[f], &got));
        const char *turn = strstr(fens[f], " w ") ? "WHITE" : "BLACK";
        for (int from = 0; from < 64; from++) {
            snprintf(line, sizeof line, "legal %c%d", 'a' + from % 8, from / 8 + 1);
            CHECK(call(&script, line, &targets));
            for (int to = 0; to < 64; to++) {
                snprintf(name, sizeof name, "%c%d", 'a' + to % 8, to / 8 + 1);
                bool castling = f == 0 && from == 4 && (to == 0 || to == 7);
                bool listed = castling || strstr(targets.text, name) != NULL;
                snprintf(line, sizeof line, "canMove %c%d %s %s", 'a' + from % 8, from / 8 + 1,
                         name, turn);
                check_case("%s", line);
                CHECK(call(&script, line, &got));
                CHECK_EQ_TEXT(got.text, listed ? "true\n" : "false\n");
                snprintf(line, sizeof line, "why %c%d %s", 'a' + from % 8, from / 8 + 1, name);
                CHECK(call(&script, line, &got));
                bool ok = strncmp(got.text, "ok: ", 4) == 0 ||
                          (listed && strncmp(got.text, "promotion-missing: ", 19) == 0);
                CHECK_EQ_INT(ok, listed);
            }
        }
    }
    fmt_script_end(&script);
}

/* ---- the course's own tests: rows of a call and its answer; a test ends with the history ----
 */

typedef struct {
    fmt_script script;
    size_t history; /* entries compared so far */
    bool open;
} course_test;

static void end_test(course_test *test)
{
    if (test->open) {
        CHECK(test->history == 0 || test->history == arb_game_history_count(test->script.game));
        fmt_script_end(&test->script);
    }
    test->open = false;
}

static void check_row(course_test *test, char *row)
{
    static buffer got;
    char entry[128];
    char *tab = strchr(row, '\t');
    if (!CHECK(tab != NULL) || !CHECK(test->open))
        return;
    *tab = '\0';
    check_case("%s", row);
    if (strcmp(row, "history") == 0) {
        arb_game_history_entry(test->script.game, test->history++, ARB_COORDS_XY, entry,
                               sizeof entry);
        CHECK_EQ_TEXT(entry, tab + 1);
        return;
    }
    CHECK(call(&test->script, row, &got));
    got.text[strcspn(got.text, "\n")] = '\0';
    CHECK_EQ_TEXT(got.text, tab + 1);
}

TEST(the_course_tests_give_what_the_course_expects)
{
    static course_test test;
    char row[256];
    unsigned rows = 0;
    FILE *table = check_open("../shared/data/seeds/mcgill_exposed.tsv");
    while (table && next_line(table, row, sizeof row) >= 0) {
        if (strncmp(row, "# test", 6) == 0) {
            end_test(&test);
            test.history = 0;
            test.open = fmt_script_start(&test.script, rules_of("king-capture"), ARB_COORDS_XY);
        } else if (row[0] != '#') {
            check_row(&test, row);
            rows++;
        }
    }
    end_test(&test);
    CHECK(table == NULL || rows > 200);
    if (table)
        fclose(table);
}

int main(void)
{
    RUN(every_rule_set_takes_every_style_of_coordinates);
    RUN(a_call_that_cannot_be_read_says_where);
    RUN(legal_can_move_and_why_agree);
    RUN(the_course_tests_give_what_the_course_expects);
    return check_result();
}
