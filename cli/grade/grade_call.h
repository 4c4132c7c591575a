/* grade_call.h: what the files of the command grade share. Layer: cli. */
#ifndef ARB_CLI_GRADE_CALL_H
#define ARB_CLI_GRADE_CALL_H

#include "cli/command.h"
#include "cli/io/io.h"
#include "grade/class.h"
#include "grade/report/result.h"

/* --course: a shipped course by name, or a file. */
typedef struct {
    grade_course course;
    char folder[GRADE_PATH_LIMIT]; /* of the file, with a slash, or "" */
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
bool cli_grade_put_html(const char *path, const grade_plan *plan, const grade_class *class);
bool cli_grade_put_csv(const char *path, const grade_plan *plan, const grade_class *class);

/* Writes fresh tests. */
int cli_grade_generate(const cli_args *args);

/* One submission's result in the forms it can be asked for. */
bool cli_grade_put_gradescope(const char *path, const grade_plan *plan, const grade_result *result);
/* The report on a test; false without memory, which is said on stderr. So is the total over all. */
bool cli_grade_report(grade_report *report, const grade_plan *plan, const grade_result *result,
                      size_t test);
bool cli_grade_total(const grade_plan *plan, const grade_result *result, grade_total *total);

#endif
