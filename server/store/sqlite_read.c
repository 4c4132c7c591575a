/* sqlite_read.c: reads matches from an SQLite file, and from a damaged one what is still whole.
 * Layer: server. */
#include "server/store/sqlite_rows.h"

#include <stdio.h>
#include <stdlib.h>

/* The checksum of a statement's current row: its columns from `first` up to, but not including,
 * `end`. */
static row_sum sum_columns(sqlite3_stmt *q, int first, int end)
{
    row_sum sum = row_sum_start;
    for (int i = first; i < end; i++)
        sum = sqlite3_column_type(q, i) == SQLITE_INTEGER
                  ? sum_number(sum, sqlite3_column_int64(q, i))
                  : sum_text(sum, store_text(q, i));
    return sum;
}

store_word sqlite_find_request(store *base, const char *request, int64_t *id)
{
    sqlite_store *s = (sqlite_store *)base;
    sqlite3_stmt *q = s->statements[FIND_REQUEST];
    sqlite_bind_words(q, 1, request);
    int64_t row = 0;
    if (sqlite3_step(q) == SQLITE_ROW &&
        (row_sum)sqlite3_column_int64(q, 2) == sum_columns(q, 0, 2))
        row = sqlite3_column_int64(q, 1);
    sqlite3_reset(q);
    *id = row > 0 ? id_of_row(&s->base.ids, row) : 0;
    return row > 0 ? STORE_YES : STORE_NO;
}

static reading reading_of(int code)
{
    return code == SQLITE_ROW                                ? READ_WHOLE
           : code == SQLITE_DONE                             ? READ_NOTHING
           : code == SQLITE_CORRUPT || code == SQLITE_NOTADB ? READ_DAMAGED
                                                             : READ_FAILED;
}

static match *start_match(sqlite3_stmt *q, int64_t id, arb_budget *budget)
{
    match_start start = {
        .rules = store_text(q, 1),
        .rules_text = store_text(q, 2),
        .fen = store_text(q, 3),
        .moves = store_text(q, 4),
        .white = store_text(q, 5),
        .black = store_text(q, 6),
        .engine = store_text(q, 9),
        .clock = sqlite3_column_int(q, 10) != 0,
        .initial_ms = sqlite3_column_int64(q, 11),
        .increment_ms = sqlite3_column_int64(q, 12),
        .engine_side = sqlite3_column_int(q, 13),
        .engine_ms = sqlite3_column_int(q, 14),
        .engine_elo = sqlite3_column_int(q, 15),
        .budget = budget,
    };
    match *m = match_new(id, &start);
    if (m == NULL)
        return NULL;
    snprintf(m->token[ARB_WHITE], MATCH_TOKEN_LIMIT, "%s", store_text(q, 7));
    snprintf(m->token[ARB_BLACK], MATCH_TOKEN_LIMIT, "%s", store_text(q, 8));
    m->record->in_store = true;
    return m;
}

/* The last intact step of the game before `seq`, found by looking at all rows; only damaged games
 * cost that much. 0: there is none. */
static int64_t step_before(sqlite_store *s, int64_t row, int64_t seq)
{
    sqlite3_stmt *q = s->statements[STEP_BEFORE];
    int64_t found = 0;
    sqlite3_bind_int64(q, 1, row);
    sqlite3_bind_int64(q, 2, seq);
    if (sqlite3_step(q) == SQLITE_ROW)
        found = sqlite3_column_int64(q, 0);
    sqlite3_reset(q);
    return found < seq ? found : 0; /* damaged pages may return rows in any order */
}

/* Reads how the game began, and its last step according to the summary. */
static reading read_game(sqlite_store *s, int64_t id, int64_t *head, arb_budget *budget,
                         match **game)
{
    enum { START = 16, SUM = 16, HEAD = 17, VERSION = 18, PLIES = 19, RESULT = 20, UPDATED = 21 };
    sqlite3_stmt *q = s->statements[GET_GAME];
    int64_t row = row_of_id(&s->base.ids, id);
    sqlite3_bind_int64(q, 1, row);
    reading got = reading_of(sqlite3_step(q));
    *game = NULL;
    if (got == READ_WHOLE && (row_sum)sqlite3_column_int64(q, SUM) != sum_columns(q, 0, START))
        got = READ_DAMAGED;
    if (got == READ_WHOLE) {
        *game = start_match(q, id, budget);
        got = *game != NULL ? READ_WHOLE : READ_FAILED;
    }
    if (got == READ_WHOLE) {
        bool whole =
            (row_sum)sqlite3_column_int64(q, UPDATED + 1) ==
            summary_row_sum(row, sqlite3_column_int64(q, HEAD), sqlite3_column_int64(q, VERSION),
                            sqlite3_column_int64(q, PLIES), store_text(q, RESULT),
                            sqlite3_column_int64(q, UPDATED));
        (*game)->updated = sqlite3_column_int64(q, UPDATED);
        (*game)->damaged = !whole && *head == 0;
        if (*head == 0)
            *head = whole ? sqlite3_column_int64(q, HEAD) : step_before(s, row, INT64_MAX);
    }
    sqlite3_reset(q);
    return got;
}

/* A damaged text is not returned, because the moves of the game are in its steps. */
void sqlite_pgn_text(store *base, const match *m, text_builder *text)
{
    sqlite_store *s = (sqlite_store *)base;
    sqlite3_stmt *q = s->statements[GET_IMPORT];
    sqlite3_bind_int64(q, 1, row_of_id(&s->base.ids, m->id));
    if (sqlite3_step(q) == SQLITE_ROW &&
        sum_columns(q, 0, 2) == (row_sum)sqlite3_column_int64(q, 2))
        text_puts(text, store_text(q, 1));
    sqlite3_reset(q);
}

void sqlite_rules_text(store *base, const match *m, text_builder *text)
{
    sqlite_store *s = (sqlite_store *)base;
    sqlite3_stmt *q = s->statements[GET_GAME];
    sqlite3_bind_int64(q, 1, row_of_id(&s->base.ids, m->id));
    if (sqlite3_step(q) == SQLITE_ROW)
        text_puts(text, store_text(q, 2));
    sqlite3_reset(q);
}

typedef struct {
    int64_t *at;
    size_t count, cap;
} chain;

static bool add_link(chain *c, int64_t seq)
{
    if (c->count == c->cap) {
        size_t cap = c->cap == 0 ? 128 : 2 * c->cap;
        int64_t *at = realloc(c->at, cap * sizeof *at);
        if (at == NULL)
            return false;
        c->at = at;
        c->cap = cap;
    }
    c->at[c->count++] = seq;
    return true;
}

reading sqlite_read_step(sqlite_store *s, int64_t seq, int64_t row)
{
    sqlite3_stmt *q = s->statements[GET_STEP];
    sqlite3_bind_int64(q, 1, seq);
    reading got = reading_of(sqlite3_step(q));
    if (got == READ_WHOLE &&
        ((row_sum)sqlite3_column_int64(q, 8) != sum_columns(q, 0, 8) ||
         sqlite3_column_int64(q, 1) != row || sqlite3_column_int64(q, 2) >= seq))
        got = READ_DAMAGED;
    return got == READ_NOTHING ? READ_DAMAGED
                               : got; /* another row names this step, so a missing one is damage */
}

/* Reads the steps that lead to `head`, the last one first. All steps after a damaged one are lost:
 * the game ends with the step before it. */
static reading read_chain(sqlite_store *s, match *m, int64_t row, int64_t head, chain *c)
{
    while (head != 0) {
        reading got = sqlite_read_step(s, head, row);
        int64_t before = got == READ_WHOLE ? sqlite3_column_int64(s->statements[GET_STEP], 2) : 0;
        sqlite3_reset(s->statements[GET_STEP]);
        if (got == READ_FAILED || (got == READ_WHOLE && !add_link(c, head)))
            return READ_FAILED;
        if (got == READ_DAMAGED) {
            m->damaged = true;
            c->count = 0;
            before = step_before(s, row, head);
        }
        head = before;
    }
    return READ_WHOLE;
}

static bool replay_step(sqlite_store *s, match *m, int64_t seq, int64_t boot, int64_t now)
{
    sqlite3_stmt *q = s->statements[GET_STEP];
    sqlite3_bind_int64(q, 1, seq);
    bool done = sqlite3_step(q) == SQLITE_ROW;
    if (done) {
        int64_t left[] = {sqlite3_column_int64(q, 4), sqlite3_column_int64(q, 5)};
        done = match_replay(m, store_text(q, 6), sqlite3_column_int64(q, 3), left, boot, now);
        if (done && store_text(q, 7)[0] != '\0')
            match_remember(m, store_text(q, 7));
    }
    sqlite3_reset(q);
    m->record->head = seq;
    return done;
}

match *sqlite_load(store *base, int64_t id, int64_t head, int64_t boot, int64_t now,
                   arb_budget *budget)
{
    sqlite_store *s = (sqlite_store *)base;
    chain c = {0};
    match *m;
    bool was_whole =
        head != 0 && budget != NULL; /* the game was in memory a moment ago and is read again */
    reading got = read_game(s, id, &head, budget, &m);
    if (got == READ_WHOLE)
        got = read_chain(s, m, row_of_id(&s->base.ids, m->id), head, &c);
    if (was_whole && (got != READ_WHOLE || m->damaged))
        got = READ_FAILED; /* the disk cannot be read now, which is not damage */
    for (size_t i = c.count; got == READ_WHOLE && i > 0; i--)
        if (!replay_step(s, m, c.at[i - 1], boot, now))
            got = READ_FAILED;
    if (got == READ_WHOLE && !match_replayed(m))
        got = READ_FAILED;
    free(c.at);
    s->base.unreadable = got == READ_FAILED || got == READ_DAMAGED;
    s->was_damaged = got == READ_DAMAGED;
    if (got != READ_WHOLE && m != NULL) {
        match_free(m);
        m = NULL;
    }
    if (got == READ_DAMAGED || (m != NULL && m->damaged)) {
        s->base.damaged++;
        fprintf(stderr, "arbiter: game %lld is damaged on disk%s\n", (long long)id,
                m != NULL ? "; it is shown as far as it is whole" : " and cannot be shown");
    }
    if (m != NULL) {
        m->record->safe_head = m->record->head;
        m->clock.running = m->damaged ? NOBODY : m->clock.running;
    }
    return m;
}

store_word sqlite_list(store *base, int64_t before, int limit, store_listener *listener,
                       void *context)
{
    sqlite_store *s = (sqlite_store *)base;
    sqlite3_stmt *q = s->statements[LIST];
    sqlite3_bind_int64(q, 1, before > 0 ? row_of_id(&s->base.ids, before) : INT64_MAX);
    sqlite3_bind_int(q, 2, limit);
    while (sqlite3_step(q) == SQLITE_ROW) {
        store_summary summary = {id_of_row(&s->base.ids, sqlite3_column_int64(q, 0)),
                                 store_text(q, 1),
                                 store_text(q, 2),
                                 store_text(q, 3),
                                 store_text(q, 4),
                                 sqlite3_column_int64(q, 5),
                                 sqlite3_column_int64(q, 6)};
        listener(context, &summary);
    }
    sqlite3_reset(q);
    return STORE_YES;
}
