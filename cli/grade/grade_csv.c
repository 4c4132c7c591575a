/* grade_csv.c: writes a class's marks for a spreadsheet, and in the columns of gradebooks. Layer:
 * cli. */
#include "cli/grade/grade_call.h"
#include "cli/io/format_out.h"
#include "grade/report/roster.h"

#include <stdlib.h>
#include <string.h>

static void put_quoted(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
    putc('"', out);
}

/* Writes a field, protected if a spreadsheet would take it for a formula. */
static void put_field(FILE *out, const char *text)
{
    if (text[0] == '\0' || strchr("=+-@\t\r", text[0]) == NULL) {
        put_quoted(out, text);
        return;
    }
    fputs("\"'", out);
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

/* The name of a test without its folder, unless another folder has a test of the same name. */
static const char *column_name(const grade_plan *plan, size_t test)
{
    const char *base = base_name(plan->tests[test].name);
    for (size_t t = 0; t < plan->count; t++)
        if (t != test && strcmp(base_name(plan->tests[t].name), base) == 0)
            return plan->tests[test].name;
    return base;
}

bool cli_grade_put_csv(const char *path, const grade_summary *summary)
{
    cli_output output;
    const grade_plan *plan = summary->plan;
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
    for (size_t i = 0; i < summary->count; i++) {
        const grade_student *student = &summary->students[i];
        char note[CLI_GRADE_NOTE];
        put_field(file, student->entry->name);
        putc(',', file);
        grade_put_points(&out, student->total.score);
        putc(',', file);
        grade_put_points(&out, student->total.points);
        fprintf(file, ",%zu,%zu,", student->total.passed, student->total.tests);
        put_field(file, cli_grade_note(student->entry, note));
        for (size_t t = 0; t < plan->count; t++) {
            putc(',', file);
            if (student->state >= GRADE_S_NOT_BUILT)
                grade_put_points(&out, student->marks[t].score);
        }
        fputs("\r\n", file);
    }
    return cli_output_commit(&output);
}

/* ---- Gradebooks ---- */

typedef struct {
    grade_roster roster;
    const char *path; /* path of the roster */
    const grade_summary *summary;
    const char *title;
    size_t *student_of; /* by row: the student's index + 1; 0: nothing was handed in */
} gradebook;

static void put_points(FILE *file, double points)
{
    fmt_out out = cli_format_out(file);
    grade_put_points(&out, points);
}

/* Copies cells of the roster unchanged. */
static void put_cells(FILE *file, const grade_roster *roster, size_t row,
                      const char *const *headings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        put_quoted(file, grade_roster_cell(roster, row, headings[i]));
        putc(',', file);
    }
}

/* Finds the student of a row. A student who handed in nothing gets no row, because an empty cell
 * would erase an earlier mark. */
static const grade_student *student_in(const gradebook *book, size_t row)
{
    size_t index = book->student_of[row];
    return index > 0 ? &book->summary->students[index - 1] : NULL;
}

static bool put_canvas(const char *path, const gradebook *book)
{
    static const char *const columns[] = {"Student", "ID", "SIS User ID", "SIS Login ID",
                                          "Section"};
    enum { COLUMNS = sizeof columns / sizeof columns[0] };
    cli_output output;
    if (!cli_output_open(&output, path))
        return false;
    FILE *file = output.file;
    for (size_t i = 0; i < COLUMNS; i++)
        fprintf(file, "%s,", columns[i]);
    put_quoted(file, grade_roster_heading(&book->roster, book->title));
    fputs("\r\n    Points Possible,,,,,", file);
    put_points(file, book->summary->points);
    fputs("\r\n", file);
    for (size_t row = book->roster.first_student; row < book->roster.table.row_count; row++) {
        const grade_student *student = student_in(book, row);
        if (student == NULL)
            continue;
        put_cells(file, &book->roster, row, columns, COLUMNS);
        put_points(file, student->total.score);
        fputs("\r\n", file);
    }
    return cli_output_commit(&output);
}

static bool put_brightspace(const char *path, const gradebook *book)
{
    static const char *const columns[] = {"OrgDefinedId", "Username"};
    cli_output output;
    char heading[256];
    if (!cli_output_open(&output, path))
        return false;
    FILE *file = output.file;
    snprintf(heading, sizeof heading, "%.200s Points Grade", book->title);
    fputs("OrgDefinedId,Username,", file);
    put_quoted(file, heading);
    fputs(",End-of-Line Indicator\r\n", file);
    for (size_t row = book->roster.first_student; row < book->roster.table.row_count; row++) {
        const grade_student *student = student_in(book, row);
        if (student == NULL)
            continue;
        put_cells(file, &book->roster, row, columns, 2);
        put_points(file, student->total.score);
        fputs(",#\r\n", file);
    }
    return cli_output_commit(&output);
}

/* Matches submissions with the roster; doubtful matches are reported and get no mark. */
static void match(gradebook *book)
{
    const grade_summary *summary = book->summary;
    for (size_t i = 0; i < summary->count; i++) {
        const char *name = summary->students[i].entry->name;
        size_t row;
        if (summary->students[i].state == GRADE_S_NOT_GRADED)
            continue; /* already reported */
        grade_match found = grade_roster_find(&book->roster, name, &row);
        if (found == GRADE_UNKNOWN)
            cli_error_of(book->path, "no student fits the submission '%s': it has no mark", name);
        else if (found == GRADE_DOUBTFUL)
            cli_error_of(book->path,
                         "more than one student fits the submission '%s': it has no mark", name);
        else if (book->student_of[row] != 0)
            cli_error_of(book->path, "'%s' and '%s' are both of %s: the mark is that of the first",
                         summary->students[book->student_of[row] - 1].entry->name, name,
                         grade_roster_name(&book->roster, row));
        else
            book->student_of[row] = i + 1;
    }
    size_t absent = 0, first = 0;
    for (size_t row = book->roster.first_student; row < book->roster.table.row_count; row++)
        if (book->student_of[row] == 0) {
            first = absent++ == 0 ? row : first;
        }
    if (absent > 0)
        cli_error_of(book->path, "%zu student%s without a submission, and without a row: %s%s",
                     absent, absent == 1 ? " is" : "s are", grade_roster_name(&book->roster, first),
                     absent > 1 ? ", ..." : "");
}

static bool open_book(gradebook *book, const char *path, const char *wanted)
{
    char *text;
    size_t len;
    grade_table_error error;
    if (!cli_read_file(path, &text, &len))
        return false;
    bool ok = grade_roster_read(&book->roster, text, len, &error);
    free(text);
    if (!ok) {
        cli_error_at(path, error.line, error.column, "%s", error.text);
        return false;
    }
    const char *kind = book->roster.kind == GRADE_CANVAS ? "canvas" : "brightspace";
    if (wanted != NULL && strcmp(kind, wanted) != 0) {
        cli_error_at(path, 1, 1, "this roster is for --%s, not for --%s", kind, wanted);
        grade_roster_free(&book->roster);
        return false;
    }
    return true;
}

bool cli_grade_put_gradebooks(const cli_args *args, const grade_summary *summary, const char *title)
{
    const char *canvas = cli_value(args, "canvas"), *brightspace = cli_value(args, "brightspace");
    const grade_course *course = summary->plan->course;
    gradebook book = {.summary = summary, .title = title, .path = cli_value(args, "roster")};
    if (canvas == NULL && brightspace == NULL)
        return true;
    if (book.path == NULL)
        book.path = course->roster; /* the call was checked: the option or the course names one */
    if (!open_book(&book, book.path, canvas != NULL ? "canvas" : "brightspace"))
        return false;
    book.student_of = calloc(book.roster.table.row_count, sizeof *book.student_of);
    bool ok = book.student_of != NULL;
    if (ok) {
        match(&book);
        ok = canvas != NULL ? put_canvas(canvas, &book) : put_brightspace(brightspace, &book);
    } else
        cli_error("not enough memory");
    free(book.student_of);
    grade_roster_free(&book.roster);
    return ok;
}
