/* csv_table.c: reads a CSV file into rows of cells. Layer: grade. */
#include "grade/report/csv_table.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
    const char *at, *end, *line_start;
    size_t line;
    char separator;
    char *put; /* where the next byte of a cell goes */
    grade_table *table;
    size_t cell_count, cell_cap, row_cap;
} reader;

static bool grow(void **list, size_t *cap, size_t size)
{
    size_t more = *cap == 0 ? 64 : *cap * 2;
    void *bigger = realloc(*list, more * size);
    if (bigger == NULL)
        return false;
    *list = bigger;
    *cap = more;
    return true;
}

static bool begin_cell(reader *r)
{
    void *cells = r->table->cells;
    if (r->cell_count == r->cell_cap && !grow(&cells, &r->cell_cap, sizeof *r->table->cells))
        return false;
    r->table->cells = cells;
    r->table->cells[r->cell_count++] = r->put;
    return true;
}

static bool begin_row(reader *r)
{
    void *first = r->table->first;
    if (r->table->row_count + 1 >= r->row_cap &&
        !grow(&first, &r->row_cap, sizeof *r->table->first))
        return false;
    r->table->first = first;
    r->table->first[r->table->row_count++] = r->cell_count;
    return true;
}

static void next_line(reader *r)
{
    r->line++;
    r->line_start = r->at;
}

/* Reads a quoted cell from behind its opening quote. Returns false if the quote never closes. */
static bool read_quoted(reader *r)
{
    while (r->at < r->end) {
        char c = *r->at++;
        if (c == '"' && (r->at == r->end || *r->at != '"'))
            return true;
        if (c == '"')
            r->at++;
        if (c == '\n')
            next_line(r);
        *r->put++ = c == '\0' ? ' ' : c;
    }
    return false;
}

static bool at_line_end(const reader *r)
{
    return r->at == r->end || *r->at == '\n' ||
           (*r->at == '\r' && (r->at + 1 == r->end || r->at[1] == '\n'));
}

static bool fail(const reader *r, const char *at, const char *text, grade_table_error *error)
{
    *error = (grade_table_error){r->line, (size_t)(at - r->line_start) + 1, text};
    return false;
}

static bool read_cell(reader *r, grade_table_error *error)
{
    if (!begin_cell(r))
        return *error = (grade_table_error){.text = "not enough memory"}, false;
    if (r->at < r->end && *r->at == '"') {
        reader start = *r;
        r->at++;
        if (!read_quoted(r))
            return fail(&start, start.at, "the quote is never closed", error);
        if (!at_line_end(r) && *r->at != r->separator)
            return fail(r, r->at, "a closing quote ends a cell", error);
    }
    while (!at_line_end(r) && *r->at != r->separator) {
        *r->put++ = *r->at == '\0' ? ' ' : *r->at;
        r->at++;
    }
    *r->put++ = '\0';
    return true;
}

static bool read_row(reader *r, grade_table_error *error)
{
    if (!begin_row(r))
        return *error = (grade_table_error){.text = "not enough memory"}, false;
    for (;;) {
        if (!read_cell(r, error))
            return false;
        if (r->at == r->end || *r->at != r->separator)
            return true;
        r->at++;
    }
}

bool grade_table_read(grade_table *table, const char *text, size_t len, grade_table_error *error)
{
    bool marked = len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0;
    reader r = {.at = text + (marked ? 3 : 0), .end = text + len, .line = 1, .table = table};
    *table = (grade_table){.text = malloc(2 * len + 2)};
    r.put = table->text;
    r.line_start = text;
    const char *heading_end = memchr(r.at, '\n', (size_t)(r.end - r.at));
    size_t heading = (size_t)((heading_end != NULL ? heading_end : r.end) - r.at);
    r.separator =
        memchr(r.at, ',', heading) == NULL && memchr(r.at, ';', heading) != NULL ? ';' : ',';
    bool ok = table->text != NULL;
    if (!ok)
        *error = (grade_table_error){.text = "not enough memory"};
    while (ok && r.at < r.end) {
        if (!at_line_end(&r))
            ok = read_row(&r, error);
        if (ok && r.at < r.end && *r.at == '\r')
            r.at++;
        if (ok && r.at < r.end) {
            r.at++;
            next_line(&r);
        }
    }
    if (ok && table->row_count == 0)
        ok = fail(&r, r.at, "there is no heading", error);
    if (ok)
        table->first[table->row_count] = r.cell_count;
    else
        grade_table_free(table);
    return ok;
}

void grade_table_free(grade_table *table)
{
    free(table->text);
    free(table->cells);
    free(table->first);
    *table = (grade_table){.row_count = 0};
}

size_t grade_table_width(const grade_table *table, size_t row)
{
    return table->first[row + 1] - table->first[row];
}

const char *grade_table_cell(const grade_table *table, size_t row, size_t column)
{
    return column < grade_table_width(table, row) ? table->cells[table->first[row] + column] : "";
}

size_t grade_table_column(const grade_table *table, const char *heading)
{
    size_t width = grade_table_width(table, 0), column = 0;
    while (column < width && strcasecmp(grade_table_cell(table, 0, column), heading) != 0)
        column++;
    return column;
}
