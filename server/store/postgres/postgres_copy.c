/* postgres_copy.c: a PostgreSQL store as one side of a copy. Layer: server. Reading sees the
 * database as of one moment, even while servers play. */
#include "server/store/postgres/postgres_rows.h"
#include "server/store/postgres/postgres_schema.h"
#include "server/store/store_copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAME_COLUMNS                                                                               \
    "id,rules,rules_text,fen,moves,white,black,white_token,black_token,engine,clock,initial_ms,"   \
    "increment_ms,engine_side,engine_ms,engine_elo"

typedef struct {
    copy_side side;
    PGconn *conn;
    PGresult *requests; /* rows of the cursor, from `at` on */
    int at;
    bool writes;
} postgres_copy;

static bool is_good(copy_side *side, const PGresult *result)
{
    ExecStatusType status = libpq.PQresultStatus(result);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
        return true;
    snprintf(side->why, sizeof side->why, "%.400s", libpq.PQresultErrorMessage(result));
    return false;
}

static PGresult *ask(postgres_copy *c, const pg_query *q)
{
    int formats[PG_PARAMETERS] = {0};
    for (int i = 0; i < q->count; i++)
        formats[i] = q->lengths[i] != PG_TEXT;
    return libpq.PQexecParams(c->conn, q->sql, q->count, NULL, q->values, q->lengths, formats, 0);
}

static bool carry_out(postgres_copy *c, const pg_query *q)
{
    PGresult *result = ask(c, q);
    bool good = is_good(&c->side, result);
    libpq.PQclear(result);
    return good;
}

static bool run(copy_side *side, const char *sql)
{
    return carry_out((postgres_copy *)side, &(pg_query){.sql = sql});
}

static void side_close(copy_side *side)
{
    postgres_copy *c = (postgres_copy *)side;
    libpq.PQclear(c->requests);
    libpq.PQfinish(c->conn);
    free(c);
}

static int64_t side_count(copy_side *side)
{
    PGresult *result = ask((postgres_copy *)side, &(pg_query){.sql = "SELECT count(*) FROM "
                                                                     "arbiter.games"});
    int64_t count = is_good(side, result) ? pg_number_at(result, 0, 0) : -1;
    libpq.PQclear(result);
    return count;
}

/* ---- reading ---- */

static bool take_game(copied_game *g, const PGresult *r)
{
    enum { SUM = 16, VERSION, PLIES, RESULT, UPDATED, SUMMARY_SUM, PGN, PGN_SUM };
    g->row = pg_number_at(r, 0, 0);
    row_sum sum = sum_number(row_sum_start, g->row);
    bool good = true;
    for (int i = 0; i < COPY_TEXTS; i++) {
        g->texts[i] = strdup(libpq.PQgetvalue(r, 0, 1 + i));
        good &= g->texts[i] != NULL;
        sum = sum_text(sum, g->texts[i]);
    }
    for (int i = 0; i < COPY_NUMBERS; i++) {
        g->numbers[i] = pg_number_at(r, 0, 1 + COPY_TEXTS + i);
        sum = sum_number(sum, g->numbers[i]);
    }
    g->version = pg_number_at(r, 0, VERSION);
    g->plies = pg_number_at(r, 0, PLIES);
    g->result = strdup(libpq.PQgetvalue(r, 0, RESULT));
    g->updated = pg_number_at(r, 0, UPDATED);
    g->damaged = (int64_t)sum != pg_number_at(r, 0, SUM) ||
                 pg_number_at(r, 0, SUMMARY_SUM) != (int64_t)summary_row_sum(g->row, g->version,
                                                                             g->version, g->plies,
                                                                             g->result, g->updated);
    if (!libpq.PQgetisnull(r, 0, PGN)) {
        g->pgn = strdup(libpq.PQgetvalue(r, 0, PGN));
        good &= g->pgn != NULL;
        g->damaged |= pg_number_at(r, 0, PGN_SUM) !=
                      (int64_t)sum_text(sum_number(row_sum_start, g->row), g->pgn);
    }
    return good && g->result != NULL;
}

static bool take_steps(copied_game *g, const PGresult *r)
{
    for (int i = 0; i < libpq.PQntuples(r); i++) {
        const int64_t numbers[] = {pg_number_at(r, i, 1), pg_number_at(r, i, 2),
                                   pg_number_at(r, i, 3)};
        const char *what = libpq.PQgetvalue(r, i, 4), *request = libpq.PQgetvalue(r, i, 5);
        g->damaged |= pg_number_at(r, i, 0) != i + 1 ||
                      pg_number_at(r, i, 6) !=
                          (int64_t)postgres_step_sum(g->row, i + 1, numbers, what, request);
        if (!copied_step_add(g, numbers[0], &numbers[1], what, request))
            return false;
    }
    g->damaged |= g->version != (int64_t)g->count;
    return true;
}

static int side_next_game(copy_side *side, int64_t after, copied_game *g)
{
    postgres_copy *c = (postgres_copy *)side;
    char number[PG_DIGITS];
    pg_query q = {.sql = "SELECT " GAME_COLUMNS ",g.sum,h.version,h.plies,h.result,h.updated,"
                         "h.sum,i.pgn,i.sum FROM arbiter.games g JOIN arbiter.heads h"
                         " ON h.game=g.id LEFT JOIN arbiter.imports i ON i.game=g.id"
                         " WHERE g.id>$1 ORDER BY g.id LIMIT 1",
                  .count = 1,
                  .values = {pg_number_text(number, after)},
                  .lengths = {PG_TEXT}};
    *g = (copied_game){0};
    PGresult *result = ask(c, &q);
    bool good = is_good(side, result);
    int found = good ? libpq.PQntuples(result) : -1;
    if (found == 1)
        good = take_game(g, result);
    libpq.PQclear(result);
    if (found != 1)
        return found;
    q.sql = "SELECT n,at,white_ms,black_ms,what,request,sum FROM arbiter.log WHERE game=$1"
            " ORDER BY n";
    pg_number_text(number, g->row);
    result = ask(c, &q);
    good = good && is_good(side, result) && take_steps(g, result);
    libpq.PQclear(result);
    if (good)
        return 1;
    copied_game_free(g);
    return -1;
}

/* Reads with a cursor, because there may be more rows than memory can hold. */
static int side_next_request(copy_side *side, bool again, copied_request *r)
{
    postgres_copy *c = (postgres_copy *)side;
    bool open = true;
    if (again) {
        libpq.PQclear(c->requests);
        c->requests = NULL;
        if (c->writes) /* the written copy is read back in a transaction of its own */
            open = run(side, "BEGIN");
        else
            run(side, "CLOSE ALL");
        open = open && run(side, "DECLARE requests CURSOR FOR SELECT key,game,sum FROM"
                                 " arbiter.requests ORDER BY key");
    }
    if (open && (c->requests == NULL || c->at == libpq.PQntuples(c->requests))) {
        libpq.PQclear(c->requests);
        c->requests = ask(c, &(pg_query){.sql = "FETCH 500 FROM requests"});
        c->at = 0;
        open = is_good(side, c->requests);
    }
    if (!open)
        return -1;
    if (libpq.PQntuples(c->requests) == 0) {
        if (c->writes)
            run(side, "COMMIT");
        return 0;
    }
    const char *text = libpq.PQgetvalue(c->requests, c->at, 0);
    size_t len;
    unsigned char *bytes = libpq.PQunescapeBytea((const unsigned char *)text, &len);
    *r = (copied_request){.len = len, .row = pg_number_at(c->requests, c->at, 1)};
    r->key = bytes != NULL ? malloc(len + 1) : NULL;
    if (r->key != NULL) {
        memcpy(r->key, bytes, len);
        r->key[len] = '\0';
        r->damaged = pg_number_at(c->requests, c->at, 2) !=
                     (int64_t)sum_number(sum_text(row_sum_start, (const char *)r->key), r->row);
    }
    libpq.PQfreemem(bytes);
    c->at++;
    return r->key != NULL ? 1 : -1;
}

static int side_next_record(copy_side *side, const copied_record *last, copied_record *r)
{
    const pg_query q = {
        .sql = "SELECT room,key,value,sum FROM arbiter.records WHERE value <> ''"
               " AND (room,key) > ($1,$2) ORDER BY room,key LIMIT 1",
        .count = 2,
        .values = {last->room != NULL ? last->room : "", last->room != NULL ? last->key : ""},
        .lengths = {PG_TEXT, PG_TEXT}};
    PGresult *result = ask((postgres_copy *)side, &q);
    bool good = is_good(side, result), there = good && libpq.PQntuples(result) == 1;
    bool made =
        there && copied_record_make(r, &side->ids, libpq.PQgetvalue(result, 0, 0),
                                    libpq.PQgetvalue(result, 0, 1), libpq.PQgetvalue(result, 0, 2),
                                    pg_number_at(result, 0, 3));
    libpq.PQclear(result);
    return made ? 1 : good && !there ? 0 : -1;
}

/* ---- writing ---- */

static bool side_begin(copy_side *side)
{
    return run(side, "BEGIN");
}

static bool side_commit(copy_side *side)
{
    return run(side, "COMMIT");
}

static bool put_beginning(postgres_copy *c, const copied_game *g)
{
    char numbers[COPY_NUMBERS + 2][PG_DIGITS];
    pg_query q = {.sql = "INSERT INTO arbiter.games(" GAME_COLUMNS ",sum) VALUES($1,$2,$3,$4,$5,$6,"
                         "$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17)",
                  .count = COPY_TEXTS + COPY_NUMBERS + 2};
    row_sum sum = sum_number(row_sum_start, g->row);
    int at = 0;
    q.values[at++] = pg_number_text(numbers[0], g->row);
    for (int i = 0; i < COPY_TEXTS; i++) {
        q.values[at++] = g->texts[i];
        sum = sum_text(sum, g->texts[i]);
    }
    for (int i = 0; i < COPY_NUMBERS; i++) {
        q.values[at++] = pg_number_text(numbers[1 + i], g->numbers[i]);
        sum = sum_number(sum, g->numbers[i]);
    }
    q.values[at++] = pg_number_text(numbers[COPY_NUMBERS + 1], (int64_t)sum);
    for (int i = 0; i < at; i++)
        q.lengths[i] = PG_TEXT;
    return carry_out(c, &q);
}

/* Writes the head of a game that nobody owns; its clock does not run until a server owns it. */
static bool put_head(postgres_copy *c, const copied_game *g)
{
    char row[PG_DIGITS], version[PG_DIGITS], plies[PG_DIGITS], updated[PG_DIGITS], sum[PG_DIGITS];
    const pg_query q = {
        .sql = "INSERT INTO arbiter.heads(game,owner,fence,since,spent,version,plies,result,"
               "updated,sum) VALUES($1,0,1,0,0,$2,$3,$4,$5,$6)",
        .count = 6,
        .values = {pg_number_text(row, g->row), pg_number_text(version, g->version),
                   pg_number_text(plies, g->plies), g->result, pg_number_text(updated, g->updated),
                   pg_number_text(sum, (int64_t)summary_row_sum(g->row, g->version, g->version,
                                                                g->plies, g->result, g->updated))},
        .lengths = {PG_TEXT, PG_TEXT, PG_TEXT, PG_TEXT, PG_TEXT, PG_TEXT}};
    return carry_out(c, &q);
}

static bool put_steps(postgres_copy *c, const copied_game *g)
{
    enum { N, AT, WHITE, BLACK, WHAT, REQUEST, SUM, COLUMNS };
    pg_array columns[COLUMNS] = {0};
    char row[PG_DIGITS];
    pg_query q = {.sql = "INSERT INTO arbiter.log(game,n,at,white_ms,black_ms,what,request,sum,"
                         "fence) SELECT $1::bigint,x.*,1 FROM unnest($2::bigint[],$3::bigint[],"
                         "$4::bigint[],$5::bigint[],$6::text[],$7::text[],$8::bigint[]) AS x",
                  .count = 1 + COLUMNS,
                  .values = {pg_number_text(row, g->row)},
                  .lengths = {PG_TEXT}};
    for (int i = 0; i < COLUMNS; i++)
        pg_array_clear(&columns[i], i == WHAT || i == REQUEST);
    for (size_t i = 0; i < g->count; i++) {
        const copied_step *p = &g->steps[i];
        const int64_t numbers[] = {p->at, p->white_ms, p->black_ms};
        pg_array_add(&columns[N], (int64_t)i + 1);
        pg_array_add(&columns[AT], p->at);
        pg_array_add(&columns[WHITE], p->white_ms);
        pg_array_add(&columns[BLACK], p->black_ms);
        pg_array_add_text(&columns[WHAT], p->what);
        pg_array_add_text(&columns[REQUEST], p->request);
        pg_array_add(&columns[SUM], (int64_t)postgres_step_sum(g->row, (int64_t)i + 1, numbers,
                                                               p->what, p->request));
    }
    bool good = true;
    for (int i = 0; i < COLUMNS; i++) {
        q.values[1 + i] = pg_array_bytes(&columns[i], &q.lengths[1 + i]);
        good &= q.values[1 + i] != NULL;
    }
    good = good && (g->count == 0 || carry_out(c, &q));
    for (int i = 0; i < COLUMNS; i++)
        pg_array_free(&columns[i]);
    return good;
}

static bool put_import(postgres_copy *c, const copied_game *g)
{
    char row[PG_DIGITS], sum[PG_DIGITS];
    if (g->pgn == NULL)
        return true;
    const pg_query q = {
        .sql = "INSERT INTO arbiter.imports(game,pgn,sum) VALUES($1,$2,$3)",
        .count = 3,
        .values = {pg_number_text(row, g->row), g->pgn,
                   pg_number_text(sum,
                                  (int64_t)sum_text(sum_number(row_sum_start, g->row), g->pgn))},
        .lengths = {PG_TEXT, PG_TEXT, PG_TEXT}};
    return carry_out(c, &q);
}

static bool side_put_game(copy_side *side, const copied_game *g)
{
    postgres_copy *c = (postgres_copy *)side;
    return put_beginning(c, g) && put_head(c, g) && put_steps(c, g) && put_import(c, g);
}

static bool side_put_request(copy_side *side, const copied_request *r)
{
    char row[PG_DIGITS], sum[PG_DIGITS];
    const pg_query q = {
        .sql = "INSERT INTO arbiter.requests(key,game,sum) VALUES($1,$2,$3)",
        .count = 3,
        .values = {(const char *)r->key, pg_number_text(row, r->row),
                   pg_number_text(sum, (int64_t)sum_number(
                                           sum_text(row_sum_start, (const char *)r->key), r->row))},
        .lengths = {(int)r->len, PG_TEXT, PG_TEXT}};
    return carry_out((postgres_copy *)side, &q);
}

/* Writes a record. A game that is played with tokens belongs to the home of their players. */
static bool side_put_record(copy_side *side, const copied_record *r)
{
    postgres_copy *c = (postgres_copy *)side;
    char sum[PG_DIGITS], row[PG_DIGITS];
    const pg_query put = {
        .sql = "SELECT arbiter.put_record($1,$2,$3,$4)",
        .count = 4,
        .values = {r->room, r->key, r->value,
                   pg_number_text(sum, (int64_t)record_sum(r->room, r->key, r->value))},
        .lengths = {PG_TEXT, PG_TEXT, PG_TEXT, PG_TEXT}};
    const pg_query plays = {.sql = "UPDATE arbiter.heads SET bots=true WHERE game=$1",
                            .count = 1,
                            .values = {pg_number_text(row, r->row)},
                            .lengths = {PG_TEXT}};
    return carry_out(c, &put) && (r->row == 0 || carry_out(c, &plays));
}

static bool side_put_ids(copy_side *side, const row_ids *ids, int64_t last)
{
    postgres_copy *c = (postgres_copy *)side;
    char secret[PG_DIGITS], secret2[PG_DIGITS], plain[PG_DIGITS], next[PG_DIGITS];
    const pg_query meta = {.sql = "UPDATE arbiter.meta SET secret=$1,secret2=$2,plain_rows=$3",
                           .count = 3,
                           .values = {pg_number_text(secret, (int64_t)ids->secret[0]),
                                      pg_number_text(secret2, (int64_t)ids->secret[1]),
                                      pg_number_text(plain, ids->plain_rows)},
                           .lengths = {PG_TEXT, PG_TEXT, PG_TEXT}};
    const pg_query rows = {.sql = "SELECT setval('arbiter.game_rows',$1,false)",
                           .count = 1,
                           .values = {pg_number_text(next, last + 1)},
                           .lengths = {PG_TEXT}};
    side->ids = *ids;
    return carry_out(c, &meta) && carry_out(c, &rows);
}

copy_side *postgres_side(const char *url, bool writes, char *why, size_t cap)
{
    row_ids ids;
    PGconn *conn = pg_connect(url, why, cap);
    if (conn == NULL || !postgres_prepare(conn, &ids, why, cap)) {
        libpq.PQfinish(conn);
        return NULL;
    }
    postgres_copy *c = calloc(1, sizeof *c);
    if (c == NULL) {
        libpq.PQfinish(conn);
        return NULL;
    }
    c->side = (copy_side){.ids = ids,
                          .close = side_close,
                          .count = side_count,
                          .next_game = side_next_game,
                          .next_request = side_next_request,
                          .next_record = side_next_record,
                          .begin = side_begin,
                          .put_game = side_put_game,
                          .put_request = side_put_request,
                          .put_record = side_put_record,
                          .put_ids = side_put_ids,
                          .commit = side_commit};
    c->conn = conn;
    c->writes = writes;
    if (!writes)
        run(&c->side, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return &c->side;
}
