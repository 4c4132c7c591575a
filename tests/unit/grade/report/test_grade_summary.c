/* test_grade_summary.c: the figures of a class: parts, marks, means, and the rules that cost most.
 */
#include "check.h"
#include "grade/report/class_summary.h"

#include <stdlib.h>

static const char config[] = "10\n8 8\nb r 0 0\nb k 0 4\nw k 7 4\n~\nisValidMove 7 4 6 4\n"
                             "isValidMove 7 4 5 4\n";

static grade_test read_test(const char *name)
{
    grade_test test;
    fmt_error error;
    grade_reading reading = {.rules = arb_rules_find("lab-bonus", 9)};
    CHECK(grade_test_read(&test, reading, name, config, sizeof config - 1, &error));
    return test;
}

TEST(a_test_belongs_to_a_part_by_its_name)
{
    static const struct {
        const char *name, *part;
    } rows[] = {
        {"tests/part1_8x8.txt", "Part 1"},
        {"PART12.txt", "Part 12"},
        {"part.txt", "Tests"},
        {"a/partx.txt", "a"},
        {"bonus_1.txt", "Bonus"},
        {"x/BONUS", "Bonus"},
        {"bonu.txt", "Tests"},
        {"/king.txt", "Tests"},
        {"a/b c/king.txt", "b c"},
        {"a//king.txt", "Tests"},
        {"./king.txt", "."},
        {"king.txt", "Tests"},
        {"ab/king.txt", "ab"},
        {"/ab/king.txt", "ab"},
    };
    grade_test test = read_test("");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_summary summary;
        check_case("%s", rows[i].name);
        test.name = rows[i].name;
        grade_plan plan = {.tests = &test, .count = 1};
        CHECK(grade_summary_make(&summary, &plan, &(grade_class){.count = 0}));
        CHECK_EQ_INT(summary.part_count, 1);
        CHECK_EQ_TEXT(summary.parts[0].name, rows[i].part);
        CHECK(summary.points == 10 && summary.parts[0].points == 10);
        CHECK(summary.marked == 0 && summary.mean == 0 && summary.median == 0);
        grade_summary_free(&summary);
        CHECK(summary.parts == NULL && summary.count == 0);
    }
    check_case("%s", "of a course");
    grade_course course = {.part_count = 2};
    course.parts[0].name = "first";
    course.parts[1].name = "second";
    grade_plan plan = {.tests = &test, .count = 1, .course = &course};
    static const char *const names[] = {"Tests", "first", "second"};
    test.name = "king.txt";
    for (int part = -1; part < 2; part++) {
        grade_summary summary;
        test.part = part;
        CHECK(grade_summary_make(&summary, &plan, &(grade_class){.count = 0}));
        CHECK_EQ_TEXT(summary.parts[0].name, names[part + 1]);
        grade_summary_free(&summary);
    }
    check_case("%s", "");
    grade_test_free(&test);
}

enum { TESTS = 4, STUDENTS = 9 };

/* Each test has 10 points and two questions: '+' passes, '1' and '0' stop after so many answers,
 * 's' is silent at the first, 't' takes too long, '!' could not be run. */
static const struct {
    const char *tests;
    bool none, unbuilt, unfinished;
    grade_state state;
    double score;
    size_t passed;
} students[STUDENTS] = {
    {"++++", false, false, false, GRADE_S_ALL, 40, 4},
    {"+++1", false, false, false, GRADE_S_SOME, 35, 3},
    {"1110", false, false, false, GRADE_S_NONE, 15, 0},
    {"0000", false, false, false, GRADE_S_NONE, 0, 0},
    {"t+tt", false, false, false, GRADE_S_SOME, 10, 1},
    {"+!++", false, false, false, GRADE_S_NOT_GRADED, 0, 0},
    {"bbbb", false, true, false, GRADE_S_NOT_BUILT, 0, 0},
    {"", true, false, false, GRADE_S_NOTHING, 0, 0},
    {"++++", false, false, true, GRADE_S_NOT_GRADED, 40, 4},
};

static grade_run run_of(char how)
{
    static char wrong[] = "maybe\n";
    grade_run run = {.ending = GRADE_PASSED, .matched = 2};
    switch (how) {
    case '+':
        break;
    case 't':
        run = (grade_run){.ending = GRADE_TIMEOUT};
        break;
    case 'b':
        run = (grade_run){.ending = GRADE_NOT_BUILT};
        break;
    case '!':
        run = (grade_run){.ending = GRADE_FAILED};
        break;
    default:
        run = (grade_run){.ending = GRADE_MISMATCH,
                          .matched = (size_t)(how - '0'),
                          .said = wrong,
                          .said_len = 6,
                          .whole = true};
    }
    return run;
}

TEST(marks_parts_and_rules)
{
    static const char *const names[TESTS] = {"part1_a", "part2_a", "part1_b", "part2_b"};
    grade_test tests[TESTS];
    grade_run runs[STUDENTS][TESTS];
    grade_entry entries[STUDENTS];
    for (size_t t = 0; t < TESTS; t++)
        tests[t] = read_test(names[t]);
    for (size_t i = 0; i < STUDENTS; i++) {
        for (size_t t = 0; t < TESTS && !students[i].none; t++)
            runs[i][t] = run_of(students[i].tests[t]);
        entries[i] = (grade_entry){.source.what = students[i].none ? NULL : "x",
                                   .done = !students[i].unfinished,
                                   .result = {.ran = !students[i].none,
                                              .built = !students[i].unbuilt,
                                              .runs = runs[i],
                                              .count = TESTS}};
    }
    grade_class class = {entries, STUDENTS};
    grade_plan plan = {.tests = tests, .count = TESTS, .scheme = {.partial = true}};
    grade_summary s;
    CHECK(grade_summary_make(&s, &plan, &class));
    CHECK(s.count == STUDENTS && s.points == 40 && s.built == 5);
    for (size_t i = 0; i < STUDENTS; i++) {
        check_case("student %zu", i);
        CHECK_EQ_TEXT(grade_state_name(s.students[i].state), grade_state_name(students[i].state));
        CHECK(s.students[i].total.score == students[i].score);
        CHECK_EQ_INT(s.students[i].total.passed, students[i].passed);
        CHECK(s.students[i].total.tests == TESTS && s.students[i].total.points == 40);
        CHECK_EQ_INT(s.students[i].failed, i == 5);
        for (size_t t = 0; t < TESTS; t++)
            CHECK((s.students[i].marks[t].passed) ==
                  (i != 5 && !students[i].none && students[i].tests[t] == '+'));
    }
    check_case("%s", "");
    static const size_t states[] = {1, 2, 1, 2, 2, 1};
    for (size_t i = 0; i < GRADE_S_COUNT; i++)
        CHECK_EQ_INT(s.states[i], states[i]);
    /* Marks are 40, 35, 15, 0, 10, and 0 for what was not built and for nothing. */
    CHECK_EQ_INT(s.marked, 7);
    CHECK(s.mean > 100. / 7 - 1e-9 && s.mean < 100. / 7 + 1e-9);
    CHECK(s.median == 10);
    static const size_t bars[GRADE_BARS] = {3, 0, 1, 1, 0, 0, 0, 0, 1, 1};
    for (size_t i = 0; i < GRADE_BARS; i++)
        CHECK_EQ_INT(s.bars[i], bars[i]);
    CHECK_EQ_INT(s.part_count, 2);
    CHECK_EQ_TEXT(s.parts[0].name, "Part 1");
    CHECK(s.parts[0].points == 20 && s.parts[0].tests == 2 && s.parts[0].sum == 50);
    CHECK(s.parts[0].all == 2 && s.parts[0].none == 3);
    CHECK_EQ_TEXT(s.parts[1].name, "Part 2");
    CHECK(s.parts[1].points == 20 && s.parts[1].tests == 2 && s.parts[1].sum == 50);
    CHECK(s.parts[1].all == 1 && s.parts[1].none == 2);
    CHECK(s.part_of[0] == 0 && s.part_of[1] == 1 && s.part_of[2] == 0 && s.part_of[3] == 1);
    static const size_t right[TESTS] = {2, 3, 2, 1};
    for (size_t t = 0; t < TESTS; t++)
        CHECK_EQ_INT(s.right[t], right[t]);
    static const struct {
        const char *name;
        size_t students, tests;
    } rules[] = {
        {"plain move", 2, 5}, {"a way the piece does not go", 2, 4}, {"endless or too slow", 1, 3}};
    CHECK_EQ_INT(s.rule_count, 3);
    for (size_t i = 0; i < s.rule_count && i < 3; i++) {
        CHECK_EQ_TEXT(s.rules[i].name, rules[i].name);
        CHECK(s.rules[i].students == rules[i].students && s.rules[i].tests == rules[i].tests);
    }
    grade_summary_free(&s);
    for (size_t t = 0; t < TESTS; t++)
        grade_test_free(&tests[t]);
}

/* A class of one student and a test of so many points. */
TEST(bars_of_few_points)
{
    static const struct {
        const char *config;
        bool passed;
        size_t bar;
    } rows[] = {{"0\n1 2\nw k 0 0\nb k 0 1\n~\nisValidScan\n", true, 0},
                {"1\n1 2\nw k 0 0\nb k 0 1\n~\nisValidScan\n", true, GRADE_BARS - 1},
                {"1\n1 2\nw k 0 0\nb k 0 1\n~\nisValidScan\n", false, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        grade_test test;
        fmt_error error;
        grade_summary s;
        const grade_reading reading = {.rules = arb_rules_find("lab-bonus", 9)};
        check_case("row %zu", i);
        CHECK(grade_test_read(&test, reading, "test", rows[i].config, strlen(rows[i].config),
                              &error));
        grade_run run = {.ending = rows[i].passed ? GRADE_PASSED : GRADE_SILENT,
                         .matched = rows[i].passed};
        grade_entry entry = {.source.what = "x",
                             .done = true,
                             .result = {.ran = true, .built = true, .runs = &run, .count = 1}};
        const grade_class class = {&entry, 1};
        const grade_plan plan = {.tests = &test, .count = 1};
        CHECK(grade_summary_make(&s, &plan, &class));
        for (size_t bar = 0; bar < GRADE_BARS; bar++)
            CHECK_EQ_INT(s.bars[bar], bar == rows[i].bar);
        grade_summary_free(&s);
        grade_test_free(&test);
    }
    check_case("%s", "");
}

int main(void)
{
    RUN(a_test_belongs_to_a_part_by_its_name);
    RUN(marks_parts_and_rules);
    RUN(bars_of_few_points);
    return check_result();
}
