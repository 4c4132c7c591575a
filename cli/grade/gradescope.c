/* gradescope.c: a result as Gradescope's results.json. Layer: cli. Knows nothing of chess. */
#include "cli/grade/grade_call.h"
#include "cli/io/format_out.h"

#include <stdlib.h>
#include <string.h>

static bool put_report(FILE *out, const grade_report *report)
{
    char *text = NULL;
    size_t len = 0;
    FILE *memory = open_memstream(&text, &len);
    fmt_out file = cli_format_out(out);
    bool whole = memory != NULL;
    if (whole) {
        fmt_out stream = cli_format_out(memory);
        grade_report_text(&stream, report);
        whole = fclose(memory) == 0 && text != NULL;
    }
    if (!whole) {
        cli_error("not enough memory");
        free(text);
        return false;
    }
    fputs("{\"name\":", out);
    cli_json_text(out, report->test->name, strlen(report->test->name));
    fputs(",\"score\":", out);
    grade_put_points(&file, report->score);
    fputs(",\"max_score\":", out);
    grade_put_points(&file, report->test->points);
    fprintf(out, ",\"status\":\"%s\",\"visibility\":\"visible\",\"output\":",
            report->passed ? "passed" : "failed");
    cli_json_text(out, text, len);
    fputs("}", out);
    free(text);
    return true;
}

bool cli_grade_put_gradescope(const char *path, const grade_plan *plan, const grade_result *result)
{
    cli_output output;
    grade_total total;
    if (!cli_grade_total(plan, result, &total) || !cli_output_open(&output, path))
        return false;
    fmt_out file = cli_format_out(output.file);
    fputs("{\"score\":", output.file);
    grade_put_points(&file, total.score);
    fputs(",\"visibility\":\"visible\",\"stdout_visibility\":\"visible\",\"output\":", output.file);
    if (result->built)
        cli_json_text(output.file, "", 0);
    else
        cli_json_text(output.file, result->log, strlen(result->log));
    fputs(",\"tests\":[", output.file);
    for (size_t i = 0; i < plan->count; i++) {
        grade_report report;
        fputs(i > 0 ? ",\n" : "\n", output.file);
        if (!cli_grade_report(&report, plan, result, i) || !put_report(output.file, &report)) {
            cli_output_abandon(&output);
            return false;
        }
    }
    fputs("\n]}\n", output.file);
    return cli_output_commit(&output);
}
