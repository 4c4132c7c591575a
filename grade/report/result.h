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
    const grade_course *course; /* its parts are the tests'; NULL if there is none */
    grade_scheme scheme;
    grade_assignment assignment;
    grade_sandbox sandbox;
    const atomic_int *stop; /* may be NULL */
} grade_plan;

typedef struct {
    bool ran; /* false: the machine failed, `log` says how; or it was stopped */
    bool built;
    grade_speaker speaker;
    char *log; /* the compiler's words, or why it could not be run; never NULL */
    char taken[GRADE_TAKEN_LIMIT]; /* which folder or archive of what was handed in */
    grade_run *runs;               /* one a test */
    size_t count;
} grade_result;

/* `done` (may be NULL) is called behind each test. False without memory. */
typedef void grade_progress(void *context, size_t tests);
bool grade_result_make(grade_result *result, const grade_plan *plan, const grade_source *source,
                       unsigned slot, grade_progress *done, void *context);
void grade_result_free(grade_result *result);
/* How many tests could not be run, for no fault of the submission. */
size_t grade_result_failed(const grade_result *result);

/* A result as text, and back (result_store.c). Reading is false if it is no such text, or not of
 * these tests: then *result is empty. */
bool grade_result_write(const grade_result *result, FILE *out);
bool grade_result_read(grade_result *result, const grade_plan *plan, const char *text, size_t len);

#endif
