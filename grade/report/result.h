/* result.h: runs a submission through all tests. Layer: grade. */
#ifndef ARB_GRADE_RESULT_H
#define ARB_GRADE_RESULT_H

#include "grade/course.h"
#include "grade/intake/submission.h"
#include "grade/report/report.h"

#include <stdio.h>

/* What is the same for every submission. */
typedef struct {
    const grade_test *tests;
    size_t count;
    const grade_course *course; /* the tests belong to its parts; NULL if there is none */
    grade_scheme scheme;
    grade_assignment assignment;
    grade_sandbox sandbox;
    const atomic_int *stop; /* may be NULL */
} grade_plan;

typedef struct {
    bool ran; /* false if the run was stopped or the machine failed; `log` says how */
    bool built;
    grade_speaker speaker;
    char *log; /* the compiler's messages, or why it could not be run; never NULL */
    char taken[GRADE_TAKEN_LIMIT]; /* the folder or archive that was taken of what was handed in */
    grade_run *runs;               /* one for each test */
    size_t count;
} grade_result;

/* `done` is called after each test and may be NULL. Returns false if memory runs out. */
typedef void grade_progress(void *context, size_t tests);
bool grade_result_make(grade_result *result, const grade_plan *plan, const grade_source *source,
                       unsigned slot, grade_progress *done, void *context);
void grade_result_free(grade_result *result);
/* Counts the tests that could not be run, through no fault of the submission. */
size_t grade_result_failed(const grade_result *result);

/* Writes a result as text and reads it again (result_text.c). Reading returns false, with *result
 * empty, if the text is malformed or belongs to other tests. */
bool grade_result_write(const grade_result *result, FILE *out);
bool grade_result_read(grade_result *result, const grade_plan *plan, const char *text, size_t len);

#endif
