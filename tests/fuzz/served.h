/* served.h: the whole server in this process, without its listening loop: a connection is one end
 * of a socket pair. Layer: tests.
 *
 * Everything is the server's own code: the reader of requests, routes, handlers, the store (in
 * memory), group commit. Game number 1 exists from the start, and inputs can name its seats. */
#ifndef ARB_TESTS_SERVED_H
#define ARB_TESTS_SERVED_H

#include "fuzz.h"
#include "server/app.h"
#include "server/http/http_conn.h"

#include <fcntl.h>
#include <jansson.h>
#include <sys/socket.h>
#include <unistd.h>

#define SERVED_WHITE "WWWWWWWWWWWWWWWWWWWWWWWWWW"
#define SERVED_BLACK "BBBBBBBBBBBBBBBBBBBBBBBBBB"

typedef struct {
    app a;
    server_options options;
    char reply[4 << 20];
    size_t reply_len;
} served;

static void served_commit(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    app_commit(context);
}

static void served_add_game(app *a)
{
    match_start start = {.rules = "chess",
                         .rules_text = "",
                         .fen = arb_rules_at(0)->board.start,
                         .moves = "",
                         .white = "Ann",
                         .black = "Ben",
                         .engine = ""};
    match *m = match_new(store_next_id(a->store), &start);
    FUZZ_CHECK(m != NULL);
    snprintf(m->token[ARB_WHITE], MATCH_TOKEN_LIMIT, SERVED_WHITE);
    snprintf(m->token[ARB_BLACK], MATCH_TOKEN_LIMIT, SERVED_BLACK);
    FUZZ_CHECK(app_create(a, m, &start, ""));
    app_commit(a);
}

static void served_start(served *s)
{
    char why[256] = "";
    memset(&s->a, 0, sizeof s->a);
    s->options = (server_options){.listen = "127.0.0.1",
                                  .store = ":memory:",
                                  .host = "fuzz",
                                  .games_per_hour = 1000,
                                  .connection_limit = 1000};
    http_options http = {.listen = "127.0.0.1",
                         .peer_limit = 1000,
                         .proxies = &s->options.proxies,
                         .handle = app_handle,
                         .context = &s->a};
    app *a = &s->a;
    a->options = &s->options;
    a->boot = http_now();
    a->base = event_base_new();
    FUZZ_CHECK(a->base != NULL);
    a->commit_event = event_new(a->base, -1, 0, served_commit, a);
    a->opponents = opponents_new(a);
    a->store = store_open(":memory:", why, sizeof why);
    FUZZ_CHECK(a->commit_event != NULL && a->opponents != NULL && a->store != NULL);
    a->http = http_server_new(a->base, &http, why, sizeof why);
    FUZZ_CHECK(a->http != NULL);
    served_add_game(a);
}

static void served_stop(served *s)
{
    app *a = &s->a;
    app_flush(a, true);
    opponents_free(a->opponents);
    http_server_free(a->http);
    app_cache_free(a);
    store_close(a->store);
    app_batch_free(&a->open);
    app_batch_free(&a->flight);
    event_free(a->commit_event);
    event_base_free(a->base);
}

static void served_take(served *s, int fd)
{
    for (;;) {
        size_t room = sizeof s->reply - 1 - s->reply_len;
        ssize_t n = read(fd, s->reply + s->reply_len, room);
        if (n <= 0)
            break;
        s->reply_len += (size_t)n;
    }
    s->reply[s->reply_len] = '\0';
}

/* Sends the bytes, closes the sending side, and reads the whole answer. */
static inline void served_ask(served *s, const char *bytes, size_t len)
{
    int pair[2];
    struct sockaddr_storage from = {.ss_family = AF_UNIX};
    s->reply_len = 0;
    FUZZ_CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
    http_peer *peer = http_peer_enter(&s->a.http->peers, (struct sockaddr *)&from);
    FUZZ_CHECK(peer != NULL);
    http_conn_accept(s->a.http, pair[1], peer, &in6addr_loopback, false);
    size_t sent = 0;
    for (int turn = 0; turn < 200; turn++) {
        ssize_t n = sent < len ? write(pair[0], bytes + sent, len - sent) : 0;
        sent += n > 0 ? (size_t)n : 0;
        if (sent == len)
            shutdown(pair[0], SHUT_WR);
        event_base_loop(s->a.base, EVLOOP_NONBLOCK);
        served_take(s, pair[0]);
        if (sent == len && http_server_connections(s->a.http) == 0)
            break;
    }
    close(pair[0]);
    event_base_loop(s->a.base, EVLOOP_NONBLOCK);
}

/* Checks that the answers are complete, with the length they state, and JSON if they say so.
 * Returns their number. */
static inline int served_check(const char *at, size_t len)
{
    int answers = 0;
    while (len > 0) {
        static const char continues[] = "HTTP/1.1 100 Continue\r\n\r\n";
        if (len >= sizeof continues - 1 && memcmp(at, continues, sizeof continues - 1) == 0) {
            at += sizeof continues - 1;
            len -= sizeof continues - 1;
            continue;
        }
        FUZZ_CHECK(len > 12 && memcmp(at, "HTTP/1.1 ", 9) == 0);
        const char *body = strstr(at, "\r\n\r\n");
        FUZZ_CHECK(body != NULL);
        body += 4;
        const char *length = strstr(at, "Content-Length: ");
        answers++;
        if (length == NULL || length > body) /* a stream without a length lasts to the end */
            return answers;
        size_t n = strtoul(length + 16, NULL, 10), left = len - (size_t)(body - at);
        bool bare = n > left || memcmp(at + 9, "304", 3) == 0;
        if (!bare && n > 0) {
            const char *json = strstr(at, "json\r\n");
            json_error_t error;
            if (json != NULL && json < body && *body != 'H') {
                json_t *value = json_loadb(body, n, 0, &error);
                FUZZ_CHECK(value != NULL);
                json_decref(value);
            }
        }
        n = bare || *body == 'H' ? 0 : n; /* an answer to HEAD has no body */
        at = body + n;
        len = left - n;
    }
    return answers;
}

#endif
