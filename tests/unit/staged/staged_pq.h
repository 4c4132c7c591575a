/* staged_pq.h: PostgreSQL's client library as a test plays it: what is asked is noted, and the test
 * gives the answers, at once or later. No database is needed. */
#ifndef ARB_TESTS_STAGED_PQ_H
#define ARB_TESTS_STAGED_PQ_H

#include "check.h"
#include "common/text_builder.h"
#include "server/store/postgres/libpq.h"

#include <event2/event.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PQ_CELLS = 400, PQ_CONNS = 16 };

struct pg_result {
    ExecStatusType status;
    int rows, columns;
    const char *cells[PQ_CELLS]; /* NULL: SQL's NULL */
    char text[16384];
};

struct pg_conn {
    bool open, bad;
    int fd, far; /* the test holds the far end */
    char sql[400];
    bool waits; /* for the answers to a query */
    PGresult *answers[4];
    int count, taken;
};

static struct event_base *base;
static struct pg_conn pq_conns[PQ_CONNS];
static int pq_results;           /* that have not been cleared */
static text_builder pq_asked;    /* a line for each query: its first words, then its values */
static char pq_named[600];       /* how the last connection was named */
static bool pq_refuses, pq_mute; /* no connection comes about; nothing can be sent */
static int pq_left;              /* so many flushes leave something; below 0: they fail */
static bool pq_cut;              /* the next reading fails */
static PostgresPollingStatusType pq_polls[4];
static int pq_poll;

/* Answers a query at once, or returns NULL: then the test answers it later. */
static PGresult *(*pq_reply)(const char *sql);

/* A result whose rows are lines of cells between bars; "~" is NULL. */
static inline PGresult *pq_rows(int columns, const char *text)
{
    PGresult *r = calloc(1, sizeof *r);
    size_t cell = 0;
    r->status = PGRES_TUPLES_OK;
    r->columns = columns;
    pq_results++;
    CHECK(strlen(text) < sizeof r->text);
    snprintf(r->text, sizeof r->text, "%s", text);
    if (text[0] == '\0')
        return r;
    for (char *at = r->text, *end; at != NULL; at = end) {
        end = strpbrk(at, "|\n");
        if (end != NULL)
            *end++ = '\0';
        CHECK(cell < PQ_CELLS);
        r->cells[cell++] = strcmp(at, "~") == 0 ? NULL : at;
    }
    CHECK_EQ_INT(cell % (size_t)columns, 0);
    r->rows = (int)cell / columns;
    return r;
}

static inline PGresult *pq_status(ExecStatusType status)
{
    PGresult *r = pq_rows(1, "");
    r->status = status;
    return r;
}

/* ---- what the library is asked ---- */

static inline uint64_t pq_number(const char *bytes, int count)
{
    uint64_t value = 0;
    for (int i = 0; i < count; i++)
        value = value << 8 | (unsigned char)bytes[i];
    return value;
}

/* Notes a value as text; an array as {1,2}. */
static inline void pq_note(const char *value, int len, bool binary)
{
    text_puts(&pq_asked, " [");
    if (!binary) {
        text_puts(&pq_asked, value != NULL ? value : "~");
    } else if (len >= 12 && (pq_number(value + 8, 4) == 20 || pq_number(value + 8, 4) == 25)) {
        uint64_t count = pq_number(value, 4) == 0 ? 0 : pq_number(value + 12, 4);
        const char *at = value + 20;
        text_puts(&pq_asked, "{");
        for (uint64_t i = 0; i < count; i++) {
            uint64_t size = pq_number(at, 4);
            text_puts(&pq_asked, i > 0 ? "," : "");
            if (pq_number(value + 8, 4) == 20)
                text_put_number(&pq_asked, (int64_t)pq_number(at + 4, 8));
            else
                text_put(&pq_asked, at + 4, size);
            at += 4 + size;
        }
        CHECK_EQ_INT(count == 0 ? 12 : at - value, len);
        text_puts(&pq_asked, "}");
    } else {
        text_puts(&pq_asked, "x");
        for (int i = 0; i < len; i++)
            text_putf(&pq_asked, "%02x", (unsigned char)value[i]);
    }
    text_puts(&pq_asked, "]");
}

/* Notes a query by its words up to a bracket, a semicolon or 60 letters. */
static inline void pq_note_query(const char *sql, int count, const char *const *values,
                                 const int *lengths, const int *formats)
{
    size_t len = strcspn(sql, ";(\n");
    text_put(&pq_asked, sql, len < 60 ? len : 60);
    for (int i = 0; i < count; i++)
        pq_note(values[i], lengths != NULL ? lengths[i] : 0, formats != NULL && formats[i] != 0);
    text_puts(&pq_asked, "\n");
}

/* What was asked since the last call. */
static inline const char *pq_heard(void)
{
    static char text[1 << 16];
    CHECK(pq_asked.len < sizeof text && !pq_asked.failed);
    snprintf(text, sizeof text, "%.*s", (int)pq_asked.len, pq_asked.at);
    pq_asked.len = 0;
    return text;
}

static inline void pq_turn(void)
{
    for (int i = 0; i < 12; i++)
        event_base_loop(base, EVLOOP_NONBLOCK);
}

/* The connection on which a query waits that begins so. */
static inline struct pg_conn *pq_waiting(const char *sql)
{
    for (int i = 0; i < PQ_CONNS; i++)
        if (pq_conns[i].open && pq_conns[i].waits &&
            strncmp(pq_conns[i].sql, sql, strlen(sql)) == 0)
            return &pq_conns[i];
    return NULL;
}

/* Answers the query that waits and begins so. */
static inline void pq_answer(const char *sql, PGresult *result)
{
    struct pg_conn *conn = pq_waiting(sql);
    check_case("%.60s", sql);
    if (!CHECK(conn != NULL)) {
        libpq.PQclear(result);
        return;
    }
    conn->answers[conn->count++] = result;
    CHECK(write(conn->far, "", 1) == 1);
    pq_turn();
    check_case("%s", "");
}

/* ---- the library ---- */

static inline void pq_clear(PGresult *r)
{
    pq_results -= r != NULL;
    free(r);
}

static inline PGconn *pq_connect_now(const char *const *names, const char *const *values,
                                     int expand)
{
    int pair[2], i = 0;
    while (i < PQ_CONNS && pq_conns[i].open)
        i++;
    CHECK(i < PQ_CONNS && expand == 1);
    pq_named[0] = '\0';
    for (int k = 0; names[k] != NULL; k++) {
        size_t len = strlen(pq_named);
        snprintf(pq_named + len, sizeof pq_named - len, "%s=%s;", names[k], values[k]);
    }
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
    pq_conns[i] = (struct pg_conn){.open = true, .bad = pq_refuses, .fd = pair[0], .far = pair[1]};
    return &pq_conns[i];
}

static inline void pq_finish(PGconn *conn)
{
    if (conn == NULL)
        return;
    for (int i = conn->taken; i < conn->count; i++)
        pq_clear(conn->answers[i]);
    close(conn->fd);
    close(conn->far);
    conn->open = false;
}

static inline ConnStatusType pq_conn_status(const PGconn *conn)
{
    return conn->bad ? CONNECTION_BAD : CONNECTION_OK;
}

static inline PostgresPollingStatusType pq_connect_poll(PGconn *conn)
{
    CHECK(conn->open);
    return pq_polls[pq_poll] != PGRES_POLLING_FAILED ? pq_polls[pq_poll++] : PGRES_POLLING_OK;
}

static inline int pq_send_params(PGconn *conn, const char *sql, int count, const Oid *types,
                                 const char *const *values, const int *lengths, const int *formats,
                                 int form)
{
    CHECK(conn->open && !conn->waits && types == NULL && form == 0);
    if (pq_mute)
        return 0;
    pq_note_query(sql, count, values, lengths, formats);
    snprintf(conn->sql, sizeof conn->sql, "%s", sql);
    conn->waits = true;
    conn->count = conn->taken = 0;
    PGresult *result = pq_reply != NULL ? pq_reply(sql) : NULL;
    if (result != NULL) {
        conn->answers[conn->count++] = result;
        CHECK(write(conn->far, "", 1) == 1);
    }
    return 1;
}

static inline int pq_send(PGconn *conn, const char *sql)
{
    return pq_send_params(conn, sql, 0, NULL, NULL, NULL, NULL, 0);
}

static inline int pq_flush(PGconn *conn)
{
    CHECK(conn->open);
    return pq_left > 0 ? pq_left-- : pq_left;
}

static inline int pq_consume(PGconn *conn)
{
    char bytes[16];
    bool cut = pq_cut;
    CHECK(conn->open);
    while (read(conn->fd, bytes, sizeof bytes) > 0)
        ;
    pq_cut = false;
    return !cut;
}

static inline int pq_is_busy(PGconn *conn)
{
    return conn->waits && conn->count == 0;
}

static inline PGresult *pq_get_result(PGconn *conn)
{
    if (conn->taken < conn->count)
        return conn->answers[conn->taken++];
    conn->waits = false;
    conn->count = conn->taken = 0;
    return NULL;
}

static inline PGresult *pq_exec_params(PGconn *conn, const char *sql, int count, const Oid *types,
                                       const char *const *values, const int *lengths,
                                       const int *formats, int form)
{
    CHECK(conn != NULL && conn->open && types == NULL && form == 0);
    pq_note_query(sql, count, values, lengths, formats);
    PGresult *result = pq_reply != NULL ? pq_reply(sql) : NULL;
    return result != NULL ? result : pq_status(PGRES_FATAL_ERROR);
}

static inline PGresult *pq_exec(PGconn *conn, const char *sql)
{
    return pq_exec_params(conn, sql, 0, NULL, NULL, NULL, NULL, 0);
}

static inline ExecStatusType pq_result_status(const PGresult *r)
{
    return r != NULL ? r->status : PGRES_FATAL_ERROR;
}

static inline int pq_ntuples(const PGresult *r)
{
    return r != NULL ? r->rows : 0;
}

static inline const char *pq_cell(const PGresult *r, int row, int column)
{
    bool inside = r != NULL && row >= 0 && row < r->rows && column >= 0 && column < r->columns;
    CHECK(inside);
    return inside ? r->cells[row * r->columns + column] : NULL;
}

static inline char *pq_get_value(const PGresult *r, int row, int column)
{
    const char *cell = pq_cell(r, row, column);
    return (char *)(uintptr_t)(cell != NULL ? cell : "");
}

static inline int pq_is_null(const PGresult *r, int row, int column)
{
    return pq_cell(r, row, column) == NULL;
}

static inline PGresult *pq_copy(const PGresult *r, int flags)
{
    PGresult *copy = calloc(1, sizeof *copy);
    CHECK_EQ_INT(flags, PG_COPYRES_ATTRS | PG_COPYRES_TUPLES);
    *copy = *r;
    for (int i = 0; i < r->rows * r->columns; i++)
        copy->cells[i] = r->cells[i] != NULL ? copy->text + (r->cells[i] - r->text) : NULL;
    pq_results++;
    return copy;
}

static inline char *pq_message(const PGconn *conn)
{
    static char text[] = "it is\n\tbroken \n";
    (void)conn;
    return text;
}

static inline char *pq_result_message(const PGresult *r)
{
    static char text[] = "it is refused";
    (void)r;
    return text;
}

static inline PQnoticeReceiver pq_notices(PGconn *conn, PQnoticeReceiver receiver, void *context)
{
    CHECK(conn->open && receiver != NULL && context == NULL);
    return receiver;
}

static inline int pq_no_blocking(PGconn *conn, int on)
{
    CHECK(conn->open);
    return on == 1 ? 0 : -1;
}

static inline int pq_socket(const PGconn *conn)
{
    return conn->fd;
}

static inline unsigned char *pq_unescape(const unsigned char *text, size_t *len)
{
    *len = strlen((const char *)text);
    return (unsigned char *)strdup((const char *)text);
}

/* The library that is installed is loaded, and then every call goes to the test. */
static inline void pq_stage(void)
{
    char why[256];
    CHECK(libpq_load(why, sizeof why));
    libpq = (libpq_calls){.PQclear = pq_clear,
                          .PQconnectPoll = pq_connect_poll,
                          .PQconnectStartParams = pq_connect_now,
                          .PQconnectdbParams = pq_connect_now,
                          .PQconsumeInput = pq_consume,
                          .PQcopyResult = pq_copy,
                          .PQerrorMessage = pq_message,
                          .PQexec = pq_exec,
                          .PQexecParams = pq_exec_params,
                          .PQfinish = pq_finish,
                          .PQflush = pq_flush,
                          .PQfreemem = free,
                          .PQgetResult = pq_get_result,
                          .PQgetisnull = pq_is_null,
                          .PQgetvalue = pq_get_value,
                          .PQisBusy = pq_is_busy,
                          .PQntuples = pq_ntuples,
                          .PQresultErrorMessage = pq_result_message,
                          .PQresultStatus = pq_result_status,
                          .PQsendQuery = pq_send,
                          .PQsendQueryParams = pq_send_params,
                          .PQsetNoticeReceiver = pq_notices,
                          .PQsetnonblocking = pq_no_blocking,
                          .PQsocket = pq_socket,
                          .PQstatus = pq_conn_status,
                          .PQunescapeBytea = pq_unescape};
}

#endif
