/* batch.c: group commit: all changes of one turn of the loop become durable together and are
 * answered afterwards. Layer: server. */
#include "common/steady_clock.h"
#include "server/app.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LAG_MS = 1000, FLUSH_LIMIT = 2000 };

/* A commit to a shared store costs hardly more when many moves share it. So the next commit begins
 * no earlier than this after the last one began; a player who moves alone waits for nothing. */
enum { GATHER_US = 3000 };

/* ---- changing ---- */

bool app_open_batch(app *a)
{
    if (a->batch_open)
        return true;
    if (!store_begin(a->store))
        return false;
    a->batch_open = true;
    event_active(a->commit_event, EV_TIMEOUT,
                 0); /* runs after the other events of this turn of the loop */
    return true;
}

static void join_batch(app *a, match *m)
{
    if (m->record->in_batch)
        return;
    m->record->in_batch = true;
    m->record->batch_next = a->open.matches;
    a->open.matches = m;
}

static void lag(app *a, match *m)
{
    if (m->record->first_head != 0)
        return;
    m->record->first_head = m->record->head;
    m->record->lags_since = m->updated;
    m->record->lagging_next = NULL;
    *(a->lagging != NULL ? &a->lagging_last->record->lagging_next : &a->lagging) = m;
    a->lagging_last = m;
}

bool app_step(app *a, match *m, const char *what, const char *request)
{
    if (m->damaged || (m->record->stale && !app_restore(a, m)) || !app_open_batch(a))
        return false;
    if (m->cost > APP_WORK / 2 || !match_step(m, what, http_now())) {
        m->record->stale = m->starved;
        return false;
    }
    join_batch(a, m);
    a->saw = m->id;
    if (request[0] != '\0')
        match_remember(m, request);
    if (!store_add_step(a->store, m, what, request))
        a->batch_failed = true;
    else if (store_summaries_lag(a->store))
        lag(a, m);
    a->metrics.steps++;
    app_resized(a, m);
    app_watch_clock(a, m);
    opponents_wake(a, m);
    return true;
}

bool app_create(app *a, match *m, const match_start *start, const char *request)
{
    if (m->id == 0 || !app_open_batch(a))
        return false;
    app_keep(a, m);
    join_batch(a, m);
    a->saw = m->id;
    m->updated = http_now();
    if (!store_add_game(a->store, m, start, m->updated, request))
        a->batch_failed = true;
    a->metrics.games++;
    opponents_wake(a, m);
    return true;
}

/* ---- committing ---- */

static void leave_lagging(app *a, match *m)
{
    match **link = &a->lagging, *before = NULL;
    while (*link != NULL && *link != m) {
        before = *link;
        link = &(*link)->record->lagging_next;
    }
    if (*link == NULL)
        return;
    *link = m->record->lagging_next;
    if (a->lagging_last == m)
        a->lagging_last = before;
    m->record->first_head = 0;
}

bool app_restore(app *a, match *m)
{
    match *kept =
        store_load(a->store, m->id, m->record->in_batch ? m->record->head : m->record->safe_head,
                   a->boot, http_now(), &a->work);
    if (kept == NULL)
        return false;
    match old = *m; /* keeps the record: only what it says of the store's state changes */
    *m = *kept;
    m->record = old.record;
    m->record->head = kept->record->head;
    m->record->stale = false;
    m->asker = old.asker;
    old.record = kept->record;
    *kept = old;
    match_free(kept);
    app_resized(a, m);
    app_watch_clock(a, m);
    return true;
}

/* Takes back a step that could not be written. If the store cannot be read either, the match stays
 * in memory, since its summary on disk may lack steps that were answered; it is read again before
 * it is used. */
static void take_back(app *a, match *m)
{
    bool lags = m->record->first_head != 0 && m->record->first_head <= m->record->safe_head;
    if (!lags)
        leave_lagging(a, m);
    m->record->in_batch = false;
    opponents_taken_back(a, m->id);
    if (m->record->in_store && app_restore(a, m)) {
        if (!m->record->in_batch) { /* its flag may have fallen */
            stream_tell_waiting(a, m);
            bots_taken_back(a, m);
        }
        return;
    }
    stream_end_all(a, m->id);
    bots_lost(a, m->id, !m->record->in_store);
    m->record->stale = m->record->in_store;
    if (!m->record->stale)
        app_forget(a, m);
}

static bool is_among(const int64_t *ids, size_t count, int64_t id)
{
    for (size_t i = 0; i < count; i++)
        if (ids[i] == id)
            return true;
    return false;
}

/* Sends the answers that waited for a batch. The games in `refused` were not written. */
static void send_answers(app *a, app_batch *batch, bool good, const int64_t *refused, size_t lost)
{
    static const char sorry[] = "{\"type\":\"about:blank\",\"title\":\"Service Unavailable\","
                                "\"status\":503,\"detail\":\"the move could not be written to disk "
                                "and does not count\"}";
    static const char unknown[] =
        "{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,\"detail\":"
        "\"the database did not answer: send it again with the same request_id\"}";
    static const char mute[] = "{\"type\":\"about:blank\",\"title\":\"Service Unavailable\","
                               "\"status\":503,\"detail\":\"it is done, but there is no memory to "
                               "answer: look again\"}";
    const char *no = a->fleet != NULL ? unknown : sorry;
    size_t count = batch->count;
    app_answer *answers = batch->answers;
    batch->answers =
        NULL; /* sending an answer may start the next request, which adds to the list */
    batch->count = batch->cap = 0;
    for (size_t i = 0; i < count; i++) {
        app_answer *w = &answers[i];
        bool written =
            good && (w->game == STORE_HOME ? lost == 0 : !is_among(refused, lost, w->game));
        if (written && !w->body.failed)
            http_reply(w->conn, w->status, w->type, w->fields, w->body.at, w->body.len);
        else
            http_reply(w->conn, 503, "application/problem+json",
                       "Cache-Control: no-store\r\nRetry-After: 1\r\n", written ? mute : no,
                       strlen(written ? mute : no));
        a->metrics.requests[written ? w->status / 100 : 5]++;
        text_free(&w->body);
    }
    if (batch->answers == NULL) { /* the array is used again in the next turn */
        batch->answers = answers;
        batch->cap = count;
    } else {
        free(answers);
    }
}

static void note_commit(app *a, bool good, int64_t began)
{
    if (!good && !a->store_is_failing) /* reported once, not for every move */
        fprintf(stderr, "arbiter: the store cannot be written; moves are refused\n");
    a->store_is_failing = !good;
    a->metrics.commits++;
    a->metrics.commit_us += (uint64_t)(steady_us() - began);
}

/* Sends the batch to a shared store. Changes made meanwhile open another one. */
static void take_off(app *a, int64_t began)
{
    app_batch spare = a->flight; /* its array is used again */
    a->flight = a->open;
    a->open = (app_batch){.answers = spare.answers, .cap = spare.cap};
    a->flying = true;
    a->flight_began = began;
    a->batch_open = false;
    for (match *m = a->flight.matches; m != NULL; m = m->record->flight_next) {
        m->record->flight_next = m->record->batch_next;
        m->record->in_batch = false;
        m->record->in_flight = true;
    }
}

/* Should the commit wait a little, so that changes until then share it? */
static bool gathers(const app *a, int64_t now)
{
    int64_t left = a->fleet != NULL ? a->flight_began + GATHER_US - now : 0;
    if (left <= 0)
        return false;
    const struct timeval wait = {0, left};
    return event_add(a->commit_event, &wait) == 0;
}

void app_commit(app *a)
{
    if (!a->batch_open || a->flying)
        return;
    int64_t began = steady_us();
    if (gathers(a, began))
        return;
    store_word word = a->batch_failed ? STORE_NO : store_commit(a->store);
    if (word == STORE_LATER) {
        take_off(a, began);
        return;
    }
    bool good = word == STORE_YES;
    if (!good)
        store_rollback(a->store);
    a->failures += !good;
    note_commit(a, good, began);
    a->batch_open = a->batch_failed = false;
    match *changed = a->open.matches;
    a->open.matches = NULL;
    for (match *m = changed, *next; m != NULL; m = next) {
        next = m->record->batch_next;
        if (good) {
            m->record->in_batch = false;
            m->record->in_store = true;
            m->record->safe_head = m->record->head;
            stream_tell(a, m);
            bots_tell(a, m);
        } else {
            take_back(a, m);
        }
    }
    if (!good)
        bots_reread_accounts(a);
    send_answers(a, &a->open, good, NULL, 0);
}

/* ---- a shared store ---- */

/* Drops a game that may differ from the store; it is read again when it is asked for. */
static void lose_match(app *a, match *m)
{
    m->record->in_batch = m->record->in_flight = false;
    opponents_taken_back(a, m->id);
    stream_end_all(a, m->id);
    bots_lost(a, m->id, false);
    app_forget(a, m);
}

/* Gives up the open batch, too, because its steps may follow steps that were not written. */
static void give_up_open(app *a)
{
    if (!a->batch_open)
        return;
    match *m = a->open.matches;
    store_rollback(a->store);
    a->failures++;
    a->batch_open = a->batch_failed = false;
    a->open.matches = NULL;
    for (match *next; m != NULL; m = next) {
        next = m->record->batch_next;
        m->record->in_batch = false;
        if (!m->record->in_flight)
            lose_match(a, m);
    }
    send_answers(a, &a->open, false, NULL, 0);
}

/* Ends a commit of a shared store. A match that has changed since its commit began is announced
 * only when the later change is written, too. */
static void land(app *a, bool good, const int64_t *refused, size_t count)
{
    app_batch batch = a->flight;
    a->flight = (app_batch){0};
    a->flying = false;
    a->failures += !good || count > 0;
    for (match *m = batch.matches, *next; m != NULL; m = next) {
        next = m->record->flight_next;
        m->record->in_flight = false;
        if (!good || is_among(refused, count, m->id)) {
            lose_match(a, m);
        } else {
            m->record->in_store = true;
            m->record->safe_head = m->record->head;
            if (m->record->unclaimed && !m->record->in_batch) {
                app_forget(a, m);
            } else if (!m->record->in_batch) {
                stream_tell(a, m);
                bots_tell(a, m);
            }
        }
    }
    send_answers(a, &batch, good, refused, count);
    if (a->flight.answers == NULL) {
        a->flight.answers = batch.answers;
        a->flight.cap = batch.cap;
    } else {
        free(batch.answers);
    }
}

void app_committed(void *context, bool good, const int64_t *refused, size_t count)
{
    app *a = context;
    if (!a->flying) /* the commit was given up */
        return;
    note_commit(a, good, a->flight_began);
    bool spoils = !good;
    for (const match *m = a->flight.matches; m != NULL; m = m->record->flight_next)
        spoils |= m->record->in_batch && is_among(refused, count, m->id);
    if (spoils)
        give_up_open(a);
    land(a, good, refused, count);
    app_commit(a);
}

void app_lapsed(void *context)
{
    app *a = context;
    give_up_open(a);
    if (a->flying)
        land(a, false, NULL, 0);
    stream_end_every(a);
    bots_lapsed(a);
    while (a->newest != NULL)
        app_forget(a, a->newest);
}

void app_batch_free(app_batch *batch)
{
    for (size_t i = 0; i < batch->count; i++)
        text_free(&batch->answers[i].body);
    free(batch->answers);
}

bool app_is_saving(const app *a)
{
    return a->batch_open || a->flying;
}

void app_flush(app *a, bool all)
{
    int64_t now = http_now();
    app_commit(a);
    match *m = a->lagging;
    if (m == NULL || (!all && now - m->record->lags_since < LAG_MS) || !store_begin(a->store))
        return;
    bool good = true;
    for (int count = 0; good && m != NULL && (all || now - m->record->lags_since >= LAG_MS) &&
                        (all || count < FLUSH_LIMIT);
         count++, m = m->record->lagging_next)
        good = (!m->record->stale || app_restore(a, m)) && store_put_summary(a->store, m);
    good = good &&
           store_put_mark(a->store,
                          m != NULL ? m->record->first_head - 1 : store_last_step(a->store)) &&
           store_commit(a->store) == STORE_YES;
    if (!good) {
        store_rollback(a->store);
        return;
    }
    while (a->lagging != m) {
        a->lagging->record->first_head = 0;
        a->lagging = a->lagging->record->lagging_next;
    }
    if (a->lagging == NULL)
        a->lagging_last = NULL;
}

/* ---- answering ---- */

/* The batch whose steps an answer may show; the answer waits for it. A commit to a file ends soon,
 * so every answer waits for it. One to a shared store may take long, so only answers wait that
 * depend on its games. */
static app_batch *awaited(app *a)
{
    if (a->fleet == NULL)
        return a->batch_open ? &a->open : NULL;
    if (a->saw == STORE_HOME)
        return a->batch_open ? &a->open : a->flying ? &a->flight : NULL;
    const match *m = a->saw != 0 ? app_find(a, a->saw) : NULL;
    return m == NULL              ? NULL
           : m->record->in_batch  ? &a->open
           : m->record->in_flight ? &a->flight
                                  : NULL;
}

void app_reply(app *a, http_conn *conn, int status, const char *type, const char *fields,
               text_builder *body)
{
    if (a->work.left == 0 && status < 400) { /* the work ran out, so the answer may be wrong */
        static const char too_much[] =
            "{\"type\":\"about:blank\",\"title\":\"Unprocessable "
            "Content\",\"status\":422,\"detail\":"
            "\"this game takes more work than the server does for one request\"}";
        body->len = 0;
        text_puts(body, too_much);
        status = 422;
        type = "application/problem+json";
    }
    if (body->len > APP_LARGE)
        http_peer_works(http_conn_peer(conn), body->len, http_now());
    app_batch *batch = awaited(a);
    if (batch != NULL && batch->count == batch->cap) {
        size_t cap = batch->cap == 0 ? 64 : 2 * batch->cap;
        app_answer *answers = realloc(batch->answers, cap * sizeof *answers);
        if (answers != NULL) {
            batch->answers = answers;
            batch->cap = cap;
        } else if (a->fleet == NULL) {
            app_commit(a);
            batch = NULL;
        } else {
            body->failed = true;
            batch = NULL;
        }
    }
    if (batch != NULL) {
        batch->answers[batch->count++] = (app_answer){conn, status, type, fields, *body, a->saw};
        *body = (text_builder){0};
        return;
    }
    if (body->failed)
        status = 503;
    a->metrics.requests[status / 100]++;
    http_reply(conn, status, type, fields, body->failed ? "" : body->at,
               body->failed ? 0 : body->len);
    text_free(body);
}

void app_json(app *a, http_conn *conn, int status, text_builder *body)
{
    app_reply(a, conn, status, "application/json", "Cache-Control: no-store\r\n", body);
}

void app_problem(app *a, http_conn *conn, int status, const char *detail,
                 const text_builder *verdict)
{
    text_builder body = {0};
    text_putf(&body, "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":",
              http_status_text(status), status);
    text_put_json(&body, detail);
    if (verdict != NULL) {
        text_puts(&body, ",\"verdict\":");
        text_put(&body, verdict->at, verdict->len);
        body.failed |= verdict->failed;
    }
    text_puts(&body, "}");
    const char *fields = status == 429   ? "Cache-Control: no-store\r\nRetry-After: 60\r\n"
                         : status == 503 ? "Cache-Control: no-store\r\nRetry-After: 1\r\n"
                                         : "Cache-Control: no-store\r\n";
    app_reply(a, conn, status, "application/problem+json", fields, &body);
}
