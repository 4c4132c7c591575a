/* collections.c: what the commands for collections of games have in common. Layer: cli. */
#include "cli/batch/collections.h"
#include "cli/io/interrupts.h"
#include "cli/io/io.h"

#include <errno.h>
#include <string.h>

static void show_progress(void *context, uint64_t done, uint64_t total, uint64_t games)
{
    cli_progress_rate(context, done, total, games, "games");
}

static void say_problem(void *context, const char *file, const char *text)
{
    (void)context;
    cli_error_of(file, "%s", text);
}

void collections_run(check_job *job, const file_list *list, check_result *result)
{
    cli_progress progress = cli_progress_begin();
    job->context = &progress;
    job->stop = &cli_interrupted;
    job->progress = show_progress;
    job->problem = say_problem;
    check_run(job, (const char *const *)list->paths, list->count, result);
    cli_progress_end(&progress);
}

void collections_say_no_game(const file_list *list)
{
    static const char what[] = "there is text, but no game in it";
    if (list->count == 1)
        cli_error_of(list->paths[0], "%s", what);
    else
        cli_error("%s", what);
}

int collections_read_all(const check_result *result, const file_list *list, bool sharded)
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
    return CLI_OK;
}

int collections_files(const cli_args *args, file_list *list)
{
    for (size_t i = 0; i < args->count; i++)
        if (!files_add(list, args->words[i])) {
            cli_error_of(args->words[i], "cannot be opened: %s", strerror(errno));
            return CLI_BAD_INPUT;
        }
    return args->count == 0 && !files_add(list, "-") ? CLI_INTERNAL : CLI_OK;
}

int collections_spares(const cli_args *args, const file_list *list, const char *output)
{
    const char *path;
    int code = CLI_OK;
    for (size_t i = 0; code == CLI_OK && (path = cli_value_at(args, "against", i)) != NULL; i++)
        code = cli_spares(args->command, path, output);
    for (size_t i = 0; code == CLI_OK && output != NULL && i < list->count; i++)
        code = cli_spares(args->command, list->paths[i], output);
    return code;
}

int collections_once(const cli_args *args)
{
    static const char *const several[] = {"where", "tag",   "player", "result", "variant",
                                          "ends",  "final", "plies",  "add",    "against"};
    for (size_t i = 0; i < args->given_count; i++) {
        const cli_option *option = &args->command->options[args->given[i].option];
        bool any = false;
        for (size_t k = 0; k < sizeof several / sizeof *several; k++)
            any |= strcmp(several[k], option->name) == 0;
        if (!any && cli_once(args, i) != CLI_OK)
            return CLI_USAGE;
    }
    return CLI_OK;
}

int collections_rules(const char *name, check_job *job, arb_rules *storage)
{
    job->options.rules = cli_rules(name ? name : "chess", storage);
    job->options.chess960 = arb_rules_find("chess960", 8);
    if (job->options.rules == NULL)
        return CLI_BAD_INPUT;
    if (!check_options_start(&job->options)) {
        cli_error("the start position of these rules cannot be played");
        return CLI_BAD_INPUT;
    }
    return CLI_OK;
}

int collections_read(const cli_args *args, check_job *job, arb_rules *storage, file_list *list)
{
    const char *name = cli_value(args, "rules");
    long threads = 1;
    int code = collections_rules(name, job, storage);
    if (code != CLI_OK)
        return code;
    /* An index is made by the rules of chess only. */
    job->index = job->convert != NULL && !name && !cli_given(args, "no-index");
    if (!cli_number(args, "j", 1, CHECK_THREAD_LIMIT, 1, &threads))
        return CLI_USAGE;
    job->threads = (unsigned)threads;
    code = collections_shard(args, &job->shard);
    return code == CLI_OK ? collections_files(args, list) : code;
}
