/* result.c: runs a submission through all tests. Layer: grade. */
#include "grade/report/result.h"

#include <stdlib.h>
#include <string.h>

static bool keep_log(grade_result *result, const char *text)
{
    result->log = strdup(text);
    return result->log != NULL;
}

static void run_tests(grade_result *result, const grade_plan *plan, const grade_actor *actor,
                      grade_progress *done, void *context)
{
    for (size_t i = 0; i < plan->count; i++) {
        grade_run *run = &result->runs[i];
        if (result->built)
            grade_run_test(&plan->sandbox, actor, &plan->tests[i], plan->stop, run);
        else
            *run = (grade_run){.ending = GRADE_NOT_BUILT};
        if (run->ending == GRADE_STOPPED)
            result->ran = false;
        if (done != NULL)
            done(context, 1);
        if (!result->ran)
            return;
    }
}

/* Runs the tests of a driver in namespaces that they share, because making them takes time. */
static void run_in_nest(grade_result *result, const grade_plan *plan, const grade_submission *s,
                        grade_progress *done, void *context)
{
    enum { WORTH_IT = 3 };
    grade_actor actor = s->actor;
    grade_nest nest;
    bool nested = result->built && s->driven && plan->count >= WORTH_IT &&
                  grade_nest_open(&nest, &plan->sandbox, &actor.job);
    if (nested)
        actor.job.nest = &nest;
    run_tests(result, plan, &actor, done, context);
    if (nested)
        grade_nest_close(&nest);
}

bool grade_result_make(grade_result *result, const grade_plan *plan, const grade_source *source,
                       unsigned slot, grade_progress *done, void *context)
{
    grade_submission *s = malloc(sizeof *s);
    *result = (grade_result){.count = plan->count};
    result->runs = calloc(plan->count + 1, sizeof *result->runs);
    if (s == NULL || result->runs == NULL) {
        free(s);
        grade_result_free(result);
        return false;
    }
    result->ran = grade_submission_open(s, &plan->sandbox, source, &plan->assignment,
                                        plan->scheme.limits, slot, plan->stop);
    result->built = s->built;
    memcpy(result->taken, s->taken, sizeof result->taken);
    result->speaker = s->actor.speaker;
    if (plan->stop != NULL && *plan->stop)
        result->ran = false;
    if (result->ran)
        run_in_nest(result, plan, s, done, context);
    bool ok = keep_log(result, s->log);
    grade_submission_close(s);
    free(s);
    return ok;
}

size_t grade_result_failed(const grade_result *result)
{
    size_t failed = 0;
    for (size_t i = 0; i < result->count; i++)
        failed += result->runs[i].ending == GRADE_FAILED;
    return failed;
}

void grade_result_free(grade_result *result)
{
    for (size_t i = 0; result->runs != NULL && i < result->count; i++)
        grade_run_free(&result->runs[i]);
    free(result->runs);
    free(result->log);
    *result = (grade_result){.count = 0};
}
