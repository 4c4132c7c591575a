/* postgres_load.c: makes this server the owner of games and reads them from PostgreSQL. Layer:
 * server.
 *
 * Taking a game is a commit, and a commit waits for the disk. So games that are asked for while one
 * take is being carried out are taken together by the next. New games, many of which begin at once
 * when a round starts, are read by the take itself. Other games are read one by one, so that
 * reading many never keeps the loop from its other work. */
#include "server/http/http.h"
#include "server/match/match_record.h"
#include "server/store/postgres/postgres_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define READ_COLUMNS                                                                               \
    "g.id,g.rules,g.rules_text,g.fen,g.moves,g.white,g.black,g.white_token,g.black_token,"         \
    "g.engine,g.clock,g.initial_ms,g.increment_ms,g.engine_side,g.engine_ms,g.engine_elo,g.sum,"   \
    "h.version,h.plies,h.result,h.updated,h.sum"

/* ---- what the rows say ---- */

static const char *words(const PGresult *result, int row, int column)
{
    return libpq.PQgetvalue(result, row, column);
}

/* A game that is being loaded: it is taken, then its beginning is read, then its steps. */
struct loading {
    loading *next; /* links the games that wait for the next take */
    postgres_store *s;
    int64_t id, row, fence, spent;
    PGresult *game;
};

enum { SUM = 16, VERSION, PLIES, RESULT, UPDATED, SUMMARY_SUM, PGN, PGN_SUM };

/* A row that tells how a game began and where it stands. */
typedef struct {
    const PGresult *rows;
    int row;
} game_row;

static const char *row_words(game_row r, int column)
{
    return words(r.rows, r.row, column);
}

static int64_t row_number(game_row r, int column)
{
    return pg_number_at(r.rows, r.row, column);
}

static void end_loading(loading *l, store_word word, match *m, int64_t owner)
{
    postgres_store *s = l->s;
    int64_t id = l->id;
    libpq.PQclear(l->game);
    free(l);
    s->host.loaded(s->host.context, id, word, m, owner);
}

static char *copy_words(game_row r, int column)
{
    const char *text = row_words(r, column);
    return text[0] != '\0' ? strdup(text) : NULL;
}

static bool is_whole_game(game_row r)
{
    row_sum sum = sum_number(row_sum_start, row_number(r, 0));
    for (int i = 1; i < 10; i++)
        sum = sum_text(sum, row_words(r, i));
    for (int i = 10; i < SUM; i++)
        sum = sum_number(sum, row_number(r, i));
    return (int64_t)sum == row_number(r, SUM);
}

static match *start_match(game_row r, int64_t id, arb_budget *budget)
{
    match_start start = {
        .rules = row_words(r, 1),
        .rules_text = row_words(r, 2),
        .fen = row_words(r, 3),
        .moves = row_words(r, 4),
        .white = row_words(r, 5),
        .black = row_words(r, 6),
        .engine = row_words(r, 9),
        .clock = row_number(r, 10) != 0,
        .initial_ms = row_number(r, 11),
        .increment_ms = row_number(r, 12),
        .engine_side = (int)row_number(r, 13),
        .engine_ms = (int)row_number(r, 14),
        .engine_elo = (int)row_number(r, 15),
        .budget = budget,
    };
    match *m = match_new(id, &start);
    if (m == NULL)
        return NULL;
    snprintf(m->token[ARB_WHITE], MATCH_TOKEN_LIMIT, "%s", row_words(r, 7));
    snprintf(m->token[ARB_BLACK], MATCH_TOKEN_LIMIT, "%s", row_words(r, 8));
    m->updated = row_number(r, UPDATED);
    m->record->in_store = true;
    m->record->rules_text = m->own_rules != NULL ? copy_words(r, 2) : NULL;
    /* A damaged text is dropped, because the moves of the game are in its steps. */
    if (!libpq.PQgetisnull(r.rows, r.row, PGN) &&
        row_number(r, PGN_SUM) ==
            (int64_t)sum_text(sum_number(row_sum_start, row_number(r, 0)), row_words(r, PGN)))
        m->record->pgn = copy_words(r, PGN);
    return m;
}

static bool is_whole_summary(game_row r)
{
    int64_t version = row_number(r, VERSION);
    return row_number(r, SUMMARY_SUM) ==
           (int64_t)summary_row_sum(row_number(r, 0), version, version, row_number(r, PLIES),
                                    row_words(r, RESULT), row_number(r, UPDATED));
}

/* Is the row of a step what was written? Its columns are n, at, white_ms, black_ms, what, request,
 * sum. */
static bool is_whole_step(const PGresult *r, int i, int64_t row)
{
    const int64_t numbers[] = {pg_number_at(r, i, 1), pg_number_at(r, i, 2), pg_number_at(r, i, 3)};
    return pg_number_at(r, i, 0) == i + 1 &&
           pg_number_at(r, i, 6) ==
               (int64_t)postgres_step_sum(row, i + 1, numbers, words(r, i, 4), words(r, i, 5));
}

/* Plays the steps. Returns false if memory or budget did not suffice, which is not damage. */
static bool replay(match *m, const PGresult *r, int64_t row, int64_t now)
{
    for (int i = 0; r != NULL && i < libpq.PQntuples(r); i++) {
        if (!is_whole_step(r, i, row)) {
            m->damaged = true; /* the game ends with the step before this one */
            break;
        }
        const int64_t left[] = {pg_number_at(r, i, 2), pg_number_at(r, i, 3)};
        if (!match_replay(m, words(r, i, 4), pg_number_at(r, i, 1), left, now, now))
            return false;
        if (words(r, i, 5)[0] != '\0')
            match_remember(m, words(r, i, 5));
    }
    return match_replayed(m);
}

/* Builds the match and hands it to the host. `steps` is NULL if the game has none. */
static void finish_loading(loading *l, game_row game, const PGresult *steps)
{
    postgres_store *s = l->s;
    int64_t now = http_now();
    s->host.budget->left = s->host.work;
    bool whole = is_whole_game(game);
    match *m = whole ? start_match(game, l->id, s->host.budget) : NULL;
    if (m != NULL && !replay(m, steps, l->row, now)) {
        match_free(m);
        m = NULL;
    }
    if (m != NULL && (!is_whole_summary(game) || m->version != row_number(game, VERSION)))
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

static void on_steps(void *context, PGresult *result)
{
    loading *l = context;
    if (libpq.PQresultStatus(result) == PGRES_TUPLES_OK)
        finish_loading(l, (game_row){l->game, 0}, result);
    else
        end_loading(l, STORE_FAILED, NULL, 0);
}

static bool ask_more(loading *l, const char *sql, pg_done *done)
{
    char row[PG_DIGITS];
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
    const game_row game = {l->game, 0};
    if (l->game != NULL && row_number(game, VERSION) == 0 && is_whole_summary(game))
        finish_loading(l, game, NULL);
    else if (l->game == NULL || !ask_more(l, sql, on_steps))
        end_loading(l, STORE_FAILED, NULL, 0);
}

static void read_game(loading *l)
{
    static const char sql[] = "SELECT " READ_COLUMNS ",i.pgn,i.sum FROM arbiter.games g"
                              " JOIN arbiter.heads h ON h.game=g.id"
                              " LEFT JOIN arbiter.imports i ON i.game=g.id WHERE g.id=$1";
    if (!ask_more(l, sql, on_game))
        end_loading(l, STORE_FAILED, NULL, 0);
}

/* ---- taking ---- */

enum { TAKE_LIMIT = 256 };

typedef struct {
    postgres_store *s;
    size_t count;
    loading *games[TAKE_LIMIT];
} taking;

/* The columns that a take adds after the columns of a game that is read. */
enum { TAKE_PLACE = PGN_SUM + 1, TAKE_STATE, TAKE_OWNER, TAKE_FENCE, TAKE_SPENT };

static void settle(loading *l, game_row told)
{
    enum { TAKE_NONE, TAKE_MINE, TAKE_ELSEWHERE, TAKE_NO_LEASE, TAKE_HOMELESS };
    int64_t state = row_number(told, TAKE_STATE);
    if (state == TAKE_MINE) {
        l->fence = row_number(told, TAKE_FENCE);
        l->spent = row_number(told, TAKE_SPENT);
        if (!libpq.PQgetisnull(told.rows, told.row, 0) && is_whole_summary(told))
            finish_loading(l, told, NULL);
        else
            read_game(l);
    } else if (state == TAKE_ELSEWHERE) {
        end_loading(l, STORE_ELSEWHERE, NULL, row_number(told, TAKE_OWNER));
    } else {
        end_loading(l,
                    state == TAKE_NONE       ? STORE_NO
                    : state == TAKE_HOMELESS ? STORE_HOMELESS
                                             : STORE_FAILED,
                    NULL, 0);
    }
}

static void take_next(postgres_store *s);

static void on_taken(void *context, PGresult *result)
{
    taking *t = context;
    postgres_store *s = t->s;
    bool good =
        libpq.PQresultStatus(result) == PGRES_TUPLES_OK && libpq.PQntuples(result) == (int)t->count;
    for (size_t i = 0; i < t->count; i++) {
        const game_row told = {result, (int)i};
        if (good)
            settle(t->games[row_number(told, TAKE_PLACE) - 1], told);
        else
            end_loading(t->games[i], STORE_FAILED, NULL, 0);
    }
    free(t);
    s->taking = false;
    take_next(s);
}

/* Rows are taken in the order of their numbers, so that no two servers wait for each other. A game
 * that had no owner when the statement began, and whose fence is now the next number, was nobody's
 * in between, so its row is as the statement sees it. That is how small new games come with the
 * take. (OFFSET 0 makes the database look each game up by its number, whatever it estimates of the
 * tables.) */
static bool ask_take(taking *t)
{
    static const char sql[] =
        "SELECT r.*,u.i,t.state,t.owner,t.fence,t.spent FROM (SELECT g,i FROM unnest($1::bigint[])"
        " WITH ORDINALITY AS x(g,i) ORDER BY g) u CROSS JOIN LATERAL arbiter.take(u.g,$2,$3) t"
        " LEFT JOIN LATERAL (SELECT " READ_COLUMNS ",NULL,NULL FROM arbiter.games g"
        " JOIN arbiter.heads h ON h.game=g.id WHERE g.id=u.g AND h.version=0 AND h.owner=0"
        " AND h.fence=t.fence-1 AND t.state=1"
        " AND octet_length(g.rules_text)+octet_length(g.fen)+octet_length(g.moves) < 1000"
        " AND NOT EXISTS (SELECT 1 FROM arbiter.imports i WHERE i.game=u.g) OFFSET 0) r ON true";
    char me[PG_DIGITS], now[PG_DIGITS];
    pg_array rows = {0};
    pg_query q = {.sql = sql,
                  .count = 3,
                  .values = {NULL, pg_number_text(me, t->s->me), pg_number_text(now, http_now())},
                  .lengths = {0, PG_TEXT, PG_TEXT}};
    pg_array_clear(&rows, false);
    for (size_t i = 0; i < t->count; i++)
        pg_array_add(&rows, t->games[i]->row);
    q.values[0] = pg_array_bytes(&rows, &q.lengths[0]);
    bool asked = q.values[0] != NULL && pg_link_ask(t->s->links[ASK_LINK], &q, false, on_taken, t);
    pg_array_free(&rows);
    return asked;
}

static bool take(postgres_store *s, loading *games)
{
    taking *t = malloc(sizeof *t);
    if (t == NULL)
        return false;
    *t = (taking){.s = s};
    for (loading *l = games; l != NULL; l = l->next)
        t->games[t->count++] = l;
    s->taking = ask_take(t);
    if (!s->taking)
        free(t);
    return s->taking;
}

/* Takes the games that have been asked for meanwhile. If the connection fails, all of them fail. */
static void take_next(postgres_store *s)
{
    while (s->wanted != NULL && !s->taking) {
        loading *games = s->wanted, *last = games;
        for (int count = 1; count < TAKE_LIMIT && last->next != NULL; count++)
            last = last->next;
        s->wanted = last->next;
        last->next = NULL;
        if (take(s, games))
            return;
        for (loading *next; games != NULL; games = next) {
            next = games->next;
            end_loading(games, STORE_FAILED, NULL, 0);
        }
    }
}

/* Asks for a game. If no take is being carried out, it is taken at once. */
store_word postgres_want(store *base, int64_t id)
{
    postgres_store *s = (postgres_store *)base;
    if (id == STORE_HOME)
        return postgres_is_joined(base) ? postgres_want_home(s) : STORE_FAILED;
    loading *l = postgres_is_joined(base) ? calloc(1, sizeof *l) : NULL;
    if (l == NULL)
        return STORE_FAILED;
    *l = (loading){.s = s, .id = id, .row = row_of_id(&base->ids, id)};
    if (s->taking) {
        loading **end = &s->wanted;
        while (*end != NULL)
            end = &(*end)->next;
        *end = l;
        return STORE_LATER;
    }
    if (take(s, l))
        return STORE_LATER;
    free(l);
    return STORE_FAILED;
}
