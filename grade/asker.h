/* asker.h: tests in the formats of arbiter moves, narrate and game: each line of the file is a
 * question, and its answer is some lines. Layer: grade. Knows neither submissions nor processes. */
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

/* Returns false if memory runs out. */
bool grade_asker_start(grade_asker *asker, const grade_test *test);
/* Answers the next question. Returns false and sets *error if it is malformed. */
bool grade_asker_next(grade_asker *asker, const fmt_out *out, fmt_error *error);
/* The position after the last answer. */
const arb_position *grade_asker_position(const grade_asker *asker);
void grade_asker_end(grade_asker *asker);

/* Must a submission answer this line? Lines that say nothing about chess, such as `print`, need no
 * answer. */
bool grade_line_is_asked(const grade_test *test, const grade_line *line);

/* Reads a test in one of these formats; grade_test_read does the rest. */
bool grade_lines_read(grade_test *test, fmt_error *error);

/* The place of the next line that a submission should write. Blank lines do not count, except in
 * `moves`, where the lines of both files correspond. */
typedef struct {
    size_t question;
    size_t said; /* lines of its answer that have been written */
    size_t at;   /* offset in its answer */
} grade_line_cursor;

/* Finds the line that should come now and moves the cursor to its question. Returns false after the
 * last line. */
bool grade_line_expected(const grade_test *test, grade_line_cursor *cursor, const char **line,
                         size_t *len);
void grade_line_passed(const grade_test *test, grade_line_cursor *cursor);
/* Are the lines equal, apart from blanks at their ends? The words true, false, Legal and illegal
 * match in any case. In a loose test only the words count, not case and punctuation; a rook may be
 * called a castle, as in the handout; and a refusal, which ends in '!', may be followed by more
 * words. */
bool grade_line_is(const grade_test *test, const char *expected, size_t expected_len,
                   const char *line, size_t len);

typedef enum {
    GRADE_HEARD_RIGHT,
    GRADE_HEARD_WRONG,
    GRADE_HEARD_NOISE,   /* a line that is not judged */
    GRADE_HEARD_TOO_MUCH /* a line after the last expected one */
} grade_heard;

/* Judges a line that a submission has written and moves the cursor past the line it answers. If
 * rulings count (narrate), a sentence that a move was made or that a side is in check must be
 * right. Any other line counts as a refusal, in whatever words, where one is expected, and as noise
 * elsewhere. A submission need not say that a new game begins. */
grade_heard grade_line_hear(const grade_test *test, grade_line_cursor *cursor, const char *line,
                            size_t len);
/* Moves the cursor past lines that a submission need not write. */
void grade_line_skip(const grade_test *test, grade_line_cursor *cursor);

#endif
