/* why_lines.h: of tests of lines, what was expected, what was said, and by which rule. Layer:
 * grade. Knows nothing of submissions. */
#ifndef ARB_GRADE_WHY_LINES_H
#define ARB_GRADE_WHY_LINES_H

#include "grade/asker.h"
#include "grade/compare_answer.h"

/* Boards around a question. */
typedef struct {
    arb_position start;  /* of the test; of `moves`, of the line */
    arb_position before; /* the question */
    arb_position after;
} grade_boards;

/* The finding on question `question`, of whose answer `said` lines were right. `given` is what came
 * from there on, NULL if nothing did. False without memory. */
bool grade_why_line(const grade_test *test, size_t question, size_t said, const char *given,
                    size_t len, grade_finding *finding, grade_boards *boards);

/* How many of the questions from `question` on are answered rightly by these lines, a line each. */
size_t grade_lines_right(const grade_test *test, size_t question, const char *given, size_t len);
/* The same if an answer has any number of lines, and lines may be missing or superfluous. Of the
 * first question `said` lines are known to be right. */
size_t grade_lines_in_order(const grade_test *test, size_t question, size_t said, const char *given,
                            size_t len);

#endif
