/* cmd_serve.c: the command serve: the board page and its API. Layer: cli. */
#include "cli/command/command.h"
#include "cli/io/data_folder.h"
#include "cli/io/io.h"
#include "engine/engine.h"
#include "formats/qr_code.h"
#include "server/http/own_address.h"
#include "server/server.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_LIMIT = 4096 };

static const char *listen_address; /* used in the message with the address of the page */

static bool show_code; /* print a QR code of the first address that other machines can reach */

/* Writes the address as a QR code, which a tablet's camera reads from the terminal. */
static void put_code(const char *page)
{
    qr_code code;
    text_builder text = {0};
    if (!qr_make(&code, page, strlen(page)))
        return;
    qr_put_text(&text, &code);
    fwrite(text.at, 1, text.len, stdout);
    text_free(&text);
}

static bool say_page(const char *page)
{
    if (show_code && strstr(page, "//127.0.0.1:") == NULL) {
        show_code = false;
        put_code(page);
    }
    return printf("%s\n", page) > 0;
}

static bool say_ready(unsigned port)
{
    return own_address_each(listen_address, port, say_page) && fflush(stdout) == 0;
}

/* Reads a list such as "stockfish,fairy-stockfish"; each program must exist. */
static bool find_engines(server_options *options, char *names)
{
    for (char *name = strtok(names, ","); name != NULL; name = strtok(NULL, ",")) {
        char path[PATH_LIMIT];
        if (options->engine_count == SERVER_ENGINE_LIMIT) {
            cli_error("there can be %d engines at most", SERVER_ENGINE_LIMIT);
            return false;
        }
        if (strlen(name) >= SERVER_ENGINE_NAME_LIMIT) {
            cli_error("the engine's name '%s' is longer than %d bytes: name the program alone, "
                      "with its folder on PATH",
                      name, SERVER_ENGINE_NAME_LIMIT - 1);
            return false;
        }
        if (!engine_find(name, path, sizeof path)) {
            cli_error("there is no engine '%s' on PATH or in /usr/games", name);
            return false;
        }
        options->engines[options->engine_count++] = name;
    }
    return true;
}

/* Reads a list such as "127.0.0.1,10.0.0.0/8". */
static bool find_proxies(server_options *options, char *names)
{
    for (char *name = strtok(names, ","); name != NULL; name = strtok(NULL, ","))
        if (!proxy_add(&options->proxies, name)) {
            cli_error("'%s' is no address of a proxy, or one too many (%d)", name, PROXY_LIMIT);
            return false;
        }
    return true;
}

static int run(const cli_args *args)
{
    char store[CLI_STORE_PATH], engines[PATH_LIMIT], why[512];
    char proxies[PATH_LIMIT];
    long port, games, connections, think, disk, expire;
    if (!cli_number(args, "port", 0, 65535, 8377, &port) ||
        !cli_number(args, "games", 1, 1000000000, 1000, &games) ||
        !cli_number(args, "connections", 1, 1000000, 256, &connections) ||
        !cli_number(args, "think", 10, 60000, 5000, &think) ||
        !cli_megabytes(args, "disk", 1, 1000000000, 4096, &disk) ||
        !cli_number(args, "expire", 1, 100000, 365, &expire))
        return CLI_USAGE;
    server_options options = {
        .listen = cli_value(args, "listen") ? cli_value(args, "listen") : "127.0.0.1",
        .port = (unsigned)port,
        .store = cli_value(args, "store"),
        .advertise = cli_value(args, "advertise"),
        .host = cli_value(args, "host"),
        .open = cli_given(args, "public"),
        .think_ms = (size_t)think,
        .disk_mb = (size_t)disk,
        .expire_days = (size_t)expire,
        .games_per_hour = (size_t)games,
        .connection_limit = (size_t)connections,
        .ready = say_ready,
    };
    snprintf(engines, sizeof engines, "%s",
             cli_value(args, "engine") ? cli_value(args, "engine") : "");
    snprintf(proxies, sizeof proxies, "%s",
             cli_value(args, "proxy") ? cli_value(args, "proxy") : "");
    if (!find_proxies(&options, proxies))
        return CLI_USAGE;
    if (!find_engines(&options, engines))
        return CLI_BAD_INPUT;
    if (options.store == NULL) {
        if (!cli_default_store(store, true))
            return CLI_BAD_INPUT;
        options.store = store;
    }
    listen_address = options.listen;
    cli_style style = cli_style_of(NULL, false);
    show_code = style.colour && style.unicode &&
                (strcmp(options.listen, "0.0.0.0") == 0 || strcmp(options.listen, "::") == 0);
    if (server_run(&options, why, sizeof why))
        return CLI_OK;
    cli_error("%s", why);
    if (ferror(stdout) == 0)
        return CLI_BAD_INPUT;
    clearerr(stdout); /* the error has been reported */
    return CLI_INTERNAL;
}

static const cli_option options[] = {
    {"port", "N", NULL, "the port to listen on (8377); 0: any that is free"},
    {"listen", "ADDRESS", NULL, "the address to listen on (127.0.0.1: this machine only)"},
    {"store", "FILE|URL", NULL, "where the games are kept: a file, or postgresql://..."},
    {"advertise", "ADDRESS", NULL,
     "the address of this machine at which other servers of the same database reach it"},
    {"engine", "NAME[,NAME]", NULL, "UCI engines that may be played against (none)"},
    {"host", "NAME", NULL, "a host name by which browsers may reach this server"},
    {"proxy", "ADDRESS[,ADDRESS]", NULL,
     "proxies that are trusted to tell a client's address (none)"},
    {"public", NULL, NULL, "let everybody see the list of games and /metrics"},
    {"think", "MS", NULL, "the longest time that an engine thinks about a move (5000)"},
    {"disk", "MB", NULL, "disk space for games, at most (4096)"},
    {"expire", "DAYS", NULL,
     "delete unfinished games that nobody has touched for so many days (365)"},
    {"games", "N", NULL, "games that one address may make an hour (1000)"},
    {"connections", "N", NULL, "connections that one address may hold (256)"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_serve = {
    .name = "serve",
    .arguments = "",
    .summary = "serve the board page, and play over the network",
    .help =
        "Starts a server, prints the address of the board page, and runs until it is\n"
        "interrupted. Games are kept in an SQLite file, by default\n"
        "$XDG_DATA_HOME/arbiter/games.db or ~/.local/share/arbiter/games.db; when\n"
        "the server answers a move, the move is on disk (with --store :memory: nothing is kept).\n"
        "docs/openapi.yaml describes the API.\n"
        "\n"
        "Only this machine can reach the server unless --listen says otherwise. With 0.0.0.0 the\n"
        "server prints the addresses at which others on the network open the page; on a terminal\n"
        "it also shows the first one as a QR code. Players join a game by a code of five letters.\n"
        "The address in the browser must be an IP address, localhost, or the name given by\n"
        "--host.\n"
        "Engines are programs that speak UCI, found on PATH or in /usr/games; only those that\n"
        "--engine names can be played against.\n"
        "\n"
        "Clocks start with the first move. When the server starts again, the side to\n"
        "move gets back the time since the last move, and its clock runs from then on.\n"
        "\n"
        "Behind a proxy, give its address with --proxy: then limits apply to each client\n"
        "(Forwarded, X-Forwarded-For, the PROXY protocol) and not to the proxy.\n"
        "\n"
        "Several servers share the games with --store postgresql://... (docs/fleet.md): each\n"
        "server answers for every game, and no game is lost when a server dies.\n"
        "\n"
        "SIGTERM, SIGINT and SIGHUP stop it, after it has answered the requests that have begun.\n",
    .examples = "arbiter serve\n"
                "arbiter serve --listen 0.0.0.0\n"
                "arbiter serve --engine stockfish\n"
                "arbiter serve --listen 0.0.0.0 --port 80 --host chess.example.org\n",
    .min_words = 0,
    .max_words = 0,
    .options = options,
    .run = run,
};
