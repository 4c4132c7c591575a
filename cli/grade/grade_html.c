/* grade_html.c: a class's results as one HTML file with board pictures. Layer: cli. Needs no other
 * file and no script. A board of a test at a line is drawn once, however many were wrong there. */
#include "cli/grade/grade_call.h"
#include "cli/grade/svg_board.h"
#include "cli/io/format_out.h"
#include "formats/board_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { CELL = 45, EDGE = 24 };

static const char style[] =
    ":root{color-scheme:light dark}"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse}th,td{padding:.2rem .8rem;text-align:left;"
    "border-bottom:1px solid #8886}td.n{text-align:right;font-variant-numeric:tabular-nums}"
    "summary{cursor:pointer}details{margin:.5rem 0 .5rem 1rem}"
    "pre{overflow:auto;background:#8882;padding:.5rem}"
    "dt{font-weight:bold}dd{margin:0 0 .3rem 1rem}"
    ".boards{display:flex;flex-wrap:wrap;gap:1.5rem}figure{margin:0}"
    "svg.b{width:min(18rem,90vw);height:auto}svg.h{position:absolute;width:0;height:0}"
    ".w{fill:#fff;stroke:#000;stroke-width:1.5}.k{fill:#222;stroke:#eee;stroke-width:1.5}"
    ".l{fill:#f0d9b5}.d{fill:#b58863}.m{fill:none;stroke:#06c;stroke-width:4}"
    ".c{font:13px sans-serif;text-anchor:middle;fill:currentColor}"
    ".t{font:bold 18px sans-serif;text-anchor:middle;stroke:none}"
    ".ok{color:#080}.no{color:#b00}@media(prefers-color-scheme:dark){.ok{color:#6d6}"
    ".no{color:#f77}}";

static void put_text(FILE *out, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '&')
            fputs("&amp;", out);
        else if (c == '<')
            fputs("&lt;", out);
        else if (c == '>')
            fputs("&gt;", out);
        else if (c == '"')
            fputs("&quot;", out);
        else if (c < 0x20 && c != '\n' && c != '\t')
            putc('?', out);
        else
            putc(c, out);
    }
}

/* ---- Boards ---- */

static void put_shapes(FILE *out, const arb_rules *rules)
{
    for (arb_kind kind = 1; kind < ARB_KIND_LIMIT; kind++) {
        char letter = rules->kinds[kind].letter;
        const char *shape = cli_svg_shape(kind);
        if (letter == 0)
            continue;
        fprintf(out, "<g id=\"p%d\">", kind);
        if (shape != NULL)
            fprintf(out, "<path d=\"%s\"/>", shape);
        else
            fprintf(out,
                    "<circle cx=\"22.5\" cy=\"22.5\" r=\"16\"/><text class=\"t\" x=\"22.5\" "
                    "y=\"29\">%c</text>",
                    toupper((unsigned char)letter));
        fputs("</g>\n", out);
    }
}

/* Rows and columns are numbered as in the handout. */
static void put_board(FILE *out, const char *id, const arb_position *position)
{
    arb_size size = arb_position_size(position);
    fprintf(out, "<g id=\"%s\">", id);
    for (int row = 0; row < size.ranks; row++)
        fprintf(out, "<text class=\"c\" x=\"%d\" y=\"%d\">%d</text>", EDGE / 2,
                EDGE + CELL * row + 28, row);
    for (int column = 0; column < size.files; column++)
        fprintf(out, "<text class=\"c\" x=\"%d\" y=\"16\">%d</text>",
                EDGE + CELL * column + CELL / 2, column);
    fprintf(out,
            "<rect class=\"l\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/><path class=\"d\" "
            "d=\"",
            EDGE, EDGE, CELL * size.files, CELL * size.ranks);
    for (int row = 0; row < size.ranks; row++)
        for (int column = (size.ranks + row + 1) % 2; column < size.files; column += 2)
            fprintf(out, "M%d %dh%dv%dh-%dz", EDGE + CELL * column, EDGE + CELL * row, CELL, CELL,
                    CELL);
    fputs("\"/>", out);
    for (int row = 0; row < size.ranks; row++)
        for (int column = 0; column < size.files; column++) {
            arb_piece piece = arb_position_piece(position, fmt_square_at(size, row, column));
            if (piece != ARB_NO_PIECE)
                fprintf(out, "<use href=\"#p%d\" class=\"%c\" x=\"%d\" y=\"%d\"/>",
                        arb_piece_kind(piece), arb_piece_colour(piece) == ARB_WHITE ? 'w' : 'k',
                        EDGE + CELL * column, EDGE + CELL * row);
        }
    fputs("</g>\n", out);
}

/* The squares that the call names. */
static void put_marks(FILE *out, const char *call)
{
    const char *at = call + strcspn(call, "-0123456789"); /* behind words */
    while (*at != '\0') {
        char *end;
        long row = strtol(at, &end, 10);
        if (end == at)
            return;
        long column = strtol(end, &end, 10);
        if (row >= 0 && column >= 0 && row < ARB_SIDE_LIMIT && column < ARB_SIDE_LIMIT)
            fprintf(out, "<rect class=\"m\" x=\"%ld\" y=\"%ld\" width=\"%d\" height=\"%d\"/>",
                    EDGE + CELL * column + 2, EDGE + CELL * row + 2, CELL - 4, CELL - 4);
        at = end;
    }
}

static void put_figure(FILE *out, const char *id, const char *title, const arb_position *position,
                       const char *call)
{
    arb_size size = arb_position_size(position);
    fmt_out text = cli_format_out(out);
    fprintf(
        out,
        "<figure><figcaption>%s</figcaption><svg class=\"b\" role=\"img\" viewBox=\"0 0 %d %d\" "
        "aria-label=\"%s, rows from 0: ",
        title, EDGE + CELL * size.files, EDGE + CELL * size.ranks, title);
    fmt_put_rows(&text, position);
    fprintf(out, "\"><use href=\"#%s\"/>", id);
    put_marks(out, call);
    fputs("</svg></figure>\n", out);
}

/* ---- Reports ---- */

typedef struct {
    FILE *out;
    const grade_plan *plan;
    bool **drawn; /* by test and action */
} page;

static void name_boards(size_t test, size_t line, char before[48], char after[48])
{
    snprintf(before, 48, "b%zu-%zu", test, line);
    snprintf(after, 48, "a%zu-%zu", test, line);
}

static void draw_once(page *p, size_t test, const grade_report *report)
{
    char before[48], after[48];
    size_t action =
        report->run->matched < report->test->count ? report->run->matched : report->test->count;
    if (report->passed || p->drawn[test] == NULL || p->drawn[test][action])
        return;
    p->drawn[test][action] = true;
    name_boards(test, action, before, after);
    put_board(p->out, before, &report->before);
    put_board(p->out, after, &report->after);
}

static void put_pair(FILE *out, const char *name, const char *text)
{
    if (text[0] == '\0')
        return;
    fprintf(out, "<dt>%s</dt><dd>", name);
    put_text(out, text);
    fputs("</dd>\n", out);
}

static void put_wrong(page *p, size_t test, const grade_report *report)
{
    const grade_finding *finding = &report->finding;
    FILE *out = p->out;
    char before[48], after[48];
    name_boards(test,
                report->run->matched < report->test->count ? report->run->matched
                                                           : report->test->count,
                before, after);
    fputs("<details><summary><span class=\"no\">", out);
    put_text(out, report->test->name);
    fputs("</span>: ", out);
    grade_put_points(&(fmt_out){cli_format_put, out}, report->score);
    fprintf(out, " / %.10g, line %zu</summary>\n<dl>", report->test->points, report->line);
    put_pair(out, "Call", finding->call);
    put_pair(out, "Expected", finding->expected);
    put_pair(out, "Given", finding->given);
    put_pair(out, "Why", finding->why);
    put_pair(out, "What happened", report->happened);
    fputs("</dl>\n<div class=\"boards\">", out);
    put_figure(out, before, "Before the call", &report->before, finding->call);
    put_figure(out, after, "After it", &report->after, finding->call);
    fputs("</div></details>\n", out);
}

typedef void each_report(page *p, size_t test, const grade_report *report);

static bool for_reports(page *p, const grade_entry *entry, each_report *each)
{
    for (size_t t = 0; entry->result.ran && t < p->plan->count; t++) {
        grade_report report;
        if (!cli_grade_report(&report, p->plan, &entry->result, t))
            return false;
        if (!report.passed && report.run->ending != GRADE_NOT_BUILT)
            each(p, t, &report);
    }
    return true;
}

static bool put_row(page *p, size_t index, const grade_entry *entry)
{
    grade_total total = {.tests = p->plan->count};
    for (size_t t = 0; t < p->plan->count; t++)
        total.points += p->plan->tests[t].points;
    if (entry->result.ran && !cli_grade_total(p->plan, &entry->result, &total))
        return false;
    fprintf(p->out, "<tr><th scope=\"row\"><a href=\"#s%zu\">", index);
    put_text(p->out, entry->name);
    fprintf(p->out,
            "</a></th><td class=\"n\">%.2f</td><td class=\"n\">%.10g</td><td class=\"n\">%zu "
            "of %zu</td></tr>\n",
            total.score, total.points, total.passed, total.tests);
    return true;
}

static bool put_entry(page *p, size_t index, const grade_entry *entry)
{
    fprintf(p->out, "<section id=\"s%zu\"><h2>", index);
    put_text(p->out, entry->name);
    fputs("</h2>\n", p->out);
    if (entry->source.what == NULL)
        fputs("<p>There is nothing in it that can be graded.</p>\n", p->out);
    else if (!entry->result.ran || !entry->result.built) {
        fprintf(p->out, "<p class=\"no\">It could not be %s.</p>\n<pre>",
                entry->result.ran ? "built" : "graded");
        put_text(p->out, entry->result.log != NULL ? entry->result.log : "");
        fputs("</pre>\n", p->out);
    } else {
        grade_total total;
        if (!cli_grade_total(p->plan, &entry->result, &total))
            return false;
        fprintf(p->out, "<p class=\"%s\">%zu of %zu tests right.</p>\n",
                total.passed == total.tests ? "ok" : "no", total.passed, total.tests);
    }
    bool ok = for_reports(p, entry, put_wrong);
    fputs("</section>\n", p->out);
    return ok;
}

static bool put_page(page *p, const grade_class *class)
{
    bool ok = true;
    fprintf(
        p->out,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
        "<title>Lab 3: results</title><style>%s</style></head>\n<body>\n<h1>Lab 3: results</h1>\n"
        "<svg class=\"h\" aria-hidden=\"true\"><defs>\n",
        style);
    if (p->plan->count > 0)
        put_shapes(p->out, p->plan->tests[0].rules);
    for (size_t i = 0; ok && i < class->count; i++)
        ok = for_reports(p, &class->entries[i], draw_once);
    fputs("</defs></svg>\n<table><thead><tr><th scope=\"col\">Submission</th>"
          "<th scope=\"col\">Score</th><th scope=\"col\">Points</th>"
          "<th scope=\"col\">Tests right</th></tr></thead><tbody>\n",
          p->out);
    for (size_t i = 0; ok && i < class->count; i++)
        ok = put_row(p, i, &class->entries[i]);
    fputs("</tbody></table>\n", p->out);
    for (size_t i = 0; ok && i < class->count; i++)
        ok = put_entry(p, i, &class->entries[i]);
    fputs("</body></html>\n", p->out);
    return ok;
}

bool cli_grade_put_html(const char *path, const grade_plan *plan, const grade_class *class)
{
    cli_output output;
    page p = {.plan = plan, .drawn = calloc(plan->count + 1, sizeof *p.drawn)};
    bool ok = p.drawn != NULL;
    for (size_t t = 0; ok && t < plan->count; t++)
        ok = (p.drawn[t] = calloc(plan->tests[t].count + 1, sizeof **p.drawn)) != NULL;
    if (!ok)
        cli_error("not enough memory");
    ok = ok && cli_output_open(&output, path);
    if (ok) {
        p.out = output.file;
        ok = put_page(&p, class);
        if (ok)
            ok = cli_output_commit(&output);
        else
            cli_output_abandon(&output);
    }
    for (size_t t = 0; p.drawn != NULL && t < plan->count; t++)
        free(p.drawn[t]);
    free(p.drawn);
    return ok;
}
