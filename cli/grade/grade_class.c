/* grade_class.c: a class of submissions: table, CSV, JSON, Gradescope's files. Layer: cli. */
#include "cli/grade/grade_call.h"
#include "cli/io/format_out.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { NOTE_LIMIT = 1200 };

/* What there is to say of a submission as a whole; "" if nothing. A reason of one line is no
 * compiler's, and is said here. */
static const char *note_of(const grade_entry *entry, char note[NOTE_LIMIT])
{
    const char *log = entry->result.log != NULL ? entry->result.log : "";
    bool one_line = log[0] != '\0' && log[strcspn(log, "\n")] == '\0';
    note[0] = '\0';
    if (entry->source.what == NULL)
        return "nothing in it can be graded";
    if (!entry->done)
        return "not graded: stopped";
    if (!entry->result.ran)
        return log;
    if (!entry->result.built)
        snprintf(note, NOTE_LIMIT, "could not be built%s%.1000s", one_line ? ": " : "",
                 one_line ? log : "");
    else if (entry->result.taken[0] != '\0')
        snprintf(note, NOTE_LIMIT, "taken: %s", entry->result.taken);
    return note;
}

static bool is_graded(const grade_entry *entry)
{
    return entry->source.what != NULL && entry->result.ran;
}

/* Zeros if it was not graded. */
static bool total_of(const grade_plan *plan, const grade_entry *entry, grade_total *total)
{
    if (is_graded(entry))
        return cli_grade_total(plan, &entry->result, total);
    *total = (grade_total){.tests = plan->count};
    for (size_t i = 0; i < plan->count; i++)
        total->points += plan->tests[i].points;
    return true;
}

static int put_table(const grade_plan *plan, const grade_class *class)
{
    fmt_out out = cli_format_out(stdout);
    size_t width = 10;
    for (size_t i = 0; i < class->count; i++)
        if (strlen(class->entries[i].name) > width && strlen(class->entries[i].name) <= 40)
            width = strlen(class->entries[i].name);
    printf("%-*s  %12s  %9s\n", (int)width, "submission", "score", "right");
    for (size_t i = 0; i < class->count; i++) {
        const grade_entry *entry = &class->entries[i];
        grade_total total;
        char score[40], buf[NOTE_LIMIT];
        const char *note = note_of(entry, buf);
        if (!total_of(plan, entry, &total))
            return CLI_INTERNAL;
        cli_safe_text(stdout, entry->name, strlen(entry->name));
        for (size_t pad = strlen(entry->name); pad < width; pad++)
            putchar(' ');
        snprintf(score, sizeof score, "%.2f / %.10g", total.score, total.points);
        printf("  %12s  %3zu of %2zu", score, total.passed, total.tests);
        if (note[0] != '\0') {
            fmt_put_text(&out, "  ");
            cli_safe_text(stdout, note, strcspn(note, "\n"));
        }
        putchar('\n');
    }
    return CLI_OK;
}

static int put_json(const grade_plan *plan, const grade_class *class)
{
    fmt_out out = cli_format_out(stdout);
    for (size_t i = 0; i < class->count; i++) {
        const grade_entry *entry = &class->entries[i];
        grade_total total;
        char buf[NOTE_LIMIT];
        for (size_t t = 0; is_graded(entry) && t < plan->count; t++) {
            grade_report report;
            if (!cli_grade_report(&report, plan, &entry->result, t))
                return CLI_INTERNAL;
            grade_report_json(&out, &report, entry->name);
        }
        if (!total_of(plan, entry, &total))
            return CLI_INTERNAL;
        fmt_put_text(&out, "{\"submission\":");
        fmt_put_json(&out, entry->name, strlen(entry->name));
        fmt_put_text(&out, ",\"summary\":true,\"score\":");
        grade_put_points(&out, total.score);
        fmt_put_text(&out, ",\"points\":");
        grade_put_points(&out, total.points);
        fmt_putf(&out, ",\"passed\":%zu,\"files\":%zu,\"note\":", total.passed, total.tests);
        const char *note = note_of(entry, buf);
        fmt_put_json(&out, note, strlen(note));
        fmt_put_text(&out, "}\n");
    }
    return CLI_OK;
}

/* A field of RFC 4180; what a spreadsheet would take for a formula is made text. */
static void put_field(FILE *out, const char *text)
{
    putc('"', out);
    if (text[0] != '\0' && strchr("=+-@\t\r", text[0]) != NULL)
        putc('\'', out);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* A test's name without its folder, unless another folder has one of the same name. */
static const char *column_name(const grade_plan *plan, size_t test)
{
    const char *base = base_name(plan->tests[test].name);
    for (size_t t = 0; t < plan->count; t++)
        if (t != test && strcmp(base_name(plan->tests[t].name), base) == 0)
            return plan->tests[test].name;
    return base;
}

bool cli_grade_put_csv(const char *path, const grade_plan *plan, const grade_class *class)
{
    cli_output output;
    if (!cli_output_open(&output, path))
        return false;
    FILE *file = output.file;
    fmt_out out = cli_format_out(file);
    fputs("submission,score,points,right,tests,note", file);
    for (size_t t = 0; t < plan->count; t++) {
        putc(',', file);
        put_field(file, column_name(plan, t));
    }
    fputs("\r\n", file);
    for (size_t i = 0; i < class->count; i++) {
        const grade_entry *entry = &class->entries[i];
        grade_total total;
        char buf[NOTE_LIMIT];
        bool ok = total_of(plan, entry, &total);
        put_field(file, entry->name);
        putc(',', file);
        grade_put_points(&out, total.score);
        putc(',', file);
        grade_put_points(&out, total.points);
        fprintf(file, ",%zu,%zu,", total.passed, total.tests);
        put_field(file, note_of(entry, buf));
        for (size_t t = 0; ok && t < plan->count; t++) {
            grade_report report;
            putc(',', file);
            if (!is_graded(entry))
                continue;
            ok = cli_grade_report(&report, plan, &entry->result, t);
            if (ok)
                grade_put_points(&out, report.score);
        }
        fputs("\r\n", file);
        if (!ok) {
            cli_output_abandon(&output);
            return false;
        }
    }
    return cli_output_commit(&output);
}

static bool put_gradescope_folder(const char *folder, const grade_plan *plan,
                                  const grade_class *class)
{
    if (mkdir(folder, 0755) != 0 && errno != EEXIST) {
        cli_error_at(folder, 0, 0, "%s", strerror(errno));
        return false;
    }
    for (size_t i = 0; i < class->count; i++) {
        char path[GRADE_PATH_LIMIT];
        const grade_entry *entry = &class->entries[i];
        if (!is_graded(entry))
            continue;
        if (snprintf(path, sizeof path, "%s/%s.json", folder, entry->name) >= (int)sizeof path) {
            cli_error_at(folder, 0, 0, "%s", strerror(ENAMETOOLONG));
            return false;
        }
        if (!cli_grade_put_gradescope(path, plan, &entry->result))
            return false;
    }
    return true;
}

static bool put_files(const cli_args *args, const grade_plan *plan, const grade_class *class)
{
    const char *csv = cli_value(args, "csv"), *html = cli_value(args, "html");
    const char *gradescope = cli_value(args, "gradescope");
    return (csv == NULL || cli_grade_put_csv(csv, plan, class)) &&
           (html == NULL || cli_grade_put_html(html, plan, class)) &&
           (gradescope == NULL || put_gradescope_folder(gradescope, plan, class));
}

/* Yes only if everything of everybody is right; neither yes nor no where the machine failed. */
static int code_of(const grade_plan *plan, const grade_class *class)
{
    int code = CLI_OK;
    size_t failed = 0;
    for (size_t i = 0; i < class->count; i++) {
        grade_total total;
        const grade_entry *entry = &class->entries[i];
        if (!total_of(plan, entry, &total))
            return CLI_INTERNAL;
        if (entry->source.what != NULL)
            failed += !entry->result.ran || grade_result_failed(&entry->result) > 0;
        if (total.passed < total.tests)
            code = CLI_NO;
    }
    if (failed == 0)
        return code;
    cli_error("%zu submission%s could not be graded, or not in all tests, for no fault of %s own",
              failed, failed == 1 ? "" : "s", failed == 1 ? "its" : "their");
    return CLI_INTERNAL;
}

static int put_class(const cli_args *args, const grade_plan *plan, const grade_class *class)
{
    size_t left = 0;
    for (size_t i = 0; i < class->count; i++)
        left += !class->entries[i].done;
    int code = cli_given(args, "json") ? put_json(plan, class) : put_table(plan, class);
    if (left > 0) {
        cli_error("stopped with %zu submission%s to go%s", left, left == 1 ? "" : "s",
                  cli_given(args, "resume") ? "; the same call goes on there" : "");
        return CLI_INTERNAL;
    }
    /* What could not be graded is said, and costs nobody else the reports. */
    if (code == CLI_OK)
        code = put_files(args, plan, class) ? code_of(plan, class) : CLI_INTERNAL;
    return code;
}

int cli_grade_class(const cli_args *args, const grade_plan *plan, const char *folder,
                    unsigned threads)
{
    grade_class class;
    if (!grade_class_read(&class, folder)) {
        cli_error_at(folder, 0, 0, "cannot be read: %s", strerror(errno));
        return CLI_BAD_INPUT;
    }
    cli_grade_bar bar = {.progress = cli_progress_begin(), .total = class.count * plan->count};
    grade_class_options options = {.threads = threads,
                                   .state = cli_value(args, "resume"),
                                   .progress = cli_grade_step,
                                   .context = &bar};
    bool ok = grade_class_run(&class, plan, &options);
    int error = errno;
    cli_progress_end(&bar.progress);
    int code = CLI_INTERNAL;
    if (ok)
        code = put_class(args, plan, &class);
    else
        cli_error("the class cannot be graded: %s", strerror(error));
    grade_class_free(&class);
    return code;
}
