/* collections.h: what the commands on collections of games have in common. Layer: cli. */
#ifndef ARB_CLI_COLLECTIONS_H
#define ARB_CLI_COLLECTIONS_H

#include "cli/command.h"
#include "collection/check_files.h"

/* Reads -j, --shard and --rules (`storage` holds one from a file), and the files that the words of
 * the call mean. */
int collections_read(const cli_args *args, check_job *job, arb_rules *storage, file_list *list);

/* Reads --where and the options that are short for a test. NULL: said why; to be freed. */
query *collections_query(const cli_args *args);

/* The shard that is asked for, or that the environment of Slurm or MPI says. */
int collections_shard(const cli_args *args, shard *s);

/* Puts the outputs of shards together (collection/merge.h). */
int collections_merge(const cli_args *args, FILE *to, check_options *options, check_result *result,
                      bool *summed);

/* From now on an interrupt stops the run at the next block. */
void collections_catch_interrupts(void);
/* With a progress bar, and problems said on stderr. */
void collections_run(check_job *job, const file_list *list, check_result *result);
/* Says that what was read is no collection: in which file, if there was but one. */
void collections_say_no_game(const file_list *list);

#endif
