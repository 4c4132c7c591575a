/* test_grade_answers.c: where a submission's answer ends, and whether it is right. */
#include "check.h"
#include "grade/compare_answer.h"

static const char config[] = "10\n4 6\nw r 3 0\nb r 0 0\nb k 0 5\nw k 3 5\n~\nisValidScan\n"
                             "underThreatScan\ndisplayBoard\nisValidMove 3 0 0 0\n"
                             "isPieceUnderThreat 1 1\nmovePiece 3 0 0 0\nscoreBoard\n"
                             "getHighestNextScore\n";

static grade_test test_of(const char *text)
{
    grade_test test;
    fmt_error error;
    grade_reading reading = {.rules = arb_rules_find("lab-bonus", 9)};
    CHECK(grade_test_read(&test, reading, "test", text, strlen(text), &error));
    return test;
}

/* ---- Where an answer ends ---- */

TEST(an_answer_ends_with_its_line_or_its_dot)
{
    enum { NO = -1 };
    static const struct {
        fmt_lab_kind kind;
        const char *text;
        int used, used_at_end; /* its length, or NO while more must come */
        int driven;            /* the same if a driver writes it, with no more to come */
    } rows[] = {
        {FMT_LAB_VALID_MOVE, "", NO, NO, NO},
        {FMT_LAB_VALID_MOVE, "true", NO, 4, NO},
        {FMT_LAB_VALID_MOVE, "true\n", 5, 5, NO},
        {FMT_LAB_VALID_MOVE, "\n \t\r\ntrue\nfalse\n", 10, 10, 16},
        {FMT_LAB_VALID_MOVE, "\n\n", NO, NO, NO},
        {FMT_LAB_VALID_MOVE, "true\n= ..\n", 5, 5, 10},
        {FMT_LAB_VALID_MOVE, "true\n= ..", 5, 5, 9},
        {FMT_LAB_SCORE, "1.5\n2\n", 4, 4, 6},
        {FMT_LAB_VALID_SCAN, ".\n", 2, 2, NO},
        {FMT_LAB_VALID_SCAN, ".", NO, 1, NO},
        {FMT_LAB_VALID_SCAN, "1 2 3 4\n", NO, NO, NO},
        {FMT_LAB_VALID_SCAN, "1 2 3 4\n.\n= ..\n", 10, 10, 15},
        {FMT_LAB_VALID_SCAN, "31 0 0 31\n . \n", 14, 14, NO},
        {FMT_LAB_VALID_SCAN, "32 0 0 0\n.\n", 9, 9, 11},
        {FMT_LAB_VALID_SCAN, "0 0 0 32\n.\n", 9, 9, 11},
        {FMT_LAB_VALID_SCAN, "0 0 0 -1\n.\n", 9, 9, 11},
        {FMT_LAB_VALID_SCAN, "1 2 3\n.\n", 6, 6, 8},
        {FMT_LAB_VALID_SCAN, "1 2 3 4 5\n.\n", 10, 10, 12},
        {FMT_LAB_VALID_SCAN, "1 2 3 x\n.\n", 8, 8, 10},
        {FMT_LAB_VALID_SCAN, "1 2 3 4\n\n.\n", 9, 9, 11},
        {FMT_LAB_THREAT_SCAN, "1 2\n3 4\n.\n", 10, 10, NO},
        {FMT_LAB_THREAT_SCAN, "1 2 3 4\n.\n", 8, 8, 10},
        {FMT_LAB_THREAT_SCAN, "..\n.\n", 3, 3, 5},
        {FMT_LAB_DISPLAY, "", NO, 0, 0},
        {FMT_LAB_DISPLAY, " ", NO, 0, 0},
        {FMT_LAB_DISPLAY, "true\n", 0, 0, 0},
        {FMT_LAB_DISPLAY, "tr", 0, 0, 0},
        {FMT_LAB_DISPLAY, "  ", NO, 2, 0},
        {FMT_LAB_DISPLAY, "  01\n", NO, 5, 0},
        {FMT_LAB_DISPLAY, "  01\n0|r |", NO, 10, 0},
        {FMT_LAB_DISPLAY, "  01\n0|r |\n \ntrue\n", 13, 13, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t used, len = strlen(rows[i].text);
        check_case("row %zu: %s", i, rows[i].text);
        bool ends = grade_answer_cut(GRADE_PROGRAM, rows[i].kind, rows[i].text, len, false, &used);
        CHECK_EQ_INT(ends ? (int)used : NO, rows[i].used);
        ends = grade_answer_cut(GRADE_PROGRAM, rows[i].kind, rows[i].text, len, true, &used);
        CHECK_EQ_INT(ends ? (int)used : NO, rows[i].used_at_end);
        ends = grade_answer_cut(GRADE_DRIVER, rows[i].kind, rows[i].text, len, true, &used);
        CHECK_EQ_INT(ends ? (int)used : NO, rows[i].driven);
    }
    check_case("%s", "");
    size_t used;
    CHECK(!grade_line_cut("", 0, true, &used) && !grade_line_cut("= .", 3, false, &used));
    CHECK(grade_line_cut("= .\n", 4, false, &used) && used == 4);
    CHECK(grade_line_cut("= .", 3, true, &used) && used == 3);
}

/* ---- Right and wrong ---- */

/* Judges an answer to the action of this number. */
static grade_judgement judge(const grade_test *test, size_t action, grade_speaker speaker,
                             const char *answer, grade_finding *finding)
{
    grade_referee referee;
    *finding = (grade_finding){.call = ""};
    CHECK(grade_referee_start(&referee, test));
    for (size_t i = 0; i <= action; i++)
        CHECK(grade_referee_next(&referee));
    grade_judgement judgement = grade_judge(&referee, speaker, answer, strlen(answer), finding);
    grade_referee_end(&referee);
    return judgement;
}

enum { SCAN, THREATS, DISPLAY, VALID, THREATENED, MOVE, SCORE, NEXT };

TEST(right_answers_in_every_form)
{
    static const struct {
        size_t action;
        const char *answer;
    } rows[] = {
        {THREATS, "0 0\n3 0\n.\n"},
        {THREATS, "\n3 0\n 0\t0\r\n3 0\n.\n"},
        {DISPLAY, "anything"},
        {VALID, "true\n"},
        {VALID, " TRUE \r\n"},
        {THREATENED, "False"},
        {MOVE, "true"},
        {SCORE, "-5.9"},
        {SCORE, " -5.90 \n"},
        {SCORE, "-5.86"},
        {SCORE, "-5.94"},
        {SCORE, "-5.900000000000000000000000000000000000"},
        {NEXT, "-5.6"},
    };
    grade_test test = test_of(config);
    grade_finding finding;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu: %s", i, rows[i].answer);
        if (!CHECK(judge(&test, rows[i].action, GRADE_PROGRAM, rows[i].answer, &finding) ==
                   GRADE_RIGHT))
            printf("    expected %s: %s\n", finding.expected, finding.why);
    }
    check_case("%s", "");
    grade_test_free(&test);
}

TEST(wrong_answers_are_explained)
{
    static const char tenths[] =
        "Black's pieces and a tenth for each of its valid moves, less the same for the other side.";
    static const struct {
        size_t action;
        const char *answer, *call, *expected, *given, *why;
        size_t more;
    } rows[] = {
        {VALID, "false", "isValidMove 3 0 0 0", "true", "false",
         "The rook on 3, 0 may move to 0, 0: no rule forbids it.", 0},
        {VALID, "truth", "isValidMove 3 0 0 0", "true", "truth",
         "An answer to isValidMove is true or false.", 0},
        {VALID, "tru", "isValidMove 3 0 0 0", "true", "tru",
         "An answer to isValidMove is true or false.", 0},
        {VALID, "falsey", "isValidMove 3 0 0 0", "true", "falsey",
         "An answer to isValidMove is true or false.", 0},
        {VALID, "fals", "isValidMove 3 0 0 0", "true", "fals",
         "An answer to isValidMove is true or false.", 0},
        {VALID, "true true", "isValidMove 3 0 0 0", "true", "true true",
         "An answer to isValidMove is true or false.", 0},
        {VALID, "\n", "isValidMove 3 0 0 0", "true", "an empty line",
         "An answer to isValidMove is true or false.", 0},
        {VALID, "t\x1F\x7F\xC3 ~e", "isValidMove 3 0 0 0", "true", "t??? ~e",
         "An answer to isValidMove is true or false.", 0},
        {VALID, "012345678901234567890123456789012345678901234567890123456789",
         "isValidMove 3 0 0 0", "true",
         "012345678901234567890123456789012345678901234567890123456789",
         "An answer to isValidMove is true or false.", 0},
        {VALID, "0123456789012345678901234567890123456789012345678901234567890",
         "isValidMove 3 0 0 0", "true",
         "012345678901234567890123456789012345678901234567890123456789...",
         "An answer to isValidMove is true or false.", 0},
        {THREATENED, "true", "isPieceUnderThreat 1 1", "false", "true", "There is no piece at 1 1.",
         0},
        {THREATS, ".", "isPieceUnderThreat 0 0", "true", "false",
         "It stands in the line of attack of the rook at 3 0.", 1},
        {THREATS, "0 0\n3 0\n3 5\n0 5\n.", "isPieceUnderThreat 0 5", "false", "true",
         "No white piece attacks 0 5.", 1},
        {THREATS, "0 0\n3 0\n", "underThreatScan", "2 pieces under threat", "an empty line",
         "An answer to underThreatScan is lines of two numbers on the board, and a dot.", 0},
        {THREATS, "0 0\n4 0\n.", "underThreatScan", "2 pieces under threat", "4 0",
         "An answer to underThreatScan is lines of two numbers on the board, and a dot.", 0},
        {THREATS, "0 6\n.", "underThreatScan", "2 pieces under threat", "0 6",
         "An answer to underThreatScan is lines of two numbers on the board, and a dot.", 0},
        {SCAN,
         "3 0 2 0\n3 0 1 0\n3 0 0 0\n3 0 3 1\n3 0 3 2\n3 0 3 3\n3 0 3 4\n3 5 2 4\n3 5 2 5\n3 5 3 "
         "4\n3 0 1 5\n.",
         "isValidMove 3 0 1 5", "false (wrong-shape)", "true",
         "The rook on 3, 0 cannot move to 1, 5: a rook does not move that way.", 0},
        {SCAN, "0 0 4 0\n.", "isValidScan", "10 valid moves of White", "0 0 4 0",
         "An answer to isValidScan is lines of four numbers on the board, and a dot.", 0},
        {SCAN, "0 0 0 6\n.", "isValidScan", "10 valid moves of White", "0 0 0 6",
         "An answer to isValidScan is lines of four numbers on the board, and a dot.", 0},
        {SCORE, "-5.8", "scoreBoard", "-5.9", "-5.8", tenths, 0},
        {SCORE, "-5.96", "scoreBoard", "-5.9", "-5.96", tenths, 0},
        {SCORE, "-5.9x", "scoreBoard", "-5.9", "-5.9x", "An answer to scoreBoard is a number.", 0},
        {SCORE, "-5.9000000000000000000000000000000000000", "scoreBoard", "-5.9",
         "-5.9000000000000000000000000000000000000", "An answer to scoreBoard is a number.", 0},
        {NEXT, "0", "getHighestNextScore", "-5.6", "0",
         "The best score that Black can have after one move.", 0},
        {NEXT, "x", "getHighestNextScore", "-5.6", "x",
         "An answer to getHighestNextScore is a number.", 0},
    };
    grade_test test = test_of(config);
    grade_finding finding;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu: %s", i, rows[i].answer);
        CHECK(judge(&test, rows[i].action, GRADE_PROGRAM, rows[i].answer, &finding) == GRADE_WRONG);
        CHECK_EQ_TEXT(finding.call, rows[i].call);
        CHECK_EQ_TEXT(finding.expected, rows[i].expected);
        CHECK_EQ_TEXT(finding.given, rows[i].given);
        CHECK_EQ_TEXT(finding.why, rows[i].why);
        CHECK_EQ_INT(finding.more, rows[i].more);
    }
    check_case("%s", "");
    grade_test_free(&test);
}

/* A driver shows its whole board behind each piece and each answer. */
TEST(a_driver_shows_its_board)
{
    static const struct {
        size_t action;
        const char *answer;
        bool right;
        const char *given, *why;
    } rows[] = {
        {VALID, "true\n= r....k/....../....../R....K\n", true, "", ""},
        {VALID, "true\n=\n", true, "", ""},
        {VALID, "true\n = r....k/....../....../R....K", true, "", ""},
        {MOVE, "true\n= R....k/....../....../.....K\n", true, "", ""},
        {MOVE, "true\n= r....k/....../....../R....K\n", false, "true, but the wrong board",
         "At 0 0 expected: a white rook; your board has a black rook."},
        {MOVE, "true\n= R....k/....../....../R....K\n", false, "true, but the wrong board",
         "At 3 0 expected: nothing; your board has a white rook."},
        {MOVE, "true\n= R....k/....../...../......K\n", false, "true, but the wrong board",
         "At 2 5 expected: nothing; your board has something unknown."},
        {MOVE, "true\n= R....k/....../......\n", false, "a board of another size",
         "The rook on 3, 0 may move to 0, 0: no rule forbids it."},
        {MOVE, "true\n= R....k/....../....../.....K.\n", false, "a board of another size",
         "The rook on 3, 0 may move to 0, 0: no rule forbids it."},
        {MOVE, "true\nhello\n", false, "hello", "This is nothing that the driver says."},
        {MOVE, "true\n=R....k\n", false, "=R....k", "This is nothing that the driver says."},
        {MOVE, "true\n", false, "an empty line", "This is nothing that the driver says."},
        {MOVE, "false\n= R....k/....../....../.....K\n", false, "false",
         "The rook on 3, 0 may move to 0, 0: no rule forbids it."},
        {THREATS, "0 0\n3 0\n.\n= r....k/....../....../R....K\n", true, "", ""},
        {THREATS, "0 0\n3 0\n.\n= r....k/....../....../R....k\n", false,
         "the right answer, but the wrong board",
         "At 3 5 expected: a white king; your board has a black king."},
        {SCORE, "-5.9\n= x.....\n", false, "a board of another size",
         "Black's pieces and a tenth for each of its valid moves, less the same for the other "
         "side."},
    };
    grade_test test = test_of(config);
    grade_finding finding;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu: %s", i, rows[i].answer);
        CHECK((judge(&test, rows[i].action, GRADE_DRIVER, rows[i].answer, &finding) ==
               GRADE_RIGHT) == rows[i].right);
        if (rows[i].right)
            continue;
        CHECK_EQ_TEXT(finding.given, rows[i].given);
        CHECK_EQ_TEXT(finding.why, rows[i].why);
    }
    check_case("%s", "");
    grade_test_free(&test);
}

TEST(a_driver_shows_the_pieces_of_the_set_up)
{
    static const struct {
        size_t count;
        const char *line;
        bool right;
        const char *call, *expected, *given, *why;
    } rows[] = {
        {1, "= ....../....../....../R.....\n", true, "", "", "", ""},
        {1, "=\n", true, "", "", "", ""},
        {2, "= r...../....../....../R.....\n", true, "", "", "", ""},
        {2, "= r...../....../....../......\n", false, "createChessPiece Black Rook 0 0",
         "a black rook at 0 0", "the wrong board",
         "At 3 0 expected: a white rook; your board has nothing."},
        {5, "= q....k/....../....../R....K\n", true, "", "", "", ""},
        {5, "= r....k/....../....../R....K\n", false, "createChessPiece Black Queen 0 0",
         "a black queen at 0 0", "the wrong board",
         "At 0 0 expected: a black queen; your board has a black rook."},
        {5, "debug\n", false, "createChessPiece Black Queen 0 0", "a black queen at 0 0", "debug",
         "This is nothing that the driver says."},
        {3, "? ?\n", false, "createChessPiece Black King 0 5", "a black king at 0 5", "? ?",
         "This is nothing that the driver says."},
    };
    grade_test test =
        test_of("10\n4 6\nw r 3 0\nb r 0 0\nb k 0 5\nw k 3 5\nb q 0 0\n~\nisValidScan\n");
    grade_finding finding;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *line = rows[i].line;
        check_case("row %zu: %s", i, line);
        CHECK((grade_judge_piece(&test, rows[i].count, line, strlen(line), &finding) ==
               GRADE_RIGHT) == rows[i].right);
        if (rows[i].right)
            continue;
        CHECK_EQ_TEXT(finding.call, rows[i].call);
        CHECK_EQ_TEXT(finding.expected, rows[i].expected);
        CHECK_EQ_TEXT(finding.given, rows[i].given);
        CHECK_EQ_TEXT(finding.why, rows[i].why);
    }
    check_case("%s", "");
    grade_expect_piece(&test, 4, &finding);
    CHECK_EQ_TEXT(finding.why, "It replaces the piece that was created there before.");
    grade_expect_piece(&test, 3, &finding);
    CHECK_EQ_TEXT(finding.why, "");
    grade_test_free(&test);
}

TEST(what_is_expected_of_each_call)
{
    static const struct {
        size_t action;
        const char *call, *expected, *why, *rule;
    } rows[] = {
        {SCAN, "isValidScan", "10 valid moves of White", "", NULL},
        {THREATS, "underThreatScan", "2 pieces under threat", "", NULL},
        {DISPLAY, "displayBoard", "", "", NULL},
        {THREATENED, "isPieceUnderThreat 1 1", "false", "There is no piece at 1 1.",
         "piece under threat"},
    };
    grade_test test = test_of(config);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_referee referee;
        grade_finding finding;
        check_case("row %zu", i);
        CHECK(grade_referee_start(&referee, &test));
        for (size_t k = 0; k <= rows[i].action; k++)
            CHECK(grade_referee_next(&referee));
        grade_expect(&referee, &finding);
        CHECK_EQ_TEXT(finding.call, rows[i].call);
        CHECK_EQ_TEXT(finding.expected, rows[i].expected);
        CHECK_EQ_TEXT(finding.why, rows[i].why);
        CHECK_EQ_TEXT(finding.rule, rows[i].rule);
        grade_referee_end(&referee);
    }
    check_case("%s", "");
    grade_test_free(&test);
}

/* The expected score is 0, which has no rounding. */
TEST(a_score_may_differ_by_less_than_a_twentieth)
{
    static const struct {
        const char *answer;
        grade_judgement judgement;
    } rows[] = {{"0", GRADE_RIGHT},      {"0.0499999", GRADE_RIGHT}, {"-0.0499999", GRADE_RIGHT},
                {"0.05", GRADE_WRONG},   {"-0.05", GRADE_WRONG},     {"nan", GRADE_WRONG},
                {"1e-300", GRADE_RIGHT}, {"inf", GRADE_WRONG}};
    grade_test test = test_of("1\n8 8\nw k 7 4\nb k 0 4\n~\nscoreBoard\n");
    grade_finding finding;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("%s", rows[i].answer);
        CHECK_EQ_INT(judge(&test, 0, GRADE_PROGRAM, rows[i].answer, &finding), rows[i].judgement);
    }
    check_case("%s", "");
    grade_test_free(&test);
}

/* The handout gives no score for a side without a move. */
TEST(any_score_is_right_where_there_is_none)
{
    grade_test test = test_of("1\n3 3\nb k 0 0\nw q 1 2\nw k 2 2\n~\nmovePiece 1 2 2 1\n"
                              "getHighestNextScore\n");
    grade_finding finding;
    CHECK(judge(&test, 1, GRADE_PROGRAM, "77", &finding) == GRADE_RIGHT);
    CHECK(judge(&test, 1, GRADE_PROGRAM, "none", &finding) == GRADE_WRONG);
    CHECK_EQ_TEXT(finding.expected, "a number");
    CHECK_EQ_TEXT(finding.why, "An answer to getHighestNextScore is a number.");
    grade_test_free(&test);
}

int main(void)
{
    RUN(an_answer_ends_with_its_line_or_its_dot);
    RUN(right_answers_in_every_form);
    RUN(wrong_answers_are_explained);
    RUN(a_driver_shows_its_board);
    RUN(a_driver_shows_the_pieces_of_the_set_up);
    RUN(what_is_expected_of_each_call);
    RUN(a_score_may_differ_by_less_than_a_twentieth);
    RUN(any_score_is_right_where_there_is_none);
    return check_result();
}
