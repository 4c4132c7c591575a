/* http.c: the listening socket, answers and streams. Layer: server. */
#include "common/number.h"
#include "common/steady_clock.h"
#include "server/http/http_conn.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Header lines that every answer has. */
#define SAFETY                                                                                     \
    "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"                          \
    "Cross-Origin-Resource-Policy: same-origin\r\n"

enum { SPARE_FILES = 64, CONNECTION_LIMIT = 20000, BACKLOG = 4096 };

int64_t http_now(void)
{
    /* The time of day at the first call; steady time is added to it, so that setting the clock does
     * not matter. */
    static int64_t offset;
    int64_t ms = steady_ms();
    if (offset == 0)
        offset = clock_ns(CLOCK_REALTIME) / 1000000 - ms;
    return ms + offset;
}

/* ---- listening ---- */

/* Is this the address of a trusted proxy? *six becomes the address, with IPv4 mapped into IPv6. */
static bool is_proxy(const http_server *server, const struct sockaddr *address,
                     struct in6_addr *six)
{
    char text[INET6_ADDRSTRLEN] = "";
    if (server->options.proxies->count == 0)
        return false;
    if (address->sa_family == AF_INET6)
        *six = ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
    else
        inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)address)->sin_addr, text,
                  sizeof text);
    return (text[0] == '\0' || proxy_read_address(text, strlen(text), six)) &&
           proxy_trusts(server->options.proxies, six);
}

static void on_accept(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *address,
                      int len, void *context)
{
    http_server *server = context;
    (void)listener;
    (void)len;
    http_peer *peer = http_peer_enter(&server->peers, address);
    struct in6_addr proxy;
    bool trusted = peer != NULL && is_proxy(server, address, &proxy);
    if (peer == NULL) {
        close(fd);
    } else if (trusted) { /* the limit is for the proxy's clients, not for the proxy */
        http_conn_accept(server, fd, peer, &proxy, false);
    } else if (peer->connections > 2 * server->options.peer_limit) { /* closed without an answer */
        close(fd);
        http_peer_leave(peer);
    } else {
        http_conn_accept(server, fd, peer, NULL, peer->connections > server->options.peer_limit);
    }
}

/* The limit of open files, less some for the store and the engines. */
static size_t connection_limit(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return 256;
    rlim_t wanted = CONNECTION_LIMIT + SPARE_FILES;
    if (files.rlim_cur < wanted) {
        files.rlim_cur = files.rlim_max < wanted ? files.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &files);
        getrlimit(RLIMIT_NOFILE, &files);
    }
    if (files.rlim_cur >= wanted)
        return CONNECTION_LIMIT;
    return files.rlim_cur > 2 * SPARE_FILES ? (size_t)files.rlim_cur - SPARE_FILES : SPARE_FILES;
}

static bool read_address(const http_options *options, struct sockaddr_storage *storage,
                         socklen_t *len)
{
    struct sockaddr_in *four = (struct sockaddr_in *)(void *)storage;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)(void *)storage;
    memset(storage, 0, sizeof *storage);
    if (inet_pton(AF_INET, options->listen, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons((uint16_t)options->port);
        *len = sizeof *four;
        return true;
    }
    six->sin6_family = AF_INET6;
    six->sin6_port = htons((uint16_t)options->port);
    *len = sizeof *six;
    return inet_pton(AF_INET6, options->listen, &six->sin6_addr) == 1;
}

static unsigned bound_port(struct evconnlistener *listener)
{
    struct sockaddr_storage storage;
    socklen_t len = sizeof storage;
    if (getsockname(evconnlistener_get_fd(listener), (struct sockaddr *)&storage, &len) != 0)
        return 0;
    if (storage.ss_family == AF_INET6)
        return ntohs(((struct sockaddr_in6 *)(void *)&storage)->sin6_port);
    return ntohs(((struct sockaddr_in *)(void *)&storage)->sin_port);
}

http_server *http_server_new(struct event_base *base, const http_options *options, char *why,
                             size_t cap)
{
    struct sockaddr_storage address;
    socklen_t len;
    if (!read_address(options, &address, &len)) {
        snprintf(why, cap, "'%s' is no address to listen on", options->listen);
        return NULL;
    }
    http_server *server = calloc(1, sizeof *server);
    if (server == NULL) {
        snprintf(why, cap, "not enough memory");
        return NULL;
    }
    server->base = base;
    server->options = *options;
    server->limit = connection_limit();
    server->turns = event_new(base, -1, 0, http_turns_run, server);
    server->listener = evconnlistener_new_bind(
        base, on_accept, server, LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE,
        BACKLOG, (struct sockaddr *)&address, (int)len);
    if (server->listener == NULL || server->turns == NULL) {
        snprintf(why, cap, "cannot listen on %s port %u: %s", options->listen, options->port,
                 evutil_socket_error_to_string(EVUTIL_SOCKET_ERROR()));
        if (server->turns != NULL)
            event_free(server->turns);
        if (server->listener != NULL)
            evconnlistener_free(server->listener);
        free(server);
        return NULL;
    }
    server->port = bound_port(server->listener);
    return server;
}

void http_server_free(http_server *server)
{
    while (server->first != NULL)
        http_conn_free(server->first);
    if (server->listener != NULL)
        evconnlistener_free(server->listener);
    event_free(server->turns);
    http_peers_free(&server->peers);
    free(server);
}

void http_server_drain(http_server *server)
{
    server->draining = true;
    evconnlistener_free(server->listener);
    server->listener = NULL;
    for (http_conn *conn = server->first, *next; conn != NULL; conn = next) {
        next = conn->next;
        if (conn->state == CONN_READING && conn->len == 0 && conn->out == NULL &&
            !http_conn_waits_for_us(conn))
            http_conn_free(conn);
    }
}

unsigned http_server_port(const http_server *server)
{
    return server->port;
}

size_t http_server_connections(const http_server *server)
{
    return server->count;
}

int64_t http_server_longest_us(const http_server *server)
{
    return server->longest_us;
}

void http_server_tick(http_server *server)
{
    int64_t now = http_now();
    for (http_conn *conn = server->first, *next; conn != NULL; conn = next) {
        next = conn->next;
        if (now >= conn->deadline && !http_conn_waits_for_us(conn))
            http_conn_expire(conn);
    }
    /* If every connection was about to be served when the newest one came, none was closed then and
     * no new one is accepted: so one is closed here. */
    http_conn *goes = server->count >= server->limit && !server->draining
                          ? http_conn_who_goes(server, NULL)
                          : NULL;
    if (goes != NULL)
        http_conn_free(goes);
    http_peers_sweep(&server->peers, now);
}

/* ---- answers ---- */

http_peer *http_conn_peer(http_conn *conn)
{
    return conn->peer;
}

bool http_conn_is_gone(const http_conn *conn)
{
    return conn->state == CONN_GONE;
}

bool http_conn_is_local(const http_conn *conn)
{
    static const uint8_t six[17] = {6};
    const uint8_t *key = conn->peer->address;
    bool loopback = (key[0] == 4 && key[1] == 127) || memcmp(key, six, sizeof six) == 0;
    return loopback && !conn->trusted && !conn->request.forwarded;
}

const char *http_status_text(int status)
{
    static const struct {
        int status;
        const char *text;
    } texts[] = {{200, "OK"},
                 {201, "Created"},
                 {304, "Not Modified"},
                 {308, "Permanent Redirect"},
                 {400, "Bad Request"},
                 {401, "Unauthorized"},
                 {403, "Forbidden"},
                 {404, "Not Found"},
                 {405, "Method Not Allowed"},
                 {408, "Request Timeout"},
                 {409, "Conflict"},
                 {413, "Content Too Large"},
                 {415, "Unsupported Media Type"},
                 {417, "Expectation Failed"},
                 {421, "Misdirected Request"},
                 {422, "Unprocessable Content"},
                 {429, "Too Many Requests"},
                 {431, "Request Header Fields Too Large"},
                 {500, "Internal Server Error"},
                 {501, "Not Implemented"},
                 {503, "Service Unavailable"},
                 {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (texts[i].status == status)
            return texts[i].text;
    return "Unknown";
}

typedef struct {
    char text[2048];
    size_t len;
} answer_head;

static void add(answer_head *h, const char *text)
{
    size_t len = strlen(text), room = sizeof h->text - h->len;
    memcpy(h->text + h->len, text, len < room ? len : room);
    h->len += len < room ? len : room;
}

static void add_number(answer_head *h, size_t number)
{
    char digits[NUMBER_DIGITS + 1];
    digits[NUMBER_DIGITS] = '\0';
    add(h, digits + number_write(digits, number));
}

void http_reply(http_conn *conn, int status, const char *type, const char *fields, const char *body,
                size_t len)
{
    answer_head h;
    if (conn->state == CONN_GONE) {
        http_conn_answered(conn);
        return;
    }
    conn->last = !conn->request.keep_alive || conn->server->draining || conn->ended;
    h.len = 0;
    add(&h, "HTTP/1.1 ");
    add_number(&h, (size_t)status);
    add(&h, " ");
    add(&h, http_status_text(status));
    add(&h, "\r\nContent-Type: ");
    add(&h, type);
    add(&h, "\r\nContent-Length: ");
    add_number(&h, len);
    add(&h, "\r\n" SAFETY);
    add(&h, fields);
    add(&h, conn->last ? "Connection: close\r\n\r\n" : "\r\n");
    bool bare = conn->request.method == HTTP_HEAD || status == 304;
    http_conn_send(conn, h.text, h.len, body, bare ? 0 : len);
    http_conn_answered(conn);
}

/* ---- streams ---- */

static void begin_stream(http_conn *conn, const char *type, const http_stream *stream,
                         const char *coding)
{
    char head[512];
    conn->stream = *stream;
    if (conn->state == CONN_GONE) { /* `closed` is called as soon as that is safe */
        conn->state = CONN_STREAMING;
        conn->deadline = 0;
        return;
    }
    conn->state = CONN_STREAMING;
    conn->deadline = INT64_MAX;
    int len = snprintf(head, sizeof head,
                       "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nCache-Control: no-store\r\n" SAFETY
                       "X-Accel-Buffering: no\r\n%sConnection: close\r\n\r\n",
                       type, coding);
    http_conn_send(conn, head, (size_t)len, "", 0);
}

void http_stream_begin(http_conn *conn, const char *type, const http_stream *stream)
{
    begin_stream(conn, type, stream, "");
}

void http_stream_begin_chunked(http_conn *conn, const char *type, const http_stream *stream)
{
    conn->chunked = conn->request.http11;
    begin_stream(conn, type, stream, conn->chunked ? "Transfer-Encoding: chunked\r\n" : "");
}

void http_stream_send(http_conn *conn, const char *bytes, size_t len)
{
    char head[24];
    if (!conn->chunked) {
        http_conn_send(conn, bytes, len, "", 0);
        return;
    }
    int head_len = snprintf(head, sizeof head, "%zx\r\n", len);
    http_conn_send(conn, head, (size_t)head_len, bytes, len);
    http_conn_send(conn, "\r\n", 2, "", 0);
}

size_t http_stream_pending(const http_conn *conn)
{
    return conn->out != NULL ? evbuffer_get_length(conn->out) : 0;
}

void http_stream_end(http_conn *conn)
{
    conn->stream.closed = NULL;
    if (conn->chunked && conn->out == NULL)
        http_conn_send(conn, "0\r\n\r\n", 5, "", 0);
    http_conn_free(conn);
}
