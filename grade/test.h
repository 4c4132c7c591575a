/* test.h: a test file, and the referee that answers one of Lab 3; asker.h has the other formats.
 * Layer: grade. Knows neither submissions nor processes. */
#ifndef ARB_GRADE_TEST_H
#define ARB_GRADE_TEST_H

#include "arbiter.h"
#include "formats/lab/lab.h"
#include "grade/course.h"

/* A question of a test that is none of Lab 3: a line of the file, and the lines that answer it. */
typedef struct {
    size_t line;               /* from 1 */
    size_t at, len;            /* in the test's text */
    size_t answer, answer_len; /* in its answers */
} grade_line;

typedef struct {
    grade_questions questions;
    const char *name; /* as the file was named in the call */
    const char *text; /* the file's bytes; both live as long as the test */
    size_t len;
    const arb_rules *rules;
    arb_mobility mobility;
    bool loose;
    double points;
    int part;    /* of the course, by index; -1 if none */
    bool hidden; /* students are told whether they pass, not what was asked */
    fmt_lab_setup setup;
    fmt_lab_piece *pieces; /* as they are created: in the file's order, replaced ones too */
    size_t piece_count;
    fmt_lab_action *actions;
    grade_line *lines; /* in place of actions, where it is no test of Lab 3 */
    char *answers;
    size_t count;        /* of the actions, or lines */
    size_t asked;        /* of those that want an answer: all but displayBoard */
    size_t answer_bytes; /* what the right answers take as text: a flood is far more */
} grade_test;

typedef struct {
    grade_questions questions;
    const arb_rules *rules;
    arb_mobility mobility;
    bool loose; /* of lines: see grade_line_is */
} grade_reading;

/* False, *error says where, if the config is malformed. An error at line 0 is one of memory. */
bool grade_test_read(grade_test *test, grade_reading reading, const char *name, const char *text,
                     size_t len, fmt_error *error);
void grade_test_free(grade_test *test);

/* Does this action want an answer? */
bool grade_is_asked(fmt_lab_kind kind);

/* The referee goes through the actions one by one. */
typedef struct {
    const grade_test *test;
    fmt_lab lab;           /* the position after the action */
    arb_position before;   /* and before it */
    size_t next;           /* index of the next action */
    fmt_lab_answer answer; /* of the last one; an isValidScan has the moves of the side to move */
    fmt_lab_item *items;
} grade_referee;

bool grade_referee_start(grade_referee *referee, const grade_test *test);
/* False at the end of the actions, or without memory. */
bool grade_referee_next(grade_referee *referee);
void grade_referee_end(grade_referee *referee);

#endif
