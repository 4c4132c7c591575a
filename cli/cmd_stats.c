/* cmd_stats.c: the command stats: counts what a collection contains. Layer: cli. */
#include "cli/batch/collections.h"
#include "cli/batch/stats_output.h"
#include "cli/command/command.h"
#include "cli/io/interrupts.h"
#include "cli/io/io.h"
#include "collection/merge.h"

#include <stdlib.h>

static int verdict_on(const check_result *result, const file_list *list, bool sharded)
{
    int code = collections_read_all(result, list, sharded);
    if (code != CLI_OK)
        return code;
    if (result->converted.too_large > 0)
        cli_error("games with too many tags, which are not counted: %llu",
                  (unsigned long long)result->converted.too_large);
    return CLI_OK;
}

static void put_counts(const cli_args *args, const stats *counts, const char *title, FILE *to)
{
    if (cli_given(args, "html"))
        stats_page(counts, counts->faulty, title, to);
    else if (cli_given(args, "json"))
        stats_json(counts, counts->faulty, to);
    else
        stats_table(counts, counts->faulty, to);
}

/* Writes the counts only if all of the input could be read. */
static int count_games(const cli_args *args, check_job *job, const file_list *list)
{
    const char *page = cli_value(args, "html");
    const char *title = list->count == 1 ? cli_file_name(list->paths[0]) : "Collections";
    stats *counts = job->sink->stats;
    cli_output output;
    check_result result;
    if (shard_is_part(&job->shard) && (page || cli_given(args, "json")))
        return cli_usage(args->command, "a shard writes its counts; --merge writes the %s",
                         page ? "page" : "JSON");
    cli_catch_interrupts();
    if (!cli_output_open(&output, page ? page : "-"))
        return CLI_BAD_INPUT;
    collections_run(job, list, &result);
    int code = verdict_on(&result, list, shard_is_part(&job->shard));
    if (code != CLI_OK) {
        cli_output_abandon(&output);
        return code;
    }
    counts->faulty = result.converted.faulty;
    if (shard_is_part(&job->shard)) {
        stats_part_write(counts, title, output.file);
        merge_summary(job, &result, output.file);
    } else {
        put_counts(args, counts, title, output.file);
    }
    return cli_output_commit(&output) ? CLI_OK : CLI_INTERNAL;
}

/* Adds up what the shards wrote. The output waits in a temporary file until all parts are known to
 * belong together. */
static int add_parts(const cli_args *args, stats *counts, char title[STATS_TITLE])
{
    check_options options = {.form = REPORT_NOTHING};
    file_list unknown = {.count = 0};
    check_result result;
    bool summed;
    FILE *all = tmpfile();
    if (!all) {
        cli_error("not enough room for temporary files");
        return CLI_INTERNAL;
    }
    int code = collections_merge(args, all, &options, &result, &summed);
    if (code == CLI_OK)
        code = collections_read_all(&result, &unknown, false);
    if (code == CLI_OK && (fflush(all) != 0 || fseek(all, 0, SEEK_SET) != 0)) {
        cli_error("not enough room for temporary files");
        code = CLI_INTERNAL;
    } else if (code == CLI_OK && !stats_parts_read(counts, all, title)) {
        cli_error("the parts were written by another version, or are damaged");
        code = CLI_BAD_INPUT;
    }
    fclose(all);
    return code;
}

static int merge(const cli_args *args, stats *counts)
{
    const char *page = cli_value(args, "html");
    char title[STATS_TITLE];
    cli_output output;
    int code = add_parts(args, counts, title);
    if (code != CLI_OK)
        return code;
    if (!cli_output_open(&output, page ? page : "-"))
        return CLI_BAD_INPUT;
    put_counts(args, counts, title, output.file);
    return cli_output_commit(&output) ? CLI_OK : CLI_INTERNAL;
}

static int run(const cli_args *args)
{
    if (cli_given(args, "json") && cli_given(args, "html"))
        return cli_usage(args->command, "--json and --html do not go together");
    query *wanted;
    if (collections_once(args) != CLI_OK)
        return CLI_USAGE;
    int code = collections_query(args, &wanted);
    if (code != CLI_OK)
        return code;
    stats *counts = stats_new();
    convert_options options = {.query = wanted,
                               .form = TO_NOTHING,
                               .key = KEY_STATS,
                               .head = true,
                               .keep = true,
                               .walk_openings = true};
    game_sink to = {.head = true, .stats = counts};
    check_job job = {.convert = &options, .sink = &to, .options.form = REPORT_NOTHING};
    arb_rules storage;
    file_list list = {.count = 0};
    if (!counts) {
        cli_error("not enough memory");
        code = CLI_INTERNAL;
    }
    bool merges = cli_given(args, "merge");
    if (code == CLI_OK && merges)
        code = merge(args, counts);
    if (code == CLI_OK && !merges) {
        query_walk_openings(wanted);
        code = collections_read(args, &job, &storage, &list);
        if (code == CLI_OK)
            code = collections_spares(args, &list, cli_value(args, "html"));
    }
    if (code == CLI_OK && !merges)
        code = count_games(args, &job, &list);
    files_free(&list);
    stats_free(counts);
    free(wanted);
    return code;
}

static const cli_option options[] = {
    {"json", NULL, NULL, "print one JSON object instead of the table"},
    {"html", "FILE", NULL,
     "write a page with plots to FILE instead of the table; the page loads nothing from the "
     "network"},
    COLLECTION_FILTERS,
    {"shard", "K/N", NULL, "count part K of N, for --merge; Slurm and MPI set this for you"},
    {"merge", NULL, NULL,
     "do not read games: add up the counts that the shards of one run wrote to the FILEs"},
    {"no-shard", NULL, NULL, "count everything, even under Slurm or MPI"},
    {"j", "N", NULL, "use N threads (1); the output does not change"},
    {"rules", "NAME|FILE", NULL, "the rule set of games without a Variant tag (chess)"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_stats = {
    .name = "stats",
    .arguments = "[FILE]...",
    .summary = "count what is in a collection: results, openings, players, years",
    .help =
        "Counts the games of collections by result, by the rule that ended them, by length, year\n"
        "and rating; openings with their results, players with their scores. An opening is found\n"
        "by position, so the order of moves does not matter. The 20 openings and players with the\n"
        "most games are shown. Faulty games are counted up to their fault. The options that\n"
        "choose games are those of convert.\n",
    .examples = "arbiter stats twic1500.pgn.zst\n"
                "arbiter stats --where 'elo >= 2600' --html strong.html collections/\n",
    .min_words = 0,
    .max_words = CLI_ANY_WORDS,
    .options = options,
    .writes = "html",
    .run = run,
};
