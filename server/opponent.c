/* opponent.c: engines that play in games. Layer: server. engine/ runs the processes; here a few of
 * them serve many games: each serves one game at a time and is given to another when it is idle.
 *
 * An engine that dies, hangs, or plays an illegal move loses the game. */
#include "server/app.h"

#include "common/steady_clock.h"
#include "engine/engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4, IDLE_MS = 60000, QUEUE = 256 };

typedef struct {
    app *a;
    engine_process process;
    int64_t game;    /* 0: none */
    int64_t version; /* the version of the game that it thinks about; -1: it was not asked */
    int64_t used;
    int64_t asked;  /* when it was asked for a move */
    uint64_t asker; /* the address of its opponent */
    bool hurried;
    struct event *readable, *deadline;
} slot;

struct opponents {
    slot slots[SLOTS];
    struct {
        int64_t game;
        uint64_t asker;
    } queue[QUEUE]; /* games that wait for an engine */
    size_t waiting;
};

bool opponents_have(const app *a, const char *name)
{
    for (size_t i = 0; i < a->options->engine_count; i++)
        if (strcmp(a->options->engines[i], name) == 0)
            return true;
    return false;
}

/* ---- one engine ---- */

static void let_go(slot *s)
{
    if (s->readable != NULL)
        event_free(s->readable);
    s->readable = NULL;
    evtimer_del(s->deadline);
    engine_kill(&s->process);
    s->game = 0;
    s->version = -1;
}

static void on_engine(evutil_socket_t fd, short what, void *context);

/* Waits for the engine's next words, until its deadline at the latest. */
static void watch(slot *s)
{
    int64_t ms = s->process.deadline - steady_ms();
    struct timeval wait = {ms > 0 ? ms / 1000 : 0, ms > 0 ? (ms % 1000) * 1000 : 0};
    if (s->process.deadline >= 0)
        evtimer_add(s->deadline, &wait);
    else
        evtimer_del(s->deadline);
}

/* Handles the slot soon, in a call of its own. */
static void look_soon(slot *s)
{
    static const struct timeval now;
    evtimer_add(s->deadline, &now);
}

/* Tells the engine to move now. */
static void hurry(slot *s)
{
    s->hurried = true;
    engine_hurry(&s->process);
    if (s->process.state == ENGINE_FAILED)
        look_soon(s);
    else
        watch(s);
}

static bool start(slot *s, const match *m)
{
    let_go(s);
    s->game = m->id;
    const engine_setup setup = {.program = m->engine, .rules = m->rules, .elo = m->engine_elo};
    if (!engine_start(&s->process, &setup))
        return false;
    s->readable = event_new(s->a->base, engine_fd(&s->process), EV_READ | EV_PERSIST, on_engine, s);
    return s->readable != NULL && event_add(s->readable, NULL) == 0;
}

static int64_t time_to_think(const match *m, char *go, size_t cap)
{
    int64_t now = http_now();
    if (m->engine_ms > 0 || !m->clock.used) {
        int64_t ms = m->engine_ms > 0 ? m->engine_ms : 500;
        snprintf(go, cap, "go movetime %" PRId64, ms);
        return ms;
    }
    int64_t white = game_clock_left(&m->clock, ARB_WHITE, now),
            black = game_clock_left(&m->clock, ARB_BLACK, now);
    snprintf(go, cap, "go wtime %" PRId64 " btime %" PRId64 " winc %" PRId64 " binc %" PRId64,
             white > 0 ? white : 1, black > 0 ? black : 1, m->clock.increment, m->clock.increment);
    return m->engine_side == ARB_WHITE ? white : black;
}

static void ask(slot *s, const match *m)
{
    engine_told told;
    char go[160];
    engine_tell_position(&told, m->game);
    int64_t ms = time_to_think(m, go, sizeof go);
    s->version = m->version;
    s->asked = http_now();
    s->asker = m->asker;
    s->hurried = false;
    engine_go(&s->process, told.text, go, ms);
}

/* ---- the engine's answer ---- */

static void forfeit(app *a, match *m, const char *why)
{
    char line[STEP_LIMIT], clean[160];
    size_t len = 0;
    for (; *why != '\0' && len + 1 < sizeof clean; why++)
        clean[len++] = (unsigned char)*why < ' ' || (unsigned char)*why >= 127 ? '?' : *why;
    clean[len] = '\0';
    game_step step = {.kind = STEP_FORFEIT, .side = m->engine_side, .rest = clean};
    step_write(&step, m->game, line, sizeof line);
    app_step(a, m, line, "");
}

static void take_move(slot *s, match *m)
{
    arb_verdict verdict;
    arb_error error;
    char line[STEP_LIMIT], why[160];
    const arb_position *position = arb_game_position(m->game);
    const char *text = s->process.move;
    arb_status status = arb_uci_read(position, text, strlen(text), &verdict, &error);
    if (status == ARB_OK) {
        game_step step = {.kind = STEP_MOVE, .move = verdict.move};
        step_write(&step, m->game, line, sizeof line);
        app_step(s->a, m, line, "");
        return;
    }
    snprintf(why, sizeof why,
             status == ARB_ILLEGAL ? "it played %.20s, which is illegal"
                                   : "it answered '%.20s', which is no move",
             text);
    forfeit(s->a, m, why);
}

static bool is_thinking(const slot *s)
{
    return s->process.state == ENGINE_THINKING || s->process.state == ENGINE_READYING;
}

static size_t thinking_for(const opponents *o, uint64_t asker)
{
    size_t count = 0;
    for (size_t i = 0; i < SLOTS; i++)
        count += is_thinking(&o->slots[i]) && o->slots[i].asker == asker;
    return count;
}

/* Among the waiting games, the first one of the address for which the fewest engines think. */
static size_t next_waiting(const opponents *o)
{
    size_t best = 0;
    for (size_t i = 1; i < o->waiting; i++)
        if (thinking_for(o, o->queue[i].asker) < thinking_for(o, o->queue[best].asker))
            best = i;
    return best;
}

/* Gives free engines to the games in the queue. */
static void serve_queue(opponents *o, app *a)
{
    for (size_t tries = o->waiting; tries > 0 && o->waiting > 0; tries--) {
        size_t at = next_waiting(o);
        int64_t game = o->queue[at].game;
        memmove(&o->queue[at], &o->queue[at + 1], (--o->waiting - at) * sizeof o->queue[0]);
        match *m = app_match(a, game);
        if (m == NULL)
            continue;
        size_t before = o->waiting;
        opponents_wake(a, m);
        if (o->waiting > before) /* no engine is free */
            return;
    }
}

/* Hurries an engine while games wait: one of an address for which several engines think, or one
 * that has had its time. */
static void press(opponents *o, const app *a)
{
    slot *most = NULL;
    int64_t now = http_now();
    for (size_t i = 0; i < SLOTS && o->waiting > 0; i++) {
        slot *s = &o->slots[i];
        if (s->process.state != ENGINE_THINKING || s->hurried)
            continue;
        bool greedy =
            thinking_for(o, s->asker) > 1 && thinking_for(o, o->queue[next_waiting(o)].asker) == 0;
        bool long_enough = now - s->asked >= (int64_t)a->options->think_ms;
        if ((greedy || long_enough) && (most == NULL || s->asked < most->asked))
            most = s;
    }
    if (most == NULL)
        return;
    hurry(most);
}

/* Hurries an engine that thinks about a position which the game has left, because it delays the
 * next move or other games. */
static void drop_thought(slot *s, const match *m)
{
    if (s->process.state == ENGINE_THINKING && s->version != m->version && !s->hurried)
        hurry(s);
}

static void step(slot *s)
{
    app *a = s->a;
    app_begin_work(a);
    match *m = s->game > 0 ? app_match(a, s->game) : NULL;
    engine_state state = engine_step(&s->process);
    bool wanted = m != NULL && match_engine_has_turn(m) && s->version == m->version;
    if (m == NULL) {
        let_go(s);
        return;
    }
    if (state == ENGINE_FAILED) {
        char fault[160];
        snprintf(fault, sizeof fault, "%.120s", s->process.fault);
        bool turn = match_engine_has_turn(m);
        let_go(s);
        if (turn)
            forfeit(a, m, fault);
        serve_queue(a->opponents, a);
        return;
    }
    if (state == ENGINE_MOVED) {
        s->used = http_now();
        if (wanted)
            take_move(s, m);
        engine_taken(&s->process);
        s->version = -1;
        state = ENGINE_IDLE;
    }
    if (state == ENGINE_IDLE) {
        if (match_engine_has_turn(m))
            ask(s, m);
        else
            serve_queue(a->opponents, a);
    }
    drop_thought(s, m);
    if (s->process.state == ENGINE_FAILED) {
        step(s);
        return;
    }
    watch(s);
}

static void on_engine(evutil_socket_t fd, short what, void *context)
{
    (void)fd;
    (void)what;
    step(context);
}

/* ---- many games ---- */

static bool is_idle(const slot *s)
{
    return s->process.state == ENGINE_OFF || s->process.state == ENGINE_IDLE;
}

/* Chooses the engine for a match: its own, else a free one, else the one that has been idle
 * longest. */
static slot *find_slot(opponents *o, const match *m)
{
    slot *best = NULL;
    for (size_t i = 0; i < SLOTS; i++) {
        slot *s = &o->slots[i];
        if (s->game == m->id)
            return s;
        if (is_idle(s) && (best == NULL || s->used < best->used))
            best = s;
    }
    return best;
}

/* Makes room in a full queue: the address with most waiting games gives a place to one with
 * fewer. */
static bool leave_queue(opponents *o, uint64_t asker)
{
    size_t most = 0, own = 0, last = 0;
    for (size_t i = 0; i < o->waiting; i++) {
        size_t count = 0;
        for (size_t k = 0; k < o->waiting; k++)
            count += o->queue[k].asker == o->queue[i].asker;
        own += o->queue[i].asker == asker;
        if (count >= most) {
            most = count;
            last = i;
        }
    }
    if (own + 1 >= most)
        return false;
    memmove(&o->queue[last], &o->queue[last + 1], (--o->waiting - last) * sizeof o->queue[0]);
    return true;
}

void opponents_wake(app *a, match *m)
{
    opponents *o = a->opponents;
    for (size_t i = 0; i < SLOTS; i++)
        if (o->slots[i].game == m->id)
            drop_thought(&o->slots[i], m);
    if (!match_engine_has_turn(m) || !opponents_have(a, m->engine) || a->draining)
        return;
    slot *s = find_slot(o, m);
    if (s == NULL) {
        for (size_t i = 0; i < o->waiting; i++)
            if (o->queue[i].game == m->id)
                return;
        if (o->waiting == QUEUE && !leave_queue(o, m->asker))
            return;
        o->queue[o->waiting].game = m->id;
        o->queue[o->waiting++].asker = m->asker;
        press(o, a);
        return;
    }
    s->used = http_now();
    bool started = s->game == m->id || start(s, m);
    /* An engine that could not start must also be handled, even if it is woken several times before
     * that. */
    if (!started || s->process.state == ENGINE_IDLE || s->process.state == ENGINE_FAILED)
        look_soon(s);
    else
        watch(s);
}

/* The game will have the same version again, with another step; so no version is the right one. */
void opponents_taken_back(app *a, int64_t game)
{
    for (size_t i = 0; i < SLOTS; i++) {
        slot *s = &a->opponents->slots[i];
        if (s->game != game)
            continue;
        s->version = -1;
        if (s->process.state == ENGINE_THINKING && !s->hurried)
            hurry(s);
    }
}

/* Ends engines that have been idle for a while, because they cost memory. */
void opponents_tick(app *a)
{
    opponents *o = a->opponents;
    int64_t now = http_now();
    press(o, a);
    for (size_t i = 0; i < SLOTS; i++)
        if (o->slots[i].process.state == ENGINE_IDLE && now - o->slots[i].used > IDLE_MS)
            let_go(&o->slots[i]);
}

size_t opponents_running(const app *a)
{
    size_t count = 0;
    for (size_t i = 0; i < SLOTS; i++)
        count += a->opponents->slots[i].process.state != ENGINE_OFF;
    return count;
}

opponents *opponents_new(app *a)
{
    opponents *o = calloc(1, sizeof *o);
    for (size_t i = 0; o != NULL && i < SLOTS; i++) {
        slot *s = &o->slots[i];
        *s = (slot){.a = a, .version = -1};
        s->process.pid = s->process.in = s->process.out = -1;
        s->process.deadline = -1;
        s->deadline = evtimer_new(a->base, on_engine, s);
    }
    return o;
}

void opponents_free(opponents *o)
{
    for (size_t i = 0; i < SLOTS; i++) {
        if (o->slots[i].deadline == NULL)
            continue;
        let_go(&o->slots[i]);
        event_free(o->slots[i].deadline);
    }
    free(o);
}
