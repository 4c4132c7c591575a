/* test_grade_report.c: a report as text and as JSON. */
#include "check.h"
#include "common/text_builder.h"
#include "grade/report/report.h"

#include <stdlib.h>

static const char config[] = "10\n4 6\nw r 3 0\nb r 0 0\nb k 0 5\nw k 3 5\n~\nisValidMove 3 0 0 0\n"
                             "movePiece 3 0 0 0\nscoreBoard\n";

static grade_test test;
static grade_run run;
static grade_report report;

static const char *written(bool json, const char *submission)
{
    static char text[8000];
    text_builder all = {0};
    fmt_out out = text_out(&all);
    if (json)
        grade_report_json(&out, &report, submission);
    else
        grade_report_text(&out, &report);
    snprintf(text, sizeof text, "%.*s", (int)all.len, all.at);
    text_free(&all);
    return text;
}

static void make(grade_run wanted, grade_speaker speaker)
{
    static const grade_scheme scheme = {.limits = {.seconds = 7, .memory = 256, .processes = 16}};
    run = wanted;
    if (run.said != NULL)
        run.said_len = strlen(run.said);
    CHECK(grade_report_make(&report, &test, &run, speaker, &scheme));
}

#define START                                                                                          \
    "test\nInitial state:\n  012345\n  ------\n0|♜    ♚|\n1|      |\n2|      |\n3|♖    ♔|\n  " \
    "------\n\n"
#define MOVED "  012345\n  ------\n0|♖    ♚|\n1|      |\n2|      |\n3|     ♔|\n  ------\n\n"
#define SAME "  012345\n  ------\n0|♜    ♚|\n1|      |\n2|      |\n3|♖    ♔|\n  ------\n\n"

TEST(points_are_short)
{
    static const struct {
        double points;
        const char *text;
    } rows[] = {{0, "0"},     {3, "3"},         {10, "10"},     {100, "100"},
                {2.5, "2.5"}, {8. / 3, "2.67"}, {0.25, "0.25"}, {0.1, "0.1"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        text_builder all = {0};
        fmt_out out = text_out(&all);
        char text[40];
        grade_put_points(&out, rows[i].points);
        snprintf(text, sizeof text, "%.*s", (int)all.len, all.at);
        CHECK_EQ_TEXT(text, rows[i].text);
        text_free(&all);
    }
}

TEST(a_test_that_is_passed)
{
    make((grade_run){.ending = GRADE_PASSED, .matched = 3}, GRADE_PROGRAM);
    CHECK_EQ_TEXT(written(false, NULL), START "Final state:\n" MOVED "Score 10 / 10\n\n");
    CHECK(report.line == 0 && !report.answered && report.finding.call[0] == '\0');
    CHECK_EQ_TEXT(written(true, "ann\"a"), "{\"submission\":\"ann\\\"a\",\"file\":\"test\",\"ok\":"
                                           "true,\"ending\":\"passed\",\"score\":10,"
                                           "\"points\":10,\"actions\":3,\"matched\":3}\n");
    make(
        (grade_run){
            .ending = GRADE_PASSED, .matched = 3, .code = 4, .leak_blocks = 1, .leak_bytes = 30},
        GRADE_DRIVER);
    CHECK(strstr(written(false, NULL),
                 "Score 10 / 10\nNote: 1 block of memory (30 bytes) still allocated after the "
                 "board was deleted; this "
                 "costs no points.\nNote: it ended with exit code 4; this costs no points.\n\n") !=
          NULL);
    CHECK(strstr(written(true, NULL), "\"matched\":3,\"leaked\":{\"blocks\":1,\"bytes\":30}}\n") !=
          NULL);
    grade_run leaks = {.ending = GRADE_PASSED,
                       .matched = 3,
                       .leak_blocks = 2,
                       .leak_bytes = 31,
                       .leak_place = "a"};
    make(leaks, GRADE_DRIVER);
    CHECK(strstr(written(false, NULL), "Note: 2 blocks of memory (31 bytes)") != NULL);
    CHECK(strstr(written(false, NULL), "  allocated at: a\n") != NULL);
    CHECK(strstr(written(true, NULL), ",\"leaked\":{\"blocks\":2,\"bytes\":31,\"at\":\"a\"}}\n") !=
          NULL);
}

TEST(a_wrong_answer)
{
    static char wrong[] = "false\n";
    make((grade_run){.ending = GRADE_MISMATCH, .said = wrong, .whole = true}, GRADE_PROGRAM);
    CHECK_EQ_TEXT(written(false, NULL), START
                  "A function call did not match expected output at line 8\nFinal state:\n" SAME
                  "Score 0 / 10\n"
                  "Line 8: isValidMove 3 0 0 0\n  expected: true\n  given:    false\n  why:      "
                  "The rook on 3, 0 may move to 0, 0: no "
                  "rule forbids it.\n  board before the call:\n" SAME);
    CHECK_EQ_TEXT(written(true, NULL),
                  "{\"file\":\"test\",\"ok\":false,\"ending\":\"mismatch\",\"score\":0,\"points\":"
                  "10,\"actions\":3,\"matched\":0,\"line\":8,"
                  "\"call\":\"isValidMove 3 0 0 "
                  "0\",\"expected\":\"true\",\"given\":\"false\",\"differing\":1,\"verdict\":"
                  "\"ok\",\"why\":\"The "
                  "rook on 3, 0 may move to 0, 0: no rule forbids "
                  "it.\",\"before\":\"r....k/....../....../R....K\",\"after\":\"r....k/....../"
                  "....../R....K\"}\n");
}

TEST(a_wrong_board)
{
    static char wrong[] = "true\n= R.q..k/....../Zx..../.....K\n";
    make(
        (grade_run){
            .ending = GRADE_MISMATCH, .matched = 1, .placed = 4, .said = wrong, .whole = true},
        GRADE_DRIVER);
    CHECK_EQ_TEXT(written(false, NULL), START
                  "A function call did not match expected output at line 9\nFinal state:\n" MOVED
                  "Score 0 / 10\n"
                  "Line 9: movePiece 3 0 0 0\n  expected: true\n  given:    true, but the wrong "
                  "board\n  why:      At 0 2 expected: "
                  "nothing; your board has a black queen.\n  expected board:\n" MOVED
                  "  your board:\n  012345\n  ------\n0|♖ ♛  ♚|\n1|      |\n2|?"
                  "?    |\n3|     ♔|\n  ------\n\n");
    CHECK(strstr(written(true, NULL),
                 "\"wanted\":\"R....k/....../....../"
                 ".....K\",\"board\":\"R.q..k/....../Zx..../.....K\"") != NULL);
    static char piece[] = "= r...../....../....../......\n";
    make((grade_run){.ending = GRADE_MISMATCH, .placed = 1, .said = piece, .whole = true},
         GRADE_DRIVER);
    CHECK(strstr(written(false, NULL), "at line 4\n") != NULL);
    CHECK(strstr(written(false, NULL),
                 "\nLine 4: createChessPiece Black Rook 0 0\n  expected: a black rook at 0 0\n") !=
          NULL);
    CHECK(strstr(written(false, NULL), "  your board:\n  012345\n  ------\n0|♜     |\n") != NULL);
}

TEST(no_answer)
{
    make((grade_run){.ending = GRADE_SILENT, .matched = 2, .code = 3}, GRADE_PROGRAM);
    CHECK_EQ_TEXT(
        written(false, NULL), START
        "A function call did not match expected output at line 10\nFinal state:\n" MOVED
        "Score 0 / 10\n"
        "Line 10: scoreBoard\n  expected: -5.9\nIt ended with exit code 3 and did not answer.\n\n");
    CHECK(strstr(written(true, NULL),
                 ",\"line\":10,\"call\":\"scoreBoard\",\"expected\":\"-5.9\",") != NULL);
    CHECK(strstr(written(true, NULL), "\"given\"") == NULL);
    CHECK(strstr(written(true, NULL),
                 ",\"happened\":\"It ended with exit code 3 and did not answer.\"}\n") != NULL);
    make((grade_run){.ending = GRADE_NOT_BUILT}, GRADE_PROGRAM);
    CHECK(strstr(written(false, NULL), "Line ") == NULL &&
          strstr(written(false, NULL), "expected: ") == NULL);
    CHECK(strstr(written(false, NULL), "\nScore 0 / 10\nIt could not be built.\n") != NULL);
    grade_run crash = {
        .ending = GRADE_CRASH, .code = 11, .placed = 4, .matched = 3, .call = "c", .place = "p:1"};
    make(crash, GRADE_DRIVER);
    CHECK(strstr(written(true, NULL), ",\"crashed_in\":\"c\",\"crashed_at\":\"p:1\",") != NULL);
    CHECK(strstr(written(false, NULL), "Line ") == NULL);
}

TEST(a_test_without_calls)
{
    static const char none[] = "5\n1 2\nw k 0 0\nb k 0 1\n~\n";
    static char said[] = "x\n";
    grade_test before = test;
    fmt_error error;
    const grade_reading reading = {.rules = arb_rules_find("lab-bonus", 9)};
    CHECK(grade_test_read(&test, reading, "test", none, sizeof none - 1, &error));
    make((grade_run){.ending = GRADE_PASSED}, GRADE_PROGRAM);
    CHECK(report.score == 5);
    make((grade_run){.ending = GRADE_TOO_MANY, .said = said, .whole = true}, GRADE_PROGRAM);
    CHECK(report.score == 0);
    CHECK_EQ_TEXT(
        written(true, NULL),
        "{\"file\":\"test\",\"ok\":false,\"ending\":\"too-many\",\"score\":0,\"points\":5,"
        "\"actions\":0,\"matched\":0,\"line\":0,\"call\":\"\",\"expected\":\"\",\"before\":"
        "\"Kk\",\"after\":\"Kk\",\"happened\":\"It said more than it was asked for: 'x?' "
        "behind its last answer.\"}\n");
    CHECK_EQ_TEXT(
        written(false, NULL),
        "test\nInitial state:\n  01\n  --\n0|♔♚|\n  --\n\nFinal state:\n  01\n  --\n0|♔♚|\n"
        "  --\n\nScore 0 / 5\nIt said more than it was asked for: 'x?' behind its last "
        "answer.\n\n");
    grade_test_free(&test);
    test = before;
}

/* What it said too much is told up to 60 bytes, without control characters. */
TEST(it_said_too_much)
{
    static char said[100];
    for (size_t len = 58; len < 64; len++) {
        char text[200];
        check_case("%zu bytes", len);
        memset(said, 'y', sizeof said);
        said[0] = '\x1F';
        said[1] = '\x7F';
        said[2] = '\x7E';
        said[3] = ' ';
        said[len] = '\0';
        make((grade_run){.ending = GRADE_TOO_MANY, .matched = 3, .said = said, .whole = true},
             GRADE_PROGRAM);
        snprintf(text, sizeof text,
                 "It said more than it was asked for: '?\?~ %.*s' behind its last answer.",
                 (int)((len < 60 ? len : 60) - 4), said + 4);
        CHECK_EQ_TEXT(report.happened, text);
    }
    check_case("%s", "");
}

TEST(so_many_more_differ)
{
    grade_test before = test;
    fmt_error error;
    grade_reading reading = {.rules = arb_rules_find("lab-bonus", 9)};
    static const struct {
        const char *config, *said, *more;
    } rows[] = {
        {"1\n1 4\nw k 0 0\nb k 0 3\n~\nisValidScan\n", "0 0 0 2\n.\n",
         "; 1 more call of this scan differs\n"},
        {"1\n1 4\nw k 0 0\nb k 0 3\n~\nisValidScan\n", "0 0 0 2\n0 0 0 3\n.\n",
         "; 2 more calls of this scan differ\n"},
        {"1\n1 4\nw k 0 0\nb k 0 3\n~\nisValidScan\n", ".\n", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char said[100];
        check_case("row %zu", i);
        snprintf(said, sizeof said, "%s", rows[i].said);
        CHECK(grade_test_read(&test, reading, "test", rows[i].config, strlen(rows[i].config),
                              &error));
        make((grade_run){.ending = GRADE_MISMATCH, .said = said, .whole = true}, GRADE_PROGRAM);
        CHECK_EQ_INT(strstr(written(false, NULL), rows[i].more != NULL ? rows[i].more : " more ") !=
                         NULL,
                     rows[i].more != NULL);
        grade_test_free(&test);
    }
    check_case("%s", "");
    test = before;
}

int main(void)
{
    fmt_error error;
    grade_reading reading = {.rules = arb_rules_find("lab-bonus", 9)};
    if (!grade_test_read(&test, reading, "test", config, sizeof config - 1, &error))
        return 1;
    RUN(points_are_short);
    RUN(a_test_that_is_passed);
    RUN(a_wrong_answer);
    RUN(a_wrong_board);
    RUN(no_answer);
    RUN(a_test_without_calls);
    RUN(it_said_too_much);
    RUN(so_many_more_differ);
    grade_test_free(&test);
    return check_result();
}
