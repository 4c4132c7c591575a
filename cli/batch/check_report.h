/* check_report.h: writes the findings of a check as a page or a table for people. Layer: cli. */
#ifndef ARB_CLI_BATCH_CHECK_REPORT_H
#define ARB_CLI_BATCH_CHECK_REPORT_H

#include "collection/check_files.h"

/* Writes the rows of a check (REPORT_ROWS, from the start of `rows`) to `to`, whose name `path`
 * ends in .html for a page or in .csv for a table. Every fault comes with its game, round, players,
 * move and board. Clean games are listed too, and a game whose start and moves occurred before
 * names the first one. Returns false if it failed, reported on stderr. */
bool check_report_write(const check_job *job, const check_result *result, FILE *rows, FILE *to,
                        const char *path);

/* Does the name end in .html or .csv? */
bool check_report_named(const char *path);

#endif
