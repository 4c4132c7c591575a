/* perft_suite.h: files of positions with known counts. Layer: cli. */
#ifndef ARB_CLI_PERFT_SUITE_H
#define ARB_CLI_PERFT_SUITE_H

#include "cli/batch/perft_threads.h"

typedef struct {
    const arb_rules *rules;
    arb_kernel kernel;
    arb_faults accept;
    uint64_t max_nodes; /* larger counts are skipped */
    cli_perft perft;    /* each line sets its depth */
} cli_suite;

/* Counts every line "FEN ;D1 20 ;D2 400" and compares; prints a result for each line and a summary.
 * Returns the exit code. */
int cli_suite_run(const cli_suite *suite, const char *path);

#endif
