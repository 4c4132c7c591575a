/* sqlite_store.c: matches in an SQLite file. Layer: server. */
#include "server/store/sqlite_rows.h"

/* ---- statements ---- */

void sqlite_bind_words(sqlite3_stmt *q, int at, const char *text)
{
    if (text == NULL || text[0] == '\0')
        sqlite3_bind_null(q, at);
    else
        sqlite3_bind_text(q, at, text, -1, SQLITE_STATIC);
}

bool sqlite_run(sqlite_store *s, statement which)
{
    sqlite3_stmt *q = s->statements[which];
    bool done = sqlite3_step(q) == SQLITE_DONE;
    sqlite3_reset(q);
    return done;
}

int64_t sqlite_number(sqlite_store *s, const char *sql, int *code)
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

static bool sqlite_begin(store *base)
{
    sqlite_store *s = (sqlite_store *)base;
    return sqlite_run(s, BEGIN);
}

static store_word sqlite_commit(store *base)
{
    sqlite_store *s = (sqlite_store *)base;
    return sqlite_run(s, COMMIT) ? STORE_YES : STORE_NO;
}

static void sqlite_rollback(store *base)
{
    sqlite_store *s = (sqlite_store *)base;
    sqlite_run(s, ROLLBACK); /* the numbers of its steps stay unused */
}

static int64_t sqlite_next_id(store *base)
{
    sqlite_store *s = (sqlite_store *)base;
    return id_of_row(&s->base.ids, s->next_row++);
}

static int64_t sqlite_last_step(const store *base)
{
    const sqlite_store *s = (const sqlite_store *)base;
    return s->last_step;
}

static bool add_import(sqlite_store *s, int64_t row, const char *pgn)
{
    sqlite3_stmt *q = s->statements[ADD_IMPORT];
    sqlite3_bind_int64(q, 1, row);
    sqlite_bind_words(q, 2, pgn);
    sqlite3_bind_int64(q, 3, (int64_t)sum_text(sum_number(row_sum_start, row), pgn));
    return sqlite_run(s, ADD_IMPORT);
}

static bool sqlite_add_game(store *base, const match *m, const match_start *start, int64_t now,
                            const char *request)
{
    sqlite_store *s = (sqlite_store *)base;
    sqlite3_stmt *q = s->statements[ADD_GAME];
    const char *const texts_of[] = {m->rules->name,      start->rules_text,   start->fen,
                                    start->moves,        m->name[ARB_WHITE],  m->name[ARB_BLACK],
                                    m->token[ARB_WHITE], m->token[ARB_BLACK], start->engine};
    const int64_t numbers[] = {start->clock,       start->initial_ms, start->increment_ms,
                               start->engine_side, start->engine_ms,  start->engine_elo};
    int64_t row = row_of_id(&s->base.ids, m->id), plies = (int64_t)arb_game_ply(m->game);
    const char *result = arb_result_text(m->outcome.result);
    row_sum sum = sum_number(row_sum_start, row);
    int at = 1;
    sqlite3_bind_int64(q, at++, row);
    for (size_t i = 0; i < sizeof texts_of / sizeof texts_of[0]; i++) {
        sqlite_bind_words(q, at++, texts_of[i]);
        sum = sum_text(sum, texts_of[i]);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sqlite3_bind_int64(q, at++, numbers[i]);
        sum = sum_number(sum, numbers[i]);
    }
    sqlite3_bind_int64(q, at++, (int64_t)sum);
    sqlite3_bind_int64(q, at++, plies);
    sqlite_bind_words(q, at++, result);
    sqlite3_bind_int64(q, at++, now);
    sqlite3_bind_int64(q, at++, (int64_t)summary_row_sum(row, 0, 0, plies, result, now));
    if (!sqlite_run(s, ADD_GAME) || (start->pgn != NULL && !add_import(s, row, start->pgn)))
        return false;
    if (request[0] == '\0')
        return true;
    sqlite_bind_words(s->statements[ADD_REQUEST], 1, request);
    sqlite3_bind_int64(s->statements[ADD_REQUEST], 2, row);
    sqlite3_bind_int64(s->statements[ADD_REQUEST], 3,
                       (int64_t)sum_number(sum_text(row_sum_start, request), row));
    return sqlite_run(s, ADD_REQUEST);
}

static row_sum step_sum(int64_t seq, int64_t row, const int64_t numbers[4], const char *what,
                        const char *request)
{
    row_sum sum = sum_number(sum_number(row_sum_start, seq), row);
    for (int i = 0; i < 4; i++)
        sum = sum_number(sum, numbers[i]);
    return sum_text(sum_text(sum, what), request);
}

static bool sqlite_add_step(store *base, match *m, const char *what, const char *request)
{
    sqlite_store *s = (sqlite_store *)base;
    sqlite3_stmt *q = s->statements[ADD_STEP];
    int64_t seq = s->last_step + 1, row = row_of_id(&s->base.ids, m->id);
    const int64_t numbers[] = {m->record->head, m->updated, m->clock.left[ARB_WHITE],
                               m->clock.left[ARB_BLACK]};
    sqlite3_bind_int64(q, 1, seq);
    sqlite3_bind_int64(q, 2, row);
    for (int i = 0; i < 4; i++)
        sqlite3_bind_int64(q, 3 + i, numbers[i]);
    sqlite_bind_words(q, 7, what);
    sqlite_bind_words(q, 8, request);
    sqlite3_bind_int64(q, 9, (int64_t)step_sum(seq, row, numbers, what, request));
    if (!sqlite_run(s, ADD_STEP))
        return false;
    m->record->head = s->last_step = seq;
    return true;
}

bool sqlite_put_summary(store *base, const match *m)
{
    sqlite_store *s = (sqlite_store *)base;
    sqlite3_stmt *q = s->statements[PUT_SUMMARY];
    int64_t row = row_of_id(&s->base.ids, m->id), plies = (int64_t)arb_game_ply(m->game);
    const char *result = arb_result_text(m->outcome.result);
    if (m->damaged)
        return true; /* a damaged game is never written to */
    sqlite3_bind_int64(q, 1, m->record->head);
    sqlite3_bind_int64(q, 2, m->version);
    sqlite3_bind_int64(q, 3, plies);
    sqlite_bind_words(q, 4, result);
    sqlite3_bind_int64(q, 5, m->updated);
    sqlite3_bind_int64(
        q, 6,
        (int64_t)summary_row_sum(row, m->record->head, m->version, plies, result, m->updated));
    sqlite3_bind_int64(q, 7, row);
    return sqlite_run(s, PUT_SUMMARY);
}

bool sqlite_put_mark(store *base, int64_t mark)
{
    sqlite_store *s = (sqlite_store *)base;
    sqlite3_bind_int64(s->statements[PUT_MARK], 1, mark);
    sqlite3_bind_int64(s->statements[PUT_MARK], 2, (int64_t)sum_number(row_sum_start, mark));
    return sqlite_run(s, PUT_MARK);
}

/* ---- room ---- */

static int64_t sqlite_bytes(store *base)
{
    sqlite_store *s = (sqlite_store *)base;
    int code;
    int64_t pages = sqlite_number(s, "PRAGMA page_count", &code);
    int64_t free_pages = sqlite_number(s, "PRAGMA freelist_count", &code);
    return (pages - free_pages) * sqlite_number(s, "PRAGMA page_size", &code);
}

/* Deletes a game, from its last step backwards. */
static bool drop_game(sqlite_store *s, int64_t row, int64_t head)
{
    while (head != 0) {
        reading got = sqlite_read_step(s, head, row);
        int64_t before = got == READ_WHOLE ? sqlite3_column_int64(s->statements[GET_STEP], 2) : 0;
        sqlite3_reset(s->statements[GET_STEP]);
        if (got == READ_FAILED)
            return false;
        sqlite3_bind_int64(s->statements[DROP_STEP], 1, head);
        if (got == READ_WHOLE && !sqlite_run(s, DROP_STEP))
            return false;
        head = before;
    }
    sqlite3_bind_int64(s->statements[DROP_GAME], 1, row);
    sqlite3_bind_int64(s->statements[DROP_IMPORT], 1, row);
    return sqlite_run(s, DROP_GAME) && sqlite_run(s, DROP_IMPORT);
}

static int64_t sqlite_drop_abandoned(store *base, int64_t before)
{
    sqlite_store *s = (sqlite_store *)base;
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
    if (row == 0 || !sqlite_run(s, BEGIN))
        return 0;
    if (drop_game(s, row, head) && sqlite_run(s, COMMIT))
        return id_of_row(&s->base.ids, row);
    sqlite_run(s, ROLLBACK);
    return 0;
}

const store_kind sqlite_kind = {
    .summaries_lag = true,
    .close = sqlite_close,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .next_id = sqlite_next_id,
    .add_game = sqlite_add_game,
    .add_step = sqlite_add_step,
    .put_summary = sqlite_put_summary,
    .put_mark = sqlite_put_mark,
    .last_step = sqlite_last_step,
    .find_request = sqlite_find_request,
    .load = sqlite_load,
    .rules_text = sqlite_rules_text,
    .pgn_text = sqlite_pgn_text,
    .list = sqlite_list,
    .bytes = sqlite_bytes,
    .drop_abandoned = sqlite_drop_abandoned,
    .records_ready = sqlite_records_ready,
    .record_put = sqlite_record_put,
    .record_drop = sqlite_record_drop,
    .record_get = sqlite_record_get,
    .record_list = sqlite_record_list,
};
