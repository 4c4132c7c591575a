/* page_class.c: writes a class's results as HTML, for staff. Layer: cli. */
#include "cli/grade/page.h"

#include <string.h>

/* How links lead to a student: to a section of this page, or to a page in a folder. */
typedef struct {
    cli_page page;
    const char *folder; /* NULL: links stay in this page */
} class_page;

static const char *class_of(grade_state state)
{
    return state <= GRADE_S_NOT_BUILT ? "no" : state == GRADE_S_ALL ? "ok" : "";
}

static void put_link(const class_page *p, size_t index)
{
    const char *name = p->page.summary->students[index].entry->name;
    FILE *out = p->page.out;
    if (p->folder == NULL)
        fprintf(out, "<a href=\"#s%zu\">", index);
    else {
        char file[CLI_GRADE_FILE_NAME];
        cli_grade_file_name(name, index, ".html", file);
        fputs("<a href=\"", out);
        cli_page_address(out, p->folder);
        putc('/', out);
        cli_page_address(out, file);
        fputs("\">", out);
    }
    cli_page_text(out, name);
    fputs("</a>", out);
}

/* ---- At a glance ---- */

static void put_facts(const class_page *p)
{
    const grade_summary *summary = p->page.summary;
    FILE *out = p->page.out;
    fprintf(out, "<ul class=\"facts\"><li><b>%zu</b>submission%s</li>", summary->count,
            summary->count == 1 ? "" : "s");
    fprintf(out, "<li><b class=\"ok\">%zu</b>all right</li>", summary->states[GRADE_S_ALL]);
    for (grade_state state = GRADE_S_NOTHING; state <= GRADE_S_NOT_BUILT; state++)
        if (summary->states[state] > 0 || state == GRADE_S_NOT_BUILT)
            fprintf(out, "<li><b%s>%zu</b>%s</li>",
                    summary->states[state] > 0 ? " class=\"no\"" : "", summary->states[state],
                    grade_state_name(state));
    fprintf(out, "<li><b>%.2f</b>mean of ", summary->mean);
    cli_page_points(out, summary->points);
    fprintf(out, "</li><li><b>%.2f</b>median</li></ul>\n", summary->median);
}

/* Lists by name the submissions that staff have to look at. */
static void put_alarms(const class_page *p)
{
    const grade_summary *summary = p->page.summary;
    for (grade_state state = GRADE_S_NOTHING; state <= GRADE_S_NOT_BUILT; state++) {
        if (summary->states[state] == 0)
            continue;
        fprintf(p->page.out, "<p class=\"alarm\"><b class=\"no\">%zu %s:</b> ",
                summary->states[state], grade_state_name(state));
        bool first = true;
        for (size_t i = 0; i < summary->count; i++) {
            if (summary->students[i].state != state)
                continue;
            fputs(first ? "" : ", ", p->page.out);
            put_link(p, i);
            first = false;
        }
        fputs("</p>\n", p->page.out);
    }
}

/* ---- Statistics ---- */

static void put_share(FILE *out, size_t count, size_t of, const char *kind)
{
    fprintf(out, "<td class=\"n\">%zu</td><td class=\"bar\">", count);
    cli_page_bar(out, of > 0 ? (double)count / (double)of : 0, kind);
    fputs("</td>", out);
}

static void put_rules(const class_page *p)
{
    const grade_summary *summary = p->page.summary;
    FILE *out = p->page.out;
    fputs("<h2>What students fail at</h2>\n", out);
    if (summary->rule_count == 0) {
        fputs("<p>Nothing was lost by a wrong answer.</p>\n", out);
        return;
    }
    fputs("<p>Most fail at: <b>", out);
    cli_page_text(out, summary->rules[0].name);
    fprintf(out,
            "</b>, %zu of the %zu that could be run. Each test counts for the first call that went "
            "wrong in it.</p>\n",
            summary->rules[0].students, summary->built);
    fputs("<div class=\"scroll\"><table><thead><tr><th scope=\"col\">Rule</th><th scope=\"col\" "
          "class=\"n\">Students</th><th></th><th scope=\"col\" class=\"n\">Tests lost</th></tr>"
          "</thead><tbody>\n",
          out);
    for (size_t i = 0; i < summary->rule_count; i++) {
        const grade_rule *rule = &summary->rules[i];
        fputs("<tr><th scope=\"row\">", out);
        cli_page_text(out, rule->name);
        fputs("</th>", out);
        put_share(out, rule->students, summary->built, "no");
        fprintf(out, "<td class=\"n\">%zu</td></tr>\n", rule->tests);
    }
    fputs("</tbody></table></div>\n", out);
}

static void put_parts(const class_page *p)
{
    const grade_summary *summary = p->page.summary;
    FILE *out = p->page.out;
    fprintf(out,
            "<h2>Parts</h2>\n<p class=\"of\">Of the %zu that could be run.</p>\n<div "
            "class=\"scroll\"><table><thead><tr><th scope=\"col\">Part</th><th scope=\"col\" "
            "class=\"n\">Tests</th><th scope=\"col\" class=\"n\">Mean</th><th></th><th "
            "scope=\"col\" class=\"n\">All right</th><th scope=\"col\" class=\"n\">None right</th>"
            "</tr></thead><tbody>\n",
            summary->built);
    for (size_t i = 0; i < summary->part_count; i++) {
        const grade_part_sum *part = &summary->parts[i];
        double mean = summary->built > 0 ? part->sum / (double)summary->built : 0;
        fputs("<tr><th scope=\"row\">", out);
        cli_page_text(out, part->name);
        fprintf(out, "</th><td class=\"n\">%zu</td><td class=\"n\">%.2f / ", part->tests, mean);
        cli_page_points(out, part->points);
        fputs("</td><td class=\"bar\">", out);
        cli_page_bar(out, part->points > 0 ? mean / part->points : 0, "");
        fprintf(out, "</td><td class=\"n\">%zu</td><td class=\"n\">%zu</td></tr>\n", part->all,
                part->none);
    }
    fputs("</tbody></table></div>\n", out);
}

static void put_tests(const class_page *p)
{
    const grade_summary *summary = p->page.summary;
    FILE *out = p->page.out;
    fputs("<details><summary>Every test</summary>\n<div class=\"scroll\"><table><thead><tr>"
          "<th scope=\"col\">Test</th><th scope=\"col\" class=\"n\">Points</th><th scope=\"col\" "
          "class=\"n\">Right</th><th></th></tr></thead><tbody>\n",
          out);
    for (size_t t = 0; t < summary->plan->count; t++) {
        const grade_test *test = &summary->plan->tests[t];
        fputs("<tr><th scope=\"row\">", out);
        cli_page_text(out, test->name);
        fprintf(out, "%s</th><td class=\"n\">",
                test->hidden ? " <span class=\"of\">hidden</span>" : "");
        cli_page_points(out, test->points);
        fputs("</td>", out);
        put_share(out, summary->right[t], summary->built, "");
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div></details>\n", out);
}

/* ---- Students ---- */

static double part_score(const grade_summary *summary, const grade_student *student, size_t part)
{
    double score = 0;
    for (size_t t = 0; t < summary->plan->count; t++)
        score += summary->part_of[t] == part ? student->marks[t].score : 0;
    return score;
}

static void put_row(const class_page *p, size_t index)
{
    const grade_summary *summary = p->page.summary;
    const grade_student *student = &summary->students[index];
    FILE *out = p->page.out;
    fputs("<tr><th scope=\"row\">", out);
    put_link(p, index);
    fprintf(out, "</th><td><span class=\"state %s\">%s</span></td><td class=\"n\">",
            class_of(student->state), grade_state_name(student->state));
    cli_page_points(out, student->total.score);
    fprintf(out, "</td><td class=\"n\">%zu</td>", student->total.passed);
    for (size_t part = 0; part < summary->part_count; part++) {
        fputs("<td class=\"n\">", out);
        if (student->state >= GRADE_S_NONE)
            cli_page_points(out, part_score(summary, student, part));
        fputs("</td>", out);
    }
    fputs("</tr>\n", out);
}

static void put_students(const class_page *p)
{
    const grade_summary *summary = p->page.summary;
    FILE *out = p->page.out;
    fprintf(
        out,
        "<h2>Submissions</h2>\n<div class=\"scroll\"><table><thead><tr><th scope=\"col\">"
        "Submission</th><th scope=\"col\"></th><th scope=\"col\" class=\"n\">Score of %.10g</th>"
        "<th scope=\"col\" class=\"n\">Right of %zu</th>",
        summary->points, summary->plan->count);
    for (size_t i = 0; i < summary->part_count; i++) {
        fputs("<th scope=\"col\" class=\"n\">", out);
        cli_page_text(out, summary->parts[i].name);
        fputs("</th>", out);
    }
    fputs("</tr></thead><tbody>\n", out);
    for (size_t i = 0; i < summary->count; i++)
        put_row(p, i);
    fputs("</tbody></table></div>\n", out);
}

static bool put_section(class_page *p, size_t index)
{
    const grade_student *student = &p->page.summary->students[index];
    FILE *out = p->page.out;
    fprintf(out, "<section id=\"s%zu\"><h2>", index);
    cli_page_text(out, student->entry->name);
    fputs("</h2>\n", out);
    if (student->state >= GRADE_S_NONE)
        fprintf(out, "<p class=\"%s\">%zu of %zu tests right.</p>\n", class_of(student->state),
                student->total.passed, student->total.tests);
    bool ok = cli_page_faults(&p->page, student);
    fputs("</section>\n", out);
    return ok;
}

static bool put_page(const char *path, class_page *p, const char *title)
{
    cli_output output;
    bool ok = true;
    const grade_summary *summary = p->page.summary;
    if (!cli_output_open(&output, path))
        return false;
    FILE *out = p->page.out = output.file;
    cli_page_begin(out, title);
    fputs("<h1>", out);
    cli_page_text(out, title);
    fputs(": results</h1>\n", out);
    put_facts(p);
    put_alarms(p);
    fputs("<h2>Marks</h2>\n", out);
    cli_page_plot(out, summary);
    put_students(p);
    put_rules(p);
    put_parts(p);
    put_tests(p);
    for (size_t i = 0; p->folder == NULL && ok && i < summary->count; i++)
        ok = put_section(p, i);
    if (summary->plan->count > 0)
        cli_boards_draw(&p->page.boards, out, summary->plan->tests[0].rules);
    cli_page_end(out);
    cli_boards_free(&p->page.boards);
    if (ok)
        return cli_output_commit(&output);
    cli_output_abandon(&output);
    return false;
}

bool cli_page_class(const char *path, const grade_summary *summary, const char *title)
{
    class_page p = {.page = {.summary = summary, .all = true}};
    return put_page(path, &p, title);
}

bool cli_page_overview(const char *path, const grade_summary *summary, const char *title,
                       const char *folder)
{
    class_page p = {.page = {.summary = summary}, .folder = folder};
    return put_page(path, &p, title);
}
