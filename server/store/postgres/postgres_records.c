/* postgres_records.c: the records in PostgreSQL. Layer: server.
 *
 * One server is the home of the players with tokens. It has all records in memory and writes
 * changes with its batches. Tokens made by other programs get growing numbers, so that the home can
 * find the new ones. A program that makes tokens has its own connection and waits. A record that it
 * drops stays with an empty value, so that the home notices. */
#include "server/store/postgres/postgres_rows.h"
#include "server/store/postgres/postgres_schema.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a connection that waits ---- */

static PGresult *ask_now(postgres_store *s, const char *sql, int count, const char *const *values)
{
    return libpq.PQexecParams(s->conn, sql, count, NULL, values, NULL, NULL, 0);
}

static bool put_now(postgres_store *s, const char *room, const char *key, const char *value)
{
    char sum[PG_DIGITS];
    const char *values[] = {room, key, value,
                            pg_number_text(sum, (int64_t)record_sum(room, key, value))};
    PGresult *result = ask_now(s, "SELECT arbiter.put_record($1,$2,$3,$4)", 4, values);
    bool good = libpq.PQresultStatus(result) == PGRES_TUPLES_OK;
    libpq.PQclear(result);
    return good;
}

/* Is the row (room, key, value, sum) what was written? */
static bool is_whole(const PGresult *r, int i)
{
    return pg_number_at(r, i, 3) == (int64_t)record_sum(libpq.PQgetvalue(r, i, 0),
                                                        libpq.PQgetvalue(r, i, 1),
                                                        libpq.PQgetvalue(r, i, 2));
}

#define COLUMNS "SELECT room,key,value,sum"
#define THERE " FROM arbiter.records WHERE value <> ''"

/* ---- what the home has in memory ---- */

static void take_rows(postgres_store *s, const PGresult *r)
{
    for (int i = 0; i < libpq.PQntuples(r); i++) {
        const char *room = libpq.PQgetvalue(r, i, 0), *key = libpq.PQgetvalue(r, i, 1),
                   *value = libpq.PQgetvalue(r, i, 2);
        int64_t number = pg_number_at(r, i, 4);
        if (value[0] == '\0')
            record_list_drop(&s->records, room, key);
        else if (is_whole(r, i))
            record_list_put(&s->records, room, key, value);
        if (number > s->records_seen)
            s->records_seen = number;
    }
}

static void apply(record_list *to, const record_list *changes)
{
    for (size_t i = 0; i < changes->count; i++)
        if (changes->at[i].value[0] == '\0')
            record_list_drop(to, changes->at[i].room, changes->at[i].key);
        else
            record_list_put(to, changes->at[i].room, changes->at[i].key, changes->at[i].value);
}

void postgres_records_saved(postgres_store *s, bool good)
{
    if (good)
        apply(&s->records, &s->records_flying);
    record_list_clear(&s->records_flying);
}

void postgres_records_forget(postgres_store *s)
{
    record_list_clear(&s->records);
    record_list_clear(&s->records_open);
    record_list_clear(&s->records_flying);
    s->records_seen = 0;
    s->is_home = false;
}

/* ---- the interface ---- */

static bool change(store *base, const char *room, const char *key, const char *value)
{
    postgres_store *s = (postgres_store *)base;
    return s->conn != NULL ? put_now(s, room, key, value)
                           : s->is_home && record_list_put(&s->records_open, room, key, value);
}

bool postgres_record_put(store *base, const char *room, const char *key, const char *value)
{
    return change(base, room, key, value);
}

bool postgres_record_drop(store *base, const char *room, const char *key)
{
    return change(base, room, key, "");
}

bool postgres_records_pending(const store *base)
{
    const postgres_store *s = (const postgres_store *)base;
    return s->records_open.count + s->records_flying.count > 0;
}

static void list_now(postgres_store *s, const char *room, store_record_listener *listener,
                     void *context)
{
    PGresult *r = ask_now(s, COLUMNS THERE " AND room=$1 ORDER BY key", 1, &room);
    for (int i = 0; libpq.PQresultStatus(r) == PGRES_TUPLES_OK && i < libpq.PQntuples(r); i++)
        if (is_whole(r, i))
            listener(context, libpq.PQgetvalue(r, i, 1), libpq.PQgetvalue(r, i, 2));
    libpq.PQclear(r);
}

void postgres_record_list(store *base, const char *room, store_record_listener *listener,
                          void *context)
{
    postgres_store *s = (postgres_store *)base;
    const record_list *list = &s->records;
    if (s->conn != NULL) {
        list_now(s, room, listener, context);
        return;
    }
    for (size_t i = record_list_room(list, room);
         i < list->count && strcmp(list->at[i].room, room) == 0; i++)
        listener(context, list->at[i].key, list->at[i].value);
}

static const char *newest(const postgres_store *s, const char *room, const char *key)
{
    const record_list *const lists[] = {&s->records_open, &s->records_flying, &s->records};
    const char *value = NULL;
    for (size_t i = 0; i < 3 && value == NULL; i++)
        value = record_list_get(lists[i], room, key);
    return value;
}

bool postgres_record_get(store *base, const char *room, const char *key, text_builder *value)
{
    postgres_store *s = (postgres_store *)base;
    const char *const values[] = {room, key};
    PGresult *r =
        s->conn != NULL ? ask_now(s, COLUMNS THERE " AND room=$1 AND key=$2", 2, values) : NULL;
    const char *found = r == NULL                                   ? newest(s, room, key)
                        : libpq.PQntuples(r) == 1 && is_whole(r, 0) ? libpq.PQgetvalue(r, 0, 2)
                                                                    : NULL;
    value->len = 0;
    if (found != NULL && found[0] != '\0') {
        text_puts(value, found);
        text_put(value, "", 1);
    }
    libpq.PQclear(r);
    return value->len > 0 && !value->failed;
}

/* ---- what other programs have written ---- */

static void on_polled(void *context, PGresult *result)
{
    postgres_store *s = context;
    s->polling = false;
    if (s->is_home && libpq.PQresultStatus(result) == PGRES_TUPLES_OK)
        take_rows(s, result);
}

static pg_query newer(const postgres_store *s, char seen[PG_DIGITS])
{
    return (pg_query){.sql = COLUMNS ",seq FROM arbiter.records WHERE seq > $1 ORDER BY seq",
                      .count = 1,
                      .values = {pg_number_text(seen, s->records_seen)},
                      .lengths = {PG_TEXT}};
}

void postgres_records_poll(postgres_store *s)
{
    char seen[PG_DIGITS];
    const pg_query q = newer(s, seen);
    if (s->is_home && !s->polling)
        s->polling = pg_link_ask(s->links[LEASE_LINK], &q, false, on_polled, s);
}

store_word postgres_records_refresh(store *base)
{
    postgres_store *s = (postgres_store *)base;
    char seen[PG_DIGITS];
    if (s->answer != NULL) {
        take_rows(s, s->answer);
        return STORE_YES;
    }
    const pg_query q = newer(s, seen);
    return postgres_ask(s, &q);
}

/* ---- becoming the home ---- */

static void end(postgres_store *s, store_word word, int64_t owner)
{
    s->host.loaded(s->host.context, STORE_HOME, word, NULL, owner);
}

static void on_records(void *context, PGresult *result)
{
    postgres_store *s = context;
    bool good = libpq.PQresultStatus(result) == PGRES_TUPLES_OK && s->me != 0;
    if (good) {
        postgres_records_forget(s);
        s->is_home = true;
        take_rows(s, result);
    }
    end(s, good ? STORE_YES : STORE_FAILED, 0);
}

static void on_home(void *context, PGresult *result)
{
    static const pg_query all = {.sql = COLUMNS ",seq FROM arbiter.records ORDER BY room,key"};
    enum { HOME_MINE = 1, HOME_ELSEWHERE };
    postgres_store *s = context;
    int64_t state =
        libpq.PQresultStatus(result) == PGRES_TUPLES_OK ? pg_number_at(result, 0, 0) : -1;
    if (state == HOME_ELSEWHERE)
        end(s, STORE_ELSEWHERE, pg_number_at(result, 0, 1));
    else if (state != HOME_MINE || !pg_link_ask(s->links[ASK_LINK], &all, true, on_records, s))
        end(s, STORE_FAILED, 0);
}

store_word postgres_want_home(postgres_store *s)
{
    char me[PG_DIGITS];
    const pg_query q = {.sql = "SELECT state,owner FROM arbiter.take_home($1)",
                        .count = 1,
                        .values = {pg_number_text(me, s->me)},
                        .lengths = {PG_TEXT}};
    return pg_link_ask(s->links[ASK_LINK], &q, false, on_home, s) ? STORE_LATER : STORE_FAILED;
}

/* ---- the batch ---- */

/* Writes [{"room":…,"key":…,"value":…,"sum":…,"game":…},…]; `game` is the row of a game that begins
 * or ends to belong to the home. */
void postgres_put_changes(const postgres_store *s, text_builder *out)
{
    text_puts(out, "[");
    for (size_t i = 0; i < s->records_open.count; i++) {
        const stored_record *r = &s->records_open.at[i];
        bool plays = strcmp(r->room, "playing") == 0;
        text_puts(out, i > 0 ? ",{\"room\":" : "{\"room\":");
        text_put_json(out, r->room);
        text_puts(out, ",\"key\":");
        text_put_json(out, r->key);
        text_puts(out, ",\"value\":");
        text_put_json(out, r->value);
        text_putf(out, ",\"sum\":%" PRId64 ",\"game\":%" PRId64 "}",
                  (int64_t)record_sum(r->room, r->key, r->value),
                  plays ? row_of_id(&s->base.ids, strtoll(r->key, NULL, 10)) : 0);
    }
    text_puts(out, "]");
    text_put(out, "", 1);
}

void postgres_changes_fly(postgres_store *s)
{
    record_list_clear(&s->records_flying);
    s->records_flying = s->records_open;
    s->records_open = (record_list){0};
}

/* ---- for programs that make tokens ---- */

store *postgres_open_records(const char *url, char *why, size_t cap)
{
    postgres_store *s = (postgres_store *)postgres_open(url, why, cap);
    if (s == NULL)
        return NULL;
    s->conn = pg_connect(url, why, cap);
    if (s->conn != NULL)
        return &s->base;
    store_close(&s->base);
    return NULL;
}
