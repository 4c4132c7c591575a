/* hop.c: passes requests on to the server that owns the game, and its answers back. Layer: server.
 *
 * Connections to other servers are kept for the next request. The store says whether another server
 * is alive: one that holds no lease any more is not waited for. */
#include "server/fleet/fleet.h"

#include "common/number.h"

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/util.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    ANSWER_MS = 8000,
    IDLE_MS = 20000, /* shorter than the idle time of the other server */
    IDLE_LIMIT = 64,
    HEAD_LIMIT = 8192,
    STREAM_ROOM = 256 << 10
};

typedef enum { HOP_IDLE, HOP_HEAD, HOP_BODY, HOP_STREAM } hop_state;

/* One connection to another server. */
typedef struct hop {
    struct hop *prev, *next;
    hops *owner;
    struct bufferevent *socket;
    hop_state state;
    int64_t server, deadline;
    char address[64];
    parked *p; /* the current request; gone once a stream has begun */
    http_conn *stream;
    int status;
    size_t body_len;
    bool keep;
    char type[96], fields[256];
} hop;

struct hops {
    app *a;
    hop *first;
    size_t idle;
};

/* ---- connections ---- */

static void free_hop(hop *h)
{
    *(h->prev != NULL ? &h->prev->next : &h->owner->first) = h->next;
    if (h->next != NULL)
        h->next->prev = h->prev;
    h->owner->idle -= h->state == HOP_IDLE;
    if (h->socket != NULL)
        bufferevent_free(h->socket);
    free(h);
}

static void fail(hop *h)
{
    app *a = h->owner->a;
    parked *p = h->p;
    http_conn *stream = h->stream;
    free_hop(h);
    if (p != NULL)
        fleet_refuse(a, p, "the server that owns the game did not answer");
    if (stream != NULL)
        http_stream_end(stream); /* the client reconnects and is led to the new owner */
}

/* ---- the answer ---- */

static void rest(hop *h)
{
    h->p = NULL;
    if (!h->keep || h->owner->idle >= IDLE_LIMIT) {
        free_hop(h);
        return;
    }
    h->state = HOP_IDLE;
    h->deadline = http_now() + IDLE_MS;
    h->owner->idle++;
}

static void answer(hop *h)
{
    app *a = h->owner->a;
    parked *p = h->p;
    struct evbuffer *in = bufferevent_get_input(h->socket);
    if (h->status == 421) {
        evbuffer_drain(in, h->body_len);
        rest(h);
        fleet_misdirected(a, p);
        return;
    }
    const char *body =
        h->body_len > 0 ? (const char *)evbuffer_pullup(in, (ssize_t)h->body_len) : "";
    a->metrics.requests[h->status / 100 % 6]++;
    http_reply(p->conn, h->status, h->type, h->fields, body, h->body_len);
    evbuffer_drain(in, h->body_len);
    free(p);
    rest(h);
}

static void on_stream_closed(void *context)
{
    hop *h = context;
    h->stream = NULL;
    free_hop(h);
}

static void on_stream_drained(void *context)
{
    hop *h = context;
    bufferevent_enable(h->socket, EV_READ);
}

static void relay(hop *h)
{
    struct evbuffer *in = bufferevent_get_input(h->socket);
    size_t len = evbuffer_get_length(in);
    if (len == 0)
        return;
    http_stream_send(h->stream, (const char *)evbuffer_pullup(in, -1), len);
    evbuffer_drain(in, len);
    if (http_stream_pending(h->stream) > STREAM_ROOM)
        bufferevent_disable(h->socket, EV_READ); /* until the client has taken it */
}

static void begin_stream(hop *h)
{
    parked *p = h->p;
    h->state = HOP_STREAM;
    h->stream = p->conn;
    h->p = NULL;
    h->deadline = INT64_MAX;
    h->owner->a->metrics.requests[2]++;
    /* The end of the connection ends a stream of events; lines of JSON come to the client in
     * chunks. */
    (strncmp(h->type, "text/", 5) == 0 ? http_stream_begin : http_stream_begin_chunked)(
        h->stream, h->type, &(http_stream){on_stream_closed, on_stream_drained, h});
    free(p);
    relay(h);
}

/* Keeps a header line that is passed on; all others are this server's own. */
static void take_line(hop *h, char *line, bool *sized)
{
    static const char *const passed[] = {"Cache-Control", "Retry-After", "Allow"};
    char *colon = strchr(line, ':');
    if (colon == NULL)
        return;
    *colon = '\0';
    const char *value = colon + 1 + strspn(colon + 1, " ");
    uint64_t number;
    if (strcasecmp(line, "Content-Length") == 0 && number_whole(value, SIZE_MAX / 2, &number)) {
        h->body_len = (size_t)number;
        *sized = true;
    } else if (strcasecmp(line, "Content-Type") == 0) {
        snprintf(h->type, sizeof h->type, "%s", value);
    } else if (strcasecmp(line, "Connection") == 0 && strcasecmp(value, "close") == 0) {
        h->keep = false;
    }
    for (size_t i = 0; i < sizeof passed / sizeof passed[0]; i++)
        if (strcasecmp(line, passed[i]) == 0) {
            size_t len = strlen(h->fields);
            snprintf(h->fields + len, sizeof h->fields - len, "%s: %s\r\n", line, value);
        }
}

/* Reads the head. Returns false if it is not complete, or not valid. */
static bool take_head(hop *h)
{
    struct evbuffer *in = bufferevent_get_input(h->socket);
    struct evbuffer_ptr end = evbuffer_search(in, "\r\n\r\n", 4, NULL);
    char *line;
    bool sized = false;
    if (end.pos < 0 && evbuffer_get_length(in) < HEAD_LIMIT)
        return false;
    h->status = 0;
    h->keep = true;
    h->type[0] = h->fields[0] = '\0';
    h->body_len = 0;
    while ((line = evbuffer_readln(in, NULL, EVBUFFER_EOL_CRLF_STRICT)) != NULL) {
        bool last = line[0] == '\0';
        uint64_t status;
        if (h->status == 0)
            h->status = strncmp(line, "HTTP/1.1 ", 9) == 0 &&
                                number_read(line + 9, 3, 599, &status) == 3 && status >= 200
                            ? (int)status
                            : -1;
        else
            take_line(h, line, &sized);
        free(line);
        if (last)
            break;
    }
    if (h->status < 0) {
        fail(h);
        return false;
    }
    h->state = HOP_BODY;
    if (!sized)
        begin_stream(h);
    return sized;
}

static void on_read(struct bufferevent *socket, void *context)
{
    hop *h = context;
    if (h->state == HOP_IDLE) { /* no request is waiting */
        free_hop(h);
        return;
    }
    if (h->state == HOP_STREAM) {
        relay(h);
        return;
    }
    if (h->state == HOP_HEAD && !take_head(h))
        return;
    if (evbuffer_get_length(bufferevent_get_input(socket)) >= h->body_len)
        answer(h);
}

static void on_event(struct bufferevent *socket, short what, void *context)
{
    (void)socket;
    if (what & (BEV_EVENT_EOF | BEV_EVENT_ERROR))
        fail(context);
}

/* ---- the request ---- */

static void put_client(struct evbuffer *out, http_conn *conn)
{
    const uint8_t *key = http_conn_peer(conn)->address; /* family, then its bytes */
    char text[INET6_ADDRSTRLEN] = "";
    inet_ntop(key[0] == 4 ? AF_INET : AF_INET6, key + 1, text, sizeof text);
    evbuffer_add_printf(out, "X-Forwarded-For: %s\r\n", text);
}

static void put_request(struct evbuffer *out, const parked *p, const char *address)
{
    const http_request *r = &p->request;
    const char *const fields[][2] = {{"Authorization", r->authorization},
                                     {"Content-Type", r->content_type},
                                     {"If-None-Match", r->if_none_match},
                                     {"Accept-Language", r->accept_language},
                                     {"Last-Event-ID", r->last_event_id}};
    evbuffer_add_printf(out, "%s %s%s%s HTTP/1.1\r\nHost: %s\r\nArbiter-Hop: 1\r\n",
                        r->method == HTTP_POST ? "POST" : "GET", r->path,
                        r->query[0] != '\0' ? "?" : "", r->query, address);
    put_client(out, p->conn);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (fields[i][1] != NULL)
            evbuffer_add_printf(out, "%s: %s\r\n", fields[i][0], fields[i][1]);
    if (r->method == HTTP_POST)
        evbuffer_add_printf(out, "Content-Length: %zu\r\n", r->body_len);
    evbuffer_add(out, "\r\n", 2);
    evbuffer_add(out, p->body, r->body_len);
}

static hop *find_idle(hops *all, const char *address)
{
    for (hop *h = all->first; h != NULL; h = h->next)
        if (h->state == HOP_IDLE && strcmp(h->address, address) == 0) {
            all->idle--;
            return h;
        }
    return NULL;
}

static hop *connect_to(hops *all, const char *address)
{
    struct sockaddr_storage to;
    int len = sizeof to;
    hop *h = calloc(1, sizeof *h);
    if (h == NULL)
        return NULL;
    h->owner = all;
    h->next = all->first;
    if (h->next != NULL)
        h->next->prev = h;
    all->first = h;
    h->state = HOP_HEAD;
    snprintf(h->address, sizeof h->address, "%s", address);
    h->socket = bufferevent_socket_new(all->a->base, -1, BEV_OPT_CLOSE_ON_FREE);
    if (h->socket != NULL &&
        evutil_parse_sockaddr_port(address, (struct sockaddr *)&to, &len) == 0) {
        bufferevent_setcb(h->socket, on_read, NULL, on_event, h);
        bufferevent_enable(h->socket, EV_READ | EV_WRITE);
        if (bufferevent_socket_connect(h->socket, (struct sockaddr *)&to, len) == 0)
            return h;
    }
    free_hop(h);
    return NULL;
}

void hops_pass(hops *all, parked *p, int64_t owner, const char *address)
{
    hop *h = find_idle(all, address);
    if (h == NULL)
        h = connect_to(all, address);
    if (h == NULL) {
        fleet_refuse(all->a, p, "the server that owns the game cannot be reached");
        return;
    }
    h->state = HOP_HEAD;
    h->server = owner;
    h->deadline = http_now() + ANSWER_MS;
    h->p = p;
    put_request(bufferevent_get_output(h->socket), p, address);
}

/* ---- time ---- */

/* Gives up hops that take too long. Failing one must not free another, since the loop holds the
 * next one. */
void hops_tick(hops *all)
{
    int64_t now = http_now();
    for (hop *h = all->first, *next; h != NULL; h = next) {
        next = h->next;
        bool gone = h->state != HOP_IDLE && store_address_of(all->a->store, h->server)[0] == '\0';
        gone |= h->state == HOP_STREAM && all->a->draining;
        if (gone || now >= h->deadline)
            fail(h);
    }
}

hops *hops_new(app *a)
{
    hops *all = calloc(1, sizeof *all);
    if (all != NULL)
        all->a = a;
    return all;
}

/* Ends the clients' streams first, since they would otherwise call back into freed memory. */
void hops_free(hops *all)
{
    for (hop *h = all->first, *next; h != NULL; h = next) {
        next = h->next;
        if (h->stream != NULL)
            http_stream_end(h->stream);
        if (h->socket != NULL)
            bufferevent_free(h->socket);
        free(h->p);
        free(h);
    }
    free(all);
}
