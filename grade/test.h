/* test.h: a test file, and the referee that answers one of Lab 3; asker.h has the other formats.
 * Layer: grade. Knows neither submissions nor processes. */
#ifndef ARB_GRADE_TEST_H
#define ARB_GRADE_TEST_H

#include "arbiter.h"
#include "formats/lab/lab.h"
#include "grade/course.h"

/* A question of a test in another format than Lab 3: a line of the file and the lines of its
 * answer. */
typedef struct {
    size_t line;               /* its number, from 1 */
    size_t at, len;            /* its place in the test's text */
    size_t answer, answer_len; /* the place of its answer in the test's answers */
} grade_line;

typedef struct {
    grade_questions questions;
    const char *name; /* the file's name as the user gave it */
    const char *text; /* the file's bytes; name and text must outlive the test */
    size_t len;
    const arb_rules *rules;
    arb_mobility mobility;
    bool loose;
    bool rulings; /* narrate: a refusal may be in any words; see grade_line_hear */
    bool partial; /* points in proportion to what is right, whatever the command line says */
    double points;
    int part;    /* index of the course's part; -1 if none */
    bool hidden; /* students are told whether they pass, not what was asked */
    fmt_lab_setup setup;
    fmt_lab_piece *pieces; /* in the order of creation, including those replaced later */
    size_t piece_count;
    fmt_lab_action *actions;
    grade_line *lines; /* instead of actions, in formats other than Lab 3 */
    char *answers;
    size_t count;        /* number of actions, or of lines */
    size_t asked;        /* number of those that need an answer: all but displayBoard */
    size_t answer_bytes; /* length of the right answers, to recognise a flood */
} grade_test;

typedef struct {
    grade_questions questions;
    const arb_rules *rules;
    arb_mobility mobility;
    bool loose; /* for tests of lines: see grade_line_is */
} grade_reading;

/* Returns false, with the place in *error, if the config is malformed. Line 0 means that memory ran
 * out. */
bool grade_test_read(grade_test *test, grade_reading reading, const char *name, const char *text,
                     size_t len, fmt_error *error);
void grade_test_free(grade_test *test);

/* Does this action need an answer? */
bool grade_is_asked(fmt_lab_kind kind);

/* The referee goes through the actions one by one. */
typedef struct {
    const grade_test *test;
    fmt_lab lab;           /* the position after the action */
    arb_position before;   /* and before it */
    size_t next;           /* index of the next action */
    fmt_lab_answer answer; /* to the last action; to isValidScan, the moves of the side to move */
    fmt_lab_item *items;
} grade_referee;

bool grade_referee_start(grade_referee *referee, const grade_test *test);
/* Returns false at the end of the actions or if memory runs out. */
bool grade_referee_next(grade_referee *referee);
void grade_referee_end(grade_referee *referee);

#endif
