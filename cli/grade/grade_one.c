/* grade_one.c: writes the results of one submission, on stdout and into files. Layer: cli. */
#include "cli/grade/page.h"
#include "cli/io/format_out.h"

#include <stdlib.h>
#include <string.h>

static void put_summary(const fmt_out *out, const grade_total *total, const grade_result *result)
{
    fmt_put_text(out, "{\"summary\":true,\"score\":");
    grade_put_points(out, total->score);
    fmt_put_text(out, ",\"points\":");
    grade_put_points(out, total->points);
    fmt_putf(out, ",\"passed\":%zu,\"files\":%zu,\"built\":%s", total->passed, total->tests,
             result->built ? "true" : "false");
    if (!result->built) {
        fmt_put_text(out, ",\"log\":");
        fmt_put_json(out, result->log, strlen(result->log));
    }
    fmt_put_text(out, "}\n");
}

/* Writes the result on stdout; returns false if there is no memory. */
static bool put_result(const grade_plan *plan, const grade_result *result, bool json)
{
    fmt_out out = cli_format_out(stdout);
    grade_total total = {.tests = 0};
    if (!json)
        return cli_grade_put_text(stdout, plan, result, true, &total);
    for (size_t i = 0; i < plan->count; i++) {
        grade_report report;
        if (!cli_grade_report(&report, plan, result, i))
            return false;
        grade_report_json(&out, &report, NULL);
        grade_total_add(&total, &report);
    }
    put_summary(&out, &total, result);
    return true;
}

/* Writes the result to the files that were asked for. */
static bool put_files(const cli_args *args, const grade_summary *summary)
{
    const char *gradescope = cli_value(args, "gradescope"), *html = cli_value(args, "html");
    const char *classroom = cli_value(args, "classroom");
    const grade_student *student = &summary->students[0];
    const char *title = cli_grade_title(args, summary->plan);
    return (gradescope == NULL || cli_grade_put_gradescope(gradescope, summary, student)) &&
           (classroom == NULL || cli_grade_put_classroom(classroom, summary, student)) &&
           (html == NULL || cli_page_student(html, summary, student, title));
}

/* The name of the submission on its page. */
static char *name_of(const grade_source *source)
{
    const char *what = source->what;
    size_t len = strlen(what);
    while (len > 1 && what[len - 1] == '/')
        len--;
    size_t start = len;
    while (source->way != GRADE_BY_PROGRAM && start > 0 && what[start - 1] != '/')
        start--;
    return source->way == GRADE_BY_PROGRAM ? strdup(what) : strndup(what + start, len - start);
}

int cli_grade_put_one(const cli_args *args, const grade_plan *plan, grade_entry *entry)
{
    grade_summary summary;
    grade_class class = {entry, 1};
    size_t failed = grade_result_failed(&entry->result);
    bool ok = put_result(plan, &entry->result, cli_given(args, "json"));
    if (ok && failed > 0)
        cli_error("%zu test%s could not be run, for no fault of the submission", failed,
                  failed == 1 ? "" : "s");
    entry->name = name_of(&entry->source);
    if (!ok || failed > 0 || entry->name == NULL || !grade_summary_make(&summary, plan, &class)) {
        if (ok && failed == 0)
            cli_error("not enough memory");
        return CLI_INTERNAL;
    }
    ok = put_files(args, &summary);
    int code = summary.students[0].state == GRADE_S_ALL ? CLI_OK : CLI_NO;
    grade_summary_free(&summary);
    return ok ? code : CLI_INTERNAL;
}
