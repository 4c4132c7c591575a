/* csv_table.h: a CSV file as rows of cells. Layer: grade. Knows nothing of grades. */
#ifndef ARB_GRADE_CSV_TABLE_H
#define ARB_GRADE_CSV_TABLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char *text;       /* the cells, each ended by a NUL */
    char **cells;     /* of all rows */
    size_t *first;    /* by row: its first cell; one more stands for the end */
    size_t row_count; /* row 0 is the heading */
} grade_table;

typedef struct {
    size_t line, column; /* from 1; line 0: no memory */
    const char *text;
} grade_table_error;

/* Commas, or semicolons where the heading has no comma; quotes as in RFC 4180; LF or CRLF; a byte
 * order mark is skipped, and so are empty lines. */
bool grade_table_read(grade_table *table, const char *text, size_t len, grade_table_error *error);
void grade_table_free(grade_table *table);

size_t grade_table_width(const grade_table *table, size_t row);
/* "" if the row is not as wide. */
const char *grade_table_cell(const grade_table *table, size_t row, size_t column);
/* The column with this heading; the width of the heading if there is none. */
size_t grade_table_column(const grade_table *table, const char *heading);

#endif
