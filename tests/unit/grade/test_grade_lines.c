/* test_grade_lines.c: tests whose lines are questions, and the lines that submissions answer. */
#include "check.h"
#include "grade/asker.h"
#include "grade/report/why_lines.h"

#include <stdlib.h>

static bool read_lines(grade_test *test, grade_questions questions, const char *text, size_t len,
                       fmt_error *error)
{
    grade_reading reading = {
        .questions = questions,
        .rules = arb_rules_find(questions == GRADE_ASK_GAME ? "king-capture" : "basic",
                                questions == GRADE_ASK_GAME ? 12 : 5)};
    return grade_test_read(test, reading, "test", text, len, error);
}

static const char session[] = "new\nE2 E4\nE2 E4\nprint\nE7 E5\n";

static grade_test session_test(void)
{
    grade_test test;
    fmt_error error;
    CHECK(read_lines(&test, GRADE_ASK_NARRATE, session, sizeof session - 1, &error));
    return test;
}

TEST(lines_of_a_file_are_questions)
{
    grade_test test;
    fmt_error error = {.line = 0};
    test = session_test();
    CHECK_EQ_INT(test.count, 5);
    CHECK_EQ_INT(test.asked, 4); /* print is none */
    CHECK(test.points == 1 && test.part == -1 && test.answer_bytes > 20);
    grade_test_free(&test);
    static const char marked[] = "\xEF\xBB\xBFturn\r\nmove 4 6 4 4\r\nturn";
    CHECK(read_lines(&test, GRADE_ASK_GAME, marked, sizeof marked - 1, &error));
    CHECK_EQ_INT(test.count, 3);
    CHECK(test.lines[0].at == 3 && test.lines[0].len == 4 && test.lines[0].line == 1);
    CHECK(test.lines[1].at == 9 && test.lines[1].len == 12 && test.lines[1].line == 2);
    CHECK(test.lines[2].at == 23 && test.lines[2].len == 4 && test.lines[2].line == 3);
    CHECK(strncmp(test.answers, "WHITE\ntrue\nBLACK\n", test.answer_bytes) == 0);
    grade_test_free(&test);
    CHECK(read_lines(&test, GRADE_ASK_GAME, "turn\n\r\nturn\r", 12, &error));
    CHECK(test.count == 3 && test.asked == 2 && test.lines[1].len == 0 && test.lines[2].len == 4);
    grade_test_free(&test);
    CHECK(test.count == 0 && test.lines == NULL && test.answers == NULL);
    static const struct {
        grade_questions questions;
        const char *text, *told;
        size_t line, column;
    } rows[] = {
        {GRADE_ASK_GAME, "turn\nfly 1 2\n", NULL, 2, 1},
        {GRADE_ASK_MOVES, "k 4 4 K 4 7: 4 4 3 3\nk 4 4 K 4 7: 4 x 3 3\n", NULL, 2, 16},
        {GRADE_ASK_NARRATE, "print\n", "there is no question in this test", 1, 1},
        {GRADE_ASK_GAME, "", "there is no question in this test", 1, 1},
        {GRADE_ASK_GAME, "\xEF\xBB\xBF", "there is no question in this test", 1, 1},
        {GRADE_ASK_GAME, "\n\n", "there is no question in this test", 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu", i);
        CHECK(!read_lines(&test, rows[i].questions, rows[i].text, strlen(rows[i].text), &error));
        CHECK_EQ_INT(error.line, rows[i].line);
        CHECK_EQ_INT(error.column, rows[i].column);
        if (rows[i].told != NULL)
            CHECK_EQ_TEXT(error.text, rows[i].told);
        CHECK(test.lines == NULL && test.count == 0);
    }
    check_case("%s", "");
}

TEST(expected_lines_come_in_order)
{
    static const struct {
        size_t question, said;
        const char *text;
    } lines[] = {
        {0, 0, "A new chess game is started!"},
        {1, 0, "White's Pawn moves from E2 to E4"},
        {2, 0, "There is no piece at position E2!"},
        {4, 0, "Black's Pawn moves from E7 to E5"},
    };
    grade_test test = session_test();
    grade_line_cursor cursor = {.question = 0};
    const char *line;
    size_t len, count = 0;
    for (; grade_line_expected(&test, &cursor, &line, &len); grade_line_passed(&test, &cursor)) {
        if (cursor.question == 3)
            continue; /* the board that print shows */
        check_case("line %zu", count);
        if (!CHECK(count < 4))
            break;
        CHECK_EQ_INT(cursor.question, lines[count].question);
        CHECK_EQ_INT(cursor.said, lines[count].said);
        CHECK(len == strlen(lines[count].text) && memcmp(line, lines[count].text, len) == 0);
        count++;
    }
    check_case("%s", "");
    CHECK_EQ_INT(count, 4);
    CHECK_EQ_INT(cursor.question, test.count);
    grade_test_free(&test);
}

TEST(lines_are_equal_but_for_blanks_and_case)
{
    static const struct {
        grade_questions questions;
        bool loose;
        const char *expected, *line;
        bool equal;
    } rows[] = {
        {GRADE_ASK_GAME, false, "true", "true", true},
        {GRADE_ASK_GAME, false, "true", " \tTRUE \t\r", true},
        {GRADE_ASK_GAME, false, "false", "False", true},
        {GRADE_ASK_GAME, false, "WHITE", "white", false},
        {GRADE_ASK_GAME, false, "trues", "TRUES", false},
        {GRADE_ASK_GAME, false, "true", "true.", false},
        {GRADE_ASK_GAME, false, "true", "", false},
        {GRADE_ASK_MOVES, false, "1 1 2 1 illegal", "1 1 2 1 ILLEGAL", true},
        {GRADE_ASK_NARRATE, false, "Check!", "check!", false},
        {GRADE_ASK_NARRATE, true, "Check!", "check", true},
        {GRADE_ASK_NARRATE, true, "No piece!", "no - PIECE, at all", true},
        {GRADE_ASK_NARRATE, true, "No piece", "no piece at all", false},
        {GRADE_ASK_NARRATE, true, "No piece!", "no pieces", false},
        {GRADE_ASK_NARRATE, true, "The Rook moves", "the castle moves", true},
        {GRADE_ASK_NARRATE, true, "The castle moves", "the rook moves", false},
        {GRADE_ASK_NARRATE, true, "Caf\xC3\xA9 1", "caf\xC3\xA9...1", true},
        {GRADE_ASK_NARRATE, true, "a", "a \x80", false},
        {GRADE_ASK_NARRATE, true, "\xC3\x80z x", "\xC3\x80z y", false},
        {GRADE_ASK_NARRATE, true, "\xC3\x80z x", "\xC3\x80z x", true},
        {GRADE_ASK_NARRATE, true, "!", "?", false},
        {GRADE_ASK_NARRATE, true, "a b", "ab", false},
        {GRADE_ASK_NARRATE, true, "a b", "A, B", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_test test = {.questions = rows[i].questions, .loose = rows[i].loose};
        check_case("row %zu: %s", i, rows[i].line);
        CHECK(grade_line_is(&test, rows[i].expected, strlen(rows[i].expected), rows[i].line,
                            strlen(rows[i].line)) == rows[i].equal);
    }
    check_case("%s", "");
    grade_test test = {.questions = GRADE_ASK_GAME};
    CHECK(!grade_line_is(&test, "a", 1, "a\0", 2));
}

static size_t in_order(const grade_test *test, size_t question, size_t said, const char *given,
                       size_t len)
{
    size_t right = 99;
    CHECK(grade_lines_in_order(test, question, said, given, len, &right));
    return right;
}

/* The question and the number of its lines at which the cursor stands. */
static grade_heard hear(const grade_test *test, grade_line_cursor *cursor, const char *line)
{
    return grade_line_hear(test, cursor, line, strlen(line));
}

TEST(lines_are_heard)
{
    grade_test test = session_test();
    grade_line_cursor at = {.question = 0};
    CHECK(hear(&test, &at, "A new chess game is started!") == GRADE_HEARD_RIGHT);
    CHECK_EQ_INT(at.question, 1);
    CHECK(hear(&test, &at, "hello") == GRADE_HEARD_WRONG);
    CHECK(hear(&test, &at, "White's Pawn moves from E2 to E3") == GRADE_HEARD_WRONG);
    CHECK_EQ_INT(at.question, 1);
    CHECK(hear(&test, &at, "White's Pawn moves from E2 to E4 ") == GRADE_HEARD_RIGHT);
    at = (grade_line_cursor){.question = test.count};
    CHECK(hear(&test, &at, "hello") == GRADE_HEARD_TOO_MUCH);

    test.rulings = true; /* the words are free, the rulings are not */
    at = (grade_line_cursor){.question = 0};
    CHECK(hear(&test, &at, "hello") == GRADE_HEARD_NOISE);
    CHECK_EQ_INT(at.question, 1); /* a new game need not be announced */
    CHECK(hear(&test, &at, "x MOVES FROM y") == GRADE_HEARD_WRONG);
    CHECK(hear(&test, &at, "he castles") == GRADE_HEARD_WRONG);
    CHECK(hear(&test, &at, "Black is in check") == GRADE_HEARD_WRONG);
    CHECK(hear(&test, &at, "checkmate") == GRADE_HEARD_WRONG);
    CHECK(hear(&test, &at, "a stalemate") == GRADE_HEARD_WRONG);
    CHECK(hear(&test, &at, "a stalemat") == GRADE_HEARD_NOISE);
    CHECK(hear(&test, &at, "White's Pawn moves from E2 to E4") == GRADE_HEARD_RIGHT);
    CHECK(hear(&test, &at, "you cannot") == GRADE_HEARD_RIGHT); /* a refusal in other words */
    CHECK_EQ_INT(at.question, 3);
    at = (grade_line_cursor){.question = 4};
    CHECK(hear(&test, &at, "you cannot") == GRADE_HEARD_NOISE);
    CHECK_EQ_INT(at.question, 4);
    at = (grade_line_cursor){.question = test.count};
    CHECK(hear(&test, &at, "bye") == GRADE_HEARD_NOISE);
    CHECK(hear(&test, &at, "stalemate") == GRADE_HEARD_TOO_MUCH);
    grade_test_free(&test);
}

/* ---- Missing and superfluous lines ---- */

TEST(right_lines_are_found_in_order)
{
    static const struct {
        size_t question, said;
        const char *given;
        size_t right;
    } rows[] = {
        {0, 0, "WHITE\ntrue\nBLACK\ntrue\nWHITE\n", 5},
        {0, 0, "WHITE\ntrue\nBLACK\ntrue\nWHITE", 5},
        {0, 0, "WHITE\n\ntrue\nBLACK\ntrue\nWHITE", 5},
        {0, 0, "WHITE\nBLACK\ntrue\nWHITE", 4},
        {0, 0, "true\nBLACK\ntrue\nWHITE", 4},
        {0, 0, "x\nWHITE\ny\ntrue\nz\nBLACK\ntrue\nWHITE\nx", 5},
        {0, 0, "BLACK\nWHITE", 2},
        {0, 0, "", 0},
        {1, 0, "WHITE\ntrue\nBLACK\ntrue\nWHITE\n", 4},
        {3, 0, "true\nWHITE\n", 2},
        {4, 0, "true\nWHITE\n", 1},
    };
    static const char text[] = "turn\nmove 4 6 4 4\nturn\nmove 4 1 4 3\nturn\n";
    grade_test test;
    fmt_error error;
    CHECK(read_lines(&test, GRADE_ASK_GAME, text, sizeof text - 1, &error));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu: %s", i, rows[i].given);
        CHECK_EQ_INT(
            in_order(&test, rows[i].question, rows[i].said, rows[i].given, strlen(rows[i].given)),
            rows[i].right);
    }
    check_case("%s", "");
    grade_test_free(&test);
    /* A question of several lines is answered if all are there; `said` of them were before. */
    static const char history[] = "move 4 6 4 4\nmove 4 1 4 3\nhistory\nturn\n";
    CHECK(read_lines(&test, GRADE_ASK_GAME, history, sizeof history - 1, &error));
    const char *answer = test.answers + test.lines[2].answer;
    const char *second = strchr(answer, '\n') + 1, *end = test.answers + test.answer_bytes;
    CHECK_EQ_INT(in_order(&test, 2, 0, answer, (size_t)(end - answer)), 2);
    CHECK_EQ_INT(in_order(&test, 2, 0, second, (size_t)(end - second)), 1);
    CHECK_EQ_INT(in_order(&test, 2, 1, second, (size_t)(end - second)), 2);
    CHECK_EQ_INT(in_order(&test, 2, 1, "WHITE\n", 6), 1);
    grade_test_free(&test);
}

/* ---- Why ---- */

TEST(long_and_harmful_lines_are_quoted)
{
    char given[400];
    grade_test test = session_test();
    grade_finding finding;
    grade_boards boards;
    CHECK(grade_why_line(&test, 1, 0, "", 0, &finding, &boards));
    CHECK_EQ_TEXT(finding.call, "E2 E4");
    CHECK_EQ_TEXT(finding.expected, "White's Pawn moves from E2 to E4");
    CHECK_EQ_TEXT(finding.given, "an empty line");
    CHECK(grade_why_line(&test, 1, 0, "\x1B[2J\xC3\xA9\xFF\nx", 9, &finding, &boards));
    CHECK_EQ_TEXT(finding.given, "?[2J\xC3\xA9?");
    memset(given, 'x', sizeof given);
    for (size_t len = sizeof finding.given - 10; len < sizeof finding.given + 2; len++) {
        check_case("%zu", len);
        CHECK(grade_why_line(&test, 1, 0, given, len, &finding, &boards));
        size_t shown = strspn(finding.given, "x");
        CHECK_EQ_INT(shown, len <= sizeof finding.given - 5 ? len : sizeof finding.given - 5);
        CHECK_EQ_TEXT(finding.given + shown, shown < len ? "..." : "");
    }
    check_case("%s", "");
    CHECK(grade_why_line(&test, 2, 0, NULL, 0, &finding, &boards));
    CHECK_EQ_TEXT(finding.given, "");
    CHECK_EQ_TEXT(finding.expected, "There is no piece at position E2!");
    CHECK(arb_position_turn(&boards.start) == ARB_WHITE);
    CHECK(arb_position_turn(&boards.before) == ARB_BLACK);
    CHECK(arb_position_turn(&boards.after) == ARB_BLACK);
    grade_test_free(&test);
}

int main(void)
{
    RUN(lines_of_a_file_are_questions);
    RUN(expected_lines_come_in_order);
    RUN(lines_are_equal_but_for_blanks_and_case);
    RUN(lines_are_heard);
    RUN(right_lines_are_found_in_order);
    RUN(long_and_harmful_lines_are_quoted);
    return check_result();
}
