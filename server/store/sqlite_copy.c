/* sqlite_copy.c: an SQLite store as one side of a copy. Layer: server. No server may use it at the
 * same time: the store is opened as a server opens it, so that its summaries include every step. */
#include "server/store/sqlite_rows.h"
#include "server/store/store_copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    copy_side side;
    sqlite_store *s;
    sqlite3_stmt *next, *requests, *records, *put_ids;
    int64_t *chain; /* the steps of a game, the last one first */
    size_t chain_cap;
} sqlite_copy;

static void note(sqlite_copy *c)
{
    snprintf(c->side.why, sizeof c->side.why, "%s", sqlite3_errmsg(c->s->db));
}

static void side_close(copy_side *side)
{
    sqlite_copy *c = (sqlite_copy *)side;
    sqlite3_finalize(c->next);
    sqlite3_finalize(c->requests);
    sqlite3_finalize(c->records);
    sqlite3_finalize(c->put_ids);
    sqlite_close(&c->s->base);
    free(c->chain);
    free(c);
}

static int64_t side_count(copy_side *side)
{
    int code;
    int64_t games = sqlite_number(((sqlite_copy *)side)->s, "SELECT count(*) FROM games", &code);
    return code == SQLITE_ROW ? games : -1;
}

/* ---- reading ---- */

static bool read_beginning(sqlite_copy *c, copied_game *g, int64_t *head)
{
    enum { SUM = 16, HEAD, VERSION, PLIES, RESULT, UPDATED, SUMMARY_SUM };
    sqlite3_stmt *q = c->s->statements[GET_GAME];
    row_sum sum = sum_number(row_sum_start, g->row);
    sqlite3_bind_int64(q, 1, g->row);
    bool good = sqlite3_step(q) == SQLITE_ROW;
    for (int i = 0; good && i < COPY_TEXTS; i++) {
        sum = sum_text(sum, store_text(q, 1 + i));
        g->texts[i] = strdup(store_text(q, 1 + i));
        good = g->texts[i] != NULL;
    }
    for (int i = 0; good && i < COPY_NUMBERS; i++) {
        g->numbers[i] = sqlite3_column_int64(q, 1 + COPY_TEXTS + i);
        sum = sum_number(sum, g->numbers[i]);
    }
    if (good) {
        *head = sqlite3_column_int64(q, HEAD);
        g->version = sqlite3_column_int64(q, VERSION);
        g->plies = sqlite3_column_int64(q, PLIES);
        g->result = strdup(store_text(q, RESULT));
        g->updated = sqlite3_column_int64(q, UPDATED);
        g->damaged =
            (row_sum)sqlite3_column_int64(q, SUM) != sum ||
            (row_sum)sqlite3_column_int64(q, SUMMARY_SUM) !=
                summary_row_sum(g->row, *head, g->version, g->plies, g->result, g->updated);
    }
    sqlite3_reset(q);
    return good && g->result != NULL;
}

static bool read_import(sqlite_copy *c, copied_game *g)
{
    sqlite3_stmt *q = c->s->statements[GET_IMPORT];
    bool good = true;
    sqlite3_bind_int64(q, 1, g->row);
    if (sqlite3_step(q) == SQLITE_ROW) {
        g->pgn = strdup(store_text(q, 1));
        good = g->pgn != NULL;
        g->damaged |= good && (row_sum)sqlite3_column_int64(q, 2) !=
                                  sum_text(sum_number(row_sum_start, g->row), g->pgn);
    }
    sqlite3_reset(q);
    return good;
}

static bool chain_room(sqlite_copy *c, size_t count)
{
    if (count < c->chain_cap)
        return true;
    size_t cap = c->chain_cap == 0 ? 256 : 2 * c->chain_cap;
    int64_t *chain = realloc(c->chain, cap * sizeof *chain);
    if (chain == NULL)
        return false;
    c->chain = chain;
    c->chain_cap = cap;
    return true;
}

static bool read_steps(sqlite_copy *c, copied_game *g, int64_t head)
{
    sqlite3_stmt *q = c->s->statements[GET_STEP];
    size_t count = 0;
    bool good = true;
    while (good && head != 0 && !g->damaged) {
        reading got = sqlite_read_step(c->s, head, g->row);
        int64_t before = got == READ_WHOLE ? sqlite3_column_int64(q, 2) : 0;
        sqlite3_reset(q);
        g->damaged |= got == READ_DAMAGED;
        good = got != READ_FAILED && chain_room(c, count);
        if (good && got == READ_WHOLE)
            c->chain[count++] = head;
        head = before;
    }
    for (; good && count > 0 && !g->damaged; count--) {
        good = sqlite_read_step(c->s, c->chain[count - 1], g->row) == READ_WHOLE;
        const int64_t left[] = {sqlite3_column_int64(q, 4), sqlite3_column_int64(q, 5)};
        good = good && copied_step_add(g, sqlite3_column_int64(q, 3), left, store_text(q, 6),
                                       store_text(q, 7));
        sqlite3_reset(q);
    }
    g->damaged |= g->version != (int64_t)g->count;
    return good;
}

static int side_next_game(copy_side *side, int64_t after, copied_game *g)
{
    sqlite_copy *c = (sqlite_copy *)side;
    int64_t head = 0;
    *g = (copied_game){0};
    sqlite3_bind_int64(c->next, 1, after);
    int code = sqlite3_step(c->next);
    if (code == SQLITE_ROW)
        g->row = sqlite3_column_int64(c->next, 0);
    sqlite3_reset(c->next);
    if (code == SQLITE_DONE)
        return 0;
    if (code == SQLITE_ROW && read_beginning(c, g, &head) && read_import(c, g) &&
        read_steps(c, g, head))
        return 1;
    note(c);
    copied_game_free(g);
    return -1;
}

static int side_next_request(copy_side *side, bool again, copied_request *r)
{
    sqlite_copy *c = (sqlite_copy *)side;
    if (again)
        sqlite3_reset(c->requests);
    int code = sqlite3_step(c->requests);
    if (code == SQLITE_DONE)
        return 0;
    const char *key = store_text(c->requests, 0);
    *r = (copied_request){.key = (unsigned char *)strdup(key), .len = strlen(key)};
    r->row = sqlite3_column_int64(c->requests, 1);
    r->damaged = (row_sum)sqlite3_column_int64(c->requests, 2) !=
                 sum_number(sum_text(row_sum_start, key), r->row);
    if (code == SQLITE_ROW && r->key != NULL)
        return 1;
    note(c);
    return -1;
}

static int side_next_record(copy_side *side, const copied_record *last, copied_record *r)
{
    sqlite_copy *c = (sqlite_copy *)side;
    sqlite3_bind_text(c->records, 1, last->room != NULL ? last->room : "", -1, SQLITE_STATIC);
    sqlite3_bind_text(c->records, 2, last->room != NULL ? last->key : "", -1, SQLITE_STATIC);
    int code = sqlite3_step(c->records);
    bool made =
        code == SQLITE_ROW &&
        copied_record_make(r, &side->ids, store_text(c->records, 0), store_text(c->records, 1),
                           store_text(c->records, 2), sqlite3_column_int64(c->records, 3));
    if (!made && code != SQLITE_DONE)
        note(c);
    sqlite3_reset(c->records);
    return made ? 1 : code == SQLITE_DONE ? 0 : -1;
}

/* ---- writing ---- */

static bool side_begin(copy_side *side)
{
    return sqlite_run(((sqlite_copy *)side)->s, BEGIN);
}

static bool put_step(sqlite_copy *c, int64_t row, int64_t seq, int64_t before, const copied_step *p)
{
    const int64_t numbers[] = {before, p->at, p->white_ms, p->black_ms};
    sqlite3_stmt *q = c->s->statements[ADD_STEP];
    row_sum sum = sum_number(sum_number(row_sum_start, seq), row);
    sqlite3_bind_int64(q, 1, seq);
    sqlite3_bind_int64(q, 2, row);
    for (int i = 0; i < 4; i++) {
        sqlite3_bind_int64(q, 3 + i, numbers[i]);
        sum = sum_number(sum, numbers[i]);
    }
    sqlite_bind_words(q, 7, p->what);
    sqlite_bind_words(q, 8, p->request);
    sqlite3_bind_int64(q, 9, (int64_t)sum_text(sum_text(sum, p->what), p->request));
    return sqlite_run(c->s, ADD_STEP);
}

static bool put_summary(sqlite_copy *c, const copied_game *g, int64_t head)
{
    sqlite3_stmt *q = c->s->statements[PUT_SUMMARY];
    sqlite3_bind_int64(q, 1, head);
    sqlite3_bind_int64(q, 2, g->version);
    sqlite3_bind_int64(q, 3, g->plies);
    sqlite_bind_words(q, 4, g->result);
    sqlite3_bind_int64(q, 5, g->updated);
    sqlite3_bind_int64(
        q, 6, (int64_t)summary_row_sum(g->row, head, g->version, g->plies, g->result, g->updated));
    sqlite3_bind_int64(q, 7, g->row);
    return sqlite_run(c->s, PUT_SUMMARY);
}

static bool put_import(sqlite_copy *c, const copied_game *g)
{
    sqlite3_stmt *q = c->s->statements[ADD_IMPORT];
    if (g->pgn == NULL)
        return true;
    sqlite3_bind_int64(q, 1, g->row);
    sqlite_bind_words(q, 2, g->pgn);
    sqlite3_bind_int64(q, 3, (int64_t)sum_text(sum_number(row_sum_start, g->row), g->pgn));
    return sqlite_run(c->s, ADD_IMPORT);
}

static bool side_put_game(copy_side *side, const copied_game *g)
{
    sqlite_copy *c = (sqlite_copy *)side;
    sqlite3_stmt *q = c->s->statements[ADD_GAME];
    row_sum sum = sum_number(row_sum_start, g->row);
    int at = 1;
    sqlite3_bind_int64(q, at++, g->row);
    for (int i = 0; i < COPY_TEXTS; i++) {
        sqlite_bind_words(q, at++, g->texts[i]);
        sum = sum_text(sum, g->texts[i]);
    }
    for (int i = 0; i < COPY_NUMBERS; i++) {
        sqlite3_bind_int64(q, at++, g->numbers[i]);
        sum = sum_number(sum, g->numbers[i]);
    }
    sqlite3_bind_int64(q, at++, (int64_t)sum);
    sqlite3_bind_int64(q, at++, g->plies); /* the columns of the summary follow */
    sqlite_bind_words(q, at++, g->result);
    sqlite3_bind_int64(q, at++, g->updated);
    sqlite3_bind_int64(q, at++, 0);
    bool good = sqlite_run(c->s, ADD_GAME);
    int64_t head = 0;
    for (size_t i = 0; good && i < g->count; i++) {
        good = put_step(c, g->row, c->s->last_step + 1, head, &g->steps[i]);
        head = ++c->s->last_step;
    }
    good = good && put_summary(c, g, head) && put_import(c, g);
    if (!good)
        note(c);
    return good;
}

static bool side_put_request(copy_side *side, const copied_request *r)
{
    sqlite_copy *c = (sqlite_copy *)side;
    sqlite3_stmt *q = c->s->statements[ADD_REQUEST];
    sqlite3_bind_text(q, 1, (const char *)r->key, (int)r->len, SQLITE_STATIC);
    sqlite3_bind_int64(q, 2, r->row);
    sqlite3_bind_int64(q, 3,
                       (int64_t)sum_number(sum_text(row_sum_start, (const char *)r->key), r->row));
    return sqlite_run(c->s, ADD_REQUEST);
}

static bool side_put_record(copy_side *side, const copied_record *r)
{
    sqlite_copy *c = (sqlite_copy *)side;
    bool good = sqlite_record_put(&c->s->base, r->room, r->key, r->value);
    if (!good)
        note(c);
    return good;
}

static bool side_put_ids(copy_side *side, const row_ids *ids, int64_t last)
{
    sqlite_copy *c = (sqlite_copy *)side;
    (void)last; /* unused: SQLite numbers the next game after the last row by itself */
    sqlite3_bind_int64(c->put_ids, 1, (int64_t)ids->secret[0]);
    sqlite3_bind_int64(c->put_ids, 2, (int64_t)ids->secret[1]);
    sqlite3_bind_int64(c->put_ids, 3, ids->plain_rows);
    c->side.ids = *ids;
    return sqlite3_step(c->put_ids) == SQLITE_DONE && sqlite_put_mark(&c->s->base, c->s->last_step);
}

static bool side_commit(copy_side *side)
{
    return sqlite_run(((sqlite_copy *)side)->s, COMMIT);
}

copy_side *sqlite_side(const char *path, char *why, size_t cap)
{
    store *base = sqlite_open(path, why, cap);
    sqlite_copy *c = base != NULL ? calloc(1, sizeof *c) : NULL;
    if (c == NULL) {
        if (base != NULL)
            sqlite_close(base);
        return NULL;
    }
    c->s = (sqlite_store *)base;
    c->side = (copy_side){.ids = base->ids,
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
    const struct {
        const char *sql;
        sqlite3_stmt **place;
    } queries[] = {
        {"SELECT id FROM games WHERE id>? ORDER BY id LIMIT 1", &c->next},
        {"SELECT key,game,sum FROM requests ORDER BY CAST(key AS BLOB)", &c->requests},
        {"SELECT room,key,value,sum FROM records WHERE (room,key)>(?,?) ORDER BY room,key LIMIT 1",
         &c->records},
        {"UPDATE meta SET secret=?,secret2=?,plain_rows=?", &c->put_ids},
    };
    bool ready = sqlite_records_ready(base);
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++)
        if (!ready ||
            sqlite3_prepare_v2(c->s->db, queries[i].sql, -1, queries[i].place, NULL) != SQLITE_OK) {
            snprintf(why, cap, "%s cannot be used: %s", path, sqlite3_errmsg(c->s->db));
            side_close(&c->side);
            return NULL;
        }
    return &c->side;
}
