/* csv_table.h: a CSV file as rows of cells. Layer: grade. Knows nothing of grades. */
#ifndef ARB_GRADE_CSV_TABLE_H
#define ARB_GRADE_CSV_TABLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char *text;       /* the cells, each ended by a NUL */
    char **cells;     /* the cells of all rows */
    size_t *first;    /* the index of each row's first cell, then the number of all cells */
    size_t row_count; /* row 0 is the heading */
} grade_table;

typedef struct {
    size_t line, column; /* from 1; line 0: memory ran out */
    const char *text;
} grade_table_error;

/* Cells are separated by commas, or by semicolons if the heading has no comma; quotes are those of
 * RFC 4180; lines end with LF or CRLF. A byte order mark and empty lines are skipped. */
bool grade_table_read(grade_table *table, const char *text, size_t len, grade_table_error *error);
void grade_table_free(grade_table *table);

size_t grade_table_width(const grade_table *table, size_t row);
/* Returns a cell, or "" if the row has too few cells. */
const char *grade_table_cell(const grade_table *table, size_t row, size_t column);
/* Returns the column with this heading, or the number of columns if there is none. */
size_t grade_table_column(const grade_table *table, const char *heading);

#endif
