/* perft_table.h: a table of known counts, shared by all threads. Layer: cli. */
#ifndef ARB_CLI_PERFT_TABLE_H
#define ARB_CLI_PERFT_TABLE_H

#include "arbiter.h"

typedef struct cli_perft_table cli_perft_table;

/* A table of at most so many megabytes, 1 or more. NULL: no memory. */
cli_perft_table *cli_perft_table_new(size_t megabytes);
void cli_perft_table_free(cli_perft_table *table);

/* The lines of `depth` plies, by a table or without one (NULL). Any threads may do so at once. */
uint64_t cli_perft_count(cli_perft_table *table, const arb_position *position, unsigned depth,
                         arb_count how);

#endif
