/* grade_call.h: what the files of the command grade share. Layer: cli. */
#ifndef ARB_CLI_GRADE_CALL_H
#define ARB_CLI_GRADE_CALL_H

#include "cli/command.h"
#include "cli/io/io.h"
#include "grade/class.h"
#include "grade/report/class_summary.h"
#include "grade/report/result.h"

/* --course: a shipped course by name, or a file. */
typedef struct {
    grade_course course;
    const char *file;              /* as its mistakes name it */
    char folder[GRADE_PATH_LIMIT]; /* of the file, with a slash, or "" */
    char roster[GRADE_PATH_LIMIT]; /* the path of course.roster */
} cli_grade_course;
/* CLI_OK; else the exit code, said on stderr. --seed wins over the file's. */
int cli_grade_course_read(const cli_args *args, cli_grade_course *course);
/* A path that the file names: relative to its folder. */
const char *cli_grade_course_path(const cli_grade_course *course, const char *path, char *buf,
                                  size_t cap);

/* The tests of a call, their texts with them. */
typedef struct {
    grade_test *tests;
    char **texts;
    char **names; /* of generated tests and of patterns; NULL where a name is the call's */
    size_t count, cap;
} cli_grade_tests;

/* CLI_OK; else the exit code, said on stderr. */
int cli_grade_tests_read(cli_grade_tests *tests, grade_reading reading, char **files, size_t count);
/* The tests of a course's parts: its files, and fresh ones. */
int cli_grade_tests_of_course(cli_grade_tests *tests, grade_reading reading,
                              const cli_grade_course *course);
void cli_grade_tests_free(cli_grade_tests *tests);

typedef struct {
    cli_progress progress;
    size_t done, total;
} cli_grade_bar;
void cli_grade_step(void *context, size_t tests);

/* A folder of submissions: table, CSV, JSON, Gradescope's files, HTML. */
int cli_grade_class(const cli_args *args, const grade_plan *plan, const char *folder,
                    unsigned threads);
/* What there is to say of a submission as a whole; "" if nothing. */
enum { CLI_GRADE_NOTE = 1200 };
const char *cli_grade_note(const grade_entry *entry, char note[CLI_GRADE_NOTE]);
bool cli_grade_put_csv(const char *path, const grade_summary *summary);
/* The marks in the columns of a gradebook, by its own list of students. */
bool cli_grade_put_gradebooks(const cli_args *args, const grade_summary *summary,
                              const char *title);
/* A folder with a page and a text for each student, and an overview if that is wanted. */
bool cli_grade_put_reports(const char *folder, const grade_summary *summary, const char *title,
                           bool overview);
/* The file of a submission's name, with this end; one too long for a file has a number instead. */
enum { CLI_GRADE_FILE_NAME = 256 };
void cli_grade_file_name(const char *name, size_t index, const char *end,
                         char file[CLI_GRADE_FILE_NAME]);
/* What the assignment is called. */
const char *cli_grade_title(const cli_args *args, const grade_plan *plan);

/* A folder with which a service grades by itself. `rules_file`: NULL if the rules are shipped. */
int cli_grade_bundle(const cli_args *args, const grade_plan *plan, const char *rules_file);
enum { CLI_GRADE_OWN_PROCESSES = 2 }; /* bubblewrap's: they count as the submission's */

/* Writes fresh tests. */
int cli_grade_generate(const cli_args *args);

/* Everything that is to be said of one submission that ran; the exit code. Names the entry. */
int cli_grade_put_one(const cli_args *args, const grade_plan *plan, grade_entry *entry);
/* One submission's result in the forms it can be asked for. */
bool cli_grade_put_gradescope(const char *path, const grade_summary *summary,
                              const grade_student *student);
/* What GitHub Classroom's reporter reads. */
bool cli_grade_put_classroom(const char *path, const grade_summary *summary,
                             const grade_student *student);
/* Every test's report and the total; without `all` hidden tests are only counted. */
bool cli_grade_put_text(FILE *file, const grade_plan *plan, const grade_result *result, bool all,
                        grade_total *total);
/* The report on a test; false without memory, which is said on stderr. */
bool cli_grade_report(grade_report *report, const grade_plan *plan, const grade_result *result,
                      size_t test);

#endif
