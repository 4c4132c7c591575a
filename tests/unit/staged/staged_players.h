/* staged_players.h: the whole server in a test's own process, with three accounts that have tokens.
 * Tests move its moments, so nothing waits. */
#ifndef ARB_TESTS_STAGED_PLAYERS_H
#define ARB_TESTS_STAGED_PLAYERS_H

#include "check.h"
#include "server/bots/bots.h"
#include "tests/fuzz/served.h"

#include <signal.h>

static served s;
enum { ANNA, FISH, OTTO, ACCOUNTS };
static const char *const names[ACCOUNTS] = {"Anna", "Fish", "Otto"};

static inline void turn(void)
{
    for (int i = 0; i < 12; i++)
        event_base_loop(s.a.base, EVLOOP_NONBLOCK);
}

/* A second; every sixth has an empty line for each stream, which tests ask for. */
static inline void tick(void)
{
    s.a.bots->ticks = 0;
    bots_tick(&s.a);
    turn();
}

static inline const char *token_of(int who)
{
    static char token[40];
    snprintf(token, sizeof token, "arb_%dTTTTTTTTTTTTTTTTTTTTTTTTT", who);
    return token;
}

static inline void set_up(void)
{
    served_start(&s);
    CHECK(bots_start(&s.a) && app_open_batch(&s.a));
    for (int i = 0; i < ACCOUNTS; i++) {
        char hash[SHA256_HEX], account[100], value[100], id[BOT_NAME_LIMIT];
        sha256_hex(token_of(i), strlen(token_of(i)), hash);
        bot_id_of(names[i], id);
        snprintf(value, sizeof value, "{\"name\":\"%s\"}", names[i]);
        snprintf(account, sizeof account, "{\"name\":\"%s\",\"made\":5,\"bot\":%s}", names[i],
                 i == FISH ? "true" : "false");
        CHECK(store_record_put(s.a.store, "token", hash, value));
        CHECK(store_record_put(s.a.store, "account", id, account));
    }
    app_commit(&s.a);
    turn();
}

static inline void leave(void)
{
    bots_stop(&s.a);
    served_stop(&s);
}

/* Sends a request; a body that begins with a brace is JSON, else it is a form. */
static inline int say(int who, const char *method, const char *path, const char *form)
{
    char request[2048];
    int pair[2];
    struct sockaddr_storage from = {.ss_family = AF_UNIX};
    int len = snprintf(request, sizeof request,
                       "%s %s HTTP/1.1\r\nHost: fuzz\r\nAuthorization: Bearer %s\r\n"
                       "Content-Type: application/%s\r\nContent-Length: %zu\r\n\r\n%s",
                       method, path, token_of(who),
                       form[0] == '{' ? "json" : "x-www-form-urlencoded", strlen(form), form);
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
    http_conn_accept(s.a.http, pair[1], http_peer_enter(&s.a.http->peers, (struct sockaddr *)&from),
                     &in6addr_loopback, false);
    CHECK(write(pair[0], request, (size_t)len) == len);
    turn();
    return pair[0];
}

/* What a client has received since it looked last; of an answer to a request only what follows its
 * head, and of a stream only the lines, without their chunks. */
static inline const char *heard(int client)
{
    static char text[1 << 16];
    s.reply_len = 0;
    served_take(&s, client);
    const char *at = s.reply;
    if (strncmp(at, "HTTP/1.1 ", 9) == 0 && strstr(at, "\r\n\r\n") != NULL)
        at = strstr(at, "\r\n\r\n") + 4;
    size_t len = 0;
    for (const char *line = at; *line != '\0';) {
        size_t n = strcspn(line, "\n");
        bool size = n > 1 && line[n - 1] == '\r' && strspn(line, "0123456789abcdef") == n - 1;
        bool blank = n == 1 && line[0] == '\r';
        if (!size && !blank && len + n + 1 < sizeof text) {
            memcpy(text + len, line, n + (line[n] == '\n'));
            len += n + (line[n] == '\n');
        }
        line += n + (line[n] == '\n');
    }
    text[len] = '\0';
    return text;
}

static inline const char *post(int who, const char *path, const char *form)
{
    int client = say(who, "POST", path, form);
    const char *text = heard(client);
    close(client);
    turn();
    return text;
}

static inline const char *get(int who, const char *path)
{
    int client = say(who, "GET", path, "");
    const char *text = heard(client);
    close(client);
    turn();
    return text;
}

/* The status of the answer that was looked at last. */
static inline int status(void)
{
    return s.reply_len > 12 ? atoi(s.reply + 9) : 0;
}

static inline const char *path_of(const char *form, int64_t id)
{
    static char path[100];
    snprintf(path, sizeof path, form, (long long)id);
    return path;
}

/* The number of times that the text has the part. */
static inline int count(const char *text, const char *part)
{
    int n = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part))
        n++;
    return n;
}

static inline bool ok(const char *text)
{
    bool good = strcmp(text, "{\"ok\":true}") == 0;
    if (!good)
        printf("answered: %s\n", text);
    return good;
}

/* Anna challenges Fish, with White; returns the game. */
static inline bot_game *challenge(const char *form)
{
    const char *text = post(ANNA, "/api/challenge/fish", form);
    const char *id = strstr(text, "\"id\":\"");
    return CHECK(id != NULL) ? bots_game(s.a.bots, strtoll(id + 6, NULL, 10)) : NULL;
}

static inline bot_game *game_between(void)
{
    bot_game *game = challenge("color=white&clock.limit=60");
    CHECK(game != NULL && ok(post(FISH, path_of("/api/challenge/%lld/accept", game->id), "")));
    return game;
}

static inline match *match_of(const bot_game *game)
{
    app_begin_work(&s.a);
    return app_match(&s.a, game->id);
}

#define PROBLEM(title, code, why)                                                                  \
    "{\"type\":\"about:blank\",\"title\":\"" title "\",\"status\":" code ",\"detail\":\"" why "\"" \
    "}"
#define OK "{\"ok\":true}"
#define NO(why) "{\"error\":\"" why "\"}"

/* Fails unless the request is answered so. */
static inline void check_post(int who, const char *path, const char *form, int code,
                              const char *body)
{
    check_case("%s %s", path, form);
    CHECK_EQ_TEXT(post(who, path, form), body);
    CHECK_EQ_INT(status(), code);
    check_case("%s", "");
}

static inline void check_get(int who, const char *path, int code, const char *body)
{
    check_case("%s", path);
    CHECK_EQ_TEXT(get(who, path), body);
    CHECK_EQ_INT(status(), code);
    check_case("%s", "");
}

/* A side does something in its game: Anna is a person, Fish a bot. */
static inline void check_act(int who, const bot_game *game, const char *what, int code,
                             const char *body)
{
    char path[100];
    snprintf(path, sizeof path, "/api/%s/game/%lld/%s", who == FISH ? "bot" : "board",
             (long long)game->id, what);
    check_post(who, path, "", code, body);
}

static inline bot_game *after(const char *moves)
{
    bot_game *game = game_between();
    for (const char *at = moves; *at != '\0'; at += 5) {
        char what[16];
        snprintf(what, sizeof what, "move/%.4s", at);
        check_act((at - moves) / 5 % 2 == 0 ? ANNA : FISH, game, what, 200, OK);
    }
    return game;
}

#endif
