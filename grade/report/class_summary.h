/* class_summary.h: a class in numbers: every mark, and what the class as a whole did. Layer: grade.
 * Knows no files and no pages. */
#ifndef ARB_GRADE_CLASS_SUMMARY_H
#define ARB_GRADE_CLASS_SUMMARY_H

#include "grade/class.h"

/* What became of a submission, from nothing to everything. */
typedef enum {
    GRADE_S_NOTHING,    /* nothing in it can be graded */
    GRADE_S_NOT_GRADED, /* the machine failed, if in one test only, or was stopped: no mark */
    GRADE_S_NOT_BUILT,
    GRADE_S_NONE, /* no test is right */
    GRADE_S_SOME,
    GRADE_S_ALL,
    GRADE_S_COUNT
} grade_state;
/* "not built", "all right"... */
const char *grade_state_name(grade_state state);

typedef struct {
    double score;
    bool passed;
    const char *rule; /* as in grade_report_rule */
} grade_mark;

typedef struct {
    const grade_entry *entry;
    grade_state state;
    grade_total total;
    const grade_mark *marks; /* one a test */
    size_t failed;           /* tests that could not be run */
} grade_student;

enum { GRADE_PART_NAME = 64, GRADE_BARS = 10 };

typedef struct {
    char name[GRADE_PART_NAME]; /* the course's; else "Part 3", "Bonus", or the tests' folder */
    double points;
    size_t tests;
    double sum;       /* of the scores of all that were built */
    size_t all, none; /* how many have all of it right, and nothing */
} grade_part_sum;

typedef struct {
    const char *name;
    size_t students; /* that lost a test by it */
    size_t tests;    /* that were lost by it */
} grade_rule;

typedef struct {
    const grade_plan *plan;
    grade_student *students; /* in the order of the class */
    size_t count;
    size_t states[GRADE_S_COUNT]; /* how many */
    size_t built;                 /* how many ran; means and shares are of these */
    double points;
    double mean, median; /* of all that have a mark, those that were not built too */
    size_t marked;
    size_t bars[GRADE_BARS]; /* how many have 0 to 10 %, 10 to 20 %, ... 90 to 100 % */
    grade_part_sum *parts;
    size_t part_count;
    size_t *part_of;   /* by test */
    grade_rule *rules; /* the one that most fail first */
    size_t rule_count;
    size_t *right; /* by test, how many */
    grade_mark *marks;
} grade_summary;

/* False without memory. The class and the plan must live as long as the summary. */
bool grade_summary_make(grade_summary *summary, const grade_plan *plan, const grade_class *class);
void grade_summary_free(grade_summary *summary);

#endif
