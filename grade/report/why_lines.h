/* why_lines.h: for tests of lines: what was expected, what was given, and by which rule. Layer:
 * grade. Knows nothing of submissions. */
#ifndef ARB_GRADE_WHY_LINES_H
#define ARB_GRADE_WHY_LINES_H

#include "grade/asker.h"
#include "grade/compare_answer.h"

/* The boards around a question. */
typedef struct {
    arb_position start;  /* of the test or, in the format of `moves`, of the line */
    arb_position before; /* before the question */
    arb_position after;
} grade_boards;

/* Explains what is wrong with the answer to `question` after its first `said` lines, which are
 * right. `given` is the output from there on, or NULL. Returns false if memory runs out. */
bool grade_why_line(const grade_test *test, size_t question, size_t said, const char *given,
                    size_t len, grade_finding *finding, grade_boards *boards);

/* Counts the questions from `question` on that these lines answer correctly, one line each. */
size_t grade_lines_right(const grade_test *test, size_t question, const char *given, size_t len);
/* The same for answers of any number of lines, where lines may be missing or superfluous. `said`
 * lines of the first question are known to be right. Returns false if memory runs out. */
bool grade_lines_in_order(const grade_test *test, size_t question, size_t said, const char *given,
                          size_t len, size_t *right);

#endif
