/* stream.c: live events of a match (Server-Sent Events). Layer: server.
 *
 * An event has the whole state, so events may be skipped: a slow client is sent only the newest
 * state, as soon as it has read what it was sent before. Thousands may watch one game, so telling
 * them takes several turns of the loop: those for whom there is no time now wait in a queue. */
#include "server/app.h"
#include "server/match/match_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TELL_US = 2000 }; /* processor time for telling watchers in one turn of the loop */

/* What a watcher in the queue has not been told. */
enum { OWED_STATE = 1, OWED_PRESENCE = 2, OWED_PING = 4 };
static const char ping[] = ":\n\n"; /* a comment */

typedef struct match_stream {
    struct match_stream *prev, *next;
    struct match_stream *owed_prev, *owed_next;
    struct match_watch *watch;
    http_conn *conn;
    unsigned owed; /* not 0: it is in the queue */
    bool behind;
    arb_language language;
    unsigned seats; /* seats that the watcher holds: bit 0 White's, bit 1 Black's */
} match_stream;

/* The watchers of a game, whether or not it is in memory. */
struct match_watch {
    match_watch *table_next, *prev, *next;
    app *a;
    int64_t id;
    match_stream *streams;
    struct event *flag;     /* the timer for the flag of a game that has left memory */
    struct event *presence; /* somebody came or went: all watchers are told together, soon */
    char here[96];          /* the event that says who is here */
};

static match_watch **slot_of(app *a, int64_t id)
{
    return &a->watches[(uint64_t)id % WATCH_TABLE];
}

static match_watch *find_watch(app *a, int64_t id)
{
    match_watch *w = *slot_of(a, id);
    while (w != NULL && w->id != id)
        w = w->table_next;
    return w;
}

static match_watch *need_watch(app *a, int64_t id)
{
    match_watch *w = find_watch(a, id);
    if (w != NULL)
        return w;
    w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    *w = (match_watch){.table_next = *slot_of(a, id), .next = a->watched, .a = a, .id = id};
    *slot_of(a, id) = w;
    if (w->next != NULL)
        w->next->prev = w;
    a->watched = w;
    return w;
}

static void forget_watch(match_watch *w)
{
    match_watch **link = slot_of(w->a, w->id);
    while (*link != w)
        link = &(*link)->table_next;
    *link = w->table_next;
    *(w->prev != NULL ? &w->prev->next : &w->a->watched) = w->next;
    if (w->next != NULL)
        w->next->prev = w->prev;
    if (w->flag != NULL)
        event_free(w->flag);
    if (w->presence != NULL)
        event_free(w->presence);
    free(w);
}

/* ---- those who are told later ---- */

static void owe(match_stream *stream, unsigned what)
{
    app *a = stream->watch->a;
    if (stream->owed == 0) {
        stream->owed_prev = a->owed_last;
        stream->owed_next = NULL;
        *(a->owed_last != NULL ? &a->owed_last->owed_next : &a->owed) = stream;
        a->owed_last = stream;
    }
    stream->owed |= what;
}

static void leave_queue(match_stream *stream)
{
    app *a = stream->watch->a;
    if (stream->owed == 0)
        return;
    *(stream->owed_prev != NULL ? &stream->owed_prev->owed_next : &a->owed) = stream->owed_next;
    *(stream->owed_next != NULL ? &stream->owed_next->owed_prev : &a->owed_last) =
        stream->owed_prev;
    stream->owed = 0;
}

/* Is there time in this turn of the loop to tell one more watcher? Those in the queue go first. */
static bool has_time(app *a, const match_stream *stream)
{
    static const struct timeval next_turn;
    if (a->tell_event != NULL && !evtimer_pending(a->tell_event, NULL))
        event_add(a->tell_event, &next_turn);
    return stream->owed == 0 && (a->tell_us < TELL_US || a->tell_event == NULL);
}

/* Sends a short event, unless the client still has to read others: then it is not important. */
static void send_short(match_stream *stream, unsigned what, const char *text)
{
    app *a = stream->watch->a;
    if (!has_time(a, stream)) {
        owe(stream, what);
    } else if (http_stream_pending(stream->conn) == 0) {
        int64_t began = http_cpu_us();
        http_stream_send(stream->conn, text, strlen(text));
        a->tell_us += http_cpu_us() - began;
    }
}

/* ---- who is here ---- */

static unsigned seats_of(const match_watch *w)
{
    unsigned seats = 0;
    for (const match_stream *stream = w->streams; stream != NULL; stream = stream->next)
        seats |= stream->seats;
    return seats;
}

unsigned stream_seats(app *a, int64_t id)
{
    const match_watch *w = find_watch(a, id);
    return w != NULL ? seats_of(w) : 0;
}

static void on_presence(evutil_socket_t fd, short what, void *context)
{
    match_watch *w = context;
    unsigned seats = seats_of(w), watching = 0;
    (void)fd;
    (void)what;
    for (const match_stream *stream = w->streams; stream != NULL; stream = stream->next)
        watching += stream->seats == 0;
    snprintf(w->here, sizeof w->here,
             "event: presence\ndata: {\"white\":%s,\"black\":%s,\"watching\":%u}\n\n",
             seats & 1u << ARB_WHITE ? "true" : "false", seats & 1u << ARB_BLACK ? "true" : "false",
             watching);
    for (match_stream *stream = w->streams; stream != NULL; stream = stream->next)
        send_short(stream, OWED_PRESENCE, w->here);
}

/* Announces who is here, at most twice a second however many clients come and go. */
static void presence_changed(match_watch *w)
{
    static const struct timeval soon = {0, 500000};
    if (w->presence == NULL)
        w->presence = evtimer_new(w->a->base, on_presence, w);
    if (w->presence != NULL && !evtimer_pending(w->presence, NULL))
        evtimer_add(w->presence, &soon);
}

static void on_closed(void *context)
{
    match_stream *stream = context;
    match_watch *w = stream->watch;
    *(stream->prev != NULL ? &stream->prev->next : &w->streams) = stream->next;
    if (stream->next != NULL)
        stream->next->prev = stream->prev;
    w->a->streams--;
    leave_queue(stream);
    free(stream);
    if (w->streams == NULL)
        forget_watch(w);
    else
        presence_changed(w);
}

static void end(match_stream *stream)
{
    http_conn *conn = stream->conn;
    on_closed(stream);
    http_stream_end(conn);
}

static void put_event(text_builder *out, const match *m, arb_language language)
{
    text_puts(out, "id: ");
    text_put_number(out, m->version);
    text_puts(out, "\nevent: state\ndata: ");
    state_put(out, m, NULL, http_now(), language);
    text_puts(out, "\n\n");
}

static void on_drained(void *context)
{
    match_stream *stream = context;
    app *a = stream->watch->a;
    int64_t began = http_cpu_us();
    if (!stream->behind)
        return;
    app_begin_work(a);
    match *m = app_match(a, stream->watch->id);
    if (m == NULL || m->record->in_batch ||
        m->record->in_flight) /* the commit will send the state */
        return;
    stream->behind = false;
    text_builder event = {0};
    put_event(&event, m, stream->language);
    a->metrics.events++;
    if (event.failed ||
        a->work.left == 0) /* an incomplete event is not sent; the next one has the whole state */
        stream->behind = true;
    else
        http_stream_send(stream->conn, event.at, event.len);
    text_free(&event);
    http_peer_charge(http_conn_peer(stream->conn), http_cpu_us() - began);
}

/* Has this client caused too much work with large events, or not read them? If so, its stream
 * ends. */
static bool is_too_much(match_stream *stream, const text_builder *event)
{
    http_peer *peer = http_conn_peer(stream->conn);
    if (event->len > APP_LARGE)
        http_peer_works(peer, event->len, http_now());
    return peer->held > PEER_HELD || http_peer_is_tired(peer, http_now());
}

static void send_event(match_stream *stream, const text_builder *event)
{
    stream->behind = http_stream_pending(stream->conn) > 0;
    if (!stream->behind)
        http_stream_send(stream->conn, event->at, event->len);
}

/* The event with the newest state, which is written once in each language. */
typedef struct {
    int64_t game, version;
    text_builder in[ARB_LANGUAGE_COUNT];
} state_events;

static void free_events(state_events *events)
{
    for (int i = 0; i < ARB_LANGUAGE_COUNT; i++)
        text_free(&events->in[i]);
    *events = (state_events){0};
}

/* Tells one watcher. The time for writing the text is charged to the first client that gets it. */
static void tell_state(match_stream *stream, const match *m, state_events *events)
{
    app *a = stream->watch->a;
    http_peer *peer = http_conn_peer(stream->conn);
    int64_t began = http_cpu_us();
    if (events->game != m->id || events->version != m->version)
        free_events(events);
    events->game = m->id;
    events->version = m->version;
    text_builder *event = &events->in[stream->language];
    if (event->len == 0) {
        app_begin_work(a);
        put_event(event, m, stream->language);
        if (event->failed || a->work.left == 0)
            text_free(event);
    }
    if (event->len == 0) { /* the next event has the whole state */
        stream->behind = true;
    } else if (is_too_much(stream, event)) {
        end(stream);
    } else {
        send_event(stream, event);
        a->metrics.events++;
    }
    int64_t used = http_cpu_us() - began;
    http_peer_charge(peer, used);
    a->tell_us += used;
}

void stream_tell(app *a, match *m)
{
    match_watch *w = find_watch(a, m->id);
    state_events events = {0};
    for (match_stream *stream = w != NULL ? w->streams : NULL, *next; stream != NULL;
         stream = next) {
        next = stream->next;
        if (has_time(a, stream))
            tell_state(stream, m, &events);
        else
            owe(stream, OWED_STATE);
    }
    free_events(&events);
}

void stream_tell_waiting(app *a, const match *m)
{
    static const struct timeval next_turn;
    match_watch *w = find_watch(a, m->id);
    for (match_stream *stream = w != NULL ? w->streams : NULL; stream != NULL;
         stream = stream->next)
        if (stream->behind && http_stream_pending(stream->conn) == 0)
            owe(stream, OWED_STATE);
    if (a->owed != NULL && a->tell_event != NULL && !evtimer_pending(a->tell_event, NULL))
        event_add(a->tell_event, &next_turn);
}

/* Tells the first watcher in the queue. If a newer state is on its way to the disk, the commit
 * tells the watcher. A watcher whose game cannot be read now has to connect again. */
static void tell_first_owed(app *a, state_events *events)
{
    match_stream *stream = a->owed;
    unsigned what = stream->owed;
    stream->owed = 0;
    a->owed = stream->owed_next;
    *(a->owed != NULL ? &a->owed->owed_prev : &a->owed_last) = NULL;
    match *m = what & OWED_STATE ? app_match(a, stream->watch->id) : NULL;
    if (what & OWED_STATE && m == NULL) {
        end(stream);
        return;
    }
    if (what & OWED_PRESENCE)
        send_short(stream, OWED_PRESENCE, stream->watch->here);
    else if (what == OWED_PING)
        send_short(stream, OWED_PING, ping);
    if (m == NULL)
        return;
    if (m->record->in_batch || m->record->in_flight)
        stream->behind = true;
    else
        tell_state(stream, m, events);
}

void stream_tell_owed(app *a)
{
    static const struct timeval next_turn;
    state_events events = {0};
    a->tell_us = 0;
    while (a->owed != NULL && a->tell_us < TELL_US)
        tell_first_owed(a, &events);
    free_events(&events);
    if (a->owed != NULL)
        event_add(a->tell_event, &next_turn);
}

void stream_open(app *a, http_conn *conn, match *m, int64_t known, unsigned seats,
                 arb_language language)
{
    match_stream *stream = calloc(1, sizeof *stream);
    match_watch *w = stream != NULL ? need_watch(a, m->id) : NULL;
    if (w == NULL) {
        free(stream);
        app_problem(a, conn, 503, "there is no memory for another stream", NULL);
        return;
    }
    stream->conn = conn;
    stream->seats = seats;
    stream->language = language;
    stream->watch = w;
    stream->next = w->streams;
    if (stream->next != NULL)
        stream->next->prev = stream;
    w->streams = stream;
    a->streams++;
    a->metrics.requests[2]++;
    http_stream_begin(conn, "text/event-stream", &(http_stream){on_closed, on_drained, stream});
    http_stream_send(conn, "retry: 1000\n\n", 13);
    presence_changed(w);
    stream->behind = m->record->in_batch || m->record->in_flight;
    if (stream->behind || known == m->version)
        return; /* the commit will send a step that is not yet on disk */
    text_builder event = {0};
    put_event(&event, m, language);
    if (event.len > APP_LARGE)
        http_peer_works(http_conn_peer(conn), event.len, http_now());
    if (event.failed || a->work.left == 0)
        stream->behind = true;
    else
        send_event(stream, &event);
    text_free(&event);
}

void stream_ping(app *a)
{
    for (match_watch *w = a->watched; w != NULL; w = w->next)
        for (match_stream *stream = w->streams; stream != NULL; stream = stream->next)
            send_short(stream, OWED_PING, ping);
}

static void end_watch(match_watch *w)
{
    for (match_stream *stream = w->streams, *next; stream != NULL; stream = next) {
        /* The analyser does not see that a stream leaves the list before it is freed. */
        next = stream->next; /* NOLINT(clang-analyzer-unix.Malloc) */
        end(stream);         /* ending the last stream ends the watch, too */
    }
}

void stream_end_all(app *a, int64_t id)
{
    match_watch *w = find_watch(a, id);
    if (w != NULL)
        end_watch(w);
}

void stream_end_every(app *a)
{
    while (a->watched != NULL)
        end_watch(a->watched);
}

/* ---- clocks of games that are not in memory ---- */

static void on_flag(evutil_socket_t fd, short what, void *context)
{
    match_watch *w = context;
    (void)fd;
    (void)what;
    app_begin_work(w->a);
    app_match(w->a, w->id); /* when the match is loaded, its flag falls */
}

void stream_keep_flag(app *a, const match *m)
{
    match_watch *w = find_watch(a, m->id);
    int64_t flag = game_clock_deadline(&m->clock);
    if (w == NULL || flag < 0)
        return;
    if (w->flag == NULL)
        w->flag = evtimer_new(a->base, on_flag, w);
    int64_t ms = flag > http_now() ? flag - http_now() : 0;
    struct timeval wait = {ms / 1000, (ms % 1000) * 1000};
    if (w->flag != NULL)
        evtimer_add(w->flag, &wait);
}
