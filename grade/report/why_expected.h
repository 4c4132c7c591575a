/* why_expected.h: what was expected and by which rule, in words. Layer: grade. */
#ifndef ARB_GRADE_WHY_EXPECTED_H
#define ARB_GRADE_WHY_EXPECTED_H

#include "grade/compare_answer.h"

/* Describes one call of a scan that differs; `expected` is the referee's answer. */
void grade_why_item(const grade_referee *referee, const fmt_lab_item *item, bool expected,
                    grade_finding *finding);
/* Does the submission's board ("rnbq/....") show the referee's position? If not, the finding says
 * where it differs. */
bool grade_why_board(const grade_referee *referee, const char *rows, size_t len,
                     grade_finding *finding);
/* Does it show the first `count` pieces of the test? On each square the last piece created counts.
 */
bool grade_why_pieces(const grade_test *test, size_t count, const char *rows, size_t len,
                      grade_finding *finding);

#endif
