/* postgres_read.c: games, requests and lists asked of PostgreSQL; the answers come later. Layer:
 * server. */
#include "server/http/http.h"
#include "server/match_record.h"
#include "server/store/postgres_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAME_COLUMNS                                                                               \
    "g.id,g.rules,g.rules_text,g.fen,g.moves,g.white,g.black,g.white_token,g.black_token,"         \
    "g.engine,g.clock,g.initial_ms,g.increment_ms,g.engine_side,g.engine_ms,g.engine_elo"

/* ---- questions that are asked twice ---- */

/* The host asks, waits for its number to be called, and asks again: then the answer is there. */

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

static store_word ask(postgres_store *s, const pg_query *query)
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

static const char *words(const PGresult *result, int row, int column)
{
    return libpq.PQgetvalue(result, row, column);
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
    /* A game that is gone may be made again. */
    const pg_query q = {.sql = "SELECT r.game, r.sum FROM arbiter.requests r JOIN arbiter.heads h"
                               " ON h.game = r.game WHERE r.key=$1",
                        .count = 1,
                        .values = {request},
                        .lengths = {(int)strlen(request)}};
    return ask(s, &q);
}

store_word postgres_list(store *base, int64_t before, int limit, store_listener *listener,
                         void *context)
{
    postgres_store *s = (postgres_store *)base;
    if (s->answer == NULL) {
        char first[24], count[24];
        const pg_query q = {
            .sql = "SELECT g.id,g.rules,g.white,g.black,h.result,h.plies,h.updated"
                   " FROM arbiter.games g JOIN arbiter.heads h ON h.game = g.id WHERE g.id < $1"
                   " ORDER BY g.id DESC LIMIT $2",
            .count = 2,
            .values = {pg_number_text(first,
                                      before > 0 ? row_of_id(&base->ids, before) : INT64_MAX),
                       pg_number_text(count, limit)},
            .lengths = {PG_TEXT, PG_TEXT}};
        return ask(s, &q);
    }
    const PGresult *r = s->answer;
    for (int i = 0; i < libpq.PQntuples(r); i++) {
        store_summary summary = {id_of_row(&base->ids, pg_number_at(r, i, 0)),
                                 words(r, i, 1),
                                 words(r, i, 2),
                                 words(r, i, 3),
                                 words(r, i, 4),
                                 pg_number_at(r, i, 5),
                                 pg_number_at(r, i, 6)};
        listener(context, &summary);
    }
    return STORE_YES;
}

/* ---- a game ---- */

/* On its way: taken, then its beginning is read, then its steps. */
typedef struct {
    postgres_store *s;
    int64_t id, row, fence, spent;
    PGresult *game;
} loading;

enum { SUM = 16, VERSION, PLIES, RESULT, UPDATED, SUMMARY_SUM, PGN, PGN_SUM };

static void end_loading(loading *l, store_word word, match *m, int64_t owner)
{
    postgres_store *s = l->s;
    int64_t id = l->id;
    libpq.PQclear(l->game);
    free(l);
    s->host.loaded(s->host.context, id, word, m, owner);
}

static char *copy_words(const PGresult *r, int column)
{
    const char *text = words(r, 0, column);
    return text[0] != '\0' ? strdup(text) : NULL;
}

static bool is_whole_game(const PGresult *r)
{
    row_sum sum = sum_number(row_sum_start, pg_number_at(r, 0, 0));
    for (int i = 1; i < 10; i++)
        sum = sum_text(sum, words(r, 0, i));
    for (int i = 10; i < SUM; i++)
        sum = sum_number(sum, pg_number_at(r, 0, i));
    return (int64_t)sum == pg_number_at(r, 0, SUM);
}

static match *start_match(const PGresult *r, int64_t id, arb_budget *budget)
{
    match_start start = {
        .rules = words(r, 0, 1),
        .rules_text = words(r, 0, 2),
        .fen = words(r, 0, 3),
        .moves = words(r, 0, 4),
        .white = words(r, 0, 5),
        .black = words(r, 0, 6),
        .engine = words(r, 0, 9),
        .clock = pg_number_at(r, 0, 10) != 0,
        .initial_ms = pg_number_at(r, 0, 11),
        .increment_ms = pg_number_at(r, 0, 12),
        .engine_side = (int)pg_number_at(r, 0, 13),
        .engine_ms = (int)pg_number_at(r, 0, 14),
        .engine_elo = (int)pg_number_at(r, 0, 15),
        .budget = budget,
    };
    match *m = match_new(id, &start);
    if (m == NULL)
        return NULL;
    snprintf(m->token[ARB_WHITE], MATCH_TOKEN_LIMIT, "%s", words(r, 0, 7));
    snprintf(m->token[ARB_BLACK], MATCH_TOKEN_LIMIT, "%s", words(r, 0, 8));
    m->updated = pg_number_at(r, 0, UPDATED);
    m->record->in_store = true;
    m->record->rules_text = m->own_rules != NULL ? copy_words(r, 2) : NULL;
    /* A damaged text is not kept: the moves of the game are in its steps. */
    if (!libpq.PQgetisnull(r, 0, PGN) &&
        pg_number_at(r, 0, PGN_SUM) ==
            (int64_t)sum_text(sum_number(row_sum_start, pg_number_at(r, 0, 0)), words(r, 0, PGN)))
        m->record->pgn = copy_words(r, PGN);
    return m;
}

static bool is_whole_summary(const PGresult *r)
{
    int64_t version = pg_number_at(r, 0, VERSION);
    return pg_number_at(r, 0, SUMMARY_SUM) ==
           (int64_t)summary_row_sum(pg_number_at(r, 0, 0), version, version,
                                    pg_number_at(r, 0, PLIES), words(r, 0, RESULT),
                                    pg_number_at(r, 0, UPDATED));
}

/* n, at, white_ms, black_ms, what, request, sum */
static bool is_whole_step(const PGresult *r, int i, int64_t row)
{
    const int64_t numbers[3] = {pg_number_at(r, i, 1), pg_number_at(r, i, 2),
                                pg_number_at(r, i, 3)};
    return pg_number_at(r, i, 0) == i + 1 &&
           pg_number_at(r, i, 6) ==
               (int64_t)postgres_step_sum(row, i + 1, numbers, words(r, i, 4), words(r, i, 5));
}

/* False: there was not memory or budget enough, which is no damage. */
static bool replay(match *m, const PGresult *r, int64_t row, int64_t now)
{
    for (int i = 0; i < libpq.PQntuples(r); i++) {
        if (!is_whole_step(r, i, row)) {
            m->damaged = true; /* it ends with the last step before it */
            return true;
        }
        const int64_t left[2] = {pg_number_at(r, i, 2), pg_number_at(r, i, 3)};
        if (!match_replay(m, words(r, i, 4), pg_number_at(r, i, 1), left, now, now))
            return false;
        if (words(r, i, 5)[0] != '\0')
            match_remember(m, words(r, i, 5));
    }
    return true;
}

static void on_steps(void *context, PGresult *result)
{
    loading *l = context;
    postgres_store *s = l->s;
    int64_t now = http_now();
    if (libpq.PQresultStatus(result) != PGRES_TUPLES_OK) {
        end_loading(l, STORE_FAILED, NULL, 0);
        return;
    }
    s->host.budget->left = s->host.work;
    bool whole = is_whole_game(l->game);
    match *m = whole ? start_match(l->game, l->id, s->host.budget) : NULL;
    if (m != NULL && !replay(m, result, l->row, now)) {
        match_free(m);
        m = NULL;
    }
    if (m != NULL &&
        (!is_whole_summary(l->game) || m->version != pg_number_at(l->game, 0, VERSION)))
        m->damaged = true;
    if (!whole || (m != NULL && m->damaged)) {
        s->base.damaged++;
        fprintf(stderr, "arbiter: game %lld is damaged in the database%s\n", (long long)l->id,
                m != NULL ? "; it is shown as far as it is whole" : " and cannot be shown");
    }
    if (m == NULL) {
        end_loading(l, STORE_FAILED, NULL, 0);
        return;
    }
    m->record->fence = l->fence;
    m->record->head = m->record->safe_head = m->version;
    if (m->clock.running != NOBODY)
        m->clock.since = now - l->spent;
    m->clock.running = m->damaged ? NOBODY : m->clock.running;
    end_loading(l, STORE_YES, m, 0);
}

static bool ask_more(loading *l, const char *sql, pg_done *done)
{
    char row[24];
    const pg_query q = {
        .sql = sql, .count = 1, .values = {pg_number_text(row, l->row)}, .lengths = {PG_TEXT}};
    return pg_link_ask(l->s->links[ASK_LINK], &q, true, done, l);
}

static void on_game(void *context, PGresult *result)
{
    static const char sql[] = "SELECT n,at,white_ms,black_ms,what,request,sum FROM arbiter.log"
                              " WHERE game=$1 ORDER BY n";
    loading *l = context;
    bool good = libpq.PQresultStatus(result) == PGRES_TUPLES_OK && libpq.PQntuples(result) == 1;
    l->game = good ? libpq.PQcopyResult(result, PG_COPYRES_ATTRS | PG_COPYRES_TUPLES) : NULL;
    if (l->game == NULL || !ask_more(l, sql, on_steps))
        end_loading(l, STORE_FAILED, NULL, 0);
}

static void on_taken(void *context, PGresult *result)
{
    static const char sql[] =
        "SELECT " GAME_COLUMNS ",g.sum,h.version,h.plies,h.result,h.updated,h.sum,i.pgn,i.sum"
        " FROM arbiter.games g JOIN arbiter.heads h ON h.game=g.id"
        " LEFT JOIN arbiter.imports i ON i.game=g.id WHERE g.id=$1";
    enum { TAKE_NONE, TAKE_MINE, TAKE_ELSEWHERE };
    loading *l = context;
    int64_t state =
        libpq.PQresultStatus(result) == PGRES_TUPLES_OK ? pg_number_at(result, 0, 0) : -1;
    if (state == TAKE_NONE) {
        end_loading(l, STORE_NO, NULL, 0);
    } else if (state == TAKE_ELSEWHERE) {
        end_loading(l, STORE_ELSEWHERE, NULL, pg_number_at(result, 0, 1));
    } else if (state == TAKE_MINE) {
        l->fence = pg_number_at(result, 0, 2);
        l->spent = pg_number_at(result, 0, 3);
        if (!ask_more(l, sql, on_game))
            end_loading(l, STORE_FAILED, NULL, 0);
    } else {
        end_loading(l, STORE_FAILED, NULL, 0);
    }
}

store_word postgres_want(store *base, int64_t id)
{
    postgres_store *s = (postgres_store *)base;
    char row[24], me[24], now[24];
    loading *l = postgres_is_joined(base) ? calloc(1, sizeof *l) : NULL;
    if (l == NULL)
        return STORE_FAILED;
    *l = (loading){.s = s, .id = id, .row = row_of_id(&base->ids, id)};
    const pg_query q = {.sql = "SELECT state,owner,fence,spent FROM arbiter.take($1,$2,$3)",
                        .count = 3,
                        .values = {pg_number_text(row, l->row), pg_number_text(me, s->me),
                                   pg_number_text(now, http_now())},
                        .lengths = {PG_TEXT, PG_TEXT, PG_TEXT}};
    if (pg_link_ask(s->links[ASK_LINK], &q, false, on_taken, l))
        return STORE_LATER;
    free(l);
    return STORE_FAILED;
}

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
