/* server.c: the loop: starts, ticks, drains. Layer: server. */
#include "server/app.h"
#include "server/fleet/fleet.h"
#include "server/join_codes.h"
#include "server/worker.h"

#include <errno.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_MS = 1000, PING_TICKS = 15, FLUSH_MS = 250, DRAIN_TICKS = 5 };

typedef struct {
    app a;
    struct event *signals[3];
    struct event *tick, *flush;
    unsigned ticks, drain_ticks;
} server;

static void end_drained(server *s)
{
    if (s->a.draining && http_server_connections(s->a.http) == 0 && fleet_has_left(&s->a))
        event_base_loopbreak(s->a.base);
}

static void on_commit(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    app_commit(context);
}

static void on_tell(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    stream_tell_owed(context);
}

static void on_flush(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    app_flush(context, false);
    fleet_tick(context);
}

/* Deletes abandoned games. Above the quota no new games are accepted; a quarter above it no further
 * steps, because running games could otherwise fill the disk. */
static void keep_room(app *a)
{
    int64_t age = (int64_t)a->options->expire_days * 24 * 3600 * 1000;
    int64_t used = store_bytes(a->store), quota = (int64_t)a->options->disk_mb << 20;
    a->disk_is_full = used > quota;
    a->reserve_is_full = used > quota + quota / 4;
    if (a->batch_open)
        return;
    int64_t id = store_drop_abandoned(a->store, http_now() - age);
    if (id != 0)
        app_forget_id(a, id);
}

static void on_tick(evutil_socket_t fd, short what, void *context)
{
    server *s = context;
    (void)fd;
    (void)what;
    s->ticks++;
    http_server_tick(s->a.http);
    opponents_tick(&s->a);
    analysts_tick(&s->a);
    worker_tick(&s->a);
    keep_room(&s->a);
    bots_tick(&s->a);
    if (s->ticks % PING_TICKS == 0)
        stream_ping(&s->a);
    if (s->a.draining && ++s->drain_ticks > DRAIN_TICKS)
        event_base_loopbreak(s->a.base);
    end_drained(s);
}

/* Begins to end: requests that have begun are still answered. A second signal ends the server at
 * once. */
static void on_signal(evutil_socket_t fd, short what, void *context)
{
    server *s = context;
    (void)fd;
    (void)what;
    if (s->a.draining) {
        event_base_loopbreak(s->a.base);
        return;
    }
    app_commit(&s->a);
    s->a.draining = true;
    http_server_drain(s->a.http);
    stream_end_every(&s->a);
    analysts_end_every(&s->a);
    bots_end_every(&s->a);
    fleet_tick(&s->a);
    end_drained(s);
}

static bool add_timer(struct event_base *base, struct event **timer, int ms, event_callback_fn call,
                      void *context)
{
    struct timeval every = {ms / 1000, (ms % 1000) * 1000};
    *timer = event_new(base, -1, EV_PERSIST, call, context);
    return *timer != NULL && event_add(*timer, &every) == 0;
}

static bool add_events(server *s)
{
    static const int signals[] = {SIGTERM, SIGINT, SIGHUP};
    struct event_base *base = s->a.base;
    for (int i = 0; i < 3; i++) {
        s->signals[i] = evsignal_new(base, signals[i], on_signal, s);
        if (s->signals[i] == NULL || event_add(s->signals[i], NULL) != 0)
            return false;
    }
    s->a.commit_event = event_new(base, -1, 0, on_commit, &s->a);
    s->a.tell_event = evtimer_new(base, on_tell, &s->a);
    return s->a.commit_event != NULL && s->a.tell_event != NULL &&
           add_timer(base, &s->tick, TICK_MS, on_tick, s) &&
           add_timer(base, &s->flush, FLUSH_MS, on_flush, &s->a);
}

static bool start(server *s, const server_options *options, char *why, size_t cap)
{
    http_options http = {.listen = options->listen,
                         .port = options->port,
                         .peer_limit = options->connection_limit,
                         .proxies = &options->proxies,
                         .handle = app_handle,
                         .context = &s->a};
    struct event_config *config = event_config_new();
    s->a.options = options;
    s->a.boot = http_now();
    s->a.work.left = APP_WORK;
    if (config != NULL)
        event_config_set_flag(config, EVENT_BASE_FLAG_NOLOCK);
    s->a.base = config != NULL ? event_base_new_with_config(config) : NULL;
    if (config != NULL)
        event_config_free(config);
    snprintf(why, cap, "not enough memory");
    if (s->a.base == NULL || !add_events(s))
        return false;
    s->a.opponents = opponents_new(&s->a);
    s->a.shelf = shelf_new(&s->a);
    s->a.analysts = analysts_new(&s->a);
    s->a.codes = join_codes_new();
    s->a.worker = worker_new(&s->a);
    if (s->a.opponents == NULL || s->a.shelf == NULL || s->a.analysts == NULL ||
        s->a.codes == NULL || s->a.worker == NULL)
        return false;
    s->a.store = store_open(options->store, why, cap);
    if (s->a.store == NULL)
        return false;
    if (!bots_start(&s->a)) {
        snprintf(why, cap, "the accounts in the store %s cannot be read", options->store);
        return false;
    }
    s->a.http = http_server_new(s->a.base, &http, why, cap);
    return s->a.http != NULL && fleet_join(&s->a, why, cap);
}

static void free_event(struct event *event)
{
    if (event != NULL)
        event_free(event);
}

static void stop(server *s)
{
    app *a = &s->a;
    if (a->store != NULL) {
        app_flush(a, true);
    }
    if (a->fleet != NULL)
        fleet_free(a->fleet);
    if (a->opponents != NULL)
        opponents_free(a->opponents);
    if (a->shelf != NULL)
        shelf_free(a->shelf);
    stream_end_every(a);
    if (a->analysts != NULL)
        analysts_free(a->analysts);
    join_codes_free(a->codes);
    if (a->worker != NULL)
        worker_free(a->worker);
    bots_stop(a);
    if (a->http != NULL)
        http_server_free(a->http);
    app_cache_free(a);
    if (a->store != NULL)
        store_close(a->store);
    app_batch_free(&a->open);
    app_batch_free(&a->flight);
    free(a->fleet);
    for (int i = 0; i < 3; i++)
        free_event(s->signals[i]);
    free_event(a->commit_event);
    free_event(a->tell_event);
    free_event(s->tick);
    free_event(s->flush);
    if (a->base != NULL)
        event_base_free(a->base);
}

bool server_backup(const char *path, const char *to, char *why, size_t cap)
{
    return store_backup(path, to, why, cap);
}

/* The answers of one turn of the loop are freed together. The C library would give their memory
 * back to the system each time, and get it again page by page. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    enum { KEPT_BYTES = 8 << 20 };
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
#endif
}

bool server_run(const server_options *options, char *why, size_t cap)
{
    keep_memory();
    server *s = calloc(1, sizeof *s);
    if (s == NULL) {
        snprintf(why, cap, "not enough memory");
        return false;
    }
    bool good = start(s, options, why, cap);
    if (good && strcmp(options->store, STORE_IN_MEMORY) == 0)
        fputs("arbiter: the games are kept in memory only, and are gone when the server ends "
              "(--store " STORE_IN_MEMORY ")\n",
              stderr);
    if (good && !options->ready(http_server_port(s->a.http))) {
        snprintf(why, cap, "the page's address cannot be written: %s", strerror(errno));
        good = false;
    }
    if (good && event_base_dispatch(s->a.base) < 0) {
        snprintf(why, cap, "the server ends, since it cannot wait for requests");
        good = false;
    }
    stop(s);
    free(s);
    libevent_global_shutdown();
    return good;
}
