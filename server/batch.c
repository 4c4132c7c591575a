/* batch.c: group commit: what changes in one turn of the loop becomes durable at once, and is
 * answered then. Layer: server. */
#include "common/steady_clock.h"
#include "server/app.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LAG_MS = 1000, FLUSH_LIMIT = 2000 };

/* ---- changing ---- */

static bool open_batch(app *a)
{
    if (a->batch_open)
        return true;
    if (!store_begin(a->store))
        return false;
    a->batch_open = true;
    event_active(a->commit_event, EV_TIMEOUT,
                 0); /* runs after what is left of this turn of the loop */
    return true;
}

static void join_batch(app *a, match *m)
{
    if (m->in_batch)
        return;
    m->in_batch = true;
    m->batch_next = a->batch;
    a->batch = m;
}

static void lag(app *a, match *m)
{
    if (m->first_head != 0)
        return;
    m->first_head = m->head;
    m->lags_since = m->updated;
    m->lagging_next = NULL;
    *(a->lagging != NULL ? &a->lagging_last->lagging_next : &a->lagging) = m;
    a->lagging_last = m;
}

bool app_step(app *a, match *m, const char *what, const char *request)
{
    if (m->damaged || (m->stale && !app_restore(a, m)) || !open_batch(a))
        return false;
    if (m->cost > APP_WORK / 2 || !match_step(m, what, http_now())) {
        m->stale = m->starved;
        return false;
    }
    join_batch(a, m);
    if (request[0] != '\0')
        match_remember(m, request);
    if (!store_add_step(a->store, m, what, request))
        a->batch_failed = true;
    else
        lag(a, m);
    a->metrics.steps++;
    app_resized(a, m);
    app_watch_clock(a, m);
    opponents_wake(a, m);
    return true;
}

bool app_create(app *a, match *m, const match_start *start, const char *request)
{
    if (!open_batch(a))
        return false;
    app_keep(a, m);
    join_batch(a, m);
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
        link = &(*link)->lagging_next;
    }
    if (*link == NULL)
        return;
    *link = m->lagging_next;
    if (a->lagging_last == m)
        a->lagging_last = before;
    m->first_head = 0;
}

bool app_restore(app *a, match *m)
{
    match *kept = store_load(a->store, m->id, m->in_batch ? m->head : m->safe_head, a->boot,
                             http_now(), &a->work);
    if (kept == NULL)
        return false;
    match old = *m;
    *m = *kept;
    m->hash_next = old.hash_next;
    m->lru_prev = old.lru_prev;
    m->lru_next = old.lru_next;
    m->lagging_next = old.lagging_next;
    m->owner = old.owner;
    m->asker = old.asker;
    m->flag_timer = old.flag_timer;
    m->bytes = old.bytes;
    m->in_batch = old.in_batch;
    m->batch_next = old.batch_next;
    m->in_store = old.in_store;
    m->safe_head = old.safe_head;
    m->first_head = old.first_head;
    m->lags_since = old.lags_since;
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
    bool lags = m->first_head != 0 && m->first_head <= m->safe_head;
    if (!lags)
        leave_lagging(a, m);
    m->in_batch = false;
    if (m->in_store && app_restore(a, m))
        return;
    stream_end_all(a, m->id);
    m->stale = m->in_store;
    if (!m->stale)
        app_forget(a, m);
}

static void send_answers(app *a, bool good)
{
    static const char sorry[] = "{\"type\":\"about:blank\",\"title\":\"Service Unavailable\","
                                "\"status\":503,\"detail\":\"the move could not be written to disk "
                                "and does not count\"}";
    size_t count = a->answer_count;
    app_answer *answers = a->answers;
    a->answers = NULL; /* sending an answer may start the next request, which adds to the list */
    a->answer_count = a->answer_cap = 0;
    for (size_t i = 0; i < count; i++) {
        app_answer *w = &answers[i];
        if (good && !w->body.failed)
            http_reply(w->conn, w->status, w->type, w->fields, w->body.at, w->body.len);
        else
            http_reply(w->conn, 503, "application/problem+json", "Cache-Control: no-store\r\n",
                       sorry, sizeof sorry - 1);
        a->metrics.requests[good ? w->status / 100 : 5]++;
        text_free(&w->body);
    }
    if (a->answers == NULL) { /* the array serves the next turn */
        a->answers = answers;
        a->answer_cap = count;
    } else {
        free(answers);
    }
}

void app_commit(app *a)
{
    if (!a->batch_open)
        return;
    int64_t began = steady_us();
    bool good = !a->batch_failed && store_commit(a->store);
    if (!good) {
        store_rollback(a->store);
        if (!a->store_is_failing) /* reported once, not for every move */
            fprintf(stderr, "arbiter: the store cannot be written; moves are refused\n");
    }
    a->store_is_failing = !good;
    a->metrics.commits++;
    a->metrics.commit_us += (uint64_t)(steady_us() - began);
    a->batch_open = a->batch_failed = false;
    match *changed = a->batch;
    a->batch = NULL;
    for (match *m = changed, *next; m != NULL; m = next) {
        next = m->batch_next;
        if (good) {
            m->in_batch = false;
            m->in_store = true;
            m->safe_head = m->head;
            stream_tell(a, m);
        } else {
            take_back(a, m);
        }
    }
    send_answers(a, good);
}

void app_flush(app *a, bool all)
{
    int64_t now = http_now();
    app_commit(a);
    match *m = a->lagging;
    if (m == NULL || (!all && now - m->lags_since < LAG_MS) || !store_begin(a->store))
        return;
    bool good = true;
    for (int count = 0; good && m != NULL && (all || now - m->lags_since >= LAG_MS) &&
                        (all || count < FLUSH_LIMIT);
         count++, m = m->lagging_next)
        good = (!m->stale || app_restore(a, m)) && store_put_summary(a->store, m);
    good = good &&
           store_put_mark(a->store, m != NULL ? m->first_head - 1 : store_last_step(a->store)) &&
           store_commit(a->store);
    if (!good) {
        store_rollback(a->store);
        return;
    }
    while (a->lagging != m) {
        a->lagging->first_head = 0;
        a->lagging = a->lagging->lagging_next;
    }
    if (a->lagging == NULL)
        a->lagging_last = NULL;
}

/* ---- answering ---- */

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
    if (a->batch_open && a->answer_count == a->answer_cap) {
        size_t cap = a->answer_cap == 0 ? 64 : 2 * a->answer_cap;
        app_answer *answers = realloc(a->answers, cap * sizeof *answers);
        if (answers != NULL) {
            a->answers = answers;
            a->answer_cap = cap;
        } else {
            app_commit(a);
        }
    }
    if (a->batch_open) {
        a->answers[a->answer_count++] = (app_answer){conn, status, type, fields, *body};
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
    }
    text_puts(&body, "}");
    const char *fields = status == 429 ? "Cache-Control: no-store\r\nRetry-After: 60\r\n"
                                       : "Cache-Control: no-store\r\n";
    app_reply(a, conn, status, "application/problem+json", fields, &body);
}
