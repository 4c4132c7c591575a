/* http_conn.h: what the files of the HTTP layer share. Layer: server. */
#ifndef ARB_SERVER_HTTP_CONN_H
#define ARB_SERVER_HTTP_CONN_H

#include "server/http/http.h"

#include <event2/buffer.h>
#include <event2/event_struct.h>
#include <event2/listener.h>

enum {
    HTTP_REQUEST_MS = 10000, /* for a request, from its first byte to its last */
    HTTP_IDLE_MS = 75000,
    HTTP_WRITE_MS = 20000, /* for the client to take an answer */
    HTTP_LATE_MS = 3000, /* a deadline that passed longer ago than this was missed by the server */
    HTTP_LINGER_MS = 2000
};

typedef enum {
    CONN_READING,   /* reads a request, or waits for one */
    CONN_ANSWERING, /* the handler has the request */
    CONN_STREAMING,
    CONN_LINGERING, /* the last answer was sent, and what still arrives is thrown away */
    CONN_GONE       /* the client went while the handler had its request */
} conn_state;

struct http_conn {
    http_server *server;
    http_conn *prev, *next;
    http_peer *peer;
    struct event readable, writable;
    struct evbuffer *out; /* what could not be sent at once; NULL if there is none */
    char *bytes;          /* what has arrived; NULL if nothing has */
    size_t len, cap, scanned;
    size_t head_len;
    char *body; /* the body of a request that came in pieces; else NULL */
    size_t body_got;
    http_request request;
    http_stream stream;
    int64_t deadline;
    http_conn *ready_next;
    bool is_ready; /* it waits in the queue of its address */
    int fd;
    conn_state state;
    struct in6_addr proxy; /* the proxy's address, or the client that its PROXY greeting names; used
                              for requests that name no client */
    bool trusted;          /* comes from a trusted proxy */
    bool begun;            /* its first bytes have been read: only they can be a PROXY greeting */
    bool busy;             /* inside http_conn_work */
    bool paused;           /* does not read, because there is no room */
    bool ended;            /* the client will send no more */
    bool last;             /* to be closed after the current answer */
    bool chunked;          /* its stream is sent in chunks */
};

typedef struct {
    http_peer *first, *last;
} http_peers_queue;

struct http_server {
    struct event_base *base;
    http_options options;
    struct evconnlistener *listener;
    http_peers peers;
    http_conn *first, *quietest;
    http_peers_queue fresh, waiting; /* addresses with requests, in the order of their turns */
    struct event *turns;
    bool in_turns;
    unsigned left_out; /* how often in a row the addresses in `waiting` had no turn */
    size_t count, limit;
    int64_t longest_us; /* processor time of the costliest request so far */
    unsigned port;
    bool draining;
};

/* Takes a new connection. `proxy` is its address if it is a trusted proxy, else NULL. If the
 * address has too many connections it is refused at once. */
void http_conn_accept(http_server *server, int fd, http_peer *peer, const struct in6_addr *proxy,
                      bool too_many);
/* Chooses the connection to close when there are too many: the one that has been idle longest; if
 * none is idle, a stream of the address with most connections, or `newest` (which may be NULL) if
 * its address has as many. NULL: none. */
http_conn *http_conn_who_goes(http_server *server, http_conn *newest);
void http_conn_free(http_conn *conn);
void http_conn_expire(http_conn *conn);
/* Is it the server that has not yet served this client? That is so if a whole request waits for the
 * turn of its address, if bytes have arrived that were not read, or if the client has room for what
 * is to be sent. Such a client is neither late nor idle. */
bool http_conn_waits_for_us(const http_conn *conn);
/* Sends the answer; what cannot be sent now is kept. */
void http_conn_send(http_conn *conn, const char *head, size_t head_len, const char *body,
                    size_t len);
/* Handles one request, if a whole one has arrived; further ones wait for their turn. */
void http_conn_work(http_conn *conn);
/* Queues the connection for the next turn of its address (http_turns.c). */
void http_turns_add(http_conn *conn);
void http_turns_remove(http_conn *conn);
void http_turns_run(evutil_socket_t fd, short what, void *context);

/* Continues after an answer: with the next request, or by closing. */
void http_conn_answered(http_conn *conn);

#endif
