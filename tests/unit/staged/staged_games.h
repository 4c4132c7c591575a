/* staged_games.h: the whole server in a test's own process, its games, and clients that watch them.
 */
#ifndef ARB_TESTS_STAGED_GAMES_H
#define ARB_TESTS_STAGED_GAMES_H

#include "check.h"
#include "tests/fuzz/served.h"

static served s;

static inline void turn(void)
{
    event_base_loop(s.a.base, EVLOOP_NONBLOCK);
}

static inline void on_tell(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    stream_tell_owed(context);
}

static inline void set_up(void)
{
    served_start(&s);
    s.a.tell_event = event_new(s.a.base, -1, 0, on_tell, &s.a);
}

static inline void leave(void)
{
    stream_end_every(&s.a);
    event_free(s.a.tell_event);
    s.a.tell_event = NULL;
    served_stop(&s);
}

/* Adds a game that is on disk, with its summary. */
static inline match *add(int64_t clock_ms)
{
    match_start start = {.rules = "chess",
                         .rules_text = "",
                         .fen = arb_rules_at(0)->board.start,
                         .moves = "",
                         .white = "Ann",
                         .black = "Ben",
                         .clock = clock_ms > 0,
                         .initial_ms = clock_ms,
                         .engine = ""};
    match *m = match_new(store_next_id(s.a.store), &start);
    CHECK(m != NULL && app_create(&s.a, m, &start, ""));
    app_commit(&s.a);
    app_flush(&s.a, true);
    return m;
}

static inline match *use(int64_t id)
{
    app_begin_work(&s.a);
    return app_match(&s.a, id);
}

static inline void step(match *m, const char *what)
{
    CHECK(app_step(&s.a, m, what, ""));
    app_commit(&s.a);
}

/* A client of a game's events; what it has been sent is in s.reply. */
static inline int watch(int64_t id)
{
    char request[200];
    int pair[2];
    struct sockaddr_storage from = {.ss_family = AF_UNIX};
    int len = snprintf(request, sizeof request,
                       "GET /api/games/%lld/events HTTP/1.1\r\nHost: fuzz\r\n\r\n", (long long)id);
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
    http_conn_accept(s.a.http, pair[1], http_peer_enter(&s.a.http->peers, (struct sockaddr *)&from),
                     &in6addr_loopback, false);
    CHECK(write(pair[0], request, (size_t)len) == len);
    for (int i = 0; i < 10; i++)
        turn();
    s.reply_len = 0;
    served_take(&s, pair[0]);
    return pair[0];
}

/* What a client has been sent since it was looked at last. */
static inline const char *taken(int client)
{
    s.reply_len = 0;
    served_take(&s, client);
    return s.reply;
}

#endif
