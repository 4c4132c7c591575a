/* class_summary.h: the figures of a class: every mark, and what they add up to. Layer: grade.
 * Knows no files and no pages. */
#ifndef ARB_GRADE_CLASS_SUMMARY_H
#define ARB_GRADE_CLASS_SUMMARY_H

#include "grade/class.h"

/* The state of a submission, from the worst to the best. */
typedef enum {
    GRADE_S_NOTHING,    /* nothing in it can be graded */
    GRADE_S_NOT_GRADED, /* no mark: the run was stopped, or the machine failed, even in one test */
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
    const grade_mark *marks; /* one for each test */
    size_t failed;           /* tests that could not be run */
} grade_student;

enum { GRADE_PART_NAME = 64, GRADE_BARS = 10 };

typedef struct {
    char name[GRADE_PART_NAME]; /* the course's name; else "Part 3", "Bonus", or the folder */
    double points;
    size_t tests;
    double sum;       /* the scores of all submissions that were built */
    size_t all, none; /* number of submissions that pass all its tests, and none */
} grade_part_sum;

typedef struct {
    const char *name;
    size_t students; /* number of students who lost a test by it */
    size_t tests;    /* number of tests that were lost by it */
} grade_rule;

typedef struct {
    const grade_plan *plan;
    grade_student *students; /* in the order of the class */
    size_t count;
    size_t states[GRADE_S_COUNT]; /* number of submissions, by state */
    size_t built;                 /* number that ran; means and shares of tests are over these */
    double points;
    double mean, median; /* of all that have a mark, including those that were not built */
    size_t marked;
    size_t bars[GRADE_BARS]; /* number of marks from 0 to 10 %, from 10 to 20 %, ... */
    grade_part_sum *parts;
    size_t part_count;
    size_t *part_of;   /* the part of each test */
    grade_rule *rules; /* ordered by the number of students, the largest first */
    size_t rule_count;
    size_t *right; /* by test: number of submissions that pass it */
    grade_mark *marks;
} grade_summary;

/* Returns false if memory runs out. The class and the plan must live as long as the summary. */
bool grade_summary_make(grade_summary *summary, const grade_plan *plan, const grade_class *class);
void grade_summary_free(grade_summary *summary);

#endif
