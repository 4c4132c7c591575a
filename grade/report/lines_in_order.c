/* lines_in_order.c: counts right answers if lines are missing or superfluous. Layer: grade.
 *
 * Expected and given lines are matched by their longest common subsequence. */
#include "grade/report/why_lines.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_LIMIT = 4096 };

typedef struct {
    const char *text;
    size_t len;
    size_t question;
} line_of;

static size_t expected_lines(const grade_test *test, size_t question, size_t said, line_of *lines)
{
    grade_line_cursor cursor = {.question = question};
    line_of line;
    size_t count = 0;
    while (count < LINES_LIMIT && grade_line_expected(test, &cursor, &line.text, &line.len)) {
        line.question = cursor.question;
        if (cursor.question > question || cursor.said >= said)
            lines[count++] = line;
        grade_line_passed(test, &cursor);
    }
    return count;
}

static size_t given_lines(const char *text, size_t len, line_of *lines)
{
    size_t count = 0;
    for (size_t at = 0; at < len && count < LINES_LIMIT;) {
        const char *end = memchr(text + at, '\n', len - at);
        size_t size = end != NULL ? (size_t)(end - text) - at : len - at;
        if (size > 0)
            lines[count++] = (line_of){.text = text + at, .len = size};
        at += size + 1;
    }
    return count;
}

static bool same(const grade_test *test, const line_of *expected, const line_of *given)
{
    return grade_line_is(test, expected->text, expected->len, given->text, given->len);
}

/* Computes longest[e][g]: the length of the longest common subsequence of the expected lines from e
 * on and the given lines from g on. */
static void lay(const grade_test *test, const line_of *expected, size_t e_count,
                const line_of *given, size_t g_count, uint16_t *longest)
{
    size_t row = g_count + 1;
    for (size_t e = e_count; e-- > 0;)
        for (size_t g = g_count; g-- > 0;) {
            uint16_t without_one = longest[(e + 1) * row + g] > longest[e * row + g + 1]
                                       ? longest[(e + 1) * row + g]
                                       : longest[e * row + g + 1];
            longest[e * row + g] = same(test, &expected[e], &given[g])
                                       ? (uint16_t)(longest[(e + 1) * row + g + 1] + 1)
                                       : without_one;
        }
}

/* A question is answered if all its lines are there. */
static size_t count_questions(const grade_test *test, const line_of *expected, size_t e_count,
                              size_t g_count, const uint16_t *longest)
{
    size_t row = g_count + 1, right = 0, g = 0;
    bool whole = true;
    for (size_t e = 0; e < e_count; e++) {
        while (g < g_count && longest[e * row + g + 1] == longest[e * row + g])
            g++;
        bool there = longest[e * row + g] > longest[(e + 1) * row + g];
        whole = whole && there;
        g += there;
        if (e + 1 == e_count || expected[e + 1].question != expected[e].question) {
            right += whole && grade_line_is_asked(test, &test->lines[expected[e].question]);
            whole = true;
        }
    }
    return right;
}

bool grade_lines_in_order(const grade_test *test, size_t question, size_t said, const char *given,
                          size_t len, size_t *right)
{
    line_of *lines = malloc(2 * LINES_LIMIT * sizeof *lines);
    if (lines == NULL)
        return false;
    line_of *theirs = lines + LINES_LIMIT;
    size_t e_count = expected_lines(test, question, said, lines);
    size_t g_count = given_lines(given, len, theirs);
    uint16_t *longest = calloc((e_count + 1) * (g_count + 1), sizeof *longest);
    if (longest != NULL) {
        lay(test, lines, e_count, theirs, g_count, longest);
        *right = count_questions(test, lines, e_count, g_count, longest);
    }
    free(lines);
    free(longest);
    return longest != NULL;
}
