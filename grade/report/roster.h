/* roster.h: finds the student of a gradebook to whom a submission belongs. Layer: grade.
 *
 * The roster is the gradebook's own export. A submission is found by its name: it is the student's
 * login or number, or has it as a word ("lab3-ada", "lovelaceada_4711_1_lab3.zip", "4711-22 - Ada
 * Lovelace - Nov 1"), or has the student's whole name as Canvas, Brightspace and Moodle write
 * it. */
#ifndef ARB_GRADE_ROSTER_H
#define ARB_GRADE_ROSTER_H

#include "grade/report/csv_table.h"

typedef enum { GRADE_CANVAS, GRADE_BRIGHTSPACE } grade_gradebook;

typedef struct {
    grade_table table;
    grade_gradebook kind;
    size_t first_student; /* the first row that is a student's */
} grade_roster;

/* Returns false if the text is no roster; *error says where. */
bool grade_roster_read(grade_roster *roster, const char *text, size_t len,
                       grade_table_error *error);
void grade_roster_free(grade_roster *roster);

enum { GRADE_NO_ROW = 0 }; /* row 0 is the heading, so no student has it */
typedef enum {
    GRADE_MATCHED,
    GRADE_UNKNOWN, /* no student fits */
    GRADE_DOUBTFUL /* more than one fits equally well */
} grade_match;
/* Finds the student's row for a submission of this name; GRADE_NO_ROW if not exactly one fits. */
grade_match grade_roster_find(const grade_roster *roster, const char *submission, size_t *row);

/* Returns a cell by its column's heading, or "" if there is no such column. */
const char *grade_roster_cell(const grade_roster *roster, size_t row, const char *heading);
/* Returns what people call the student: the name, else the login, else the number. */
const char *grade_roster_name(const grade_roster *roster, size_t row);
/* Returns the heading of the assignment's column, such as Canvas's "Lab 3 (4711)", or the title if
 * the export has no such column. */
const char *grade_roster_heading(const grade_roster *roster, const char *title);

#endif
