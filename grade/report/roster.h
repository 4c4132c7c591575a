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
    size_t first_student; /* the row */
} grade_roster;

/* False, *error says where, if it is no roster. */
bool grade_roster_read(grade_roster *roster, const char *text, size_t len,
                       grade_table_error *error);
void grade_roster_free(grade_roster *roster);

enum { GRADE_NO_ROW = 0 }; /* the heading is nobody */
typedef enum {
    GRADE_MATCHED,
    GRADE_UNKNOWN, /* no student fits */
    GRADE_DOUBTFUL /* more than one fits equally well */
} grade_match;
/* The student's row for a submission of this name; GRADE_NO_ROW if there is not exactly one. */
grade_match grade_roster_find(const grade_roster *roster, const char *submission, size_t *row);

/* A cell by its heading, "" if there is no such column. */
const char *grade_roster_cell(const grade_roster *roster, size_t row, const char *heading);
/* How a person knows the student: a name, or a login, or a number. */
const char *grade_roster_name(const grade_roster *roster, size_t row);
/* The heading of the assignment's column if the export has one, as Canvas's "Lab 3 (4711)"; else
 * its title. */
const char *grade_roster_heading(const grade_roster *roster, const char *title);

#endif
