/* postgres_write.c: writes a batch of new games and steps into PostgreSQL with one statement and
 * one commit. Layer: server. */
#include "server/match/match_record.h"
#include "server/store/postgres/postgres_rows.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void clear_batch(postgres_store *s)
{
    for (int i = 0; i < B_COLUMNS; i++)
        pg_array_clear(&s->columns[i], i == B_RESULT || i == L_WHAT || i == L_REQUEST);
    s->made.len = 0;
    s->made.failed = s->changes.failed = false;
    s->changes.len = 0;
    s->game_count = 0;
    record_list_clear(&s->records_open);
}

bool postgres_is_writable(store *base)
{
    const postgres_store *s = (const postgres_store *)base;
    return postgres_is_joined(base) && pg_link_is_up(s->links[SAVE_LINK]);
}

bool postgres_begin(store *base)
{
    postgres_store *s = (postgres_store *)base;
    if (!postgres_is_writable(base))
        return false;
    clear_batch(s);
    return true;
}

void postgres_rollback(store *base)
{
    clear_batch((postgres_store *)base);
}

/* ---- new games ---- */

static void put_number(text_builder *out, const char *key, int64_t number)
{
    text_putf(out, ",\"%s\":%" PRId64, key, number);
}

static void put_words(text_builder *out, const char *key, const char *words)
{
    text_putf(out, ",\"%s\":", key);
    text_put_json(out, words != NULL ? words : "");
}

static void put_request(text_builder *out, const char *request, int64_t row)
{
    text_puts(out, ",\"key\":\"");
    for (const char *at = request; *at != '\0'; at++)
        text_putf(out, "%02x", (unsigned char)*at);
    text_puts(out, "\"");
    put_number(out, "key_sum", (int64_t)sum_number(sum_text(row_sum_start, request), row));
}

bool postgres_add_game(store *base, const match *m, const match_start *start, int64_t now,
                       const char *request)
{
    static const char *const text_names[] = {"rules",       "rules_text",  "fen",
                                             "moves",       "white",       "black",
                                             "white_token", "black_token", "engine"};
    static const char *const number_names[] = {"clock",       "initial_ms", "increment_ms",
                                               "engine_side", "engine_ms",  "engine_elo"};
    postgres_store *s = (postgres_store *)base;
    const char *const texts[] = {m->rules->name,      start->rules_text,   start->fen,
                                 start->moves,        m->name[ARB_WHITE],  m->name[ARB_BLACK],
                                 m->token[ARB_WHITE], m->token[ARB_BLACK], start->engine};
    const int64_t numbers[] = {start->clock,       start->initial_ms, start->increment_ms,
                               start->engine_side, start->engine_ms,  start->engine_elo};
    int64_t row = row_of_id(&base->ids, m->id), plies = (int64_t)arb_game_ply(m->game);
    const char *result = arb_result_text(m->outcome.result);
    row_sum sum = sum_number(row_sum_start, row);
    text_builder *out = &s->made;
    text_puts(out, out->len > 0 ? "," : "[");
    text_putf(out, "{\"id\":%" PRId64, row);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        put_words(out, text_names[i], texts[i]);
        sum = sum_text(sum, texts[i]);
    }
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        put_number(out, number_names[i], numbers[i]);
        sum = sum_number(sum, numbers[i]);
    }
    put_number(out, "sum", (int64_t)sum);
    put_number(out, "at", now);
    put_number(out, "unclaimed", m->record->unclaimed);
    put_number(out, "plies", plies);
    put_words(out, "result", result);
    put_number(out, "head_sum", (int64_t)summary_row_sum(row, 0, 0, plies, result, now));
    put_request(out, request, row);
    if (start->pgn != NULL) {
        put_words(out, "pgn", start->pgn);
        put_number(out, "pgn_sum", (int64_t)sum_text(sum_number(row_sum_start, row), start->pgn));
    }
    text_puts(out, "}");
    /* Texts that the routes ask for stay in memory, because the database cannot be asked at
     * once. */
    m->record->fence = 1;
    m->record->rules_text = m->own_rules != NULL ? strdup(start->rules_text) : NULL;
    m->record->pgn = start->pgn != NULL ? strdup(start->pgn) : NULL;
    return !out->failed;
}

/* ---- steps ---- */

row_sum postgres_step_sum(int64_t row, int64_t n, const int64_t numbers[3], const char *what,
                          const char *request)
{
    row_sum sum = sum_number(sum_number(row_sum_start, row), n);
    for (int i = 0; i < 3; i++)
        sum = sum_number(sum, numbers[i]);
    return sum_text(sum_text(sum, what), request);
}

/* Returns the game's summary in the batch, which notes the version that the game had before it. */
static batch_game *batch_game_of(postgres_store *s, int64_t row, const match *m)
{
    size_t place = m->record->batch_place; /* its place in this batch, or in an earlier one */
    if (place < s->game_count && s->games[place].row == row)
        return &s->games[place];
    if (s->game_count == s->game_cap) {
        size_t cap = s->game_cap == 0 ? 64 : 2 * s->game_cap;
        batch_game *games = realloc(s->games, cap * sizeof *games);
        if (games == NULL)
            return NULL;
        s->games = games;
        s->game_cap = cap;
    }
    m->record->batch_place = s->game_count;
    batch_game *g = &s->games[s->game_count++];
    *g = (batch_game){.row = row, .fence = m->record->fence, .base = m->version - 1};
    return g;
}

bool postgres_add_step(store *base, match *m, const char *what, const char *request)
{
    postgres_store *s = (postgres_store *)base;
    int64_t row = row_of_id(&base->ids, m->id);
    const int64_t numbers[] = {m->updated, m->clock.left[ARB_WHITE], m->clock.left[ARB_BLACK]};
    batch_game *g = batch_game_of(s, row, m);
    if (g == NULL)
        return false;
    g->version = m->version;
    g->plies = (int64_t)arb_game_ply(m->game);
    g->updated = m->updated;
    size_t len = strlen(arb_result_text(m->outcome.result));
    memcpy(g->result, arb_result_text(m->outcome.result), len < sizeof g->result ? len + 1 : 0);
    pg_array *c = s->columns;
    pg_array_add(&c[L_GAME], row);
    pg_array_add(&c[L_N], m->version);
    pg_array_add(&c[L_FENCE], m->record->fence);
    pg_array_add(&c[L_AT], numbers[0]);
    pg_array_add(&c[L_WHITE], numbers[1]);
    pg_array_add(&c[L_BLACK], numbers[2]);
    pg_array_add_text(&c[L_WHAT], what);
    pg_array_add_text(&c[L_REQUEST], request);
    pg_array_add(&c[L_SUM], (int64_t)postgres_step_sum(row, m->version, numbers, what, request));
    m->record->head = m->version;
    return true;
}

/* ---- committing ---- */

/* Tells the host the refused games, a text such as "{1,2,3}". */
static void tell_refused(postgres_store *s, const char *text)
{
    int64_t ids[256];
    size_t count = 0;
    bool many = false;
    for (const char *at = strchr(text, '{'); at != NULL && at[1] != '}'; at = strchr(at + 1, ',')) {
        many |= count == sizeof ids / sizeof ids[0];
        if (!many)
            ids[count++] = id_of_row(&s->base.ids, strtoll(at + 1, NULL, 10));
    }
    if (many) /* so many are refused only if the lease is lost */
        postgres_lapse(s);
    s->host.committed(s->host.context, !many, ids, many ? 0 : count);
}

static void on_saved(void *context, PGresult *result)
{
    postgres_store *s = context;
    bool good = libpq.PQresultStatus(result) == PGRES_TUPLES_OK && libpq.PQntuples(result) == 1;
    s->saving = false;
    postgres_records_saved(s, good);
    if (good)
        tell_refused(s, libpq.PQgetvalue(result, 0, 0));
    else
        s->host.committed(s->host.context, false, NULL, 0);
}

static void put_games(postgres_store *s)
{
    pg_array *c = s->columns;
    for (size_t i = 0; i < s->game_count; i++) {
        const batch_game *g = &s->games[i];
        pg_array_add(&c[B_GAME], g->row);
        pg_array_add(&c[B_FENCE], g->fence);
        pg_array_add(&c[B_BASE], g->base);
        pg_array_add(&c[B_VERSION], g->version);
        pg_array_add(&c[B_PLIES], g->plies);
        pg_array_add_text(&c[B_RESULT], g->result);
        pg_array_add(&c[B_UPDATED], g->updated);
        pg_array_add(&c[B_SUM], (int64_t)summary_row_sum(g->row, g->version, g->version, g->plies,
                                                         g->result, g->updated));
    }
}

store_word postgres_commit(store *base)
{
    postgres_store *s = (postgres_store *)base;
    char me[PG_DIGITS];
    pg_query q = {.sql = "SELECT arbiter.save($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,"
                         "$16,$17,$18,$19,$20)",
                  .count = 3 + B_COLUMNS};
    put_games(s);
    text_puts(&s->made, s->made.len > 0 ? "]" : "[]");
    text_put(&s->made, "", 1);
    q.values[0] = pg_number_text(me, s->me);
    q.values[1] = s->made.at;
    q.lengths[0] = q.lengths[1] = PG_TEXT;
    postgres_put_changes(s, &s->changes);
    q.values[2 + B_COLUMNS] = s->changes.at;
    q.lengths[2 + B_COLUMNS] = PG_TEXT;
    bool good = !s->made.failed && !s->changes.failed && !s->saving && postgres_is_joined(base);
    for (int i = 0; i < B_COLUMNS && good; i++) {
        q.values[2 + i] = pg_array_bytes(&s->columns[i], &q.lengths[2 + i]);
        good = q.values[2 + i] != NULL;
    }
    if (!good || !pg_link_ask(s->links[SAVE_LINK], &q, false, on_saved, s))
        return STORE_NO;
    s->saving = true;
    postgres_changes_fly(s);
    return STORE_LATER;
}
