/* asker.h: tests in the formats of arbiter moves, narrate and game: a line of the file is a
 * question, and lines are its answer. Layer: grade. Knows neither submissions nor processes. */
#ifndef ARB_GRADE_ASKER_H
#define ARB_GRADE_ASKER_H

#include "formats/moves12b.h"
#include "formats/narrate.h"
#include "formats/script/script.h"
#include "grade/test.h"

/* Goes through a test's questions one by one; each format answers as its command does. */
typedef struct {
    const grade_test *test;
    size_t next; /* index of the next question */
    fmt_moves moves;
    fmt_narrator narrator;
    fmt_script script;
} grade_asker;

/* False without memory. */
bool grade_asker_start(grade_asker *asker, const grade_test *test);
/* Answers the next question. False, and *error, if it is malformed. */
bool grade_asker_next(grade_asker *asker, const fmt_out *out, fmt_error *error);
/* The position that the last answer left. */
const arb_position *grade_asker_position(const grade_asker *asker);
void grade_asker_end(grade_asker *asker);

/* Does the answer say something of chess? `print` is not asked for. */
bool grade_line_is_asked(const grade_test *test, const grade_line *line);

/* Reads a test in one of these formats; grade_test_read does the rest. */
bool grade_lines_read(grade_test *test, fmt_error *error);

/* The next line that a submission should say, and where the one behind it is. Blank lines do not
 * count, but in `moves`, where the lines of both files correspond. */
typedef struct {
    size_t question;
    size_t said; /* lines of its answer that have been said */
    size_t at;   /* offset in its answer */
} grade_line_cursor;

/* The line that should come now; false behind the last. The cursor then stands at its question. */
bool grade_line_expected(const grade_test *test, grade_line_cursor *cursor, const char **line,
                         size_t *len);
void grade_line_passed(const grade_test *test, grade_line_cursor *cursor);
/* Is it the same, without blanks at its ends? true, false, Legal and illegal in either case. In a
 * loose test the words count, not their case and punctuation, and what ends in '!', a refusal, may
 * have more words behind it. */
bool grade_line_is(const grade_test *test, const char *expected, size_t expected_len,
                   const char *line, size_t len);

#endif
