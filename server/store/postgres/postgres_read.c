/* postgres_read.c: reads requests and lists from PostgreSQL; the answers come later. Layer: server.
 */
#include "server/match/match_record.h"
#include "server/store/postgres/postgres_rows.h"

#include <stdlib.h>
#include <string.h>

/* ---- questions that are asked twice ---- */

/* The host asks and gets the number of the question. When that number is reported as answered it
 * asks again, and then the answer is there. */

typedef struct {
    postgres_store *s;
    uint64_t number;
} question;

static void on_answer(void *context, PGresult *result)
{
    question *q = context;
    postgres_store *s = q->s;
    uint64_t number = q->number;
    bool good = libpq.PQresultStatus(result) == PGRES_TUPLES_OK;
    free(q);
    s->answer = good ? result : NULL;
    s->answered = number;
    s->host.answered(s->host.context, number, good);
    s->answer = NULL;
}

store_word postgres_ask(postgres_store *s, const pg_query *query)
{
    question *q = malloc(sizeof *q);
    if (q == NULL)
        return STORE_FAILED;
    *q = (question){s, ++s->base.question};
    if (pg_link_ask(s->links[ASK_LINK], query, false, on_answer, q))
        return STORE_LATER;
    free(q);
    return STORE_FAILED;
}

store_word postgres_find_request(store *base, const char *request, int64_t *id)
{
    postgres_store *s = (postgres_store *)base;
    *id = 0;
    if (s->answer != NULL) {
        int64_t row = libpq.PQntuples(s->answer) == 1 ? pg_number_at(s->answer, 0, 0) : 0;
        if (row != 0 && pg_number_at(s->answer, 0, 1) ==
                            (int64_t)sum_number(sum_text(row_sum_start, request), row))
            *id = id_of_row(&base->ids, row);
        return *id != 0 ? STORE_YES : STORE_NO;
    }
    /* The request of a deleted game may create another one. */
    const pg_query q = {.sql = "SELECT r.game, r.sum FROM arbiter.requests r JOIN arbiter.heads h"
                               " ON h.game = r.game WHERE r.key=$1",
                        .count = 1,
                        .values = {request},
                        .lengths = {(int)strlen(request)}};
    return postgres_ask(s, &q);
}

store_word postgres_list(store *base, int64_t before, int limit, store_listener *listener,
                         void *context)
{
    postgres_store *s = (postgres_store *)base;
    if (s->answer == NULL) {
        char first[PG_DIGITS], count[PG_DIGITS];
        const pg_query q = {
            .sql = "SELECT g.id,g.rules,g.white,g.black,h.result,h.plies,h.updated"
                   " FROM arbiter.games g JOIN arbiter.heads h ON h.game = g.id WHERE g.id < $1"
                   " ORDER BY g.id DESC LIMIT $2",
            .count = 2,
            .values = {pg_number_text(first,
                                      before > 0 ? row_of_id(&base->ids, before) : INT64_MAX),
                       pg_number_text(count, limit)},
            .lengths = {PG_TEXT, PG_TEXT}};
        return postgres_ask(s, &q);
    }
    const PGresult *r = s->answer;
    for (int i = 0; i < libpq.PQntuples(r); i++) {
        store_summary summary = {id_of_row(&base->ids, pg_number_at(r, i, 0)),
                                 libpq.PQgetvalue(r, i, 1),
                                 libpq.PQgetvalue(r, i, 2),
                                 libpq.PQgetvalue(r, i, 3),
                                 libpq.PQgetvalue(r, i, 4),
                                 pg_number_at(r, i, 5),
                                 pg_number_at(r, i, 6)};
        listener(context, &summary);
    }
    return STORE_YES;
}

/* ---- texts of a game ---- */

void postgres_rules_text(store *base, const match *m, text_builder *text)
{
    (void)base;
    if (m->record->rules_text != NULL)
        text_puts(text, m->record->rules_text);
}

void postgres_pgn_text(store *base, const match *m, text_builder *text)
{
    (void)base;
    if (m->record->pgn != NULL)
        text_puts(text, m->record->pgn);
}
