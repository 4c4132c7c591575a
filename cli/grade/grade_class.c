/* grade_class.c: writes the results of a class: the table, JSON, and all files that are asked for.
 * Layer: cli. */
#include "cli/grade/page.h"
#include "cli/io/format_out.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* The note on a submission. A log of one line does not come from a compiler, so it is the reason
 * and is shown here. */
const char *cli_grade_note(const grade_entry *entry, char note[CLI_GRADE_NOTE])
{
    const char *log = entry->result.log != NULL ? entry->result.log : "";
    bool one_line = log[0] != '\0' && log[strcspn(log, "\n")] == '\0';
    note[0] = '\0';
    if (entry->source.what == NULL)
        return "nothing in it can be graded";
    if (!entry->done)
        return "not graded: stopped";
    if (!entry->result.ran)
        return log[0] != '\0' ? log : "not graded: the machine has no memory or process for it";
    size_t failed = grade_result_failed(&entry->result);
    if (failed > 0)
        snprintf(note, CLI_GRADE_NOTE, "not graded: %zu test%s could not be run", failed,
                 failed == 1 ? "" : "s");
    else if (!entry->result.built)
        snprintf(note, CLI_GRADE_NOTE, "could not be built%s%.1000s", one_line ? ": " : "",
                 one_line ? log : "");
    else if (entry->result.taken[0] != '\0')
        snprintf(note, CLI_GRADE_NOTE, "taken: %s", entry->result.taken);
    return note;
}

static void put_table(const grade_summary *summary)
{
    size_t width = 10;
    for (size_t i = 0; i < summary->count; i++) {
        size_t len = strlen(summary->students[i].entry->name);
        if (len > width && len <= 40)
            width = len;
    }
    printf("%-*s  %12s  %9s\n", (int)width, "submission", "score", "right");
    for (size_t i = 0; i < summary->count; i++) {
        const grade_student *student = &summary->students[i];
        const char *name = student->entry->name;
        char score[40], buf[CLI_GRADE_NOTE];
        const char *note = cli_grade_note(student->entry, buf);
        cli_safe_text(stdout, name, strlen(name));
        for (size_t pad = strlen(name); pad < width; pad++)
            putchar(' ');
        snprintf(score, sizeof score, "%.2f / %.10g", student->total.score, student->total.points);
        printf("  %12s  %3zu of %2zu", score, student->total.passed, student->total.tests);
        if (note[0] != '\0') {
            fputs("  ", stdout);
            cli_safe_text(stdout, note, strcspn(note, "\n"));
        }
        putchar('\n');
    }
}

static bool put_json(const grade_summary *summary)
{
    fmt_out out = cli_format_out(stdout);
    const grade_plan *plan = summary->plan;
    for (size_t i = 0; i < summary->count; i++) {
        const grade_student *student = &summary->students[i];
        const grade_entry *entry = student->entry;
        char buf[CLI_GRADE_NOTE];
        bool ran = entry->source.what != NULL && entry->result.ran;
        for (size_t t = 0; ran && t < plan->count; t++) {
            grade_report report;
            if (!cli_grade_report(&report, plan, &entry->result, t))
                return false;
            grade_report_json(&out, &report, entry->name);
        }
        fmt_put_text(&out, "{\"submission\":");
        fmt_put_json(&out, entry->name, strlen(entry->name));
        fmt_put_text(&out, ",\"summary\":true,\"score\":");
        grade_put_points(&out, student->total.score);
        fmt_put_text(&out, ",\"points\":");
        grade_put_points(&out, student->total.points);
        fmt_putf(&out, ",\"passed\":%zu,\"files\":%zu,\"note\":", student->total.passed,
                 student->total.tests);
        const char *note = cli_grade_note(entry, buf);
        fmt_put_json(&out, note, strlen(note));
        fmt_put_text(&out, "}\n");
    }
    return true;
}

static bool put_gradescope_folder(const char *folder, const grade_summary *summary)
{
    if (mkdir(folder, 0755) != 0 && errno != EEXIST) {
        cli_error_of(folder, "%s", strerror(errno));
        return false;
    }
    for (size_t i = 0; i < summary->count; i++) {
        char path[GRADE_PATH_LIMIT], name[CLI_GRADE_FILE_NAME];
        const grade_student *student = &summary->students[i];
        if (student->state == GRADE_S_NOT_GRADED)
            continue;
        cli_grade_file_name(student->entry->name, i, ".json", name);
        if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) {
            cli_error_of(folder, "%s", strerror(ENAMETOOLONG));
            return false;
        }
        if (!cli_grade_put_gradescope(path, summary, student))
            return false;
    }
    return true;
}

static bool put_files(const cli_args *args, const grade_summary *summary)
{
    const char *csv = cli_value(args, "csv"), *html = cli_value(args, "html");
    const char *reports = cli_value(args, "reports"), *gradescope = cli_value(args, "gradescope");
    const char *classroom = cli_value(args, "classroom");
    const char *title = cli_grade_title(args, summary->plan);
    bool whole = !cli_given(args, "only");
    return (csv == NULL || cli_grade_put_csv(csv, summary)) &&
           (html == NULL || cli_page_class(html, summary, title)) &&
           (reports == NULL || cli_grade_put_reports(reports, summary, title, whole)) &&
           (gradescope == NULL || put_gradescope_folder(gradescope, summary)) &&
           (classroom == NULL ||
            cli_grade_put_classroom(classroom, summary, &summary->students[0])) &&
           cli_grade_put_gradebooks(args, summary, title);
}

/* The exit code: yes only if everything of every student is right; neither yes nor no if the
 * machine failed. */
static int code_of(const grade_summary *summary)
{
    size_t failed = 0;
    for (size_t i = 0; i < summary->count; i++)
        failed += summary->students[i].state == GRADE_S_NOT_GRADED;
    if (failed == 0)
        return summary->states[GRADE_S_ALL] == summary->count ? CLI_OK : CLI_NO;
    cli_error("%zu submission%s could not be graded, or not in all tests, for no fault of %s own",
              failed, failed == 1 ? "" : "s", failed == 1 ? "its" : "their");
    return CLI_INTERNAL;
}

static int put_class(const cli_args *args, const grade_plan *plan, const grade_class *class)
{
    size_t left = 0;
    grade_summary summary;
    int code = CLI_INTERNAL;
    if (!grade_summary_make(&summary, plan, class)) {
        cli_error("not enough memory");
        return CLI_INTERNAL;
    }
    for (size_t i = 0; i < class->count; i++)
        left += !class->entries[i].done;
    bool ok = true;
    if (cli_given(args, "json"))
        ok = put_json(&summary);
    else
        put_table(&summary);
    if (ok && left > 0)
        cli_error("stopped with %zu submission%s to go%s", left, left == 1 ? "" : "s",
                  cli_given(args, "resume") ? "; the same call goes on there" : "");
    /* Submissions that could not be graded are reported; the others get their reports all the
     * same. */
    else if (ok && put_files(args, &summary))
        code = code_of(&summary);
    grade_summary_free(&summary);
    return code;
}

int cli_grade_class(const cli_args *args, const grade_plan *plan, const char *folder,
                    unsigned threads)
{
    grade_class class;
    const char *only = cli_value(args, "only");
    if (!grade_class_read(&class, folder, &plan->assignment)) {
        cli_error_of(folder, "cannot be read: %s", strerror(errno));
        return CLI_BAD_INPUT;
    }
    if (class.count == 0) {
        cli_error_of(folder, "there is no submission in it");
        grade_class_free(&class);
        return CLI_BAD_INPUT;
    }
    if (only != NULL && !grade_class_keep(&class, only)) {
        cli_error_of(folder, "there is no submission '%s' in it", only);
        grade_class_free(&class);
        return CLI_BAD_INPUT;
    }
    int code = cli_grade_spares(args, &class);
    if (code != CLI_OK) {
        grade_class_free(&class);
        return code;
    }
    cli_grade_bar bar = {.progress = cli_progress_begin(), .total = class.count * plan->count};
    grade_class_options options = {.threads = threads,
                                   .state = cli_value(args, "resume"),
                                   .anew = only != NULL,
                                   .progress = cli_grade_step,
                                   .context = &bar};
    bool ok = grade_class_run(&class, plan, &options);
    int error = errno;
    cli_progress_end(&bar.progress);
    code = CLI_INTERNAL;
    if (ok)
        code = put_class(args, plan, &class);
    else
        cli_error("the class cannot be graded: %s", strerror(error));
    grade_class_free(&class);
    return code;
}
