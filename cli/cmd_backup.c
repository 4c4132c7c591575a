/* cmd_backup.c: the command backup: copies the games that a server keeps. Layer: cli. */
#include "cli/command/command.h"
#include "cli/io/data_folder.h"
#include "cli/io/io.h"
#include "server/server.h"

static int run(const cli_args *args)
{
    char store[CLI_STORE_PATH], why[512];
    const char *named = cli_value(args, "store");
    if (named == NULL && !cli_default_store(store, false))
        return CLI_BAD_INPUT;
    if (server_backup(named != NULL ? named : store, args->words[0], why, sizeof why))
        return CLI_OK;
    cli_error("%s", why);
    return CLI_BAD_INPUT;
}

static const cli_option options[] = {
    {"store", "FILE", NULL, "where the games are kept"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_backup = {
    .name = "backup",
    .arguments = "FILE",
    .summary = "copy the games of a server, also while it runs",
    .help = "Writes a copy of the server's store, as it is at one moment, to FILE; a server\n"
            "may run meanwhile. The copy is a store like any other: 'arbiter serve --store\n"
            "FILE' shows it. To restore it, stop the server, put the copy in the place of the\n"
            "old file and delete the old -wal and -shm files. The copy holds the keys of all\n"
            "seats, so only its owner can read it.\n"
            "\n"
            "A FILE that is there is replaced, unless it is a store that a server uses.\n",
    .examples = "arbiter backup games-monday.db\n"
                "arbiter backup --store /var/lib/arbiter/games.db /backup/games.db\n",
    .min_words = 1,
    .max_words = 1,
    .options = options,
    .run = run,
};
