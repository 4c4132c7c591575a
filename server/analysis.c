/* analysis.c: engines that analyse positions for people. Layer: server. A few engines serve all:
 * each serves one stream at a time, for a limited time, and one address has at most one stream.
 *
 * A stream carries a line of JSON for every report (application/x-ndjson), the last one with
 * "done". */
#include "server/app.h"

#include "common/steady_clock.h"
#include "engine/engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    DESKS = 2,
    LINES = 3,
    PLIES = 12,     /* the most plies of a line that are sent */
    TELL_MS = 300,  /* milliseconds between two reports */
    TURN_MS = 4000, /* after this time another client may take over the engine */
    IDLE_MS = 60000,
    TIMES_THINK = 4,  /* times the limit for a move in a game */
    A_START = 1 << 20 /* the work that starting an analysis is charged as; see http_peer_works */
};

typedef struct {
    app *a;
    engine_process process;
    const char *program; /* its path, one of those in the options */
    http_conn *conn;     /* NULL: nobody listens */
    arb_game *game;
    uint64_t asker;
    int64_t began, used;
    bool asked; /* the engine has been told the position */
    bool hurried;
    struct event *readable, *deadline, *tell;
} desk;

struct analysts {
    desk desks[DESKS];
};

/* ---- what is told ---- */

/* Writes the moves in SAN and in UCI, up to the first one that is not legal. */
static void put_moves(text_builder *out, const arb_position *start, const char *moves)
{
    arb_position position = *start;
    text_builder uci = {0};
    size_t plies = 0;
    text_puts(out, ",\"san\":[");
    text_puts(&uci, "],\"uci\":[");
    for (const char *at = moves; *at != '\0' && plies < PLIES; at += strspn(at, " "), plies++) {
        size_t len = strcspn(at, " ");
        char san[32];
        arb_verdict verdict;
        arb_error error;
        arb_undo undo;
        if (arb_uci_read(&position, at, len, &verdict, &error) != ARB_OK)
            break;
        arb_san_write(&position, verdict.move, san, sizeof san);
        if (!arb_position_play(&position, verdict.move, &undo))
            break;
        text_puts(out, plies > 0 ? "," : "");
        text_put_json(out, san);
        text_puts(&uci, plies > 0 ? "," : "");
        text_put_json_bytes(&uci, at, len);
        at += len;
    }
    text_put(out, uci.at, uci.len);
    text_puts(out, "]}");
    text_free(&uci);
}

/* Scores are written as White sees them; an engine gives them as the side to move sees them. */
static void put_line(text_builder *out, const desk *d, const engine_line *line)
{
    const arb_position *position = arb_game_position(d->game);
    int32_t sign = arb_position_turn(position) == ARB_WHITE ? 1 : -1;
    text_putf(out, "{\"depth\":%u,\"%s\":%" PRId32, line->opinion.depth,
              line->opinion.mate ? "mate" : "cp", sign * line->opinion.score);
    put_moves(out, position, line->moves);
}

static void tell(desk *d, bool done)
{
    text_builder out = {0};
    const char *comma = "";
    int64_t began = http_cpu_us();
    if (d->conn == NULL || (!done && http_stream_pending(d->conn) > 0))
        return;
    app_begin_work(d->a);
    text_putf(&out, "{\"done\":%s,\"lines\":[", done ? "true" : "false");
    bool current =
        d->asked && d->process.state != ENGINE_READYING; /* not those of the position before */
    for (size_t i = 0; current && i < LINES; i++) {
        if (!d->process.lines[i].opinion.known)
            continue;
        text_puts(&out, comma);
        put_line(&out, d, &d->process.lines[i]);
        comma = ",";
    }
    text_puts(&out, "]}\n");
    if (!out.failed)
        http_stream_send(d->conn, out.at, out.len);
    text_free(&out);
    http_peer_charge(http_conn_peer(d->conn), http_cpu_us() - began);
}

/* ---- one desk ---- */

/* Keeps the engine for the next position, even if it still thinks about the old one. */
static void clear_desk(desk *d)
{
    evtimer_del(d->tell);
    arb_game_free(d->game);
    d->game = NULL;
    d->conn = NULL;
    d->asked = false;
    d->used = http_now();
}

/* Stops an engine, once, if nobody waits for its analysis any more. */
static void hush(desk *d)
{
    if (d->conn != NULL || d->hurried || d->process.state != ENGINE_THINKING)
        return;
    d->hurried = true;
    engine_hurry(&d->process);
}

/* Ends the stream, with a last report if the engine has finished. */
static void finish(desk *d)
{
    http_conn *conn = d->conn;
    if (conn == NULL)
        return;
    tell(d, true);
    clear_desk(d);
    hush(d);
    http_stream_end(conn);
}

static void stop_engine(desk *d)
{
    if (d->readable != NULL)
        event_free(d->readable);
    d->readable = NULL;
    evtimer_del(d->deadline);
    engine_kill(&d->process);
}

static void on_closed(void *context)
{
    clear_desk(context);
    hush(context);
}

static void on_tell(evutil_socket_t fd, short what, void *context)
{
    static const struct timeval again = {0, TELL_MS * 1000};
    desk *d = context;
    (void)fd;
    (void)what;
    tell(d, false);
    evtimer_add(d->tell, &again);
}

static void ask(desk *d)
{
    engine_told told;
    char go[64];
    int64_t ms = TIMES_THINK * (int64_t)d->a->options->think_ms;
    engine_tell_position(&told, d->game);
    snprintf(go, sizeof go, "go movetime %" PRId64, ms);
    d->asked = engine_go(&d->process, told.text, go, ms);
    d->hurried = false;
}

static void watch(desk *d)
{
    int64_t ms = d->process.deadline - steady_ms();
    struct timeval wait = {ms > 0 ? ms / 1000 : 0, ms > 0 ? (ms % 1000) * 1000 : 0};
    if (d->process.deadline >= 0)
        evtimer_add(d->deadline, &wait);
    else
        evtimer_del(d->deadline);
}

static void on_engine(evutil_socket_t fd, short what, void *context)
{
    desk *d = context;
    (void)fd;
    (void)what;
    engine_state state = engine_step(&d->process);
    if (state == ENGINE_MOVED) {
        engine_taken(&d->process);
        if (d->asked)
            finish(d);
    } else if (state == ENGINE_IDLE && d->conn != NULL && !d->asked) {
        ask(d);
    }
    if (d->process.state == ENGINE_FAILED) {
        finish(d);
        stop_engine(d);
    }
    hush(d);
    watch(d);
}

static bool start(desk *d, const char *program)
{
    static const char *const options[] = {"MultiPV=3", NULL};
    const engine_setup setup = {.program = program,
                                .rules = arb_position_rules(arb_game_start(d->game)),
                                .options = options};
    stop_engine(d);
    d->program = program;
    if (!engine_start(&d->process, &setup))
        return false;
    d->readable = event_new(d->a->base, engine_fd(&d->process), EV_READ | EV_PERSIST, on_engine, d);
    return d->readable != NULL && event_add(d->readable, NULL) == 0;
}

/* ---- many people ---- */

static const char *program_of(const app *a, const char *name)
{
    for (size_t i = 0; i < a->options->engine_count; i++)
        if (strcmp(a->options->engines[i], name) == 0)
            return a->options->engines[i];
    return NULL;
}

/* The asker's own desk, a free one, or that of a client whose turn is over. */
static desk *find_desk(analysts *all, uint64_t asker)
{
    desk *best = NULL;
    int64_t now = http_now();
    for (size_t i = 0; i < DESKS; i++)
        if (all->desks[i].conn != NULL && all->desks[i].asker == asker)
            return &all->desks[i];
    for (size_t i = 0; i < DESKS; i++) {
        desk *d = &all->desks[i];
        if (d->conn != NULL && now - d->began < TURN_MS)
            continue;
        bool freer = best != NULL && best->conn != NULL && d->conn == NULL;
        if (best == NULL || freer || (!best->conn == !d->conn && d->began < best->began))
            best = d;
    }
    return best;
}

/* Can the running process continue with this game? */
static bool serves(const desk *d, const char *program, const arb_game *game)
{
    engine_state state = d->process.state;
    return d->program == program && d->process.rules == arb_position_rules(arb_game_start(game)) &&
           (state == ENGINE_IDLE || state == ENGINE_THINKING || state == ENGINE_READYING);
}

bool analysts_begin(app *a, http_conn *conn, const char *engine, arb_game *game)
{
    static const struct timeval first = {0, TELL_MS * 1000};
    http_peer *peer = http_conn_peer(conn);
    uint64_t asker = http_peer_number(peer);
    desk *d = find_desk(a->analysts, asker);
    if (d == NULL || a->draining)
        return false;
    finish(d);
    http_peer_works(peer, A_START, http_now());
    d->game = game;
    d->asker = asker;
    d->began = http_now();
    bool good = true;
    const char *program = program_of(a, engine);
    if (serves(d, program, game))
        ask(d);
    else
        good = start(d, program);
    d->conn = conn;
    http_stream_begin(conn, "application/x-ndjson",
                      &(http_stream){.closed = on_closed, .context = d});
    if (good && d->process.state != ENGINE_FAILED) {
        evtimer_add(d->tell, &first);
        watch(d);
        return true;
    }
    finish(d);
    stop_engine(d);
    return true;
}

void analysts_tick(app *a)
{
    int64_t now = http_now();
    for (size_t i = 0; i < DESKS; i++) {
        desk *d = &a->analysts->desks[i];
        if (d->conn == NULL && d->process.state != ENGINE_OFF && now - d->used > IDLE_MS)
            stop_engine(d);
    }
}

void analysts_end_every(app *a)
{
    for (size_t i = 0; i < DESKS; i++)
        finish(&a->analysts->desks[i]);
}

analysts *analysts_new(app *a)
{
    analysts *all = calloc(1, sizeof *all);
    bool good = all != NULL;
    for (size_t i = 0; all != NULL && i < DESKS; i++) {
        desk *d = &all->desks[i];
        d->a = a;
        d->process.pid = d->process.in = d->process.out = -1;
        d->process.deadline = -1;
        d->deadline = evtimer_new(a->base, on_engine, d);
        d->tell = evtimer_new(a->base, on_tell, d);
        good = good && d->deadline != NULL && d->tell != NULL;
    }
    if (good || all == NULL)
        return all;
    analysts_free(all);
    return NULL;
}

void analysts_free(analysts *all)
{
    for (size_t i = 0; i < DESKS; i++) {
        desk *d = &all->desks[i];
        if (d->tell != NULL && d->deadline != NULL) {
            finish(d);
            stop_engine(d);
        }
        if (d->tell != NULL)
            event_free(d->tell);
        if (d->deadline != NULL)
            event_free(d->deadline);
    }
    free(all);
}
