/* store.c: matches on disk. Layer: server. */
#include "server/store/store_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- statements ---- */

static void bind_text(sqlite3_stmt *q, int at, const char *text)
{
    if (text == NULL || text[0] == '\0')
        sqlite3_bind_null(q, at);
    else
        sqlite3_bind_text(q, at, text, -1, SQLITE_STATIC);
}

static bool run(store *s, statement which)
{
    sqlite3_stmt *q = s->statements[which];
    bool done = sqlite3_step(q) == SQLITE_DONE;
    sqlite3_reset(q);
    return done;
}

int64_t store_number(store *s, const char *sql, int *code)
{
    sqlite3_stmt *q = NULL;
    int64_t result = 0;
    *code = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL);
    if (*code == SQLITE_OK)
        *code = sqlite3_step(q);
    if (*code == SQLITE_ROW)
        result = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return result;
}

/* ---- writing ---- */

bool store_begin(store *s)
{
    return run(s, BEGIN);
}

bool store_commit(store *s)
{
    return run(s, COMMIT);
}

void store_rollback(store *s)
{
    run(s, ROLLBACK); /* the numbers of the steps that are rolled back stay unused */
}

int64_t store_next_id(store *s)
{
    return store_id_of_row(s, s->next_row++);
}

int64_t store_last_step(const store *s)
{
    return s->last_step;
}

static row_sum summary_sum(int64_t row, int64_t head, int64_t version, int64_t plies,
                           const char *result, int64_t updated)
{
    row_sum sum = sum_number(sum_number(sum_number(row_sum_start, row), head), version);
    return sum_number(sum_text(sum_number(sum, plies), result), updated);
}

static bool add_import(store *s, int64_t row, const char *pgn)
{
    sqlite3_stmt *q = s->statements[ADD_IMPORT];
    sqlite3_bind_int64(q, 1, row);
    bind_text(q, 2, pgn);
    sqlite3_bind_int64(q, 3, (int64_t)sum_text(sum_number(row_sum_start, row), pgn));
    return run(s, ADD_IMPORT);
}

bool store_add_game(store *s, const match *m, const match_start *start, int64_t now,
                    const char *request)
{
    sqlite3_stmt *q = s->statements[ADD_GAME];
    const char *const texts_of[] = {m->rules->name,      start->rules_text,   start->fen,
                                    start->moves,        m->name[ARB_WHITE],  m->name[ARB_BLACK],
                                    m->token[ARB_WHITE], m->token[ARB_BLACK], start->engine};
    const int64_t numbers[] = {start->clock,       start->initial_ms, start->increment_ms,
                               start->engine_side, start->engine_ms,  start->engine_elo};
    int64_t row = store_row_of_id(s, m->id), plies = (int64_t)arb_game_ply(m->game);
    const char *result = arb_result_text(m->outcome.result);
    row_sum sum = sum_number(row_sum_start, row);
    int at = 1;
    sqlite3_bind_int64(q, at++, row);
    for (size_t i = 0; i < sizeof texts_of / sizeof texts_of[0]; i++) {
        bind_text(q, at++, texts_of[i]);
        sum = sum_text(sum, texts_of[i]);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sqlite3_bind_int64(q, at++, numbers[i]);
        sum = sum_number(sum, numbers[i]);
    }
    sqlite3_bind_int64(q, at++, (int64_t)sum);
    sqlite3_bind_int64(q, at++, plies);
    bind_text(q, at++, result);
    sqlite3_bind_int64(q, at++, now);
    sqlite3_bind_int64(q, at++, (int64_t)summary_sum(row, 0, 0, plies, result, now));
    if (!run(s, ADD_GAME) || (start->pgn != NULL && !add_import(s, row, start->pgn)))
        return false;
    if (request[0] == '\0')
        return true;
    bind_text(s->statements[ADD_REQUEST], 1, request);
    sqlite3_bind_int64(s->statements[ADD_REQUEST], 2, row);
    sqlite3_bind_int64(s->statements[ADD_REQUEST], 3,
                       (int64_t)sum_number(sum_text(row_sum_start, request), row));
    return run(s, ADD_REQUEST);
}

static row_sum step_sum(int64_t seq, int64_t row, const int64_t numbers[4], const char *what,
                        const char *request)
{
    row_sum sum = sum_number(sum_number(row_sum_start, seq), row);
    for (int i = 0; i < 4; i++)
        sum = sum_number(sum, numbers[i]);
    return sum_text(sum_text(sum, what), request);
}

bool store_add_step(store *s, match *m, const char *what, const char *request)
{
    sqlite3_stmt *q = s->statements[ADD_STEP];
    int64_t seq = s->last_step + 1, row = store_row_of_id(s, m->id);
    const int64_t numbers[4] = {m->head, m->updated, m->clock.left[ARB_WHITE],
                                m->clock.left[ARB_BLACK]};
    sqlite3_bind_int64(q, 1, seq);
    sqlite3_bind_int64(q, 2, row);
    for (int i = 0; i < 4; i++)
        sqlite3_bind_int64(q, 3 + i, numbers[i]);
    bind_text(q, 7, what);
    bind_text(q, 8, request);
    sqlite3_bind_int64(q, 9, (int64_t)step_sum(seq, row, numbers, what, request));
    if (!run(s, ADD_STEP))
        return false;
    m->head = s->last_step = seq;
    return true;
}

bool store_put_summary(store *s, const match *m)
{
    sqlite3_stmt *q = s->statements[PUT_SUMMARY];
    int64_t row = store_row_of_id(s, m->id), plies = (int64_t)arb_game_ply(m->game);
    const char *result = arb_result_text(m->outcome.result);
    if (m->damaged)
        return true; /* a damaged game is never written to */
    sqlite3_bind_int64(q, 1, m->head);
    sqlite3_bind_int64(q, 2, m->version);
    sqlite3_bind_int64(q, 3, plies);
    bind_text(q, 4, result);
    sqlite3_bind_int64(q, 5, m->updated);
    sqlite3_bind_int64(q, 6,
                       (int64_t)summary_sum(row, m->head, m->version, plies, result, m->updated));
    sqlite3_bind_int64(q, 7, row);
    return run(s, PUT_SUMMARY);
}

bool store_put_mark(store *s, int64_t mark)
{
    sqlite3_bind_int64(s->statements[PUT_MARK], 1, mark);
    sqlite3_bind_int64(s->statements[PUT_MARK], 2, (int64_t)sum_number(row_sum_start, mark));
    return run(s, PUT_MARK);
}

/* ---- reading ---- */

int64_t store_find_request(store *s, const char *request)
{
    sqlite3_stmt *q = s->statements[FIND_REQUEST];
    bind_text(q, 1, request);
    int64_t row = 0;
    if (sqlite3_step(q) == SQLITE_ROW &&
        (row_sum)sqlite3_column_int64(q, 2) == sum_columns(q, 0, 2))
        row = sqlite3_column_int64(q, 1);
    sqlite3_reset(q);
    return row > 0 ? store_id_of_row(s, row) : 0;
}

/* The result of reading from the disk. */
typedef enum {
    READ_WHOLE,
    READ_NOTHING, /* there is no such row */
    READ_DAMAGED, /* it is not what was written there */
    READ_FAILED   /* this time it failed: no memory, no file, a lock */
} reading;

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
    m->in_store = true;
    return m;
}

/* The last intact step of the game before `seq`, found by looking at all rows, which only damaged
 * games cost. 0: there is none. */
static int64_t step_before(store *s, int64_t row, int64_t seq)
{
    sqlite3_stmt *q = s->statements[STEP_BEFORE];
    int64_t found = 0;
    sqlite3_bind_int64(q, 1, row);
    sqlite3_bind_int64(q, 2, seq);
    if (sqlite3_step(q) == SQLITE_ROW)
        found = sqlite3_column_int64(q, 0);
    sqlite3_reset(q);
    return found < seq ? found : 0; /* damaged pages may give rows in any order */
}

/* The game as it began, and its last step as the summary knows it. */
static reading read_game(store *s, int64_t id, int64_t *head, arb_budget *budget, match **game)
{
    enum { START = 16, SUM = 16, HEAD = 17, VERSION = 18, PLIES = 19, RESULT = 20, UPDATED = 21 };
    sqlite3_stmt *q = s->statements[GET_GAME];
    int64_t row = store_row_of_id(s, id);
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
        bool whole = (row_sum)sqlite3_column_int64(q, UPDATED + 1) ==
                     summary_sum(row, sqlite3_column_int64(q, HEAD),
                                 sqlite3_column_int64(q, VERSION), sqlite3_column_int64(q, PLIES),
                                 store_text(q, RESULT), sqlite3_column_int64(q, UPDATED));
        (*game)->updated = sqlite3_column_int64(q, UPDATED);
        (*game)->damaged = !whole && *head == 0;
        if (*head == 0)
            *head = whole ? sqlite3_column_int64(q, HEAD) : step_before(s, row, INT64_MAX);
    }
    sqlite3_reset(q);
    return got;
}

/* A damaged text is not returned: the moves of the game are in its steps. */
void store_pgn_text(store *s, int64_t id, text_builder *text)
{
    sqlite3_stmt *q = s->statements[GET_IMPORT];
    sqlite3_bind_int64(q, 1, store_row_of_id(s, id));
    if (sqlite3_step(q) == SQLITE_ROW &&
        sum_columns(q, 0, 2) == (row_sum)sqlite3_column_int64(q, 2))
        text_puts(text, store_text(q, 1));
    sqlite3_reset(q);
}

void store_rules_text(store *s, int64_t id, text_builder *text)
{
    sqlite3_stmt *q = s->statements[GET_GAME];
    sqlite3_bind_int64(q, 1, store_row_of_id(s, id));
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

/* Reads a row of the log and checks that it was written for this game; the statement stays on
 * it. */
static reading read_step(store *s, int64_t seq, int64_t row)
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

/* Reads the steps that lead to `head`, the last one first. A damaged step cuts off all that came
 * after it: the game ends with the last step before it. */
static reading read_chain(store *s, match *m, int64_t row, int64_t head, chain *c)
{
    while (head != 0) {
        reading got = read_step(s, head, row);
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

static bool replay_step(store *s, match *m, int64_t seq, int64_t boot, int64_t now)
{
    sqlite3_stmt *q = s->statements[GET_STEP];
    sqlite3_bind_int64(q, 1, seq);
    bool done = sqlite3_step(q) == SQLITE_ROW;
    if (done) {
        int64_t left[2] = {sqlite3_column_int64(q, 4), sqlite3_column_int64(q, 5)};
        done = match_replay(m, store_text(q, 6), sqlite3_column_int64(q, 3), left, boot, now);
        if (done && store_text(q, 7)[0] != '\0')
            match_remember(m, store_text(q, 7));
    }
    sqlite3_reset(q);
    m->head = seq;
    return done;
}

match *store_load(store *s, int64_t id, int64_t head, int64_t boot, int64_t now, arb_budget *budget)
{
    chain c = {0};
    match *m;
    bool was_whole =
        head != 0 && budget != NULL; /* it was in memory a moment ago and is read again */
    reading got = read_game(s, id, &head, budget, &m);
    if (got == READ_WHOLE)
        got = read_chain(s, m, store_row_of_id(s, id), head, &c);
    if (was_whole && (got != READ_WHOLE || m->damaged))
        got = READ_FAILED; /* the disk cannot be read now, which is no damage */
    for (size_t i = c.count; got == READ_WHOLE && i > 0; i--)
        if (!replay_step(s, m, c.at[i - 1], boot, now))
            got = READ_FAILED;
    free(c.at);
    s->unreadable = got == READ_FAILED || got == READ_DAMAGED;
    s->was_damaged = got == READ_DAMAGED;
    if (got != READ_WHOLE && m != NULL) {
        match_free(m);
        m = NULL;
    }
    if (got == READ_DAMAGED || (m != NULL && m->damaged)) {
        s->damaged++;
        fprintf(stderr, "arbiter: game %lld is damaged on disk%s\n", (long long)id,
                m != NULL ? "; it is shown as far as it is whole" : " and cannot be shown");
    }
    if (m != NULL) {
        m->safe_head = m->head;
        m->clock.running = m->damaged ? NOBODY : m->clock.running;
    }
    return m;
}

bool store_unreadable(const store *s)
{
    return s->unreadable;
}

bool store_load_was_damaged(const store *s)
{
    return s->was_damaged;
}

size_t store_damaged(const store *s)
{
    return s->damaged;
}

void store_list(store *s, int64_t before, int limit, store_listener *listener, void *context)
{
    sqlite3_stmt *q = s->statements[LIST];
    sqlite3_bind_int64(q, 1, before > 0 ? store_row_of_id(s, before) : INT64_MAX);
    sqlite3_bind_int(q, 2, limit);
    while (sqlite3_step(q) == SQLITE_ROW) {
        store_summary summary = {store_id_of_row(s, sqlite3_column_int64(q, 0)),
                                 store_text(q, 1),
                                 store_text(q, 2),
                                 store_text(q, 3),
                                 store_text(q, 4),
                                 sqlite3_column_int64(q, 5),
                                 sqlite3_column_int64(q, 6)};
        listener(context, &summary);
    }
    sqlite3_reset(q);
}

/* ---- room ---- */

int64_t store_bytes(store *s)
{
    int code;
    int64_t pages = store_number(s, "PRAGMA page_count", &code);
    int64_t free_pages = store_number(s, "PRAGMA freelist_count", &code);
    return (pages - free_pages) * store_number(s, "PRAGMA page_size", &code);
}

/* Deletes a game, from its last step backwards. */
static bool drop_game(store *s, int64_t row, int64_t head)
{
    while (head != 0) {
        reading got = read_step(s, head, row);
        int64_t before = got == READ_WHOLE ? sqlite3_column_int64(s->statements[GET_STEP], 2) : 0;
        sqlite3_reset(s->statements[GET_STEP]);
        if (got == READ_FAILED)
            return false;
        sqlite3_bind_int64(s->statements[DROP_STEP], 1, head);
        if (got == READ_WHOLE && !run(s, DROP_STEP))
            return false;
        head = before;
    }
    sqlite3_bind_int64(s->statements[DROP_GAME], 1, row);
    sqlite3_bind_int64(s->statements[DROP_IMPORT], 1, row);
    return run(s, DROP_GAME) && run(s, DROP_IMPORT);
}

int64_t store_drop_abandoned(store *s, int64_t before)
{
    enum { LOOKS = 500 };
    sqlite3_stmt *q = s->statements[OLD_GAMES];
    int64_t row = 0, head = 0;
    sqlite3_bind_int64(q, 1, s->looked);
    sqlite3_bind_int64(q, 2, s->looked + LOOKS);
    sqlite3_bind_int64(q, 3, before);
    if (sqlite3_step(q) == SQLITE_ROW) {
        row = sqlite3_column_int64(q, 0);
        head = sqlite3_column_int64(q, 1);
    }
    sqlite3_reset(q);
    s->looked = row > 0 ? row : s->looked + LOOKS < s->next_row ? s->looked + LOOKS : 0;
    if (row == 0 || !store_begin(s))
        return 0;
    if (drop_game(s, row, head) && store_commit(s))
        return store_id_of_row(s, row);
    store_rollback(s);
    return 0;
}
