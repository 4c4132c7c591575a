/* stream.c: live events of a match (Server-Sent Events). Layer: server.
 *
 * An event is the whole state, so one that comes late may be left out: a client that does not keep
 * up is owed the newest state only, once it has taken what it was sent. */
#include "server/app.h"
#include "server/state.h"

#include <stdlib.h>

struct match_stream {
    match_stream *prev, *next;
    match *match;
    http_conn *conn;
    bool behind;
};

static void on_closed(void *context)
{
    match_stream *stream = context;
    app *a = stream->match->owner;
    *(stream->prev != NULL ? &stream->prev->next : &stream->match->streams) = stream->next;
    if (stream->next != NULL)
        stream->next->prev = stream->prev;
    a->streams--;
    free(stream);
}

static void end(match_stream *stream)
{
    http_conn *conn = stream->conn;
    on_closed(stream);
    http_stream_end(conn);
}

static void put_event(srv_text *out, const match *m)
{
    srv_puts(out, "id: ");
    srv_put_number(out, m->version);
    srv_puts(out, "\nevent: state\ndata: ");
    state_put(out, m, NULL, http_now());
    srv_puts(out, "\n\n");
}

static void on_drained(void *context)
{
    match_stream *stream = context;
    app *a = stream->match->owner;
    if (!stream->behind || stream->match->in_batch) /* the commit tells */
        return;
    stream->behind = false;
    srv_text event = {0};
    put_event(&event, stream->match);
    a->metrics.events++;
    if (event.failed) /* half of it says nothing: the next one tells */
        stream->behind = true;
    else
        http_stream_send(stream->conn, event.at, event.len);
    srv_text_free(&event);
}

/* Who makes too much work with large events comes back later. */
static bool is_too_much(match_stream *stream, const srv_text *event)
{
    http_peer *peer = http_conn_peer(stream->conn);
    if (event->len <= APP_LARGE)
        return false;
    http_peer_works(peer, event->len, http_now());
    return http_peer_is_tired(peer, http_now());
}

static void send_event(match_stream *stream, const srv_text *event)
{
    if (http_stream_pending(stream->conn) > 0)
        stream->behind = true;
    else
        http_stream_send(stream->conn, event->at, event->len);
}

void stream_tell(app *a, match *m)
{
    if (m->streams == NULL)
        return;
    srv_text event = {0};
    put_event(&event, m);
    for (match_stream *stream = m->streams, *next; stream != NULL && !event.failed; stream = next) {
        next = stream->next;
        if (is_too_much(stream, &event)) {
            end(stream);
            continue;
        }
        send_event(stream, &event);
        a->metrics.events++;
    }
    srv_text_free(&event);
}

void stream_open(app *a, http_conn *conn, match *m, int64_t known)
{
    match_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) {
        app_problem(a, conn, 503, "there is no memory for another stream", NULL);
        return;
    }
    stream->conn = conn;
    stream->match = m;
    stream->next = m->streams;
    if (stream->next != NULL)
        stream->next->prev = stream;
    m->streams = stream;
    a->streams++;
    a->metrics.requests[2]++;
    http_stream_begin(conn, "text/event-stream", &(http_stream){on_closed, on_drained, stream});
    http_stream_send(conn, "retry: 1000\n\n", 13);
    if (m->in_batch || known == m->version)
        return; /* what is not yet on disk is told by the commit */
    srv_text event = {0};
    put_event(&event, m);
    if (event.failed)
        stream->behind = true;
    else
        send_event(stream, &event);
    srv_text_free(&event);
}

void stream_ping(app *a)
{
    for (match *m = a->newest; m != NULL; m = m->lru_next)
        for (match_stream *stream = m->streams; stream != NULL; stream = stream->next)
            if (http_stream_pending(stream->conn) == 0)
                http_stream_send(stream->conn, ":\n\n", 3);
}

void stream_end_all(match *m)
{
    for (match_stream *stream = m->streams, *next; stream != NULL; stream = next) {
        next = stream->next;
        end(stream);
    }
}
