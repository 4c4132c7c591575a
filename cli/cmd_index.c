/* cmd_index.c: the command index: makes a file beside a collection, by which queries find their
 * games. Layer: cli. */
#include "cli/batch/collections.h"
#include "cli/command/command.h"
#include "cli/io/interrupts.h"
#include "cli/io/io.h"
#include "collection/index/index_search.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The time stamp of a file is as coarse as the clock tick, so a second change within this time may
 * not alter it. */
enum { HURRY = 100000000 /* ns */ };

static bool is_recent(index_time time)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t seconds = now.tv_sec - time.seconds;
    return seconds < 2 && seconds * 1000000000 + now.tv_nsec - time.nanoseconds < HURRY;
}

static int cannot(const char *path, const char *why)
{
    cli_error_of(path, "%s", why);
    return CLI_BAD_INPUT;
}

/* Reads the stamp of the collection, if the file is still the same as before it was read. */
static int stamp_collection(const char *path, int file, const index_stamp *before,
                            index_stamp *stamp)
{
    if (!index_stamp_of(file, stamp) || !index_hash_of(file, &stamp->hash))
        return cannot(path, strerror(errno));
    if (stamp->size != before->size || stamp->changed.seconds != before->changed.seconds ||
        stamp->changed.nanoseconds != before->changed.nanoseconds)
        return cannot(path, "has changed while it was read; there is no index of it");
    stamp->hurried = is_recent(stamp->changed);
    return CLI_OK;
}

static int write_index(const char *path, index_builder *builder, const index_stamp *stamp)
{
    cli_output output;
    char *beside = index_path(path);
    bool ok = beside && cli_output_open(&output, beside);
    if (ok) {
        ok = index_builder_write(builder, stamp, output.file);
        if (!ok && index_builder_problem(builder))
            cli_error_of(path, "cannot be indexed: %s", index_builder_problem(builder));
        if (!ok && !index_builder_problem(builder))
            cli_error_of(beside, "cannot be written");
        if (!ok)
            cli_output_abandon(&output);
        else
            ok = cli_output_commit(&output);
    }
    if (ok)
        printf("%s: %llu game%s\n", beside, (unsigned long long)index_builder_games(builder),
               index_builder_games(builder) == 1 ? "" : "s");
    free(beside);
    return ok ? CLI_OK : CLI_INTERNAL;
}

static int gather(check_job *job, char *path, index_builder *builder)
{
    game_sink to = {.head = true, .index = builder};
    check_result result;
    file_list one = {.paths = &path, .count = 1};
    job->sink = &to;
    collections_run(job, &one, &result);
    return collections_read_all(&result, &one, false);
}

static int index_one(check_job *job, char *path, size_t memory)
{
    index_stamp before, stamp;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || !index_stamp_of(file, &before)) {
        int code = cannot(path, strerror(errno));
        if (file >= 0)
            close(file);
        return code;
    }
    source *s = source_open(path, NULL);
    bool plain = s && !source_packed(s) && source_size(s) == before.size;
    if (s)
        source_close(s);
    index_builder *builder = plain ? index_builder_new(memory) : NULL;
    int code = CLI_OK;
    if (!plain) {
        code = cannot(path, "only a file that is not packed can have an index: unpack it first");
    } else if (!builder) {
        cli_error("not enough memory");
        code = CLI_INTERNAL;
    }
    if (code == CLI_OK)
        code = gather(job, path, builder);
    if (code == CLI_OK)
        code = stamp_collection(path, file, &before, &stamp);
    if (code == CLI_OK)
        code = write_index(path, builder, &stamp);
    index_builder_free(builder);
    close(file);
    return code;
}

/* Does the file have an index that is whole and belongs to its present content? */
static int check_one(const char *path)
{
    index_problem problem;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return cannot(path, strerror(errno));
    index_search *index = index_open(path, file, &problem);
    close(file);
    if (index && !index_is_sound(index))
        problem = (index_problem){"is damaged", false};
    int code = index && !problem.text ? CLI_OK : CLI_NO;
    if (problem.of_system) {
        cli_error_of(path, "its index (%s) %s", INDEX_ENDING, problem.text);
        code = CLI_INTERNAL;
    } else if (problem.text) {
        printf("%s: its index (%s) %s\n", path, INDEX_ENDING, problem.text);
    } else if (!index) {
        printf("%s: has no index\n", path);
    } else {
        printf("%s: its index is good, %llu game%s\n", path, (unsigned long long)index_games(index),
               index_games(index) == 1 ? "" : "s");
    }
    index_close(index);
    return code;
}

/* Makes or checks the indexes of the files; for a shard only of those files that begin in its part
 * of all bytes. */
static int index_files(const cli_args *args, check_job *job, const file_list *list, size_t memory,
                       const shard *own)
{
    shard_part *part = shard_is_part(own) ? shard_part_new(own, (const char *const *)list->paths,
                                                           list->count, NULL)
                                          : NULL;
    int code = CLI_OK;
    if (shard_is_part(own) && !part) {
        cli_error("not enough memory");
        return CLI_INTERNAL;
    }
    for (size_t i = 0; code <= CLI_NO && i < list->count; i++) {
        if (part && (!shard_next_file(part, list->paths[i]) || !part->owned))
            continue;
        int one = cli_given(args, "check") ? check_one(list->paths[i])
                                           : index_one(job, list->paths[i], memory);
        code = one > code ? one : code;
    }
    shard_part_free(part);
    return code;
}

static int run(const cli_args *args)
{
    convert_options options = {
        .query = &(query){.asks = 0}, .form = TO_KEYS, .head = true, .keep = true};
    check_job job = {.convert = &options, .options.form = REPORT_NOTHING};
    arb_rules storage;
    shard own = {.count = 0};
    file_list list = {.count = 0};
    long megabytes, threads;
    if (collections_once(args) != CLI_OK)
        return CLI_USAGE;
    if (!cli_megabytes(args, "memory", 16, 1 << 20, 256, &megabytes) ||
        !cli_number(args, "j", 1, CHECK_THREAD_LIMIT, 1, &threads))
        return CLI_USAGE;
    job.threads = (unsigned)threads;
    cli_catch_interrupts();
    int code = collections_rules(NULL, &job, &storage);
    if (code == CLI_OK)
        code = collections_shard(args, &own);
    if (code == CLI_OK)
        code = collections_files(args, &list);
    if (code == CLI_OK)
        code = index_files(args, &job, &list, (size_t)megabytes << 20, &own);
    files_free(&list);
    return code;
}

static const cli_option options[] = {
    {"check", NULL, NULL, "write nothing; say whether the index is complete and up to date"},
    {"memory", "MB", NULL, "memory for sorting, at most (256)"},
    {"shard", "K/N", NULL, "index the files of part K of N; Slurm and MPI set this for you"},
    {"no-shard", NULL, NULL, "index all files, even under Slurm or MPI"},
    {"j", "N", NULL, "use N threads (1); the output does not change"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_index = {
    .name = "index",
    .arguments = "FILE...",
    .summary = "make an index, so that positions and players are found at once",
    .help =
        "Writes FILE.arbindex beside each collection. With an index, convert and stats read only\n"
        "the games that can match, if the query asks for a position (a whole FEN or a line of\n"
        "moves) or for a player (of any side, of White or of Black). The answer is the same as\n"
        "without an index. When the collection has changed, the index is out of date: convert and\n"
        "stats notice it and read all games.\n",
    .examples = "arbiter index games.pgn\n"
                "arbiter convert --where 'line \"1. e4 c5 2. Nf3 d6\"' games.pgn\n",
    .min_words = 1,
    .max_words = CLI_ANY_WORDS,
    .options = options,
    .run = run,
};
