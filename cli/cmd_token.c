/* cmd_token.c: the command token: decides who may play on a server with a program. Layer: cli. */
#include "cli/command/command.h"
#include "cli/io/data_folder.h"
#include "cli/io/io.h"
#include "server/server.h"

#include <string.h>
#include <time.h>

static int refuse(const char *why)
{
    cli_error("%s", why);
    return CLI_BAD_INPUT;
}

static int add(const cli_args *args, const char *store)
{
    char token[SERVER_TOKEN_LIMIT], why[512];
    if (args->count != 2)
        return cli_usage(args->command, "'add' takes one name");
    if (!server_token_add(store, args->words[1], cli_given(args, "bot"), token, why, sizeof why))
        return refuse(why);
    printf("%s\n", token);
    return CLI_OK;
}

static void list_one(void *context, const char *id, const char *name, bool bot, long long made)
{
    time_t seconds = (time_t)(made / 1000);
    char date[16] = "";
    struct tm day;
    if (gmtime_r(&seconds, &day) != NULL)
        strftime(date, sizeof date, "%Y-%m-%d", &day);
    (void)context;
    printf("%s  %-6s  %s  %s\n", id, bot ? "bot" : "person", date, name);
}

static int list(const cli_args *args, const char *store)
{
    char why[512];
    if (args->count != 1)
        return cli_usage(args->command, "'list' takes no further word");
    return server_token_list(store, list_one, NULL, why, sizeof why) ? CLI_OK : refuse(why);
}

static int revoke(const cli_args *args, const char *store)
{
    char why[512];
    if (args->count != 2)
        return cli_usage(args->command, "'revoke' takes a name, or the id of a token");
    int count = server_token_revoke(store, args->words[1], why, sizeof why);
    if (count < 0)
        return refuse(why);
    if (count == 0) {
        cli_error("there is no token of '%s'", args->words[1]);
        return CLI_NO;
    }
    printf("%d revoked\n", count);
    return CLI_OK;
}

static int run(const cli_args *args)
{
    char store[CLI_STORE_PATH];
    const char *path = cli_value(args, "store"), *what = args->words[0];
    if (path == NULL) {
        if (!cli_default_store(store, strcmp(what, "add") == 0))
            return CLI_BAD_INPUT;
        path = store;
    }
    if (strcmp(what, "add") == 0)
        return add(args, path);
    if (strcmp(what, "list") == 0)
        return list(args, path);
    if (strcmp(what, "revoke") == 0)
        return revoke(args, path);
    return cli_usage(args->command, "there is no '%s': it is add, list or revoke", what);
}

static const cli_option options[] = {
    {"bot", NULL, NULL, "the account is a bot's, not a person's"},
    {"store", "FILE", NULL, "where the games are kept"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_token = {
    .name = "token",
    .arguments = "add NAME|list|revoke NAME",
    .summary = "let programs play on a server: make, list and revoke tokens",
    .help =
        "A program that speaks lichess's bot API (lichess-bot, for one) plays on this\n"
        "server with a token: 'add' makes one for the account NAME and prints it. It is\n"
        "shown only once; the store keeps nothing but its SHA-256. An account may have several\n"
        "tokens. 'list' shows their ids, accounts and dates; 'revoke' takes a name, or the\n"
        "id of one token. The server may run meanwhile: a revoked token does not\n"
        "play any more, and its streams end within seconds.\n"
        "\n"
        "With --bot the account is for a bot; other accounts are for people's programs, which\n"
        "use the board API. See docs/bots.md.\n",
    .examples = "arbiter token add --bot Stockfish\n"
                "arbiter token list\n"
                "arbiter token revoke Stockfish\n",
    .min_words = 1,
    .max_words = 2,
    .options = options,
    .run = run,
};
