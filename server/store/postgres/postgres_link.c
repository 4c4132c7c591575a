/* postgres_link.c: a connection to PostgreSQL that never makes the loop wait. Layer: server. */
#include "server/store/postgres/postgres_link.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNECT_MS = 3000, RETRY_MS = 200 };

typedef struct pg_job {
    struct pg_job *next;
    pg_done *done;
    void *context;
    pg_query query; /* its values are in `bytes` */
    char bytes[];
} pg_job;

struct pg_link {
    struct event_base *base;
    char *url;
    const char *setup;
    PGconn *conn; /* NULL: no connection */
    struct event *io, *timer;
    pg_job *first, *last; /* while `busy`, the first one is being carried out */
    PGresult *result;     /* the result of the first one */
    bool connected, ready, busy, broken;
    short watched; /* the events that `io` waits for */
    unsigned turn; /* grows whenever a connection ends */
};

/* ---- connecting ---- */

static const char *const defaults[][2] = {
    /* These come first, so that the address can override them. A peer that has vanished is noticed
     * within seconds. */
    {"fallback_application_name", "arbiter"},
    {"connect_timeout", "5"},
    {"keepalives_idle", "5"},
    {"keepalives_interval", "2"},
    {"keepalives_count", "3"},
    {"tcp_user_timeout", "8000"},
};
enum { DEFAULTS = sizeof defaults / sizeof defaults[0] };

static void parameters(const char *url, const char *names[DEFAULTS + 2],
                       const char *values[DEFAULTS + 2])
{
    for (int i = 0; i < DEFAULTS; i++) {
        names[i] = defaults[i][0];
        values[i] = defaults[i][1];
    }
    names[DEFAULTS] = "dbname"; /* comes last, so that it overrides the defaults */
    values[DEFAULTS] = url;
    names[DEFAULTS + 1] = values[DEFAULTS + 1] = NULL;
}

static void be_quiet(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

/* Joins the lines of a message of libpq to one. */
static void make_one_line(char *text)
{
    size_t len = 0;
    for (const char *at = text; *at != '\0'; at++) {
        bool blank = *at == '\n' || *at == '\t' || *at == ' ';
        if (!blank)
            text[len++] = *at;
        else if (len > 0 && text[len - 1] != ' ')
            text[len++] = ' ';
    }
    text[len > 0 && text[len - 1] == ' ' ? len - 1 : len] = '\0';
}

PGconn *pg_connect(const char *url, char *why, size_t cap)
{
    const char *names[DEFAULTS + 2], *values[DEFAULTS + 2];
    if (!libpq_load(why, cap))
        return NULL;
    parameters(url, names, values);
    PGconn *conn = libpq.PQconnectdbParams(names, values, 1);
    if (libpq.PQstatus(conn) == CONNECTION_OK) {
        libpq.PQsetNoticeReceiver(conn, be_quiet, NULL);
        return conn;
    }
    snprintf(why, cap, "the database cannot be reached: %s",
             conn != NULL ? libpq.PQerrorMessage(conn) : "not enough memory");
    make_one_line(why);
    libpq.PQfinish(conn);
    return NULL;
}

static void on_io(evutil_socket_t fd, short what, void *context);

static void wait_ms(pg_link *link, int ms)
{
    struct timeval wait = {ms / 1000, (ms % 1000) * 1000};
    evtimer_add(link->timer, &wait);
}

static void watch(pg_link *link, short what)
{
    if (link->io != NULL && link->connected && what == link->watched)
        return;
    if (link->io != NULL)
        event_free(link->io);
    link->watched = what;
    link->io =
        event_new(link->base, libpq.PQsocket(link->conn), (short)(what | EV_PERSIST), on_io, link);
    if (link->io != NULL)
        event_add(link->io, NULL);
}

/* Drops the connection in a later call of the loop, so that no callback runs while somebody
 * asks. */
static void lose_soon(pg_link *link)
{
    link->broken = true;
    wait_ms(link, 0);
}

/* Fails all waiting jobs. Their callbacks may ask again, but nothing is added meanwhile. */
static void lose(pg_link *link)
{
    pg_job *jobs = link->first;
    if (link->io != NULL)
        event_free(link->io);
    link->io = NULL;
    libpq.PQclear(link->result);
    link->result = NULL;
    libpq.PQfinish(link->conn);
    link->conn = NULL;
    link->first = link->last = NULL;
    link->connected = link->ready = link->busy = link->broken = false;
    link->turn++;
    wait_ms(link, RETRY_MS);
    while (jobs != NULL) {
        pg_job *next = jobs->next;
        if (jobs->done != NULL)
            jobs->done(jobs->context, NULL);
        free(jobs);
        jobs = next;
    }
}

static void start(pg_link *link)
{
    const char *names[DEFAULTS + 2], *values[DEFAULTS + 2];
    parameters(link->url, names, values);
    link->conn = libpq.PQconnectStartParams(names, values, 1);
    if (link->conn == NULL || libpq.PQstatus(link->conn) == CONNECTION_BAD ||
        libpq.PQsetnonblocking(link->conn, 1) != 0) {
        lose(link);
        return;
    }
    libpq.PQsetNoticeReceiver(link->conn, be_quiet, NULL);
    wait_ms(link, CONNECT_MS);
    watch(link, EV_WRITE);
}

static void on_timer(evutil_socket_t fd, short what, void *context)
{
    pg_link *link = context;
    (void)fd;
    (void)what;
    if (link->conn == NULL)
        start(link);
    else if (!link->ready || link->broken)
        lose(link);
}

/* ---- asking ---- */

static void flush(pg_link *link)
{
    int left = libpq.PQflush(link->conn);
    if (left < 0)
        lose_soon(link);
    else
        watch(link, left > 0 ? EV_READ | EV_WRITE : EV_READ);
}

static void send_next(pg_link *link)
{
    if (!link->ready || link->busy || link->first == NULL)
        return;
    const pg_query *q = &link->first->query;
    int formats[PG_PARAMETERS];
    for (int i = 0; i < q->count; i++)
        formats[i] = q->lengths[i] != PG_TEXT;
    link->busy = true;
    if (libpq.PQsendQueryParams(link->conn, q->sql, q->count, NULL, q->values, q->lengths, formats,
                                0))
        flush(link);
    else
        lose_soon(link);
}

static void finish(pg_link *link)
{
    pg_job *job = link->first;
    PGresult *result = link->result;
    link->first = job->next;
    if (link->first == NULL)
        link->last = NULL;
    link->result = NULL;
    link->busy = false;
    if (job->done != NULL)
        job->done(job->context, result);
    libpq.PQclear(result);
    free(job);
}

/* Ends the setup, which is the first query of a connection and not a job. */
static void finish_setup(pg_link *link)
{
    bool good = link->result != NULL && libpq.PQresultStatus(link->result) != PGRES_FATAL_ERROR;
    libpq.PQclear(link->result);
    link->result = NULL;
    if (!good) {
        lose(link);
        return;
    }
    link->ready = true;
    if (!link->broken)
        evtimer_del(link->timer);
}

static void take_results(pg_link *link)
{
    unsigned turn = link->turn;
    if (!libpq.PQconsumeInput(link->conn)) {
        lose(link);
        return;
    }
    while (turn == link->turn && !libpq.PQisBusy(link->conn)) {
        PGresult *result = libpq.PQgetResult(link->conn);
        if (result != NULL) { /* of several statements the first fault, or the last answer */
            bool keep =
                link->result != NULL && libpq.PQresultStatus(link->result) == PGRES_FATAL_ERROR;
            libpq.PQclear(keep ? result : link->result);
            link->result = keep ? link->result : result;
            continue;
        }
        if (!link->ready)
            finish_setup(link);
        else if (link->busy)
            finish(link);
        else
            return; /* no query was waiting */
        if (turn == link->turn && !link->busy) {
            if (link->first == NULL)
                return;
            send_next(link);
        }
    }
}

static void go_on_connecting(pg_link *link)
{
    PostgresPollingStatusType state = libpq.PQconnectPoll(link->conn);
    if (state == PGRES_POLLING_READING || state == PGRES_POLLING_WRITING) {
        watch(link, state == PGRES_POLLING_READING ? EV_READ : EV_WRITE);
        return;
    }
    if (state != PGRES_POLLING_OK || !libpq.PQsendQuery(link->conn, link->setup)) {
        lose(link);
        return;
    }
    watch(link, EV_READ); /* from now on the socket is final */
    link->connected = true;
    flush(link);
}

static void on_io(evutil_socket_t fd, short what, void *context)
{
    pg_link *link = context;
    (void)fd;
    if (!link->connected) {
        go_on_connecting(link);
        return;
    }
    if (what & EV_WRITE)
        flush(link);
    take_results(link);
}

/* ---- the interface ---- */

pg_link *pg_link_new(struct event_base *base, const char *url, const char *setup)
{
    pg_link *link = calloc(1, sizeof *link);
    if (link == NULL)
        return NULL;
    link->base = base;
    link->setup = setup;
    link->url = strdup(url);
    link->timer = evtimer_new(base, on_timer, link);
    if (link->url == NULL || link->timer == NULL) {
        pg_link_free(link);
        return NULL;
    }
    wait_ms(link, 0);
    return link;
}

void pg_link_free(pg_link *link)
{
    if (link->timer != NULL) {
        lose(link);
        event_free(link->timer);
    }
    free(link->url);
    free(link);
}

bool pg_link_is_up(const pg_link *link)
{
    return link->ready;
}

void pg_link_reset(pg_link *link)
{
    if (link->conn != NULL)
        lose(link);
}

static pg_job *copy_job(const pg_query *q)
{
    size_t bytes = 0;
    for (int i = 0; i < q->count; i++)
        bytes += q->lengths[i] == PG_TEXT ? strlen(q->values[i]) + 1 : (size_t)q->lengths[i];
    pg_job *job = malloc(sizeof *job + bytes);
    if (job == NULL)
        return NULL;
    *job = (pg_job){.query = *q};
    char *at = job->bytes;
    for (int i = 0; i < q->count; i++) {
        size_t len = q->lengths[i] == PG_TEXT ? strlen(q->values[i]) + 1 : (size_t)q->lengths[i];
        memcpy(at, q->values[i], len);
        job->query.values[i] = at;
        at += len;
    }
    return job;
}

bool pg_link_ask(pg_link *link, const pg_query *query, bool urgent, pg_done *done, void *context)
{
    pg_job *job = link->ready && !link->broken ? copy_job(query) : NULL;
    if (job == NULL)
        return false;
    job->done = done;
    job->context = context;
    pg_job **place = &link->first;
    if (urgent && link->busy)
        place = &link->first->next;
    else if (!urgent && link->last != NULL)
        place = &link->last->next;
    job->next = *place;
    *place = job;
    if (job->next == NULL)
        link->last = job;
    send_next(link);
    return true;
}

const char *pg_number_text(char text[PG_DIGITS], int64_t number)
{
    snprintf(text, PG_DIGITS, "%" PRId64, number);
    return text;
}

int64_t pg_number_at(const PGresult *result, int row, int column)
{
    return strtoll(libpq.PQgetvalue(result, row, column), NULL, 10);
}
