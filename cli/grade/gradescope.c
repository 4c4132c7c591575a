/* gradescope.c: a submission's results for services that show them to students: Gradescope's
 * results.json, and what GitHub Classroom's reporter reads. Layer: cli. It knows nothing of
 * chess. */
#include "cli/grade/grade_call.h"
#include "cli/io/format_out.h"

#include <stdlib.h>
#include <string.h>

typedef void write_report(const fmt_out *out, const grade_report *report);

/* Returns the report as text in memory that the caller frees; NULL, with a message, if there is no
 * memory. */
static char *text_of(const grade_report *report, write_report *write, size_t *len)
{
    char *text = NULL;
    FILE *memory = open_memstream(&text, len);
    bool whole = memory != NULL;
    if (whole) {
        fmt_out stream = cli_format_out(memory);
        write(&stream, report);
        whole = fclose(memory) == 0 && text != NULL;
    }
    if (whole)
        return text;
    cli_error("not enough memory");
    free(text);
    return NULL;
}

static void put_points(FILE *file, const char *name, double points)
{
    fmt_out out = cli_format_out(file);
    fprintf(file, ",\"%s\":", name);
    grade_put_points(&out, points);
}

static void put_text(FILE *file, const char *name, const char *text, size_t len)
{
    fprintf(file, "\"%s\":", name);
    cli_json_text(file, text, len);
}

/* Writes the report on a test that was run. */
static bool report_on(const grade_summary *summary, const grade_student *student, size_t test,
                      grade_report *report)
{
    return cli_grade_report(report, summary->plan, &student->entry->result, test);
}

static bool put_test(FILE *file, const grade_summary *summary, const grade_student *student,
                     size_t test)
{
    grade_report report;
    size_t len;
    char *text = report_on(summary, student, test, &report)
                     ? text_of(&report, grade_report_text, &len)
                     : NULL;
    if (text == NULL)
        return false;
    fputs("{", file);
    put_text(file, "name", report.test->name, strlen(report.test->name));
    put_points(file, "score", report.score);
    put_points(file, "max_score", report.test->points);
    fprintf(file, ",\"status\":\"%s\",\"visibility\":\"%s\",", report.passed ? "passed" : "failed",
            report.test->hidden ? "hidden" : "visible");
    put_text(file, "output", text, len);
    fputs("}", file);
    free(text);
    return true;
}

/* The message about the submission as a whole. */
static const char *said_of(const grade_student *student)
{
    return student->state == GRADE_S_NOTHING     ? "There is nothing in it that can be graded."
           : student->state == GRADE_S_NOT_BUILT ? student->entry->result.log
                                                 : "";
}

static bool any_hidden(const grade_plan *plan)
{
    for (size_t t = 0; t < plan->count; t++)
        if (plan->tests[t].hidden)
            return true;
    return false;
}

bool cli_grade_put_gradescope(const char *path, const grade_summary *summary,
                              const grade_student *student)
{
    cli_output output;
    const char *said = said_of(student);
    if (!cli_output_open(&output, path))
        return false;
    FILE *file = output.file;
    fmt_out out = cli_format_out(file);
    fputs("{\"score\":", file);
    grade_put_points(&out, student->total.score);
    /* The output of the run shows every test, so students must not see it if there are hidden
     * ones. */
    fprintf(file, ",\"visibility\":\"visible\",\"stdout_visibility\":\"%s\",",
            any_hidden(summary->plan) ? "hidden" : "visible");
    put_text(file, "output", said, strlen(said));
    fputs(",\"tests\":[", file);
    bool ran = student->state >= GRADE_S_NOT_BUILT;
    for (size_t t = 0; ran && t < summary->plan->count; t++) {
        fputs(t > 0 ? ",\n" : "\n", file);
        if (!put_test(file, summary, student, t)) {
            cli_output_abandon(&output);
            return false;
        }
    }
    fputs("\n]}\n", file);
    return cli_output_commit(&output);
}

/* ---- GitHub Classroom ---- */

/* The whole report becomes one environment variable, whose size is limited, so each message gets a
 * share of it. */
enum { MESSAGES_LIMIT = 48 << 10, MESSAGE_LIMIT = 600 };

static size_t message_limit(const grade_plan *plan)
{
    size_t share = plan->count > 0 ? MESSAGES_LIMIT / plan->count : MESSAGE_LIMIT;
    return share < MESSAGE_LIMIT ? share : MESSAGE_LIMIT;
}

static bool put_classroom_test(FILE *file, const grade_summary *summary,
                               const grade_student *student, size_t test)
{
    const grade_test *config = &summary->plan->tests[test];
    const grade_mark *mark = &student->marks[test];
    grade_report report;
    size_t len = 0, limit = message_limit(summary->plan);
    char *text = NULL;
    bool told = student->state >= GRADE_S_NONE && !mark->passed && !config->hidden;
    if (told) {
        text = report_on(summary, student, test, &report) ? text_of(&report, grade_report_why, &len)
                                                          : NULL;
        if (text == NULL)
            return false;
    }
    fputs("{", file);
    put_text(file, "name", config->name, strlen(config->name));
    fprintf(file, ",\"status\":\"%s\"", mark->passed ? "pass" : "fail");
    put_points(file, "score", mark->score);
    fputs(",", file);
    put_text(file, "message", text != NULL ? text : "", len < limit ? len : limit);
    fputs(",\"test_code\":\"\",\"filename\":\"\",\"line_no\":0,\"execution_time\":\"0s\"}", file);
    free(text);
    return true;
}

bool cli_grade_put_classroom(const char *path, const grade_summary *summary,
                             const grade_student *student)
{
    cli_output output;
    if (!cli_output_open(&output, path))
        return false;
    FILE *file = output.file;
    bool ran = student->state >= GRADE_S_NOT_BUILT;
    fprintf(file, "{\"version\":1,\"status\":\"%s\"",
            !ran                            ? "error"
            : student->state == GRADE_S_ALL ? "pass"
                                            : "fail");
    put_points(file, "max_score", summary->points);
    fputs(",\"tests\":[", file);
    for (size_t t = 0; t < summary->plan->count; t++) {
        fputs(t > 0 ? ",\n" : "\n", file);
        if (!put_classroom_test(file, summary, student, t)) {
            cli_output_abandon(&output);
            return false;
        }
    }
    fputs("\n]}\n", file);
    return cli_output_commit(&output);
}
