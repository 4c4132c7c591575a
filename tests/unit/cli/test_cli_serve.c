/* test_cli_serve.c: how the command serve calls the server, and what it says when that is ready.
 * Layer: tests. */
#include "check.h"

#include "caught_output.h"
#include "caught_terminal.h"
#include "cli/command/command.h"
#include "cli/io/io.h"
#include "server/http/own_address.h"
#include "server/server.h"

#include <arpa/inet.h>

static caught output;
static bool runs, is_ready;

/* ---- in place of the server ---- */

bool own_address_each(const char *listen, unsigned port, bool (*say)(const char *page))
{
    char page[64];
    static const char *const hosts[] = {"127.0.0.1", "192.0.2.7", "192.0.2.8"};
    CHECK_EQ_TEXT(listen, "0.0.0.0");
    for (size_t i = 0; i < 3; i++) {
        snprintf(page, sizeof page, "http://%s:%u/", hosts[i], port);
        if (!say(page))
            return false;
    }
    return true;
}

/* Writes all that it is told. */
bool server_run(const server_options *o, char *why, size_t cap)
{
    char text[INET6_ADDRSTRLEN];
    if (is_ready)
        return o->ready(8377);
    snprintf(why, cap, "%s", "it has failed");
    if (!runs)
        return false;
    printf("%s %u, store %s, %s, %s%s\n", o->listen, o->port, o->store,
           o->advertise != NULL ? o->advertise : "-", o->host != NULL ? o->host : "-",
           o->open ? ", open" : "");
    printf("%zu ms, %zu MB, %zu days, %zu games, %zu connections\n", o->think_ms, o->disk_mb,
           o->expire_days, o->games_per_hour, o->connection_limit);
    for (size_t i = 0; i < o->engine_count; i++)
        printf("engine %s\n", o->engines[i]);
    for (size_t i = 0; i < o->proxies.count; i++)
        printf("proxy %s/%u\n", inet_ntop(AF_INET6, &o->proxies.list[i].address, text, sizeof text),
               o->proxies.list[i].bits);
    return true;
}

/* ---- */

static int serve(const char *const *words)
{
    char *copy[32];
    int count = 0;
    for (; words[count] != NULL; count++)
        copy[count] = (char *)(uintptr_t)words[count];
    return cli_run(&cli_command_serve, count, copy);
}

TEST(the_server_is_told_what_the_call_says)
{
    runs = true;
    catch_begin(&output, stdout);
    CHECK_EQ_INT(serve((const char *const[]){"--store=s", NULL}), CLI_OK);
    CHECK_EQ_TEXT(catch_end(&output), "127.0.0.1 8377, store s, -, -\n"
                                      "5000 ms, 4096 MB, 365 days, 1000 games, 256 connections\n");
    catch_begin(&output, stdout);
    CHECK_EQ_INT(serve((const char *const[]){
                     "--store=s", "--port=65535", "--listen=::1", "--advertise=a", "--host=h",
                     "--public", "--think=10", "--disk=1", "--expire=1", "--games=1",
                     "--connections=1", "--engine=true,cat", "--proxy=10.0.0.0/8,::1", NULL}),
                 CLI_OK);
    CHECK_EQ_TEXT(catch_end(&output), "::1 65535, store s, a, h, open\n"
                                      "10 ms, 1 MB, 1 days, 1 games, 1 connections\n"
                                      "engine true\n"
                                      "engine cat\n"
                                      "proxy ::ffff:10.0.0.0/104\n"
                                      "proxy ::1/128\n");
    catch_begin(&output, stdout);
    CHECK_EQ_INT(serve((const char *const[]){
                     "--store=s", "--port=0", "--think=60000", "--disk=1000000000",
                     "--expire=100000", "--games=1000000000", "--connections=1000000",
                     "--engine=true,true,true,true,true,true,true,true", NULL}),
                 CLI_OK);
    CHECK_EQ_TEXT(catch_end(&output),
                  "127.0.0.1 0, store s, -, -\n"
                  "60000 ms, 1000000000 MB, 100000 days, 1000000000 games, 1000000 connections\n"
                  "engine true\n"
                  "engine true\n"
                  "engine true\n"
                  "engine true\n"
                  "engine true\n"
                  "engine true\n"
                  "engine true\n"
                  "engine true\n");
    runs = false;
    catch_begin(&output, stderr);
    CHECK_EQ_INT(serve((const char *const[]){"--store=s", NULL}), CLI_BAD_INPUT);
    CHECK_EQ_TEXT(catch_end(&output), "arbiter: it has failed\n");
}

TEST(the_addresses_of_the_page_are_said)
{
    static const char pages[] =
        "http://127.0.0.1:8377/\nhttp://192.0.2.7:8377/\nhttp://192.0.2.8:8377/\n";
    is_ready = true;
    catch_begin(&output, stdout);
    CHECK_EQ_INT(serve((const char *const[]){"--store=s", "--listen=0.0.0.0", NULL}), CLI_OK);
    CHECK_EQ_TEXT(catch_end(&output), pages); /* no code in a file */
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("NO_COLOR");
    int before = terminal_begin(80);
    CHECK_EQ_INT(serve((const char *const[]){"--store=s", "--listen=0.0.0.0", NULL}), CLI_OK);
    const char *seen = terminal_end(before);
    size_t lines = 0;
    for (const char *at = seen; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    CHECK_EQ_INT(lines, 3 + 15); /* one code, of the first address that others reach */
    CHECK(strncmp(seen, pages, 22) == 0);
    const char *rest = strstr(seen, "http://192.0.2.7");
    CHECK_EQ_TEXT(rest, "http://192.0.2.7:8377/\r\nhttp://192.0.2.8:8377/\r\n");
}

int main(void)
{
    RUN(the_server_is_told_what_the_call_says);
    RUN(the_addresses_of_the_page_are_said);
    return check_result();
}
