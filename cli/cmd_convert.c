/* cmd_convert.c: the command convert: reads collections of games and writes the same games in
 * another form. Layer: cli. */
#include "cli/batch/collections.h"
#include "cli/command/command.h"
#include "cli/io/interrupts.h"
#include "cli/io/io.h"
#include "common/number.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Reports how many games were left out, and why. */
static void say_counts(const check_result *result, const game_sink *s, bool keep)
{
    const convert_counts *c = &result->converted;
    unsigned long long read = result->counts.games,
                       duplicates = s->dedupe ? s->dedupe->duplicates : 0;
    unsigned long long written = s->head ? s->written : c->written;
    fprintf(stderr, "%llu game%s read, %llu written", read, read == 1 ? "" : "s", written);
    if (s->split)
        fprintf(stderr, " to %llu file%s", (unsigned long long)split_count(s->split),
                split_count(s->split) == 1 ? "" : "s");
    if (result->counts.games > c->games)
        fprintf(stderr, ", %llu not asked for",
                (unsigned long long)(result->counts.games - c->games));
    if (c->faulty > 0)
        fprintf(stderr, ", %llu faulty%s", (unsigned long long)c->faulty,
                keep ? " (kept up to the fault)" : "");
    if (c->too_large > 0)
        fprintf(stderr, ", %llu with too many tags", (unsigned long long)c->too_large);
    if (duplicates > 0)
        fprintf(stderr, ", %llu duplicate%s", duplicates, duplicates == 1 ? "" : "s");
    fputs("\n", stderr);
    if (s->dedupe && s->dedupe->forgotten > 0) {
        unsigned long long forgotten = s->dedupe->forgotten;
        cli_error("the memory for duplicates is full: %llu game%s not remembered; duplicates of %s "
                  "may be left",
                  forgotten, forgotten == 1 ? " was" : "s were", forgotten == 1 ? "it" : "those");
    }
}

static int verdict_on(const check_result *result, const file_list *list, bool sharded)
{
    int code = collections_read_all(result, list, sharded);
    if (code != CLI_OK)
        return code;
    return result->converted.faulty + result->converted.too_large > 0 ? CLI_NO : CLI_OK;
}

/* Remembers the games of the reference, so that the same games in the input are duplicates. */
static int read_reference(const cli_args *args, const check_job *like)
{
    convert_options options = {.form = TO_NOTHING,
                               .query = &(query){.asks = 0},
                               .fingerprint = true,
                               .head = true,
                               .keep = true};
    game_sink remembers = {.dedupe = like->sink->dedupe, .reference = true, .head = true};
    check_job job = *like;
    check_result result;
    file_list list = {.count = 0};
    const char *path;
    int code = CLI_OK;
    job.convert = &options;
    job.sink = &remembers;
    job.out = NULL;
    for (size_t i = 0; (path = cli_value_at(args, "against", i)) != NULL; i++)
        if (!files_add(&list, path)) {
            cli_error_of(path, "cannot be opened");
            files_free(&list);
            return CLI_BAD_INPUT;
        }
    collections_run(&job, &list, &result);
    if (result.no_memory || result.stopped)
        code = CLI_INTERNAL;
    else if (result.unreadable)
        code = CLI_BAD_INPUT;
    remembers.dedupe->duplicates = 0; /* duplicates within the reference do not count */
    files_free(&list);
    return code;
}

/* Is all output on disk? */
static bool finish(game_sink *s)
{
    bool ok = sink_end(s);
    if (!ok)
        cli_error("not enough room for temporary files");
    if (s->split)
        split_close(s->split);
    if (s->split && split_problem(s->split)) {
        cli_error("%s", split_problem(s->split));
        ok = false;
    }
    return ok;
}

/* Writes the output only if all of the input could be read. */
static int convert_files(const cli_args *args, check_job *job, const file_list *list)
{
    const char *path = cli_value(args, "o"), *duplicates = cli_value(args, "duplicates");
    game_sink *s = job->sink;
    cli_output output, others;
    check_result result;
    cli_catch_interrupts();
    if (cli_given(args, "against")) {
        int code = read_reference(args, job);
        if (code != CLI_OK)
            return code;
    }
    if (!cli_output_open(&output, path && !s->split ? path : "-"))
        return CLI_BAD_INPUT;
    if (duplicates && !cli_output_open(&others, duplicates)) {
        cli_output_abandon(&output);
        return CLI_BAD_INPUT;
    }
    job->out = s->file = output.file;
    s->duplicates = duplicates ? others.file : NULL;
    if (job->convert->form == TO_CSV && job->shard.number <= 1 && !s->split)
        csv_heading(job->convert, s->file);
    collections_run(job, list, &result);
    int code = verdict_on(&result, list, shard_is_part(&job->shard));
    if (code <= CLI_NO && !finish(s))
        code = CLI_INTERNAL;
    if (code > CLI_NO) {
        cli_output_abandon(&output);
        if (duplicates)
            cli_output_abandon(&others);
    } else {
        bool ok = cli_output_commit(&output);
        if ((duplicates && !cli_output_commit(&others)) || !ok)
            return CLI_INTERNAL;
    }
    if (code <= CLI_NO || !path)
        say_counts(&result, s, job->convert->keep);
    return code;
}

static int merge(const cli_args *args)
{
    const char *path = cli_value(args, "o");
    cli_output output;
    check_options unused = {.form = REPORT_LINES};
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

static const char *const forms[] = {"pgn", "uci", "lan", "fen", "epd", "ndjson", "csv"};

/* Reads the names of tags to be added, separated by commas. */
static int read_added(const cli_args *args, const char *names, convert_options *options)
{
    for (size_t len; *names != '\0'; names += len + (names[len] == ',')) {
        len = strcspn(names, ",");
        if (len == 8 && memcmp(names, "plycount", len) == 0)
            options->add_plies = true;
        else if (len == 3 && memcmp(names, "eco", len) == 0)
            options->add_eco = true;
        else if (len == 4 && memcmp(names, "hash", len) == 0)
            options->add_hash = true;
        else
            return cli_usage(args->command, "--add takes plycount, eco and hash, not '%.*s'",
                             (int)len, names);
    }
    return CLI_OK;
}

static int read_form(const cli_args *args, convert_options *options)
{
    const char *to = cli_value(args, "to"), *tags = cli_value(args, "tags");
    for (size_t form = 0; to && form < sizeof forms / sizeof *forms; form++)
        if (strcmp(forms[form], to) == 0)
            options->form = (convert_form)form;
    options->no_comments = cli_given(args, "no-comments");
    options->no_nags = cli_given(args, "no-nags");
    options->no_variations = cli_given(args, "no-variations");
    options->fold = cli_given(args, "fold");
    options->keep = cli_given(args, "keep");
    options->mend_results = cli_given(args, "mend-results");
    options->lines_apart = cli_given(args, "split-variations");
    if (options->lines_apart && (options->form != TO_PGN || options->no_variations))
        return cli_usage(args->command,
                         "--split-variations writes PGN, with variations: convert what it writes");
    if (tags)
        options->tags = strcmp(tags, "all") == 0      ? TAGS_ALL
                        : strcmp(tags, "roster") == 0 ? TAGS_ROSTER
                                                      : TAGS_CHOSEN;
    options->chosen_tags = tags;
    const char *names;
    int code = CLI_OK;
    for (size_t i = 0; code == CLI_OK && (names = cli_value_at(args, "add", i)) != NULL; i++)
        code = read_added(args, names, options);
    return code;
}

/* Reads "500", "10MB", "500K", "eco", "player" or "event". */
static int read_split(const cli_args *args, convert_options *options, game_sink *s)
{
    const char *by = cli_value(args, "split"), *folder = cli_value(args, "o");
    static char ending[16];
    split_kind kind = SPLIT_KEY;
    uint64_t limit = 0;
    if (!by)
        return CLI_OK;
    if (*by >= '0' && *by <= '9') {
        kind = by[strspn(by, "0123456789")] == '\0' ? SPLIT_NUMBER : SPLIT_SIZE;
        if (!number_of_bytes(by, 1, UINT64_C(1) << 40, &limit) || limit == 0)
            by = "";
    } else {
        options->key = strcmp(by, "eco") == 0      ? KEY_ECO
                       : strcmp(by, "player") == 0 ? KEY_PLAYER
                       : strcmp(by, "event") == 0  ? KEY_EVENT
                                                   : KEY_NONE;
        if (options->key == KEY_NONE)
            by = "";
    }
    if (*by == '\0')
        return cli_usage(args->command,
                         "--split takes a number of games, a size (10MB), eco, player or event");
    if (!folder || strcmp(folder, "-") == 0)
        return cli_usage(args->command, "--split needs -o and a folder for the files");
    struct stat status;
    if (stat(folder, &status) != 0 || !S_ISDIR(status.st_mode)) {
        cli_error_of(folder, "there is no such folder for the files");
        return CLI_BAD_INPUT;
    }
    snprintf(ending, sizeof ending, ".%s", forms[options->form]);
    s->split = split_new(folder, ending, kind, limit);
    if (!s->split) {
        cli_error("not enough memory");
        return CLI_INTERNAL;
    }
    return CLI_OK;
}

/* Reads which of the wanted games are written, and where to. */
static int read_sink(const cli_args *args, convert_options *options, game_sink *s)
{
    long first, every, count, seed;
    if (!cli_number(args, "first", 1, LONG_MAX, 0, &first) ||
        !cli_number(args, "every", 1, LONG_MAX, 0, &every) ||
        !cli_number(args, "random", 1, 10000000, 0, &count) ||
        !cli_number(args, "seed", 0, LONG_MAX, 1, &seed))
        return CLI_USAGE;
    s->first = (uint64_t)first;
    s->every = (uint64_t)every;
    int code = read_split(args, options, s);
    if (code == CLI_OK && count > 0 && s->split)
        return cli_usage(args->command, "--random and --split do not go together");
    if (code == CLI_OK && count > 0 && !(s->random = random_new((size_t)count, (uint64_t)seed))) {
        cli_error("not enough memory");
        return CLI_INTERNAL;
    }
    bool dedupes =
        cli_given(args, "dedupe") || cli_given(args, "duplicates") || cli_given(args, "against");
    options->fingerprint = dedupes || options->add_hash;
    s->head = options->head = dedupes || first > 0 || every > 0 || s->random || s->split;
    return code;
}

/* Refuses options that need to see every game together with --shard. */
static int check_shard(const cli_args *args, const check_job *job)
{
    static const char *const whole[] = {"dedupe", "duplicates", "against", "first",
                                        "every",  "random",     "split"};
    for (size_t i = 0; shard_is_part(&job->shard) && i < sizeof whole / sizeof *whole; i++)
        if (cli_given(args, whole[i]))
            return cli_usage(args->command,
                             "--%s has to see every game: use it on what the shards wrote",
                             whole[i]);
    return CLI_OK;
}

static int read_and_convert(const cli_args *args, check_job *job, convert_options *options)
{
    dedupe seen = {.parts = NULL};
    arb_rules storage;
    file_list list = {.count = 0};
    long megabytes;
    bool dedupes = options->fingerprint && job->sink->head;
    if (!cli_megabytes(args, "memory", 1, 1 << 20, 256, &megabytes))
        return CLI_USAGE;
    int code = collections_read(args, job, &storage, &list);
    if (code == CLI_OK)
        code = check_shard(args, job);
    if (code == CLI_OK)
        code = collections_spares(args, &list, cli_value(args, "o"));
    if (code == CLI_OK)
        code = collections_spares(args, &list, cli_value(args, "duplicates"));
    if (job->sink->split)
        split_spares(job->sink->split, list.paths, list.count);
    if (code == CLI_OK && dedupes && !dedupe_init(&seen, (size_t)megabytes << 20)) {
        cli_error("not enough memory");
        code = CLI_INTERNAL;
    }
    if (dedupes)
        job->sink->dedupe = &seen;
    if (code == CLI_OK)
        code = convert_files(args, job, &list);
    dedupe_free(&seen);
    files_free(&list);
    return code;
}

static int run(const cli_args *args)
{
    query *wanted;
    if (collections_once(args) != CLI_OK)
        return CLI_USAGE;
    int code = collections_query(args, &wanted);
    convert_options options = {.query = wanted};
    game_sink to = {.file = NULL};
    check_job job = {.convert = &options, .sink = &to, .options.form = REPORT_NOTHING};
    if (code == CLI_OK)
        code = read_form(args, &options);
    if (code == CLI_OK && options.add_eco)
        query_walk_openings(wanted);
    if (code == CLI_OK && cli_given(args, "merge")) {
        free(wanted);
        return merge(args);
    }
    if (code == CLI_OK)
        code = read_sink(args, &options, &to);
    if (code == CLI_OK)
        code = read_and_convert(args, &job, &options);
    random_free(to.random);
    split_free(to.split);
    free(wanted);
    return code;
}

static const cli_option options[] = {
    {"to", "FORM", "pgn|uci|lan|fen|epd|ndjson|csv", "the form of the output (pgn)"},
    {"o", "FILE", NULL, "write to FILE, which appears only when it is complete"},
    {"tags", "WHICH", NULL,
     "pgn, csv: which tags to write: all, roster (the seven), or names: White,Black,Date"},
    {"add", "WHAT", NULL,
     "add tags, separated by commas: plycount; eco (ECO and Opening, found by position); hash "
     "(HashCode, a fingerprint of start and moves)"},
    {"mend-results", NULL, NULL,
     "write the result that the final position shows, where the rules ended the game"},
    {"fold", NULL, NULL,
     "pgn: fold comments into lines below 80 columns (default: keep them byte for byte)"},
    {"no-comments", NULL, NULL, "pgn, ndjson: leave comments out"},
    {"no-nags", NULL, NULL, "pgn, ndjson: leave NAGs out ($1, !?)"},
    {"no-variations", NULL, NULL, "pgn, ndjson: leave variations out"},
    {"split-variations", NULL, NULL,
     "pgn: write each variation as a game of its own, after its game"},
    {"keep", NULL, NULL, "write faulty games too, up to the fault, and mark it"},
    COLLECTION_FILTERS,
    {"dedupe", NULL, NULL,
     "leave out duplicates: games with the same start and moves as an earlier one"},
    {"duplicates", "FILE", NULL, "as --dedupe, and write the duplicates to FILE"},
    {"against", "FILE", NULL,
     "as --dedupe, and leave out games that are in FILE too; may be repeated"},
    {"memory", "MB", NULL, "memory for finding duplicates, at most (256)"},
    {"first", "N", NULL, "write only the first N of the games found"},
    {"every", "N", NULL, "write only every N-th of the games found"},
    {"random", "N", NULL, "write only N of the games found, chosen at random"},
    {"seed", "S", NULL, "the seed of --random: the same seed chooses the same games (1)"},
    {"split", "BY", NULL,
     "write many files into the folder -o: of 500 games or 10MB each, or one for each eco, player "
     "or event"},
    {"shard", "K/N", NULL, "do part K of N; Slurm and MPI set this for you"},
    {"no-shard", NULL, NULL, "do everything, even under Slurm or MPI"},
    {"merge", NULL, NULL, "join the FILEs that the shards of one run wrote, in their order"},
    {"j", "N", NULL, "use N threads (1); the output does not change"},
    {"rules", "NAME|FILE", NULL, "the rule set of games without a Variant tag (chess)"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_convert = {
    .name = "convert",
    .arguments = "[FILE]...",
    .summary = "search, sort and convert collections of games",
    .help =
        "Reads the same files as check and finds the same games and faults. It writes the games\n"
        "that were asked for, in their order, in one of these forms:\n"
        "\n"
        "  pgn     the export format: the seven tag roster first, strict SAN, short lines\n"
        "  uci     one line of moves for each game, e2e4 e7e5; 'fen FEN moves' stands in front\n"
        "          where a game does not begin at its rule set's start position\n"
        "  lan     the same in long algebraic notation: e2-e4 e7-e5\n"
        "  fen     one FEN for the start and for the position after every move; epd: as EPD\n"
        "  ndjson  one JSON object for each game: tags, moves, outcome, comments, clocks\n"
        "  csv     one row for each game\n"
        "\n"
        "Games with errors are left out and counted; --keep writes them up to the fault. The\n"
        "counts go to standard error.\n",
    .examples = "arbiter convert --to pgn -o clean.pgn twic1500.pgn.zst\n"
                "arbiter convert --to ndjson --tag 'Date>=2020' --player Carlsen games.pgn\n"
                "arbiter convert --dedupe --ends checkmate collections/ -o mates.pgn\n",
    .min_words = 0,
    .max_words = CLI_ANY_WORDS,
    .options = options,
    .writes = "o|duplicates",
    .run = run,
};
