/* http_conn.c: one connection: bytes in, requests to the handler, bytes out. Layer: server. */
#include "server/http/http_conn.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum {
    FIRST_BYTES = 2048,
    SEND_ROOM = 64 << 10 /* bytes that the system buffers for one connection */
};

static void on_readable(evutil_socket_t fd, short what, void *context);
static void on_writable(evutil_socket_t fd, short what, void *context);
static void refuse_alone(http_conn *conn, int status);

/* Puts a connection at the front of the list, which is in the order of last use. */
static void enlist(http_conn *conn)
{
    http_server *server = conn->server;
    conn->prev = NULL;
    conn->next = server->first;
    *(conn->next != NULL ? &conn->next->prev : &server->quietest) = conn;
    server->first = conn;
}

static void delist(http_conn *conn)
{
    http_server *server = conn->server;
    *(conn->prev != NULL ? &conn->prev->next : &server->first) = conn->next;
    *(conn->next != NULL ? &conn->next->prev : &server->quietest) = conn->prev;
}

static void to_front(http_conn *conn)
{
    delist(conn);
    enlist(conn);
}

bool http_conn_waits_for_us(const http_conn *conn)
{
    bool reads = conn->state == CONN_READING && conn->out == NULL && !conn->ended && !conn->paused;
    struct pollfd socket = {conn->fd, reads ? POLLIN : POLLOUT, 0};
    if (conn->is_ready && conn->state == CONN_READING && conn->out == NULL)
        return true;
    return (reads || conn->out != NULL) && poll(&socket, 1, 0) > 0 &&
           (socket.revents & socket.events) != 0;
}

/* Connections that are not idle move to the front, so that they are not looked at twice. */
http_conn *http_conn_who_goes(http_server *server, http_conn *newest)
{
    enum { LOOKS = 64 };
    http_conn *greedy = NULL;
    for (int looks = 0; looks < LOOKS && server->quietest != server->first; looks++) {
        http_conn *conn = server->quietest;
        if (conn->state == CONN_READING && conn->len == 0 && conn->out == NULL &&
            conn->body == NULL && conn != newest && !http_conn_waits_for_us(conn))
            return conn;
        if (conn->state == CONN_STREAMING &&
            (greedy == NULL || conn->peer->connections > greedy->peer->connections))
            greedy = conn;
        to_front(conn);
    }
    if (greedy == NULL || newest == NULL)
        return greedy;
    return newest->peer->connections < greedy->peer->connections ? greedy : newest;
}

void http_conn_accept(http_server *server, int fd, http_peer *peer, const struct in6_addr *proxy,
                      bool too_many)
{
    http_conn *conn = calloc(1, sizeof *conn);
    if (conn == NULL) {
        close(fd);
        http_peer_leave(peer);
        return;
    }
    int on = 1, room = SEND_ROOM;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
    conn->server = server;
    conn->peer = peer;
    conn->fd = fd;
    conn->trusted = proxy != NULL;
    if (proxy != NULL)
        conn->proxy = *proxy;
    conn->deadline = http_now() + HTTP_REQUEST_MS;
    enlist(conn);
    event_assign(&conn->readable, server->base, fd, EV_READ | EV_PERSIST, on_readable, conn);
    event_assign(&conn->writable, server->base, fd, EV_WRITE | EV_PERSIST, on_writable, conn);
    event_add(&conn->readable, NULL);
    http_conn *goes = ++server->count >= server->limit ? http_conn_who_goes(server, conn) : NULL;
    if (goes != NULL)
        http_conn_free(goes);
    else if (server->count >= server->limit)
        evconnlistener_disable(server->listener);
    if (goes != conn && too_many)
        refuse_alone(conn, 429);
}

static void hang_up(http_conn *conn)
{
    if (conn->fd < 0)
        return;
    event_del(&conn->readable);
    event_del(&conn->writable);
    close(conn->fd);
    conn->fd = -1;
    if (conn->out != NULL) {
        conn->peer->held -= evbuffer_get_length(conn->out);
        evbuffer_free(conn->out);
    }
    conn->out = NULL;
}

void http_conn_free(http_conn *conn)
{
    http_server *server = conn->server;
    hang_up(conn);
    http_turns_remove(conn);
    if (conn->state == CONN_STREAMING && conn->stream.closed != NULL)
        conn->stream.closed(conn->stream.context);
    delist(conn);
    if (server->count-- == server->limit && !server->draining)
        evconnlistener_enable(server->listener);
    http_peer_leave(conn->peer);
    free(conn->bytes);
    free(conn->body);
    free(conn);
}

/* Handles a lost client. Inside http_conn_work, or while the handler has a request, the connection
 * is freed later. */
static void lose(http_conn *conn)
{
    if (conn->state == CONN_ANSWERING || conn->busy) {
        hang_up(conn);
        conn->state = CONN_GONE;
    } else {
        http_conn_free(conn);
    }
}

/* ---- out ---- */

static size_t send_now(http_conn *conn, const char *head, size_t head_len, const char *body,
                       size_t len)
{
    struct iovec parts[] = {{(void *)head, head_len}, {(void *)body, len}};
    ssize_t sent = writev(conn->fd, parts, 2);
    return sent < 0 ? 0 : (size_t)sent; /* the next write reports the error again */
}

static void keep(http_conn *conn, const char *bytes, size_t len, size_t *sent)
{
    size_t skip = *sent < len ? *sent : len;
    *sent -= skip;
    if (len > skip && evbuffer_add(conn->out, bytes + skip, len - skip) == 0)
        conn->peer->held += len - skip;
}

void http_conn_send(http_conn *conn, const char *head, size_t head_len, const char *body,
                    size_t len)
{
    if (conn->fd < 0)
        return;
    size_t sent = conn->out == NULL ? send_now(conn, head, head_len, body, len) : 0;
    if (sent == head_len + len)
        return;
    if (conn->out == NULL) {
        conn->out = evbuffer_new();
        if (conn->out == NULL) {
            shutdown(conn->fd, SHUT_RDWR);
            return;
        }
        conn->deadline = http_now() + HTTP_WRITE_MS;
        event_add(&conn->writable, NULL);
    }
    keep(conn, head, head_len, &sent);
    keep(conn, body, len, &sent);
}

/* Reads on for a while before closing, so that a reset does not destroy the last answer. */
static void linger(http_conn *conn)
{
    shutdown(conn->fd, SHUT_WR);
    conn->state = CONN_LINGERING;
    conn->deadline = http_now() + HTTP_LINGER_MS;
    if (conn->paused)
        event_add(&conn->readable, NULL);
    conn->paused = false;
}

/* Sets the deadline for the next request: the idle time or, once its first byte has come,
 * HTTP_REQUEST_MS. */
static void await_request(http_conn *conn)
{
    if (conn->state == CONN_READING && conn->out == NULL)
        conn->deadline =
            http_now() + (conn->len > 0 || conn->body != NULL ? HTTP_REQUEST_MS : HTTP_IDLE_MS);
}

static void on_writable(evutil_socket_t fd, short what, void *context)
{
    http_conn *conn = context;
    (void)what;
    size_t before = evbuffer_get_length(conn->out);
    if (http_now() - conn->deadline > HTTP_LATE_MS)
        conn->deadline = http_now() + HTTP_WRITE_MS; /* this server was late, not the client */
    int sent = evbuffer_write(conn->out, fd);
    bool failed = sent < 0 && errno != EAGAIN && errno != EINTR;
    conn->peer->held -= before - evbuffer_get_length(conn->out);
    if (failed) {
        lose(conn);
        return;
    }
    if (evbuffer_get_length(conn->out) > 0)
        return;
    event_del(&conn->writable);
    evbuffer_free(conn->out);
    conn->out = NULL;
    if (conn->state == CONN_STREAMING)
        conn->deadline = INT64_MAX;
    await_request(conn);
    if (conn->last)
        linger(conn);
    else if (conn->state == CONN_STREAMING)
        conn->stream.drained(conn->stream.context);
    else
        http_turns_add(conn);
}

/* ---- in ---- */

static bool make_room(http_conn *conn, size_t cap)
{
    if (cap <= conn->cap)
        return true;
    char *bytes = realloc(conn->bytes, cap);
    if (bytes == NULL)
        return false;
    conn->bytes = bytes;
    conn->cap = cap;
    return true;
}

static void consume(http_conn *conn, size_t len)
{
    conn->len -= len;
    memmove(conn->bytes, conn->bytes + len, conn->len);
    conn->scanned = conn->head_len = 0;
    if (conn->len == 0) {
        free(conn->bytes);
        conn->bytes = NULL;
        conn->cap = 0;
    }
}

/* Gives the request to the handler; a bad one ends the connection. */
static void refuse(http_conn *conn, int status)
{
    http_server *server = conn->server;
    conn->state = CONN_ANSWERING;
    conn->request = (http_request){0};
    server->options.handle(server->options.context, conn, &conn->request, status, "");
    conn->head_len = conn->len = 0;
}

static void hand_over(http_conn *conn, char *body)
{
    http_server *server = conn->server;
    size_t len = conn->request.body_len;
    char kept = body[len]; /* the buffer has a byte more than the body needs */
    conn->state = CONN_ANSWERING;
    body[len] = '\0';
    server->options.handle(server->options.context, conn, &conn->request, 0, body);
    body[len] = kept;
    consume(conn, body == conn->body ? conn->head_len : conn->head_len + len);
    free(conn->body);
    conn->body = NULL;
}

/* Allocates memory for a body that has not arrived together with its head. */
static bool begin_body(http_conn *conn)
{
    conn->body = malloc(conn->request.body_len + 1);
    if (conn->body == NULL)
        return false;
    conn->body_got = conn->len - conn->head_len;
    memcpy(conn->body, conn->bytes + conn->head_len, conn->body_got);
    conn->len = conn->head_len;
    if (conn->request.expects)
        http_conn_send(conn, "HTTP/1.1 100 Continue\r\n\r\n", 25, "", 0);
    return true;
}

/* Handles one request from the bytes that have arrived. Returns false if more must come first. */
static bool take_request(http_conn *conn)
{
    if (conn->body != NULL) {
        if (conn->body_got < conn->request.body_len)
            return false;
        hand_over(conn, conn->body);
        return true;
    }
    size_t head_len = http_head_end(conn->bytes, conn->len, &conn->scanned);
    if (head_len == 0 && conn->len < HTTP_HEAD_LIMIT)
        return false;
    int status = head_len == 0 || head_len > HTTP_HEAD_LIMIT
                     ? 431
                     : http_head_parse(conn->bytes, head_len, &conn->request);
    conn->head_len = head_len;
    if (status == 0 && conn->len >= head_len + conn->request.body_len)
        hand_over(conn, conn->bytes + head_len);
    else if (status == 0 && begin_body(conn))
        return false;
    else
        refuse(conn, status != 0 ? status : 503);
    return true;
}

void http_conn_work(http_conn *conn)
{
    conn->busy = true;
    bool taken =
        conn->state == CONN_READING && conn->out == NULL && !conn->last && take_request(conn);
    conn->busy = false;
    if (conn->state == CONN_GONE) {
        http_conn_free(conn);
        return;
    }
    if (taken)
        await_request(conn);
    if (taken && conn->state == CONN_READING && conn->out == NULL && conn->len > 0) {
        http_turns_add(conn); /* the next request may have arrived already */
    } else if (conn->state == CONN_READING && conn->ended && conn->out == NULL) {
        http_conn_free(conn);
        return;
    }
    if (conn->paused && conn->state == CONN_READING) {
        conn->paused = false;
        event_add(&conn->readable, NULL);
    }
}

void http_conn_answered(http_conn *conn)
{
    if (conn->state == CONN_GONE) {
        if (!conn->busy)
            http_conn_free(conn);
        return;
    }
    conn->state = CONN_READING;
    if (!conn->busy)
        await_request(conn);
    if (conn->last && conn->out == NULL)
        linger(conn);
    else if (!conn->busy)
        http_turns_add(conn);
}

/* Where the next bytes go, and how many fit; 0: reading must wait. */
static size_t room(http_conn *conn, char **place)
{
    static char waste[16384];
    *place = waste;
    if (conn->state == CONN_LINGERING || conn->state == CONN_STREAMING)
        return sizeof waste;
    if (conn->body != NULL) {
        *place = conn->body + conn->body_got;
        return conn->request.body_len - conn->body_got;
    }
    if (conn->len + 1 >= conn->cap && conn->state == CONN_READING)
        make_room(conn, conn->cap == 0 ? FIRST_BYTES : HTTP_HEAD_LIMIT + 1);
    if (conn->len + 1 >= conn->cap)
        return 0;
    *place = conn->bytes + conn->len;
    return conn->cap - conn->len - 1;
}

static void take_bytes(http_conn *conn, size_t got)
{
    if (conn->state == CONN_LINGERING || conn->state == CONN_STREAMING)
        return;
    if (conn->body != NULL) {
        conn->body_got += got;
        return;
    }
    if (conn->len == 0 && conn->state == CONN_READING && conn->out == NULL)
        conn->deadline = http_now() + HTTP_REQUEST_MS;
    conn->len += got;
}

/* Counts the connection as one of this client address from now on. */
static void belong_to(http_conn *conn, const struct in6_addr *client)
{
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_addr = *client};
    http_peer *peer = http_peer_enter(&conn->server->peers, (struct sockaddr *)&address);
    if (peer == NULL)
        return;
    http_turns_remove(conn);
    if (conn->out != NULL) {
        conn->peer->held -= evbuffer_get_length(conn->out);
        peer->held += evbuffer_get_length(conn->out);
    }
    http_peer_leave(conn->peer);
    conn->peer = peer;
}

/* Finds out for which client a proxy speaks. That is done before the request is queued, because it
 * must be queued for the right address. Returns false if the proxy's text is malformed. */
static bool identify(http_conn *conn)
{
    struct in6_addr client;
    bool known;
    if (!conn->begun && proxy_greets(conn->bytes, conn->len)) {
        int used = proxy_read_greeting(conn->bytes, conn->len, &client, &known);
        if (used <= 0)
            return used == 0;
        consume(conn, (size_t)used);
        conn->begun = true;
        if (known)
            conn->proxy = client;
    }
    conn->begun = conn->begun || conn->len > 0;
    size_t scanned = 0;
    size_t head = http_head_end(conn->bytes, conn->len, &scanned);
    if (head == 0)
        return true;
    if (!proxy_find_client(conn->server->options.proxies, conn->bytes, head, &client))
        client = conn->proxy;
    belong_to(conn, &client);
    return true;
}

static void on_readable(evutil_socket_t fd, short what, void *context)
{
    http_conn *conn = context;
    char *place;
    size_t cap = room(conn, &place);
    (void)what;
    if (cap == 0) {
        conn->paused = true;
        event_del(&conn->readable);
        return;
    }
    ssize_t got = read(fd, place, cap);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got < 0 || (got == 0 && (conn->state == CONN_LINGERING || conn->state == CONN_STREAMING))) {
        lose(conn);
        return;
    }
    to_front(conn);
    if (got == 0) {
        conn->ended = true;
        event_del(&conn->readable);
    } else {
        take_bytes(conn, (size_t)got);
    }
    if (conn->trusted && conn->state == CONN_READING && conn->body == NULL && !identify(conn)) {
        refuse_alone(conn, 400);
        return;
    }
    bool greeting =
        conn->trusted && !conn->begun && conn->len > 0; /* an incomplete PROXY greeting */
    if (conn->state == CONN_READING && !greeting)
        http_turns_add(conn);
}

/* Refuses a request from outside http_conn_work. */
static void refuse_alone(http_conn *conn, int status)
{
    conn->busy = true;
    refuse(conn, status);
    conn->busy = false;
}

void http_conn_expire(http_conn *conn)
{
    if (conn->state == CONN_ANSWERING || conn->state == CONN_GONE)
        return;
    if (conn->state == CONN_READING && conn->len > 0 && conn->out == NULL) {
        refuse_alone(conn, 408);
        return;
    }
    lose(conn);
}
