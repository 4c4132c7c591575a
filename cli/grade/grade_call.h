/* grade_call.h: what the files of the command grade share. Layer: cli. */
#ifndef ARB_CLI_GRADE_CALL_H
#define ARB_CLI_GRADE_CALL_H

#include "cli/command/command.h"
#include "cli/io/io.h"
#include "grade/class.h"
#include "grade/report/class_summary.h"
#include "grade/report/result.h"

/* The course of --course: a shipped one by its name, or a file. */
typedef struct {
    grade_course course;
    const char *file;              /* its name in messages about mistakes */
    char folder[GRADE_PATH_LIMIT]; /* the folder of the file, with a slash, or "" */
    char roster[GRADE_PATH_LIMIT]; /* the path of course.roster */
} cli_grade_course;
/* Reads the course. Returns CLI_OK, else the exit code, with a message on stderr. --seed overrides
 * the file's. */
int cli_grade_course_read(const cli_args *args, cli_grade_course *course);
/* Resolves a path in the file, which is relative to the file's folder. */
const char *cli_grade_course_path(const cli_grade_course *course, const char *path, char *buf,
                                  size_t cap);

/* The tests of a call, with their texts. */
typedef struct {
    grade_test *tests;
    char **texts;
    char **names; /* of generated tests and of patterns; NULL: the name is from the call */
    size_t count, cap;
} cli_grade_tests;

/* Reads tests from files. Returns CLI_OK, else the exit code, with a message on stderr. */
int cli_grade_tests_read(cli_grade_tests *tests, grade_reading reading, char **files, size_t count);
/* Reads the tests of a course's parts: the files that it names, and fresh ones. */
int cli_grade_tests_of_course(cli_grade_tests *tests, grade_reading reading,
                              const cli_grade_course *course);
void cli_grade_tests_free(cli_grade_tests *tests);

typedef struct {
    cli_progress progress;
    size_t done, total;
} cli_grade_bar;
void cli_grade_step(void *context, size_t tests);

/* Grades a folder of submissions and writes the table, CSV, JSON, Gradescope's files and HTML. */
int cli_grade_class(const cli_args *args, const grade_plan *plan, const char *folder,
                    unsigned threads);
/* Refuses a result that would replace a submission. Returns CLI_OK or CLI_USAGE. */
int cli_grade_spares(const cli_args *args, const grade_class *class);
/* The note on a submission as a whole; "" if there is none. */
enum { CLI_GRADE_NOTE = 1200 };
const char *cli_grade_note(const grade_entry *entry, char note[CLI_GRADE_NOTE]);
bool cli_grade_put_csv(const char *path, const grade_summary *summary);
/* Writes the marks in the columns of a gradebook, for the students in its own list. */
bool cli_grade_put_gradebooks(const cli_args *args, const grade_summary *summary,
                              const char *title);
/* Writes a folder with a page and a text for each student, and an overview if that is wanted. */
bool cli_grade_put_reports(const char *folder, const grade_summary *summary, const char *title,
                           bool overview);
/* Makes a file name from a submission's name and this ending; a name that is too long is replaced
 * by a number. */
enum { CLI_GRADE_FILE_NAME = 256 };
void cli_grade_file_name(const char *name, size_t index, const char *end,
                         char file[CLI_GRADE_FILE_NAME]);
/* The title of the assignment. */
const char *cli_grade_title(const cli_args *args, const grade_plan *plan);

/* Writes a folder with which a service grades by itself. `rules_file` is NULL if the rules are
 * shipped. */
int cli_grade_bundle(const cli_args *args, const grade_plan *plan, const char *rules_file);
enum { CLI_GRADE_OWN_PROCESSES = 2 }; /* bubblewrap's own, which count as the submission's */

/* Writes fresh tests into a folder. */
int cli_grade_generate(const cli_args *args);

/* Writes all results of one submission that ran; returns the exit code. It also names the entry. */
int cli_grade_put_one(const cli_args *args, const grade_plan *plan, grade_entry *entry);
/* Writes one submission's result in the forms that services read. */
bool cli_grade_put_gradescope(const char *path, const grade_summary *summary,
                              const grade_student *student);
/* Writes the result for GitHub Classroom's reporter. */
bool cli_grade_put_classroom(const char *path, const grade_summary *summary,
                             const grade_student *student);
/* Writes every test's report and the total; without `all`, hidden tests are only counted. */
bool cli_grade_put_text(FILE *file, const grade_plan *plan, const grade_result *result, bool all,
                        grade_total *total);
/* Makes the report on a test; returns false, with a message on stderr, if there is no memory. */
bool cli_grade_report(grade_report *report, const grade_plan *plan, const grade_result *result,
                      size_t test);

#endif
