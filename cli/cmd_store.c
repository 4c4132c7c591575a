/* cmd_store.c: the command store: copies games from one kind of store to another. Layer: cli. */
#include "cli/command/command.h"
#include "cli/io/io.h"
#include "server/server.h"

#include <string.h>

static int run(const cli_args *args)
{
    char why[512];
    store_copied done;
    if (strcmp(args->words[0], "copy") != 0) {
        cli_error("there is no 'store %s'; there is 'store copy FROM TO'", args->words[0]);
        return CLI_USAGE;
    }
    if (!server_copy(args->words[1], args->words[2], &done, why, sizeof why)) {
        cli_error("%s", why);
        return CLI_BAD_INPUT;
    }
    printf("%zu games, %zu steps, %zu requests and %zu records of accounts copied; every row was "
           "read again and is the same\n",
           done.games, done.steps, done.requests, done.records);
    if (done.damaged > 0)
        cli_error("%zu damaged games were not copied", done.damaged);
    if (done.damaged_records > 0)
        cli_error("%zu damaged records of accounts were not copied", done.damaged_records);
    return done.damaged + done.damaged_records == 0 ? CLI_OK : CLI_NO;
}

static const cli_option options[] = {
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_store = {
    .name = "store",
    .arguments = "copy FROM TO",
    .summary = "copy the games of a server to another kind of store",
    .help = "Copies all games, tokens and accounts from FROM to TO, each a file (SQLite) or the\n"
            "address of a PostgreSQL database (postgresql://...). TO must hold no games. Games\n"
            "keep their ids, seats and request ids. In the end both are read again and\n"
            "compared row by row.\n"
            "\n"
            "No server may use the file meanwhile. A database may be in use: its games are\n"
            "copied as they are at one moment. Games that are damaged are counted and left\n"
            "out; then the exit code is 1.\n",
    .examples = "arbiter store copy games.db postgresql://club@db/chess\n"
                "arbiter store copy postgresql://club@db/chess games.db\n",
    .min_words = 3,
    .max_words = 3,
    .options = options,
    .run = run,
};
