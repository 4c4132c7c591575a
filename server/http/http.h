/* http.h: connections that carry requests and answers. Layer: server. Knows no chess.
 *
 * Every request is given to the handler whole, and is answered exactly once, at once or later. The
 * handler need not care if the client goes away in between. There are limits for the bytes of a
 * request, the time from its first byte to its last, idle time, and connections, in all and from
 * one address. An idle connection holds no buffer. */
#ifndef ARB_SERVER_HTTP_H
#define ARB_SERVER_HTTP_H

#include "server/http/http_parse.h"
#include "server/http/peer.h"
#include "server/http/proxy.h"

#include <event2/event.h>
#include <stdint.h>

typedef struct http_server http_server;
typedef struct http_conn http_conn;

/* Handles a request. The body ends in a NUL that is not counted. Request and body live until the
 * handler returns. `status` is 0, or the error of a request that could not be read; then nothing
 * else is set. */
typedef void http_handler(void *context, http_conn *conn, const http_request *request, int status,
                          const char *body);

typedef struct {
    const char *listen;        /* the address to listen on */
    unsigned port;             /* 0: any */
    size_t peer_limit;         /* the most connections from one address */
    const proxy_list *proxies; /* the proxies that may name other clients */
    http_handler *handle;
    void *context;
} http_options;

/* Milliseconds since 1970. They never go back, even if somebody sets the machine's clock. */
int64_t http_now(void);

/* Starts to listen. Returns NULL if it cannot; `why` says why. */
http_server *http_server_new(struct event_base *base, const http_options *options, char *why,
                             size_t cap);
void http_server_free(http_server *server);
/* Closes idle connections and accepts no new ones; from now on a connection ends with its
 * answer. */
void http_server_drain(http_server *server);
unsigned http_server_port(const http_server *server);
size_t http_server_connections(const http_server *server);
/* Processor time of the costliest request so far, in microseconds. */
int64_t http_server_longest_us(const http_server *server);
/* Charges the loop's time for a request to its address. */
void http_server_worked(http_server *server, http_peer *peer, int64_t us);
/* Runs once a second: ends connections that take too long. */
void http_server_tick(http_server *server);

/* Processor time of this thread, in microseconds. */
int64_t http_cpu_us(void);

http_peer *http_conn_peer(http_conn *conn);
/* Has the client gone while its request is being handled? The request must be answered all the
 * same. */
bool http_conn_is_gone(const http_conn *conn);
/* Does the request come from this machine, and not through a proxy? */
bool http_conn_is_local(const http_conn *conn);

/* Sends an answer. `fields` are header lines that end in CR LF, or ""; the body is copied. */
void http_reply(http_conn *conn, int status, const char *type, const char *fields, const char *body,
                size_t len);
const char *http_status_text(int status);

/* Begins an answer that goes on until one side ends it. `closed` is called once the client is gone,
 * and `drained` whenever everything has been sent; neither is called from within the functions
 * below. */
typedef struct {
    void (*closed)(void *context);
    void (*drained)(void *context);
    void *context;
} http_stream;
void http_stream_begin(http_conn *conn, const char *type, const http_stream *stream);
/* The same in chunks, each sent at once: for clients that would wait for a full buffer if only the
 * end of the connection ended the answer. A client of HTTP/1.0 gets it without chunks. */
void http_stream_begin_chunked(http_conn *conn, const char *type, const http_stream *stream);
/* Sends nothing if the client is gone: `closed` has been called or will be. */
void http_stream_send(http_conn *conn, const char *bytes, size_t len);
/* The number of bytes that are still to be sent. */
size_t http_stream_pending(const http_conn *conn);
void http_stream_end(http_conn *conn);

#endif
