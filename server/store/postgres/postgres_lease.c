/* postgres_lease.c: this server among those that share the database: its number, its lease, and the
 * other servers. Layer: server.
 *
 * The database's clock decides when the lease ends. We trust the lease for a shorter time, counted
 * from before we asked for it, by a clock that also runs while the process or the machine is
 * suspended. So a server that wakes up late knows that its lease has expired before it answers
 * anything. */
#include "common/steady_clock.h"
#include "server/http/http.h"
#include "server/store/postgres/postgres_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READY_MS = 10000 };

#define LEASE "clock_timestamp() + interval '3 seconds'" /* PG_LEASE_MS */

/* A commit that was answered must be in the WAL, even if the database is set otherwise. A lock of
 * another server is not waited for longer than a lease lasts. */
static const char setup[] =
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write');"
    "SET lock_timeout = '2s'; SET statement_timeout = '10s'; SET client_min_messages = 'error'";

static int64_t pg_boot_ms(void)
{
    return clock_ns(CLOCK_BOOTTIME) / 1000000;
}

/* ---- the lease ---- */

void postgres_lapse(postgres_store *s)
{
    if (s->me == 0)
        return;
    s->before = s->me;
    s->me = 0;
    s->live_count = 0;
    postgres_records_forget(s);
    s->host.lapsed(s->host.context);
    for (int i = 0; i < PG_LINKS; i++) /* queries that are waiting are given up */
        pg_link_reset(s->links[i]);
}

bool postgres_is_joined(store *base)
{
    const postgres_store *s = (const postgres_store *)base;
    return s->me != 0 && !s->leaving && pg_boot_ms() < s->safe_until;
}

static const char renew_sql[] =
    "WITH mine AS (UPDATE arbiter.servers SET served=$2, expires=" LEASE
    " WHERE id=$1 AND expires > clock_timestamp() RETURNING id)"
    "SELECT id, address, EXISTS(SELECT 1 FROM mine) FROM arbiter.servers"
    " WHERE expires > clock_timestamp() ORDER BY id LIMIT 64";
static const char register_sql[] =
    /* A former holder of this address has ended, because this server listens there now. */
    "WITH gone AS (UPDATE arbiter.servers SET expires=clock_timestamp() WHERE"
    " (id=$1 OR address=$3) AND expires > clock_timestamp()), old AS"
    " (DELETE FROM arbiter.servers WHERE expires < clock_timestamp() - interval '30 days')"
    "INSERT INTO arbiter.servers(address,served,expires) VALUES($3,$2," LEASE ") RETURNING id";

static void keep_live(postgres_store *s, const PGresult *result)
{
    s->live_count = 0;
    for (int i = 0; i < libpq.PQntuples(result) && i < PG_SERVERS; i++) {
        s->live[i].id = pg_number_at(result, i, 0);
        snprintf(s->live[i].address, PG_ADDRESS_LIMIT, "%s", libpq.PQgetvalue(result, i, 1));
        s->live_count++;
    }
}

static void on_renewed(void *context, PGresult *result)
{
    postgres_store *s = context;
    s->asking_lease = false;
    if (libpq.PQresultStatus(result) != PGRES_TUPLES_OK || s->me == 0)
        return; /* the lease is valid for a while longer, and is asked for again */
    if (libpq.PQntuples(result) == 0 || libpq.PQgetvalue(result, 0, 2)[0] != 't') {
        postgres_lapse(s);
        return;
    }
    s->safe_until = s->asked_at + PG_LEASE_SAFE_MS;
    keep_live(s, result);
}

static void on_registered(void *context, PGresult *result)
{
    postgres_store *s = context;
    s->asking_lease = false;
    if (libpq.PQresultStatus(result) != PGRES_TUPLES_OK || libpq.PQntuples(result) != 1 ||
        s->leaving)
        return; /* a number whose answer was lost expires by itself */
    s->me = pg_number_at(result, 0, 0);
    s->safe_until = s->asked_at + PG_LEASE_SAFE_MS;
    postgres_need_rows(s);
}

static void ask_lease(postgres_store *s)
{
    char me[PG_DIGITS], now[PG_DIGITS];
    bool known = s->me != 0;
    pg_query q = {.sql = known ? renew_sql : register_sql, .count = known ? 2 : 3};
    q.values[0] = pg_number_text(me, known ? s->me : s->before);
    q.values[1] = pg_number_text(now, http_now());
    q.values[2] = s->address;
    q.lengths[0] = q.lengths[1] = q.lengths[2] = PG_TEXT;
    s->asked_at = pg_boot_ms();
    s->asking_lease =
        pg_link_ask(s->links[LEASE_LINK], &q, false, known ? on_renewed : on_registered, s);
}

/* ---- numbers for new games ---- */

static void on_rows(void *context, PGresult *result)
{
    postgres_store *s = context;
    s->asking_rows = false;
    if (libpq.PQresultStatus(result) != PGRES_TUPLES_OK || libpq.PQntuples(result) != 1)
        return;
    int64_t first = pg_number_at(result, 0, 0);
    if (s->row == s->row_end) {
        s->row = first;
        s->row_end = first + PG_ROWS;
        postgres_need_rows(s);
    } else {
        s->spare = first;
    }
}

void postgres_need_rows(postgres_store *s)
{
    static const pg_query q = {.sql = "SELECT nextval('arbiter.game_rows')"};
    if (!s->asking_rows && s->spare == 0)
        s->asking_rows = pg_link_ask(s->links[LEASE_LINK], &q, false, on_rows, s);
}

/* ---- room ---- */

static void on_bytes(void *context, PGresult *result)
{
    postgres_store *s = context;
    s->asking_bytes = false;
    if (libpq.PQresultStatus(result) == PGRES_TUPLES_OK && libpq.PQntuples(result) == 1)
        s->bytes = pg_number_at(result, 0, 0);
}

static void ask_bytes(postgres_store *s)
{
    static const pg_query q = {
        .sql = "SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_catalog.pg_class c JOIN"
               " pg_catalog.pg_namespace n ON n.oid=c.relnamespace"
               " WHERE n.nspname='arbiter' AND c.relkind='r'"};
    if (!s->asking_bytes)
        s->asking_bytes = pg_link_ask(s->links[ASK_LINK], &q, false, on_bytes, s);
}

/* ---- coming and going ---- */

static void on_tick(evutil_socket_t fd, short what, void *context)
{
    enum { BYTES_TICKS = 60000 / PG_RENEW_MS };
    postgres_store *s = context;
    (void)fd;
    (void)what;
    if (s->me != 0 && !s->leaving && pg_boot_ms() >= s->safe_until)
        postgres_lapse(s);
    if (!s->leaving && !s->asking_lease)
        ask_lease(s);
    postgres_records_poll(s);
    if (s->row == s->row_end || s->spare == 0)
        postgres_need_rows(s);
    if (s->ticks++ % BYTES_TICKS == 1)
        ask_bytes(s);
}

/* Waits for the first lease: a server that starts has nothing else to do. */
static bool join_now(postgres_store *s, char *why, size_t cap)
{
    char now[PG_DIGITS];
    PGconn *conn = pg_connect(s->url, why, cap);
    if (conn == NULL)
        return false;
    const char *values[] = {"0", pg_number_text(now, http_now()), s->address};
    s->asked_at = pg_boot_ms();
    PGresult *result = libpq.PQexecParams(conn, register_sql, 3, NULL, values, NULL, NULL, 0);
    bool good = libpq.PQresultStatus(result) == PGRES_TUPLES_OK && libpq.PQntuples(result) == 1;
    if (good) {
        s->me = pg_number_at(result, 0, 0);
        s->safe_until = s->asked_at + PG_LEASE_SAFE_MS;
    } else {
        snprintf(why, cap, "the database cannot be used: %.200s", libpq.PQerrorMessage(conn));
    }
    libpq.PQclear(result);
    libpq.PQfinish(conn);
    return good;
}

static bool is_ready(const postgres_store *s)
{
    for (int i = 0; i < PG_LINKS; i++)
        if (!pg_link_is_up(s->links[i]))
            return false;
    return s->me != 0 && s->row < s->row_end;
}

bool postgres_join(store *base, const store_host *host, const char *address, char *why, size_t cap)
{
    static const struct timeval every = {0, PG_RENEW_MS * 1000};
    postgres_store *s = (postgres_store *)base;
    s->host = *host;
    snprintf(s->address, sizeof s->address, "%s", address);
    if (!join_now(s, why, cap))
        return false;
    for (int i = 0; i < PG_LINKS; i++)
        s->links[i] = pg_link_new(host->base, s->url, setup);
    s->tick = event_new(host->base, -1, EV_PERSIST, on_tick, s);
    bool good = s->tick != NULL && event_add(s->tick, &every) == 0;
    for (int i = 0; i < PG_LINKS; i++)
        good &= s->links[i] != NULL;
    if (!good) {
        snprintf(why, cap, "not enough memory");
        return false;
    }
    int64_t end = pg_boot_ms() + READY_MS; /* so that the first requests find everything ready */
    while (!is_ready(s) && pg_boot_ms() < end) {
        postgres_need_rows(s);
        event_base_loop(host->base, EVLOOP_ONCE);
    }
    if (!is_ready(s))
        snprintf(why, cap, "the database does not answer");
    return is_ready(s);
}

static void on_left(void *context, PGresult *result)
{
    postgres_store *s = context;
    (void)result;
    s->left = true;
    s->me = 0;
}

void postgres_leave(store *base)
{
    postgres_store *s = (postgres_store *)base;
    char me[PG_DIGITS], now[PG_DIGITS];
    /* A number without a lease owns nothing, so its games need not be changed. */
    pg_query q = {.sql = "UPDATE arbiter.servers SET served=$2, expires=clock_timestamp()"
                         " WHERE id=$1",
                  .count = 2};
    if (s->leaving)
        return;
    s->leaving = true;
    postgres_records_forget(s);
    q.values[0] = pg_number_text(me, s->me);
    q.values[1] = pg_number_text(now, http_now());
    q.lengths[0] = q.lengths[1] = PG_TEXT;
    if (s->me == 0 || !pg_link_ask(s->links[LEASE_LINK], &q, true, on_left, s))
        s->left = true; /* the lease expires by itself */
}

bool postgres_has_left(const store *base)
{
    return ((const postgres_store *)base)->left;
}

const char *postgres_address_of(const store *base, int64_t server)
{
    const postgres_store *s = (const postgres_store *)base;
    for (size_t i = 0; i < s->live_count; i++)
        if (s->live[i].id == server)
            return s->live[i].address;
    return "";
}
