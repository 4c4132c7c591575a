/* collections.h: what the commands on collections of games have in common. Layer: cli. */
#ifndef ARB_CLI_COLLECTIONS_H
#define ARB_CLI_COLLECTIONS_H

#include "cli/command.h"
#include "collection/check.h"

/* Reads -j and --rules (`storage` holds one from a file), and the files that the words of the call
 * mean. */
int collections_read(const cli_args *args, check_job *job, arb_rules *storage, file_list *list);

/* From now on an interrupt stops the run at the next block. */
void collections_catch_interrupts(void);
/* With a progress bar, and problems said on stderr. */
void collections_run(check_job *job, const file_list *list, check_result *result);

#endif
