/* report.h: the result of a test, as a value and in words. Layer: grade. Knows neither processes
 * nor terminals. */
#ifndef ARB_GRADE_REPORT_H
#define ARB_GRADE_REPORT_H

#include "grade/run_test.h"

typedef struct {
    bool partial; /* points in proportion to the actions before the first mismatch */
    grade_limits limits;
} grade_scheme;

typedef struct {
    const grade_test *test;
    const grade_run *run;
    grade_speaker speaker;
    bool passed;
    double score;
    size_t line;           /* line of the piece or action that went wrong; 0 if none did */
    bool in_setup;         /* a piece went wrong, not an action */
    bool answered;         /* there is an answer to it, which the finding compares */
    grade_finding finding; /* the expected answer and, if answered, the given one */
    char happened[1024];   /* what else happened, in sentences; "" if nothing */
    arb_position start;
    arb_position before; /* the board around the action that went wrong, or the last action */
    arb_position after;
} grade_report;

/* Why the test was lost, in a few words: the rule of the call that went wrong, or how it ended.
 * NULL if it was not lost, or was never run. */
const char *grade_report_rule(const grade_report *report);

/* Returns false if memory runs out. */
bool grade_report_make(grade_report *report, const grade_test *test, const grade_run *run,
                       grade_speaker speaker, const grade_scheme *scheme);

/* Writes the course's own output, then what was expected and why. */
void grade_report_text(const fmt_out *out, const grade_report *report);
/* Writes a JSON object and a line end; `submission` may be NULL. */
void grade_report_json(const fmt_out *out, const grade_report *report, const char *submission);
/* Writes only what was expected, what was given, and why, as lines. */
void grade_report_why(const fmt_out *out, const grade_report *report);

/* Writes points, "3" or "2.67". */
void grade_put_points(const fmt_out *out, double points);

/* The sum of some tests. */
typedef struct {
    double score;
    double points;
    size_t tests, passed;
} grade_total;
void grade_total_add(grade_total *total, const grade_report *report);

#endif
