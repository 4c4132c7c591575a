/* page_student.c: writes one submission's results as HTML. Layer: cli. */
#include "cli/grade/page.h"
#include "formats/board_text.h"

#include <string.h>

/* ---- What went wrong ---- */

static void put_pair(FILE *out, const char *name, const char *text, bool code)
{
    if (text[0] == '\0')
        return;
    fprintf(out, "<dt>%s</dt><dd>%s", name, code ? "<code>" : "");
    cli_page_text(out, text);
    fprintf(out, "%s</dd>\n", code ? "</code>" : "");
}

static bool put_boards(cli_page *page, const grade_report *report)
{
    const grade_finding *finding = &report->finding;
    char before[FMT_ROWS_LIMIT], after[FMT_ROWS_LIMIT];
    cli_figure first = {.title = "Before the call", .rows = before, .call = finding->call};
    cli_figure second = {.title = "After it", .rows = after, .call = finding->call};
    fmt_rows_text(&report->before, before);
    fmt_rows_text(&report->after, after);
    if (finding->about_board) {
        first = (cli_figure){.title = "Expected", .rows = finding->wanted};
        second =
            (cli_figure){.title = "Your board", .rows = finding->board, .unlike = finding->wanted};
    }
    bool changed = strcmp(first.rows, second.rows) != 0;
    if (!changed)
        first.title = "The board";
    fputs("<div class=\"boards\">", page->out);
    bool ok = cli_boards_show(&page->boards, page->out, &first) &&
              (!changed || cli_boards_show(&page->boards, page->out, &second));
    fputs("</div>", page->out);
    return ok;
}

static bool put_fault(cli_page *page, const grade_report *report)
{
    const grade_finding *finding = &report->finding;
    const char *rule = grade_report_rule(report);
    FILE *out = page->out;
    bool in_action = report->in_setup || report->run->matched < report->test->count;
    fputs(page->open ? "<article class=\"fault\"><h3>" : "<details class=\"fault\"><summary>", out);
    cli_page_text(out, report->test->name);
    fputs(": <span class=\"no\">", out);
    cli_page_points(out, report->score);
    fputs(" / ", out);
    cli_page_points(out, report->test->points);
    fputs("</span>", out);
    if (rule != NULL) {
        fputs(" <span class=\"of\">", out);
        cli_page_text(out, rule);
        fputs("</span>", out);
    }
    fputs(page->open ? "</h3>\n<dl>" : "</summary>\n<dl>", out);
    if (report->line > 0)
        fprintf(out, "<dt>Line</dt><dd>%zu</dd>\n", report->line);
    if (in_action) {
        put_pair(out, "Call", finding->call, true);
        put_pair(out, "Expected", finding->expected, true);
        put_pair(out, "Given", finding->given, true);
        put_pair(out, "Why", finding->why, false);
    }
    put_pair(out, "What happened", report->happened, false);
    fputs("</dl>\n", out);
    bool ok = put_boards(page, report);
    fputs(page->open ? "</article>\n" : "</details>\n", out);
    return ok;
}

/* ---- What is worth a note though it costs nothing ---- */

static void put_leak(FILE *out, const grade_result *result)
{
    const grade_run *worst = NULL;
    for (size_t t = 0; t < result->count; t++)
        if (result->runs[t].leak_blocks > 0 &&
            (worst == NULL || result->runs[t].leak_bytes > worst->leak_bytes))
            worst = &result->runs[t];
    if (worst == NULL)
        return;
    fprintf(out,
            "<p class=\"odd\">Memory leaks: up to %lu block%s (%lu bytes) are still allocated when "
            "the board is deleted",
            worst->leak_blocks, worst->leak_blocks == 1 ? "" : "s", worst->leak_bytes);
    if (worst->leak_place[0] != '\0') {
        fputs(", allocated at <code>", out);
        cli_page_text(out, worst->leak_place);
        fputs("</code>", out);
    }
    fputs(". This costs no points.</p>\n", out);
}

static void put_note(FILE *out, const grade_student *student)
{
    const grade_result *result = &student->entry->result;
    const char *log = result->log != NULL ? result->log : "";
    char buf[CLI_GRADE_NOTE];
    const char *note = cli_grade_note(student->entry, buf);
    switch (student->state) {
    case GRADE_S_NOTHING:
        fputs("<p class=\"alarm\">There is nothing in it that can be graded.</p>\n", out);
        return;
    case GRADE_S_NOT_GRADED:
    case GRADE_S_NOT_BUILT:
        fprintf(out, "<div class=\"alarm\"><p><b>It could not be %s.</b></p>\n<pre>",
                student->state == GRADE_S_NOT_BUILT ? "built" : "graded");
        cli_page_text(out, student->state == GRADE_S_NOT_BUILT ? log : note);
        fputs("</pre></div>\n", out);
        break;
    case GRADE_S_NONE:
    case GRADE_S_SOME:
    case GRADE_S_ALL:
    case GRADE_S_COUNT:
        break;
    }
    if (result->taken[0] != '\0') {
        fputs("<p class=\"of\">Taken: <code>", out);
        cli_page_text(out, result->taken);
        fputs("</code></p>\n", out);
    }
    put_leak(out, result);
}

bool cli_page_faults(cli_page *page, const grade_student *student)
{
    const grade_plan *plan = page->summary->plan;
    const grade_result *result = &student->entry->result;
    put_note(page->out, student);
    bool ran = student->state >= GRADE_S_NONE;
    for (size_t t = 0; ran && t < plan->count; t++) {
        grade_report report;
        if (student->marks[t].passed || (plan->tests[t].hidden && !page->all))
            continue;
        if (!cli_grade_report(&report, plan, result, t))
            return false;
        if (!put_fault(page, &report)) {
            cli_error("not enough memory");
            return false;
        }
    }
    return true;
}

/* ---- A page of its own ---- */

typedef struct {
    double score, points;
    size_t right, tests, hidden;
} tally;

static tally count_part(const grade_summary *summary, const grade_student *student, size_t part)
{
    tally sum = {.score = 0};
    for (size_t t = 0; t < summary->plan->count; t++) {
        const grade_test *test = &summary->plan->tests[t];
        if (summary->part_of[t] != part)
            continue;
        sum.hidden += test->hidden;
        sum.score += student->marks[t].score;
        sum.points += test->points;
        sum.right += student->marks[t].passed;
        sum.tests++;
    }
    return sum;
}

static void put_tally(FILE *out, const char *name, const tally *sum)
{
    if (sum->tests == 0)
        return;
    double part =
        sum->points > 0 ? sum->score / sum->points : (double)sum->right / (double)sum->tests;
    fputs("<tr><th scope=\"row\">", out);
    cli_page_text(out, name);
    if (sum->hidden > 0)
        fputs(" <span class=\"of\">hidden</span>", out);
    fputs("</th><td class=\"n\">", out);
    cli_page_points(out, sum->score);
    fputs(" / ", out);
    cli_page_points(out, sum->points);
    fprintf(out, "</td><td class=\"n\">%zu of %zu</td><td class=\"bar\">", sum->right, sum->tests);
    cli_page_bar(out, part, sum->right == sum->tests ? "ok" : "");
    fputs("</td></tr>\n", out);
}

static void put_parts(FILE *out, const grade_summary *summary, const grade_student *student)
{
    fputs("<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Part</th>"
          "<th scope=\"col\" class=\"n\">Score</th><th scope=\"col\" class=\"n\">Tests right</th>"
          "<th></th></tr></thead><tbody>\n",
          out);
    for (size_t p = 0; p < summary->part_count; p++) {
        tally sum = count_part(summary, student, p);
        put_tally(out, summary->parts[p].name, &sum);
    }
    fputs("</tbody></table></div>\n", out);
}

static void put_right(FILE *out, const grade_summary *summary, const grade_student *student)
{
    bool first = true;
    for (size_t t = 0; t < summary->plan->count; t++) {
        if (!student->marks[t].passed || summary->plan->tests[t].hidden)
            continue;
        fputs(first ? "<h2>Right</h2>\n<p class=\"ok\">" : ", ", out);
        cli_page_text(out, summary->plan->tests[t].name);
        first = false;
    }
    if (!first)
        fputs("</p>\n", out);
}

static bool put_page(cli_page *page, const grade_student *student, const char *title)
{
    FILE *out = page->out;
    const grade_total *total = &student->total;
    fputs("<p class=\"of\">", out);
    cli_page_text(out, title);
    fputs("</p>\n<h1>", out);
    cli_page_text(out, student->entry->name);
    fputs("</h1>\n<ul class=\"facts\"><li><b>", out);
    cli_page_points(out, total->score);
    fputs(" / ", out);
    cli_page_points(out, total->points);
    fprintf(out, "</b>points</li><li><b>%zu of %zu</b>tests right</li></ul>\n", total->passed,
            total->tests);
    if (student->state >= GRADE_S_NONE)
        put_parts(out, page->summary, student);
    if (student->state == GRADE_S_NONE || student->state == GRADE_S_SOME)
        fputs("<h2>What went wrong</h2>\n<p class=\"of\">Of each test the first call that was not "
              "answered rightly. Rows and columns count from 0.</p>\n",
              out);
    bool ok = cli_page_faults(page, student);
    put_right(out, page->summary, student);
    if (page->summary->plan->count > 0)
        cli_boards_draw(&page->boards, out, page->summary->plan->tests[0].rules);
    return ok;
}

bool cli_page_student(const char *path, const grade_summary *summary, const grade_student *student,
                      const char *title)
{
    cli_output output;
    cli_page page = {.summary = summary, .open = true};
    if (!cli_output_open(&output, path))
        return false;
    page.out = output.file;
    cli_page_begin(page.out, student->entry->name);
    bool ok = put_page(&page, student, title);
    cli_page_end(page.out);
    cli_boards_free(&page.boards);
    if (ok)
        return cli_output_commit(&output);
    cli_output_abandon(&output);
    return false;
}
