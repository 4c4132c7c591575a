/* grade_text.c: writes a submission's results as text, on the terminal or into a file. Layer:
 * cli. */
#include "cli/grade/grade_call.h"
#include "cli/io/format_out.h"

#include <string.h>

/* Writes the compiler's output with characters that could harm a terminal replaced. */
static void put_log(FILE *file, const char *log)
{
    fputs("The submission could not be built:\n", file);
    for (size_t len; *log != '\0'; log += len + (log[len] == '\n')) {
        len = strcspn(log, "\n");
        fputs("  ", file);
        cli_safe_text(file, log, len);
        putc('\n', file);
    }
    putc('\n', file);
}

static void put_total(FILE *file, const char *name, const grade_total *total)
{
    fmt_out out = cli_format_out(file);
    fprintf(file, "%s ", name);
    grade_put_points(&out, total->score);
    fputs(" / ", file);
    grade_put_points(&out, total->points);
    fprintf(file, ", %zu of %zu file%s right\n", total->passed, total->tests,
            total->tests == 1 ? "" : "s");
}

bool cli_grade_put_text(FILE *file, const grade_plan *plan, const grade_result *result, bool all,
                        grade_total *total)
{
    fmt_out out = cli_format_out(file);
    grade_total hidden = {.tests = 0};
    *total = (grade_total){.tests = 0};
    if (!result->built)
        put_log(file, result->log);
    for (size_t i = 0; i < plan->count; i++) {
        grade_report report;
        bool secret = plan->tests[i].hidden && !all;
        if (!cli_grade_report(&report, plan, result, i))
            return false;
        if (!secret)
            grade_report_text(&out, &report);
        else
            grade_total_add(&hidden, &report);
        grade_total_add(total, &report);
    }
    if (hidden.tests > 0)
        put_total(file, "Hidden tests", &hidden);
    put_total(file, "Total", total);
    return true;
}
