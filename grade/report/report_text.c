/* report_text.c: writes a report for people: the course's own output, and more. Layer: grade. */
#include "grade/report/report.h"

#include "formats/board_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void grade_put_points(const fmt_out *out, double points)
{
    char text[40];
    snprintf(text, sizeof text, "%.2f", points);
    size_t len = strlen(text);
    while (text[len - 1] == '0')
        len--;
    if (text[len - 1] == '.')
        len--;
    fmt_put(out, text, len);
}

static void put_given(const fmt_out *out, const grade_report *report)
{
    const grade_finding *finding = &report->finding;
    bool lab = report->test->questions == GRADE_ASK_LAB;
    fmt_putf(out, "  expected: %s\n  given:    %s", finding->expected, finding->given);
    if (finding->more > 0)
        fmt_putf(out, "; %zu more %s%s of this %s differ%s", finding->more, lab ? "call" : "line",
                 finding->more == 1 ? "" : "s", lab ? "scan" : "file",
                 finding->more == 1 ? "s" : "");
    fmt_put_text(out, "\n");
    if (finding->why[0] != '\0') {
        fmt_put_text(out, "  why:      ");
        fmt_put_text(out, finding->why);
        fmt_put_text(out, "\n");
    }
}

void grade_report_why(const fmt_out *out, const grade_report *report)
{
    const grade_run *run = report->run;
    bool in_action = report->in_setup || run->matched < report->test->count;
    if (!report->passed && in_action && run->ending != GRADE_NOT_BUILT)
        fmt_putf(out, "Line %zu: %s\n", report->line, report->finding.call);
    if (report->answered)
        put_given(out, report);
    else if (!report->passed && in_action && report->finding.expected[0] != '\0' &&
             run->ending != GRADE_NOT_BUILT)
        fmt_putf(out, "  expected: %s\n", report->finding.expected);
    if (report->happened[0] != '\0') {
        fmt_put_text(out, report->happened);
        fmt_put_text(out, "\n");
    }
    if (run->leak_blocks > 0)
        fmt_putf(out,
                 "Note: %lu block%s of memory (%lu bytes) still allocated after the board was "
                 "deleted; this costs no points.\n",
                 run->leak_blocks, run->leak_blocks == 1 ? "" : "s", run->leak_bytes);
    if (run->leak_place[0] != '\0') {
        fmt_put_text(out, "  allocated at: ");
        fmt_put_text(out, run->leak_place);
        fmt_put_text(out, "\n");
    }
    if (report->passed && run->code != 0)
        fmt_putf(out, "Note: it ended with exit code %d; this costs no points.\n", run->code);
}

/* Draws a board, "rnbq/....", as displayBoard does. The board need not be playable. */
static void put_rows(const fmt_out *out, const grade_report *report, const char *rows)
{
    const arb_rules *rules = report->test->rules;
    size_t columns = strcspn(rows, "/");
    fmt_put_text(out, "  ");
    for (size_t c = 0; c < columns; c++)
        fmt_putf(out, "%zu", c);
    fmt_put_text(out, "\n  ");
    for (size_t c = 0; c < columns; c++)
        fmt_put_text(out, "-");
    for (int row = 0; *rows != '\0'; row++) {
        size_t len = strcspn(rows, "/");
        fmt_putf(out, "\n%d|", row);
        for (size_t c = 0; c < len; c++) {
            arb_kind kind = rows[c] == '.' ? ARB_NO_KIND : arb_rules_kind(rules, rows[c]);
            arb_colour colour = rows[c] >= 'a' ? ARB_BLACK : ARB_WHITE;
            if (kind == ARB_NO_KIND)
                fmt_put(out, rows[c] == '.' ? " " : "?", 1);
            else
                fmt_put_symbol(out, rules, arb_piece_of(colour, kind), " ");
        }
        fmt_put_text(out, "|");
        rows += len + (rows[len] == '/');
    }
    fmt_put_text(out, "\n  ");
    for (size_t c = 0; c < columns; c++)
        fmt_put_text(out, "-");
    fmt_put_text(out, "\n\n");
}

void grade_report_text(const fmt_out *out, const grade_report *report)
{
    bool lab = report->test->questions == GRADE_ASK_LAB;
    fmt_put_text(out, report->test->name);
    fmt_put_text(out, "\n");
    if (lab) {
        fmt_put_text(out, "Initial state:\n");
        fmt_put_display(out, &report->start);
    }
    if (!report->passed && report->line > 0) /* a test without actions has no questions */
        fmt_putf(out, "A function call did not match expected output at line %zu\n", report->line);
    if (lab) {
        fmt_put_text(out, "Final state:\n");
        fmt_put_display(out, &report->after);
    }
    fmt_put_text(out, "Score ");
    grade_put_points(out, report->score);
    fmt_put_text(out, " / ");
    grade_put_points(out, report->test->points);
    fmt_put_text(out, "\n");
    grade_report_why(out, report);
    if (report->finding.about_board) {
        fmt_put_text(out, "  expected board:\n");
        put_rows(out, report, report->finding.wanted);
        fmt_put_text(out, "  your board:\n");
        put_rows(out, report, report->finding.board);
    } else if (report->answered) {
        fmt_put_text(out, "  board before the call:\n");
        fmt_put_display(out, &report->before);
    } else
        fmt_put_text(out, "\n");
}
