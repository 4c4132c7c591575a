/* sqlite_records.c: small facts beside the games: who has a token, who plays which game. Layer:
 * server. They are kept in rooms of keys and values; every row has a checksum. */
#include "server/store/sqlite_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static sqlite3_stmt *ask(store *base, const char *sql, const char *room, const char *key)
{
    const sqlite_store *s = (const sqlite_store *)base;
    sqlite3_stmt *q = NULL;
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) != SQLITE_OK)
        return NULL;
    sqlite3_bind_text(q, 1, room, -1, SQLITE_STATIC);
    if (key != NULL)
        sqlite3_bind_text(q, 2, key, -1, SQLITE_STATIC);
    return q;
}

static bool finish(sqlite3_stmt *q)
{
    bool done = q != NULL && sqlite3_step(q) == SQLITE_DONE;
    sqlite3_finalize(q);
    return done;
}

bool sqlite_records_ready(store *base)
{
    const sqlite_store *s = (const sqlite_store *)base;
    enum { PATIENCE_MS = 2000 }; /* how long it waits: `arbiter token` writes while a server runs */
    static const char sql[] = "CREATE TABLE IF NOT EXISTS records(room TEXT, key TEXT, value TEXT,"
                              " sum INTEGER, PRIMARY KEY(room,key)) WITHOUT ROWID";
    return sqlite3_busy_timeout(s->db, PATIENCE_MS) == SQLITE_OK &&
           sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

bool sqlite_record_put(store *s, const char *room, const char *key, const char *value)
{
    sqlite3_stmt *q =
        ask(s, "INSERT OR REPLACE INTO records(room,key,value,sum) VALUES(?,?,?,?)", room, key);
    if (q == NULL)
        return false;
    sqlite3_bind_text(q, 3, value, -1, SQLITE_STATIC);
    sqlite3_bind_int64(q, 4, (int64_t)record_sum(room, key, value));
    return finish(q);
}

bool sqlite_record_drop(store *s, const char *room, const char *key)
{
    return finish(ask(s, "DELETE FROM records WHERE room=? AND key=?", room, key));
}

static bool read_row(sqlite3_stmt *q, const char *room, store_record_listener *listener,
                     void *context)
{
    if (sqlite3_step(q) != SQLITE_ROW)
        return false;
    const char *key = store_text(q, 0), *value = store_text(q, 1);
    if ((row_sum)sqlite3_column_int64(q, 2) == record_sum(room, key, value))
        listener(context, key, value);
    return true;
}

void sqlite_record_list(store *s, const char *room, store_record_listener *listener, void *context)
{
    sqlite3_stmt *q =
        ask(s, "SELECT key,value,sum FROM records WHERE room=? ORDER BY key", room, NULL);
    while (q != NULL && read_row(q, room, listener, context))
        ;
    sqlite3_finalize(q);
}

static void keep_value(void *context, const char *key, const char *value)
{
    text_builder *text = context;
    (void)key;
    text_puts(text, value);
    text_put(text, "", 1);
}

bool sqlite_record_get(store *s, const char *room, const char *key, text_builder *value)
{
    sqlite3_stmt *q = ask(s, "SELECT key,value,sum FROM records WHERE room=? AND key=?", room, key);
    value->len = 0;
    if (q != NULL)
        read_row(q, room, keep_value, value);
    sqlite3_finalize(q);
    return value->len > 0 && !value->failed;
}

/* Opens the records. An existing file is not locked, because a server may be using it. */
store *sqlite_open_records(const char *path, char *why, size_t cap)
{
    if (access(path, F_OK) != 0) {
        store *made = store_open(path, why, cap);
        if (made != NULL && sqlite_records_ready(made))
            return made;
        if (made != NULL)
            store_close(made);
        return NULL;
    }
    sqlite_store *s = calloc(1, sizeof *s);
    if (s == NULL) {
        snprintf(why, cap, "not enough memory");
        return NULL;
    }
    int code;
    s->lock = -1;
    s->base.kind = &sqlite_kind;
    if (sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
        sqlite_number(s, "SELECT count(*) FROM meta", &code) == 1 && sqlite_records_ready(&s->base))
        return &s->base;
    snprintf(why, cap, "%s cannot be used, or is no store of games: %s", path,
             sqlite3_errmsg(s->db));
    store_close(&s->base);
    return NULL;
}
