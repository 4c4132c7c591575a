/* perft_table.h: a table of known counts, shared by all threads. Layer: cli. */
#ifndef ARB_CLI_PERFT_TABLE_H
#define ARB_CLI_PERFT_TABLE_H

#include "arbiter.h"

typedef struct cli_perft_table cli_perft_table;

/* Makes a table of at most `megabytes` megabytes, 1 or more. Returns NULL if there is no memory. */
cli_perft_table *cli_perft_table_new(size_t megabytes);
void cli_perft_table_free(cli_perft_table *table);

/* Counts the lines of `depth` plies, with a table or without one (NULL). Several threads may do so
 * at once. */
uint64_t cli_perft_count(cli_perft_table *table, const arb_position *position, unsigned depth,
                         arb_count how);

#endif
