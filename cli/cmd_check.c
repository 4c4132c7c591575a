/* cmd_check.c: the command check: reads collections of games and reports what is wrong with them.
 * Layer: cli. */
#include "cli/batch/check_report.h"
#include "cli/batch/collections.h"
#include "cli/command/command.h"
#include "cli/io/interrupts.h"
#include "cli/io/io.h"
#include "collection/merge.h"
#include "common/number.h"

#include <string.h>

typedef struct {
    cli_output good, bad, report;
    bool has_good, has_bad, has_report;
} sorted;

static void abandon_sorted(sorted *s)
{
    if (s->has_good)
        cli_output_abandon(&s->good);
    if (s->has_bad)
        cli_output_abandon(&s->bad);
    if (s->has_report)
        cli_output_abandon(&s->report);
}

static bool open_sorted(const cli_args *args, check_job *job, sorted *s)
{
    const char *good = cli_value(args, "good");
    const char *bad = cli_value(args, "bad");
    const char *report = cli_value(args, "report");
    s->has_good = good && cli_output_open(&s->good, good);
    s->has_bad = bad && cli_output_open(&s->bad, bad);
    s->has_report = report && cli_output_open(&s->report, report);
    job->good = s->has_good ? s->good.file : NULL;
    job->bad = s->has_bad ? s->bad.file : NULL;
    if ((!good || s->has_good) && (!bad || s->has_bad) && (!report || s->has_report))
        return true;
    abandon_sorted(s);
    return false;
}

/* Closes the files of sorted games. What has been written is kept, even after an interrupt or a
 * read error. */
static bool close_sorted(sorted *s)
{
    bool kept = !s->has_good || cli_output_commit(&s->good);
    kept = (!s->has_report || cli_output_commit(&s->report)) && kept;
    return (!s->has_bad || cli_output_commit(&s->bad)) && kept;
}

static int finish(const check_job *job, const file_list *list, const check_result *result)
{
    bool sharded = shard_is_part(&job->shard);
    if (sharded && job->options.form != REPORT_LIST)
        merge_summary(job, result, stdout);
    else if (job->options.form == REPORT_JSON)
        check_summary_json(result, "", stdout);
    else if (job->options.form == REPORT_LINES || job->options.form == REPORT_ROWS)
        check_summary(result, job->options.strict, stdout);
    if (result->stopped && sharded)
        cli_error("stopped in %s", result->stopped_file);
    else if (result->stopped)
        cli_error("stopped in %s; the rest: --from %llu", result->stopped_file,
                  (unsigned long long)result->stopped_at);
    if (result->no_memory) {
        cli_error("not enough memory");
        return CLI_INTERNAL;
    }
    if (result->unreadable)
        return CLI_BAD_INPUT;
    if (result->counts.games == 0 && result->has_text && !sharded) {
        collections_say_no_game(list);
        return CLI_BAD_INPUT;
    }
    return result->counts.faulty > 0 ? CLI_NO : CLI_OK;
}

static int check_files(const cli_args *args, check_job *job, const file_list *list)
{
    sorted s;
    check_result result;
    if (!open_sorted(args, job, &s))
        return CLI_BAD_INPUT;
    collections_run(job, list, &result);
    int code = finish(job, list, &result);
    /* The rows were kept in a temporary file until the counts were known. */
    if (s.has_report && code != CLI_INTERNAL &&
        !check_report_write(job, &result, job->out, s.report.file, cli_value(args, "report")))
        code = CLI_INTERNAL;
    if (code == CLI_INTERNAL) {
        abandon_sorted(&s);
        return code;
    }
    return close_sorted(&s) ? code : CLI_INTERNAL;
}

static int merge(const cli_args *args, check_job *job)
{
    check_result result;
    bool summed;
    job->options.form = REPORT_LIST;
    int code = collections_merge(args, stdout, &job->options, &result, &summed);
    file_list unknown = {.count = 0};
    return code == CLI_OK && summed ? finish(job, &unknown, &result) : code;
}

static int run(const cli_args *args)
{
    arb_rules storage;
    const char *from = cli_value(args, "from");
    file_list list = {.count = 0};
    check_job job = {
        .options = {.form = cli_given(args, "list")   ? REPORT_LIST
                            : cli_given(args, "json") ? REPORT_JSON
                                                      : REPORT_LINES,
                    .warnings = cli_given(args, "warnings"),
                    .strict = cli_given(args, "strict"),
                    .language = cli_language(args)},
        .out = stdout,
    };
    if (collections_once(args) != CLI_OK)
        return CLI_USAGE;
    if (from && !number_whole(from, UINT64_MAX, &job.from))
        return cli_usage(args->command, "--from needs a number of bytes");
    const char *good = cli_value(args, "good"), *bad = cli_value(args, "bad");
    const char *report = cli_value(args, "report");
    if (cli_given(args, "list") && cli_given(args, "json"))
        return cli_usage(args->command, "--list and --json are two forms: take one");
    if (report && (cli_given(args, "list") || cli_given(args, "json") || cli_given(args, "merge") ||
                   cli_given(args, "shard")))
        return cli_usage(args->command, "--report stands alone: no --list, --json, --shard");
    if (report && !check_report_named(report))
        return cli_usage(args->command, "--report needs a file that ends in .html or .csv");
    if (cli_given(args, "merge"))
        return merge(args, &job);
    int code = collections_read(args, &job, &storage, &list);
    if (code == CLI_OK && from && shard_is_part(&job.shard))
        code = cli_usage(args->command, "--from is for a run that is not divided");
    const char *const outputs[] = {good, bad, report};
    for (size_t i = 0; code == CLI_OK && i < sizeof outputs / sizeof *outputs; i++)
        code = collections_spares(args, &list, outputs[i]);
    if (code == CLI_OK && report) {
        job.options.form = REPORT_ROWS;
        job.out = tmpfile();
        if (job.out == NULL) {
            cli_error("there is no room for temporary files");
            code = CLI_INTERNAL;
        }
    }
    cli_catch_interrupts();
    if (code == CLI_OK)
        code = check_files(args, &job, &list);
    if (report && job.out != NULL && job.out != stdout)
        fclose(job.out);
    files_free(&list);
    return code;
}

static const cli_option options[] = {
    {"list", NULL, NULL, "print one tab-separated line for each game"},
    {"json", NULL, NULL, "print one JSON object for each finding; the last one has the counts"},
    {"report", "FILE", NULL, "write a page (.html) or table (.csv) of all faults, with boards"},
    {"warnings", NULL, NULL, "show the warnings too"},
    {"strict", NULL, NULL, "warnings are errors"},
    {"lang", "TAG", "en|de|fr|es|zh",
     "the language of the sentences (en); codes and keys do not change"},
    {"good", "FILE", NULL, "copy the games without errors there"},
    {"bad", "FILE", NULL, "copy the games with errors there"},
    {"from", "BYTE", NULL, "skip the first BYTE bytes of the first file"},
    {"shard", "K/N", NULL, "do part K of N; Slurm and MPI set this for you"},
    {"no-shard", NULL, NULL, "do everything, even under Slurm or MPI"},
    {"merge", NULL, NULL, "join the FILEs that the shards of one run wrote"},
    {"j", "N", NULL, "use N threads (1); the output does not change"},
    {"rules", "NAME|FILE", NULL, "the rule set of games without a Variant tag (chess)"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_check = {
    .name = "check",
    .arguments = "[FILE]...",
    .summary = "validate collections of games in PGN",
    .help =
        "Replays every move of every game by the rules, variations included, and reports each\n"
        "fault with its place. A FILE may be plain or packed with gzip, zstd or bzip2. For a\n"
        "directory, all collections in it and in its subdirectories are checked. Without a FILE,\n"
        "or for -, standard input is read. A bad game does not spoil the next one: a line that\n"
        "starts with [Event always starts a game. Faults are errors, which make a game faulty,\n"
        "or warnings; docs/collections.md lists the classes of both.\n"
        "\n"
        "--report lists every fault with its game, round, players, move and board, then the\n"
        "games without faults, and the duplicates: games with the same start and moves as earlier\n"
        "ones.\n",
    .examples = "arbiter check games.pgn\n"
                "arbiter check --warnings --json twic1500.pgn.zst\n"
                "arbiter check --report weekend.html games.pgn\n"
                "arbiter check -j 4 --good clean.pgn --bad faulty.pgn collections/\n",
    .min_words = 0,
    .max_words = CLI_ANY_WORDS,
    .options = options,
    .writes = "report|good|bad",
    .run = run,
};
