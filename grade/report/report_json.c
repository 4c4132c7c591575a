/* report_json.c: writes a report as a JSON object. Layer: grade. */
#include "grade/report/report.h"

#include "formats/board_text.h"

#include <string.h>

static void put_string(const fmt_out *out, const char *name, const char *text)
{
    fmt_putf(out, ",\"%s\":", name);
    fmt_put_json(out, text, strlen(text));
}

static void put_board(const fmt_out *out, const char *name, const arb_position *position)
{
    fmt_putf(out, ",\"%s\":\"", name);
    fmt_put_rows(out, position);
    fmt_put_text(out, "\"");
}

static void put_wrong(const fmt_out *out, const grade_report *report)
{
    const grade_finding *finding = &report->finding;
    fmt_putf(out, ",\"line\":%zu", report->line);
    put_string(out, "call", finding->call);
    put_string(out, "expected", finding->expected);
    if (report->answered) {
        put_string(out, "given", finding->given);
        fmt_putf(out, ",\"differing\":%zu", finding->more + 1);
    }
    if (finding->about_move)
        put_string(out, "verdict", arb_verdict_name(finding->verdict));
    if (finding->why[0] != '\0')
        put_string(out, "why", finding->why);
    if (finding->about_board) {
        put_string(out, "wanted", finding->wanted);
        put_string(out, "board", finding->board);
    }
    if (report->run->call[0] != '\0')
        put_string(out, "crashed_in", report->run->call);
    if (report->run->place[0] != '\0')
        put_string(out, "crashed_at", report->run->place);
    put_board(out, "before", &report->before);
    put_board(out, "after", &report->after);
}

void grade_report_json(const fmt_out *out, const grade_report *report, const char *submission)
{
    const grade_run *run = report->run;
    size_t matched = run->matched;
    fmt_put_text(out, "{");
    if (submission != NULL) {
        fmt_put_text(out, "\"submission\":");
        fmt_put_json(out, submission, strlen(submission));
        fmt_put_text(out, ",");
    }
    fmt_put_text(out, "\"file\":");
    fmt_put_json(out, report->test->name, strlen(report->test->name));
    fmt_putf(out, ",\"ok\":%s,\"ending\":\"%s\",\"score\":", report->passed ? "true" : "false",
             grade_ending_name(run->ending));
    grade_put_points(out, report->score);
    fmt_put_text(out, ",\"points\":");
    grade_put_points(out, report->test->points);
    fmt_putf(out, ",\"actions\":%zu,\"matched\":%zu", report->test->count, matched);
    if (!report->passed)
        put_wrong(out, report);
    if (report->happened[0] != '\0')
        put_string(out, "happened", report->happened);
    if (run->leak_blocks > 0)
        fmt_putf(out, ",\"leaked\":{\"blocks\":%lu,\"bytes\":%lu", run->leak_blocks,
                 run->leak_bytes);
    if (run->leak_blocks > 0) {
        if (run->leak_place[0] != '\0')
            put_string(out, "at", run->leak_place);
        fmt_put_text(out, "}");
    }
    fmt_put_text(out, "}\n");
}
