/* collections.h: what the commands for collections of games have in common. Layer: cli. */
#ifndef ARB_CLI_COLLECTIONS_H
#define ARB_CLI_COLLECTIONS_H

#include "cli/command/command.h"
#include "collection/check_files.h"

/* The options that say which games are wanted. */
#define COLLECTION_FILTERS                                                                         \
    {"where", "QUERY", NULL,                                                                       \
     "only games that pass: 'elo >= 2600 and (eco in B90..B99 or opening ~ Najdorf) and not "      \
     "result = draw'; the manual lists all tests"},                                                \
        {"tag", "TEST", NULL,                                                                      \
         "only games whose tag passes the test: 'White=Karpov', 'Event~open', 'Date>=1995', "      \
         "'Round!=1', "                                                                            \
         "'ECO>=B90'; may be repeated: all tests must hold, but of several with = or ~ for one "   \
         "tag, one is enough"},                                                                    \
        {"player", "NAME", NULL,                                                                   \
         "only games with NAME in White's or Black's name; given several times, any of them"},     \
        {"result", "RESULT", "1-0|0-1|1/2-1/2|0-0|*", "only games with this result"},              \
        {"variant", "NAME", NULL, "only games under this rule set"},                               \
        {"ends", "HOW", NULL,                                                                      \
         "only games that this rule ended: checkmate, stalemate, dead-position, fivefold, "        \
         "75-moves; none: games that no rule ended"},                                              \
        {"no-index", NULL, NULL, "read all games, even where there is an index (arbiter index)"},  \
        {"final", "FEN", NULL,                                                                     \
         "only games whose final FEN begins with these fields: the board, or more"},               \
    {                                                                                              \
        "plies", "MIN-MAX", NULL, "only games with MIN to MAX plies: 40-80, 40-, -80, 40"          \
    }

/* Refuses a second value for an option that takes only one. Returns CLI_OK or CLI_USAGE. */
int collections_once(const cli_args *args);

/* Reads -j, --shard and --rules (`storage` holds a rule set from a file), and lists the files that
 * the call names. */
int collections_read(const cli_args *args, check_job *job, arb_rules *storage, file_list *list);
/* The first reads the rules only (NULL: chess), the second the files only. */
int collections_rules(const char *name, check_job *job, arb_rules *storage);
int collections_files(const cli_args *args, file_list *list);

/* Refuses an output file (NULL: none) that is one of the files to read, also by --against, because
 * games that are not wanted would be lost. Returns CLI_OK or CLI_USAGE. */
int collections_spares(const cli_args *args, const file_list *list, const char *output);

/* Reads --where and the options that stand for a test of it; the caller frees the query. If the
 * result is not CLI_OK the query is NULL, and stderr says why. */
int collections_query(const cli_args *args, query **wanted);

/* Reads the shard that the call asks for, or that the environment of Slurm or MPI gives. */
int collections_shard(const cli_args *args, shard *s);

/* Merges the outputs of shards (collection/merge.h). */
int collections_merge(const cli_args *args, FILE *to, check_options *options, check_result *result,
                      bool *summed);

/* Runs the job with a progress bar; problems are reported on stderr. */
void collections_run(check_job *job, const file_list *list, check_result *result);
/* Reports that the input is no collection; names the file if there was only one. */
void collections_say_no_game(const file_list *list);

/* Reports what could not be read. Returns the exit code, CLI_OK if everything was read. */
int collections_read_all(const check_result *result, const file_list *list, bool sharded);

#endif
