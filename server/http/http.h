/* http.h: connections that carry requests and answers. Layer: server. Knows no chess.
 *
 * Every request is given to the handler whole, and is answered exactly once, at once or later. A
 * client that goes away in between is no concern of the one who answers. Limits: the bytes of a
 * request, its time from first byte to last, idle time, connections in all and of one address. An
 * idle connection holds no buffer. */
#ifndef ARB_SERVER_HTTP_H
#define ARB_SERVER_HTTP_H

#include "server/http/http_parse.h"
#include "server/http/peer.h"
#include "server/http/proxy.h"

#include <event2/event.h>
#include <stdint.h>

typedef struct http_server http_server;
typedef struct http_conn http_conn;

/* The body ends in a NUL that is not counted. Request and body live until the handler returns.
 * `status` is 0, or what refuses a request that could not be read: then nothing else is set. */
typedef void http_handler(void *context, http_conn *conn, const http_request *request, int status,
                          const char *body);

typedef struct {
    const char *listen;        /* an address */
    unsigned port;             /* 0: any */
    size_t peer_limit;         /* connections of one address */
    const proxy_list *proxies; /* who may speak for others */
    http_handler *handle;
    void *context;
} http_options;

/* Milliseconds since 1970. They never go back, also when somebody sets the machine's clock. */
int64_t http_now(void);

/* NULL: it cannot listen, and `why` says why. */
http_server *http_server_new(struct event_base *base, const http_options *options, char *why,
                             size_t cap);
void http_server_free(http_server *server);
/* Ends idle connections and takes no new ones; answers from now on end theirs. */
void http_server_drain(http_server *server);
unsigned http_server_port(const http_server *server);
size_t http_server_connections(const http_server *server);
/* Processor time of the costliest request so far, in microseconds. */
int64_t http_server_longest_us(const http_server *server);
/* Charges the loop's time for a request to its address. */
void http_server_worked(http_server *server, http_peer *peer, int64_t us);
/* Once a second: ends what takes too long. */
void http_server_tick(http_server *server);

/* Processor time of this thread, in microseconds. */
int64_t http_cpu_us(void);

http_peer *http_conn_peer(http_conn *conn);
/* Has the client gone while its request is being answered? It is to be answered all the same. */
bool http_conn_is_gone(const http_conn *conn);
/* Does it come from this machine, and not through a proxy? */
bool http_conn_is_local(const http_conn *conn);

/* Answers. `fields` are header lines that end in CR LF, or ""; the body is copied. */
void http_reply(http_conn *conn, int status, const char *type, const char *fields, const char *body,
                size_t len);
const char *http_status_text(int status);

/* An answer that goes on until one side ends it. `closed` is called once the client is gone, and
 * `drained` whenever all that was sent has left; neither from within the calls below. */
typedef struct {
    void (*closed)(void *context);
    void (*drained)(void *context);
    void *context;
} http_stream;
void http_stream_begin(http_conn *conn, const char *type, const http_stream *stream);
/* The same in chunks, each sent whole: for clients that wait for a full buffer where the end of the
 * connection is the end of the answer. One of HTTP/1.0 gets it without chunks. */
void http_stream_begin_chunked(http_conn *conn, const char *type, const http_stream *stream);
/* Sends nothing if the client is gone: `closed` has been called or will be. */
void http_stream_send(http_conn *conn, const char *bytes, size_t len);
/* Bytes that were sent and have not left yet. */
size_t http_stream_pending(const http_conn *conn);
void http_stream_end(http_conn *conn);

#endif
