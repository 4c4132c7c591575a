/* sqlite_rows.h: declarations that the files of the SQLite store share. Layer: server. The file is
 * in WAL mode, and every commit is synced.
 *
 * A step is one row at the end of the log and names the step before it in its game. So writing
 * costs the same however many games are played at once. The row of a game holds how it began and a
 * summary that may lag. `mark` is the last step that the summaries include; later steps are added
 * when the store is opened. */
#ifndef ARB_SERVER_SQLITE_ROWS_H
#define ARB_SERVER_SQLITE_ROWS_H

#include "server/match/match_record.h"
#include "server/store/store_kind.h"

#include <sqlite3.h>

typedef enum {
    BEGIN,
    COMMIT,
    ROLLBACK,
    ADD_GAME,
    ADD_REQUEST,
    ADD_STEP,
    PUT_SUMMARY,
    PUT_MARK,
    FIND_REQUEST,
    GET_GAME,
    GET_STEP,
    STEP_BEFORE,
    LIST,
    OLD_GAMES,
    DROP_GAME,
    DROP_STEP,
    ADD_IMPORT,
    GET_IMPORT,
    DROP_IMPORT,
    STATEMENTS
} statement;

typedef struct {
    store base;
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENTS];
    int64_t next_row, last_step;
    int64_t looked; /* the last row that was checked for being abandoned */
    int lock;
    bool was_damaged; /* the last load returned nothing because no part of the game is whole */
} sqlite_store;

extern const store_kind sqlite_kind;

/* The result of reading from the disk. */
typedef enum {
    READ_WHOLE,
    READ_NOTHING, /* there is no such row */
    READ_DAMAGED, /* the row is not what was written */
    READ_FAILED   /* it could not be read this time: no memory, no file, a lock */
} reading;

/* Reads a row of the log and checks that it was written for this game; the statement stays on that
 * row. */
reading sqlite_read_step(sqlite_store *s, int64_t seq, int64_t row);

/* Calls of the interface that are not defined beside its table. */
void sqlite_close(store *base);
bool sqlite_put_summary(store *base, const match *m);
bool sqlite_put_mark(store *base, int64_t mark);
store_word sqlite_find_request(store *base, const char *request, int64_t *id);
match *sqlite_load(store *base, int64_t id, int64_t head, int64_t boot, int64_t now,
                   arb_budget *budget);
void sqlite_rules_text(store *base, const match *m, text_builder *text);
void sqlite_pgn_text(store *base, const match *m, text_builder *text);
store_word sqlite_list(store *base, int64_t before, int limit, store_listener *listener,
                       void *context);

/* sqlite_records.c */
bool sqlite_records_ready(store *base);
bool sqlite_record_put(store *base, const char *room, const char *key, const char *value);
bool sqlite_record_drop(store *base, const char *room, const char *key);
bool sqlite_record_get(store *base, const char *room, const char *key, text_builder *value);
void sqlite_record_list(store *base, const char *room, store_record_listener *listener,
                        void *context);

/* Binds a text; "" is stored as NULL. The text must live until the statement has run. */
void sqlite_bind_words(sqlite3_stmt *q, int at, const char *text);
int64_t sqlite_number(sqlite_store *s, const char *sql, int *code);
bool sqlite_run(sqlite_store *s, statement which);

static inline const char *store_text(sqlite3_stmt *q, int at)
{
    const char *text = (const char *)sqlite3_column_text(q, at);
    return text != NULL ? text : "";
}

#endif
