/* postgres_store.c: games in PostgreSQL, which several servers share: opening, closing, room.
 * Layer: server. */
#include "server/store/postgres/postgres_rows.h"
#include "server/store/postgres/postgres_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int64_t postgres_next_id(store *base)
{
    postgres_store *s = (postgres_store *)base;
    if (s->row == s->row_end && s->spare != 0) {
        s->row = s->spare;
        s->row_end = s->spare + PG_ROWS;
        s->spare = 0;
    }
    if (s->spare == 0)
        postgres_need_rows(s);
    return s->row < s->row_end ? id_of_row(&base->ids, s->row++) : 0;
}

/* ---- room ---- */

static int64_t postgres_bytes(store *base)
{
    return ((postgres_store *)base)->bytes;
}

static void on_dropped(void *context, PGresult *result)
{
    enum { LOOKS = 500 };
    postgres_store *s = context;
    s->asking_drop = false;
    if (libpq.PQresultStatus(result) != PGRES_TUPLES_OK || libpq.PQntuples(result) != 1)
        return;
    int64_t row = pg_number_at(result, 0, 0), last = pg_number_at(result, 0, 1);
    s->looked = row > 0 ? row : s->looked + LOOKS < last ? s->looked + LOOKS : 0;
    if (row > 0)
        s->host.dropped(s->host.context, id_of_row(&s->base.ids, row));
}

static int64_t postgres_drop_abandoned(store *base, int64_t before)
{
    postgres_store *s = (postgres_store *)base;
    char me[PG_DIGITS], above[PG_DIGITS], upto[PG_DIGITS], when[PG_DIGITS];
    if (s->asking_drop || !postgres_is_joined(base))
        return 0;
    const pg_query q = {.sql = "SELECT dropped,last FROM arbiter.drop_abandoned($1,$2,$3,$4)",
                        .count = 4,
                        .values = {pg_number_text(me, s->me), pg_number_text(above, s->looked),
                                   pg_number_text(upto, s->looked + 500),
                                   pg_number_text(when, before)},
                        .lengths = {PG_TEXT, PG_TEXT, PG_TEXT, PG_TEXT}};
    s->asking_drop = pg_link_ask(s->links[ASK_LINK], &q, false, on_dropped, s);
    return 0; /* the host is told later */
}

/* ---- opening and closing ---- */

static void postgres_close(store *base)
{
    postgres_store *s = (postgres_store *)base;
    for (int i = 0; i < PG_LINKS; i++)
        if (s->links[i] != NULL)
            pg_link_free(s->links[i]);
    if (s->tick != NULL)
        event_free(s->tick);
    for (int i = 0; i < B_COLUMNS; i++)
        pg_array_free(&s->columns[i]);
    postgres_records_forget(s);
    if (s->conn != NULL)
        libpq.PQfinish(s->conn);
    text_free(&s->made);
    text_free(&s->changes);
    free(s->games);
    free(s->url);
    free(s);
}

static const store_kind postgres_kind = {
    .shared = true,
    .close = postgres_close,
    .begin = postgres_begin,
    .commit = postgres_commit,
    .rollback = postgres_rollback,
    .next_id = postgres_next_id,
    .add_game = postgres_add_game,
    .add_step = postgres_add_step,
    .find_request = postgres_find_request,
    .rules_text = postgres_rules_text,
    .pgn_text = postgres_pgn_text,
    .list = postgres_list,
    .bytes = postgres_bytes,
    .drop_abandoned = postgres_drop_abandoned,
    .join = postgres_join,
    .is_joined = postgres_is_joined,
    .is_writable = postgres_is_writable,
    .leave = postgres_leave,
    .has_left = postgres_has_left,
    .want = postgres_want,
    .address_of = postgres_address_of,
    .records_refresh = postgres_records_refresh,
    .records_pending = postgres_records_pending,
    .record_put = postgres_record_put,
    .record_drop = postgres_record_drop,
    .record_get = postgres_record_get,
    .record_list = postgres_record_list,
    .code_for = postgres_code_for,
    .code_take = postgres_code_take,
};

store *postgres_open(const char *url, char *why, size_t cap)
{
    postgres_store *s = calloc(1, sizeof *s);
    why[0] = '\0';
    if (s != NULL) {
        s->base.kind = &postgres_kind;
        s->url = strdup(url);
    }
    if (s == NULL || s->url == NULL) {
        snprintf(why, cap, "not enough memory");
        free(s);
        return NULL;
    }
    PGconn *conn = pg_connect(url, why, cap);
    bool good = conn != NULL && postgres_prepare(conn, &s->base.ids, why, cap);
    libpq.PQfinish(conn);
    if (good)
        return &s->base;
    postgres_close(&s->base);
    return NULL;
}
