/* app.h: what the parts of the server share. Layer: server.
 *
 * One loop, one thread. A request changes matches in memory and in an open transaction. At the end
 * of each turn of the loop one commit makes all changes durable; only then are the requests
 * answered and the watchers told. */
#ifndef ARB_SERVER_APP_H
#define ARB_SERVER_APP_H

#include "server/http/http.h"
#include "server/match/match_record.h"
#include "server/server.h"
#include "server/store/store.h"

enum { CACHE_TABLE = 16384, WATCH_TABLE = 4096, CACHE_BYTES = 96 << 20, APP_LARGE = 64 << 10 };

typedef struct {
    http_conn *conn;
    int status;
    const char *type, *fields;
    text_builder body;
    int64_t game; /* the game that the answer is about; 0: none */
} app_answer;

/* Matches with steps that become durable together, and the answers that wait for that. */
typedef struct {
    match *matches;
    app_answer *answers;
    size_t count, cap; /* number of answers, and room for them */
} app_batch;

typedef struct {
    uint64_t requests[6]; /* by the first digit of the status */
    uint64_t games, steps, refused, commits, commit_us, loads, events;
    uint64_t most_work; /* the most units of APP_WORK that one request or event used */
} app_metrics;

typedef struct opponents opponents;
typedef struct engine_shelf engine_shelf;
typedef struct analysts analysts;
typedef struct join_codes join_codes;
typedef struct match_watch match_watch;
typedef struct match_stream match_stream;
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
    worker *worker; /* does requests that take long; NULL: the loop does them (tests) */
    struct event *commit_event;
    int64_t boot;
    bool draining;
    bool disk_is_full;     /* games take as much space as --disk allows */
    bool reserve_is_full;  /* running games have grown by a quarter more than that */
    bool store_is_failing; /* the last commit failed */
    uint64_t failures;     /* how many commits lost steps */

    arb_budget work; /* the work that the request in hand may still cause */

    /* The matches in memory, found by id; the list begins with the one used last. */
    match *table[CACHE_TABLE];
    match *newest, *oldest;
    size_t match_count, match_bytes;

    /* The open transaction, and the one that a shared store is committing. */
    bool batch_open, batch_failed, flying;
    app_batch open, flight;
    int64_t flight_began;
    int64_t saw; /* the game that the current request has looked at; STORE_HOME: several; 0: none */

    /* Matches whose summary in the store lags, the one that has lagged longest first. */
    match *lagging, *lagging_last;

    match_watch *watches[WATCH_TABLE]; /* by id */
    match_watch *watched;
    size_t streams;
    /* Watchers who are told in later turns of the loop, and the time spent on telling in this
     * one. */
    match_stream *owed, *owed_last;
    struct event *tell_event;
    int64_t tell_us;
    app_metrics metrics;
} app;

/* The work that one request or event may make the library do, in squares looked at; each takes some
 * nanoseconds (docs/serve.md). Reading a game again costs at most half of it. */
enum { APP_WORK = 12 << 20 };
/* The same for a request that runs beside the loop (worker.h): 0.1 to 0.6 s (docs/serve.md). */
enum { APP_LONG_WORK = 10 * APP_WORK };
static inline void app_begin_work(app *a)
{
    uint64_t used = APP_WORK - a->work.left; /* by the request before this one */
    if (used > a->metrics.most_work)
        a->metrics.most_work = used;
    a->work.left = APP_WORK;
}

/* ---- cache.c ---- */

/* Returns the match of that id; NULL if there is none. */
match *app_match(app *a, int64_t id);
/* The same, but only if the match is in memory. */
match *app_find(const app *a, int64_t id);
/* Adds a match that the caller has made; the cache owns it from now on. */
void app_keep(app *a, match *m);
void app_forget(app *a, match *m);
/* Removes the match of that id from memory, unless a step of it is being written; its streams
 * end. */
void app_forget_id(app *a, int64_t id);
/* May the match leave memory? It may not while it is being written or its summary lags. */
bool app_may_forget(const match *m);
/* Measures the match again, because its size may have changed. */
void app_resized(app *a, match *m);
/* Ends the game if the running clock has run out, else waits for that moment. */
void app_watch_clock(app *a, match *m);
void app_cache_free(app *a);

/* ---- batch.c ---- */

/* Takes a step that is durable before any later answer is sent. Returns false, with nothing
 * changed, if the game does not allow it. */
bool app_step(app *a, match *m, const char *what, const char *request);
/* Makes sure that a transaction is open; records that are put from now on become durable with
 * it. */
bool app_open_batch(app *a);
/* Does for a new game what app_step does for a step. */
bool app_create(app *a, match *m, const match_start *start, const char *request);
void app_commit(app *a);
/* A shared store calls this when a commit has ended: see store_host. */
void app_committed(void *context, bool good, const int64_t *refused, size_t count);
/* Forgets every match and refuses what waits for the store, because other servers may own the games
 * from now on. */
void app_lapsed(void *context);
void app_batch_free(app_batch *batch);
/* Is anything on its way to the store? */
bool app_is_saving(const app *a);
/* Sets the match back to what the store has, after a step that could not be written. Returns false
 * if the store cannot be read now. */
bool app_restore(app *a, match *m);
/* Writes summaries that lag; all of them, or those that have lagged for a while. */
void app_flush(app *a, bool all);

/* Takes over the body and sends it as soon as nothing that it shows still waits for the disk. */
void app_reply(app *a, http_conn *conn, int status, const char *type, const char *fields,
               text_builder *body);
void app_json(app *a, http_conn *conn, int status, text_builder *body);
/* Answers with application/problem+json; `verdict` is a JSON object or NULL. */
void app_problem(app *a, http_conn *conn, int status, const char *detail,
                 const text_builder *verdict);

/* ---- stream.c ---- */

/* Streams the match to a connection. `seats` are those that the watcher holds: bit 0 White's, bit 1
 * Black's. */
void stream_open(app *a, http_conn *conn, match *m, int64_t known, unsigned seats,
                 arb_language language);
/* Sends the state to everyone who watches the match; to many of them in later turns of the loop. */
void stream_tell(app *a, match *m);
/* Tells those for whom there was no time before. */
void stream_tell_owed(app *a);
/* Tells those who waited for a commit that failed: the state is as it was before. */
void stream_tell_waiting(app *a, const match *m);
/* Sends a comment, so that nobody takes silence for a lost connection. */
void stream_ping(app *a);
/* Ends the streams of one game; the next function, those of every game. */
void stream_end_all(app *a, int64_t id);
void stream_end_every(app *a);
/* Lets the clock of a watched game run on when the game leaves memory. */
void stream_keep_flag(app *a, const match *m);

/* The seats whose holders watch the game, bit 0 White's, bit 1 Black's. */
unsigned stream_seats(app *a, int64_t id);

/* ---- bots/: players with tokens ---- */

bool bots_start(app *a);
void bots_stop(app *a);
/* In this order: this server has become their home; is it their home; it has ceased to be their
 * home. */
void bots_begin(app *a);
bool bots_are_here(const app *a);
void bots_lapsed(app *a);
/* In this order: a game has been read; it leaves memory with its clock running. */
void bots_seen(app *a, const match *m);
void bots_keep_flag(app *a, const match *m);
/* Streams of this game may have been sent an old state or, if `gone`, the store has no such
 * game. */
void bots_lost(app *a, int64_t id, bool gone);
/* A game has changed, and the change is on disk. */
void bots_tell(app *a, const match *m);
/* A step was taken back: streams that waited for its commit are sent the state before it. */
void bots_taken_back(app *a, const match *m);
/* Reads again which accounts are bots', because it could not be written. */
void bots_reread_accounts(app *a);
/* Runs once a second: lets challenges expire, reports absent players, keeps streams alive. */
void bots_tick(app *a);
void bots_end_every(app *a);

/* ---- routes.c ---- */

void app_handle(void *context, http_conn *conn, const http_request *request, int status,
                const char *body);

/* ---- opponent.c ---- */

opponents *opponents_new(app *a);
void opponents_free(opponents *o);
/* Does this server have an engine of that name? */
bool opponents_have(const app *a, const char *name);
/* Asks the engine for a move if it is the engine's turn. */
void opponents_wake(app *a, match *m);
/* Steps of the game were taken back: what an engine thinks about it now does not count. */
void opponents_taken_back(app *a, int64_t game);
/* Runs regularly: hurries engines that other games wait for, and ends those that have been idle. */
void opponents_tick(app *a);
size_t opponents_running(const app *a);

/* ---- engine_shelf.c ---- */

/* Asks every engine once, in the background, which games it plays. */
engine_shelf *shelf_new(app *a);
void shelf_free(engine_shelf *shelf);
/* Does this engine play these rules? Until it has answered only chess counts as played. */
bool shelf_plays(const app *a, const char *name, const arb_rules *rules);
/* The name that the engine gives itself; the name of its program until it has answered. `index` is
 * its place in the options. */
const char *shelf_title(const app *a, size_t index);

/* ---- analysis.c ---- */

analysts *analysts_new(app *a);
void analysts_free(analysts *all);
/* Lets an engine analyse the game's position and streams its lines to the connection until its time
 * is up or the client leaves. Takes over the game. Returns false if all engines are busy; the
 * caller then answers and keeps the game. */
bool analysts_begin(app *a, http_conn *conn, const char *engine, arb_game *game);
/* Runs regularly: ends engines that have been idle. */
void analysts_tick(app *a);
/* Ends all streams, because the server ends. */
void analysts_end_every(app *a);

#endif
