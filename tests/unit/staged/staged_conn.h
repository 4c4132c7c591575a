/* staged_conn.h: connections of the server for tests, each one end of a socket pair, with a handler
 * of the test's own. */
#ifndef ARB_TESTS_STAGED_CONN_H
#define ARB_TESTS_STAGED_CONN_H

#include "check.h"
#include "server/http/http_conn.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static struct event_base *base;
static http_server *server;
static proxy_list proxies;
static char seen[4096];     /* the requests that were handled */
static http_conn *held;     /* the one that waits for its answer */
static int closed, drained; /* of streams */
static char large[3 << 20];

static inline void on_closed(void *context)
{
    closed++;
    *(http_conn **)context = NULL;
}

static inline void on_drained(void *context)
{
    (void)context;
    drained++;
}

static inline void handle(void *context, http_conn *conn, const http_request *request, int status,
                          const char *body)
{
    static const http_stream stream = {on_closed, on_drained, &held};
    size_t len = strlen(seen);
    CHECK(context == &base);
    if (status != 0) {
        snprintf(seen + len, sizeof seen - len, "%d|", status);
        http_reply(conn, status, "text/plain", "", "no", 2);
        return;
    }
    CHECK_EQ_INT(strlen(body), request->body_len);
    snprintf(seen + len, sizeof seen - len, "%s %.20s|", request->path, body);
    if (strcmp(request->path, "/held") == 0)
        held = conn;
    else if (strcmp(request->path, "/stream") == 0)
        http_stream_begin(held = conn, "text/x", &stream);
    else if (strcmp(request->path, "/chunks") == 0)
        http_stream_begin_chunked(held = conn, "text/x", &stream);
    else if (strcmp(request->path, "/large") == 0)
        http_reply(conn, 200, "text/x", "", large, sizeof large);
    else
        http_reply(conn, strcmp(request->path, "/304") == 0 ? 304 : 200, "text/x", "A: b\r\n",
                   request->path, strlen(request->path));
}

static inline void set_up(void)
{
    char why[256];
    const http_options options = {.listen = "127.0.0.1",
                                  .peer_limit = 100,
                                  .proxies = &proxies,
                                  .handle = handle,
                                  .context = &base};
    base = event_base_new();
    server = http_server_new(base, &options, why, sizeof why);
    CHECK(server != NULL && http_server_port(server) > 0);
    seen[0] = '\0';
    held = NULL;
    closed = drained = 0;
}

static inline void leave(void)
{
    http_server_free(server);
    event_base_free(base);
}

static inline void turn(void)
{
    for (int i = 0; i < 12; i++)
        event_base_loop(base, EVLOOP_NONBLOCK);
}

/* A new client; its number tells its address. */
static inline int join(int number)
{
    int pair[2];
    struct sockaddr_in from = {.sin_family = AF_INET,
                               .sin_addr.s_addr = htonl(0x0A000000u + (unsigned)number)};
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
    http_peer *peer = http_peer_enter(&server->peers, (struct sockaddr *)&from);
    http_conn_accept(server, pair[1], peer, NULL, false);
    return pair[0];
}

static inline void say(int client, const char *bytes, size_t len)
{
    CHECK(write(client, bytes, len) == (ssize_t)len);
    turn();
}

/* What the client has received since it looked last. */
static inline const char *heard(int client)
{
    static char text[1 << 16];
    size_t len = 0;
    for (ssize_t n;
         len + 1 < sizeof text && (n = read(client, text + len, sizeof text - 1 - len)) > 0;)
        len += (size_t)n;
    text[len] = '\0';
    return text;
}

static inline bool is_open(int client)
{
    char byte;
    return recv(client, &byte, 1, MSG_PEEK) != 0;
}

#define SAFE                                                                                       \
    "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"                          \
    "Cross-Origin-Resource-Policy: same-origin\r\n"
#define GET(path) "GET " path " HTTP/1.1\r\nHost: h\r\n\r\n"

#endif
