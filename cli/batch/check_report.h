/* check_report.h: writes the findings of a check as a page or a table for people. Layer: cli. */
#ifndef ARB_CLI_BATCH_CHECK_REPORT_H
#define ARB_CLI_BATCH_CHECK_REPORT_H

#include "collection/check_files.h"

/* Writes the rows of a check (REPORT_ROWS, from the beginning of `rows`) to `to`, whose name
 * `path` ends in .html for a page or in .csv for a table. Every fault has its game, round, players,
 * move and board; clean games are listed too, and games whose start and moves came before name the
 * first one. False: said on stderr.
 */
bool check_report_write(const check_job *job, const check_result *result, FILE *rows, FILE *to,
                        const char *path);

/* Does the name end in .html or .csv? */
bool check_report_named(const char *path);

#endif
