/* app.h: what the parts of the server share. Layer: server.
 *
 * One loop, one thread. A request changes matches in memory and in an open transaction; when the
 * loop has gone round, one commit makes all of them durable, and only then are they answered and
 * told to those who watch. */
#ifndef ARB_SERVER_APP_H
#define ARB_SERVER_APP_H

#include "server/http/http.h"
#include "server/match_record.h"
#include "server/server.h"
#include "server/store/store.h"

enum { CACHE_TABLE = 16384, WATCH_TABLE = 4096, CACHE_BYTES = 96 << 20, APP_LARGE = 64 << 10 };

typedef struct {
    http_conn *conn;
    int status;
    const char *type, *fields;
    text_builder body;
    int64_t game; /* the game that the answer is about, or 0 */
} app_answer;

/* Matches with steps that become durable together, and the answers that wait for it. */
typedef struct {
    match *matches;
    app_answer *answers;
    size_t count, cap; /* of answers */
} app_batch;

typedef struct {
    uint64_t requests[6]; /* by the first digit of the status */
    uint64_t games, steps, refused, commits, commit_us, loads, events;
    uint64_t most_work; /* the most of APP_WORK that one request or event used */
} app_metrics;

typedef struct opponents opponents;
typedef struct engine_shelf engine_shelf;
typedef struct analysts analysts;
typedef struct join_codes join_codes;
typedef struct match_watch match_watch;
typedef struct fleet fleet;
typedef struct bots bots;
typedef struct worker worker;

typedef struct app {
    const server_options *options;
    struct event_base *base;
    http_server *http;
    store *store;
    fleet *fleet; /* NULL: this server is alone */
    opponents *opponents;
    engine_shelf *shelf;
    analysts *analysts;
    join_codes *codes;
    bots *bots;
    worker *worker; /* for requests that take long; NULL: the loop does them (tests) */
    struct event *commit_event;
    int64_t boot;
    bool draining;
    bool disk_is_full;     /* the games take what --disk allows */
    bool store_is_failing; /* the last commit failed */

    arb_budget work; /* the work that the request in hand may still cause */

    /* The matches in memory, found by id; those used last come first. */
    match *table[CACHE_TABLE];
    match *newest, *oldest;
    size_t match_count, match_bytes;

    /* The open transaction; and the one that a shared store is committing. */
    bool batch_open, batch_failed, flying;
    app_batch open, flight;
    int64_t flight_began;
    int64_t saw; /* the game that the request in hand has looked at, STORE_HOME for several, or 0 */

    /* Matches whose summary in the store lags, the longest first. */
    match *lagging, *lagging_last;

    match_watch *watches[WATCH_TABLE]; /* by id */
    match_watch *watched;
    size_t streams;
    app_metrics metrics;
} app;

/* Work that one request, or one event, may make the library do: squares looked at, some
 * nanoseconds each (docs/serve.md). A game costs at most half of it to be read again. */
enum { APP_WORK = 12 << 20 };
/* The same for one that runs beside the loop (worker.h): about a third of a second. */
enum { APP_LONG_WORK = 10 * APP_WORK };
static inline void app_begin_work(app *a)
{
    uint64_t used = APP_WORK - a->work.left; /* by the request before */
    if (used > a->metrics.most_work)
        a->metrics.most_work = used;
    a->work.left = APP_WORK;
}

/* ---- cache.c ---- */

/* NULL: there is no such match. */
match *app_match(app *a, int64_t id);
/* The same, but only if it is in memory. */
match *app_find(const app *a, int64_t id);
/* A match that the caller has made; the cache owns it from now on. */
void app_keep(app *a, match *m);
void app_forget(app *a, match *m);
/* Forgets a match by its id, if it is in memory and nothing of it is being written; its streams
 * end. */
void app_forget_id(app *a, int64_t id);
/* May the match leave memory? Not while it is being written or its summary lags. */
bool app_may_forget(const match *m);
/* Counts the size of a match again, which may have changed. */
void app_resized(app *a, match *m);
/* Watches the flag of a running clock. */
void app_watch_clock(app *a, match *m);
void app_cache_free(app *a);

/* ---- batch.c ---- */

/* Takes a step, durable before any answer that follows. False: the game does not allow it, and
 * nothing has changed. */
bool app_step(app *a, match *m, const char *what, const char *request);
/* Records that are put from now on become durable with the open transaction. */
bool app_open_batch(app *a);
/* The same for a new game. */
bool app_create(app *a, match *m, const match_start *start, const char *request);
void app_commit(app *a);
/* Called by a shared store when a commit has ended: see store_host. */
void app_committed(void *context, bool good, const int64_t *refused, size_t count);
/* Forgets every match and refuses what waits for the store: others may own them from now on. */
void app_lapsed(void *context);
void app_batch_free(app_batch *batch);
/* Is anything on its way to the store? */
bool app_is_saving(const app *a);
/* Sets the match back to what the store knows, after a step that could not be written. False: the
 * store cannot be read now. */
bool app_restore(app *a, match *m);
/* Writes summaries that lag; all of them, or those that have lagged for a while. */
void app_flush(app *a, bool all);

/* Takes over the body and sends it once nothing is waiting for the disk. */
void app_reply(app *a, http_conn *conn, int status, const char *type, const char *fields,
               text_builder *body);
void app_json(app *a, http_conn *conn, int status, text_builder *body);
/* application/problem+json; `verdict` is a JSON object or NULL. */
void app_problem(app *a, http_conn *conn, int status, const char *detail,
                 const text_builder *verdict);

/* ---- stream.c ---- */

/* seats: those that the watcher holds, bit 0 White's, bit 1 Black's */
void stream_open(app *a, http_conn *conn, match *m, int64_t known, unsigned seats,
                 arb_language language);
/* Sends the state to everybody who watches the match. */
void stream_tell(app *a, match *m);
/* Sends a comment, so that nobody takes silence for a lost connection. */
void stream_ping(app *a);
/* Ends the streams of one game, and of every game. */
void stream_end_all(app *a, int64_t id);
void stream_end_every(app *a);
/* Lets the clock of a watched game run on while the game leaves the memory. */
void stream_keep_flag(app *a, const match *m);

/* The seats whose holders watch the game, bit 0 White's, bit 1 Black's. */
unsigned stream_seats(app *a, int64_t id);

/* ---- bots/: those who play with tokens ---- */

bool bots_start(app *a);
void bots_stop(app *a);
/* This server has become their home; is it their home; it has ceased to be. */
void bots_begin(app *a);
bool bots_are_here(const app *a);
void bots_lapsed(app *a);
/* A game has been read, or leaves the memory with its clock running. */
void bots_seen(app *a, const match *m);
void bots_keep_flag(app *a, const match *m);
/* Streams of this game may have been sent an old state; or the store has no such game. */
void bots_lost(app *a, int64_t id, bool gone);
/* A game has changed, and the change is on disk. */
void bots_tell(app *a, const match *m);
/* Once a second: challenges expire, absent players are told of, streams are kept alive. */
void bots_tick(app *a);
void bots_end_every(app *a);

/* ---- routes.c ---- */

void app_handle(void *context, http_conn *conn, const http_request *request, int status,
                const char *body);

/* ---- opponent.c ---- */

opponents *opponents_new(app *a);
void opponents_free(opponents *o);
/* May somebody play against this engine? */
bool opponents_have(const app *a, const char *name);
/* Asks for a move if the engine has the turn. */
void opponents_wake(app *a, match *m);
/* Called regularly: hurries engines that others wait for, and ends those that have been idle. */
void opponents_tick(app *a);
size_t opponents_running(const app *a);

/* ---- engine_shelf.c ---- */

/* Asks every engine once, in the background, which games it plays. */
engine_shelf *shelf_new(app *a);
void shelf_free(engine_shelf *shelf);
/* Does this engine play these rules? Until it has answered only chess counts. */
bool shelf_plays(const app *a, const char *name, const arb_rules *rules);
/* What it calls itself; its program's name until it has answered. `index`: as in the options. */
const char *shelf_title(const app *a, size_t index);

/* ---- analysis.c ---- */

analysts *analysts_new(app *a);
void analysts_free(analysts *all);
/* Lets an engine analyse the position of the game and streams its lines to the connection until its
 * time is up or the client leaves. Takes over the game. False: all engines are busy; the caller
 * answers and keeps the game. */
bool analysts_begin(app *a, http_conn *conn, const char *engine, arb_game *game);
/* Called regularly: ends engines that have been idle. */
void analysts_tick(app *a);
/* Ends all streams, because the server ends. */
void analysts_end_every(app *a);

#endif
