/* cmd_convert.c: the command convert: collections of games in, the same games in another form out.
 * Layer: cli. */
#include "cli/batch/collections.h"
#include "cli/command.h"
#include "cli/io/io.h"

#include <stdlib.h>
#include <string.h>

/* What was left out, and why. */
static void say_counts(const check_result *result, const dedupe *d, bool keep)
{
    const convert_counts *c = &result->converted;
    unsigned long long read = result->counts.games, written = c->written - d->duplicates;
    fprintf(stderr, "%llu game%s read, %llu written", read, read == 1 ? "" : "s", written);
    if (result->counts.games > c->games)
        fprintf(stderr, ", %llu not asked for",
                (unsigned long long)(result->counts.games - c->games));
    if (c->faulty > 0)
        fprintf(stderr, ", %llu faulty%s", (unsigned long long)c->faulty,
                keep ? " (kept up to the fault)" : "");
    if (c->too_large > 0)
        fprintf(stderr, ", %llu with too many tags", (unsigned long long)c->too_large);
    if (d->duplicates > 0)
        fprintf(stderr, ", %llu duplicate%s", (unsigned long long)d->duplicates,
                d->duplicates == 1 ? "" : "s");
    fputs("\n", stderr);
    if (d->forgotten > 0)
        cli_error("the memory for duplicates is full: %llu games were not remembered; duplicates "
                  "of those may be left",
                  (unsigned long long)d->forgotten);
}

static int verdict_on(const check_result *result, const file_list *list, bool sharded)
{
    if (result->no_memory) {
        cli_error("not enough memory or room for temporary files");
        return CLI_INTERNAL;
    }
    if (result->stopped) {
        cli_error("stopped in %s", result->stopped_file);
        return CLI_INTERNAL;
    }
    if (result->unreadable)
        return CLI_BAD_INPUT;
    if (result->counts.games == 0 && result->has_text && !sharded) {
        collections_say_no_game(list);
        return CLI_BAD_INPUT;
    }
    return result->converted.faulty + result->converted.too_large > 0 ? CLI_NO : CLI_OK;
}

/* The output is there only if all of the input could be read. */
static int convert_files(const cli_args *args, check_job *job, const file_list *list)
{
    const char *path = cli_value(args, "o");
    cli_output output;
    check_result result;
    collections_catch_interrupts();
    if (!cli_output_open(&output, path ? path : "-"))
        return CLI_BAD_INPUT;
    job->out = output.file;
    collections_run(job, list, &result);
    int code = verdict_on(&result, list, shard_is_part(&job->shard));
    if (code > CLI_NO)
        cli_output_abandon(&output);
    else if (!cli_output_commit(&output))
        return CLI_INTERNAL;
    if (code <= CLI_NO || !path)
        say_counts(&result, job->dedupe, job->convert->keep);
    return code;
}

static int merge(const cli_args *args)
{
    const char *path = cli_value(args, "o");
    cli_output output;
    check_options unused;
    check_result result;
    bool summed;
    if (!cli_output_open(&output, path ? path : "-"))
        return CLI_BAD_INPUT;
    int code = collections_merge(args, output.file, &unused, &result, &summed);
    if (code == CLI_OK)
        return cli_output_commit(&output) ? CLI_OK : CLI_INTERNAL;
    cli_output_abandon(&output);
    return code;
}

static void read_form(const cli_args *args, convert_options *options)
{
    static const char *const names[] = {
        [TO_PGN] = "pgn", [TO_UCI] = "uci", [TO_FEN] = "fen", [TO_NDJSON] = "ndjson"};
    const char *to = cli_value(args, "to");
    for (int form = TO_PGN; to && form <= TO_NDJSON; form++)
        if (strcmp(names[form], to) == 0)
            options->form = (convert_form)form;
    options->no_comments = cli_given(args, "no-comments");
    options->no_nags = cli_given(args, "no-nags");
    options->no_variations = cli_given(args, "no-variations");
    options->keep = cli_given(args, "keep");
    options->dedupe = cli_given(args, "dedupe");
}

static int run(const cli_args *args)
{
    query *wanted = collections_query(args);
    convert_options options = {.query = wanted};
    dedupe seen = {.table = NULL};
    check_job job = {.convert = &options, .dedupe = &seen, .options.form = REPORT_NOTHING};
    arb_rules storage;
    file_list list = {.count = 0};
    long megabytes;
    read_form(args, &options);
    int code = wanted ? CLI_OK : CLI_USAGE;
    if (code == CLI_OK && !cli_number(args, "memory", 1, 1 << 20, 256, &megabytes))
        code = CLI_USAGE;
    if (code == CLI_OK && cli_given(args, "merge")) {
        free(wanted);
        return merge(args);
    }
    if (code == CLI_OK)
        code = collections_read(args, &job, &storage, &list);
    if (code == CLI_OK && options.dedupe && shard_is_part(&job.shard))
        code = cli_usage(args->command,
                         "--dedupe has to see every game: use it on what the shards wrote");
    if (code == CLI_OK && options.dedupe && !dedupe_init(&seen, (size_t)megabytes << 20)) {
        cli_error("not enough memory");
        code = CLI_INTERNAL;
    }
    if (code == CLI_OK)
        code = convert_files(args, &job, &list);
    free(wanted);
    dedupe_free(&seen);
    files_free(&list);
    return code;
}

static const cli_option options[] = {
    {"to", "FORM", "pgn|uci|fen|ndjson", "the form of the games (pgn)"},
    {"o", "FILE", NULL, "write there; it appears whole or not at all"},
    {"no-comments", NULL, NULL, "pgn: without comments"},
    {"no-nags", NULL, NULL, "pgn: without annotation glyphs"},
    {"no-variations", NULL, NULL, "pgn: the main line only"},
    {"keep", NULL, NULL, "keep faulty games too, up to the fault, which is marked"},
    {"where", "QUERY", NULL,
     "only games for which this holds: 'elo >= 2600 and (eco in B90..B99 or opening ~ Najdorf) and "
     "not result = draw'; the manual has all tests"},
    {"tag", "TEST", NULL,
     "only games with such a tag: 'White=Karpov', 'Event~open', 'Date>=1995', 'WhiteElo<2400', "
     "'Round!=1', 'ECO>=B90'; several must all hold, of one tag with = or ~ any of them"},
    {"player", "NAME", NULL,
     "only games with NAME in White's or Black's name; given several times: any of them"},
    {"result", "RESULT", "1-0|0-1|1/2-1/2|*", "only games with this result"},
    {"variant", "NAME", NULL, "only games under this rule set"},
    {"ends", "HOW", NULL,
     "only games that end so on the board: checkmate, stalemate, dead-position, fivefold, "
     "75-moves; or none"},
    {"final", "FEN", NULL, "only games whose final FEN has these first fields"},
    {"plies", "MIN-MAX", NULL, "only games of so many plies: 40-80, 40-, -80, 40"},
    {"dedupe", NULL, NULL, "leave out games whose start and moves came before"},
    {"memory", "MB", NULL, "for --dedupe, at most so much (256)"},
    {"shard", "K/N", NULL, "do the K-th of N parts; by itself under Slurm and MPI"},
    {"no-shard", NULL, NULL, "do all, whatever Slurm or MPI say"},
    {"merge", NULL, NULL, "the FILEs are what the shards of one run wrote, in their order"},
    {"j", "N", NULL, "so many threads (1); the output is the same"},
    {"rules", "NAME|FILE", NULL, "the rule set of games that name no variant (chess)"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_convert = {
    .name = "convert",
    .arguments = "[FILE]...",
    .summary = "collections of games as clean PGN, UCI, FEN or JSON",
    .help = "Reads what check reads, and sees the same games and faults in it. pgn is the export\n"
            "format: seven tag roster first, strict SAN, lines below 80 columns. uci is a line of\n"
            "moves a game, behind 'fen FEN moves' where it does not begin as usual. fen is a FEN\n"
            "for the start and for every ply. ndjson is an object a game: tags, moves, outcome,\n"
            "clocks, evaluations.\n"
            "\n"
            "Games with errors are left out and counted; --keep takes them up to the fault.\n"
            "The counts are on standard error.\n",
    .examples = "arbiter convert --to pgn -o clean.pgn twic1500.pgn.zst\n"
                "arbiter convert --to ndjson --tag 'Date>=2020' --player Carlsen games.pgn\n"
                "arbiter convert --dedupe --ends checkmate collections/ -o mates.pgn\n",
    .min_words = 0,
    .max_words = CLI_ANY_WORDS,
    .options = options,
    .run = run,
};
