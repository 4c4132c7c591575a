/* table.h: tables of cases for tests. A line is a case, columns are separated by tabs; lines that
 * start with # and empty lines are skipped. */
#ifndef ARB_TESTS_TABLE_H
#define ARB_TESTS_TABLE_H

#include "check.h"

enum { TABLE_COLUMNS = 16 };

typedef struct {
    const char *path;
    FILE *file;
    unsigned line, cases;
    size_t count;
    char *column[TABLE_COLUMNS]; /* those past `count` are "" */
    char text[65536];
} table;

/* Returns false if the file is missing (see check_open); then table_next gives no case. */
static inline bool table_open(table *t, const char *path)
{
    t->path = path;
    t->file = check_open(path);
    t->line = t->cases = 0;
    return t->file != NULL;
}

static inline void table_split(table *t)
{
    static char nothing[1];
    char *rest = t->text;
    for (t->count = 0; t->count < TABLE_COLUMNS && rest; t->count++) {
        t->column[t->count] = rest;
        rest = strchr(rest, '\t');
        if (rest)
            *rest++ = '\0';
    }
    for (size_t i = t->count; i < TABLE_COLUMNS; i++)
        t->column[i] = nothing;
}

/* Reads the next case, after which failures of the following checks are named. Closes the file at
 * its end. */
static inline bool table_next(table *t)
{
    while (t->file && fgets(t->text, (int)sizeof t->text, t->file)) {
        t->line++;
        t->text[strcspn(t->text, "\r\n")] = '\0';
        if (t->text[0] == '#' || t->text[0] == '\0')
            continue;
        table_split(t);
        t->cases++;
        check_case("%s:%u", t->path, t->line);
        return true;
    }
    if (t->file) {
        fclose(t->file);
        check_case("%s", t->path);
        CHECK(t->cases > 0);
    }
    t->file = NULL;
    return false;
}

#endif
