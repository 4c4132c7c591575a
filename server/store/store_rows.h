/* store_rows.h: what the files of the store share: statements, sums of rows, ids. Layer: server. */
#ifndef ARB_SERVER_STORE_ROWS_H
#define ARB_SERVER_STORE_ROWS_H

#include "server/store/store.h"

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

struct store {
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENTS];
    int64_t next_row, last_step;
    int64_t plain_rows; /* games up to this row are named by it: they are older than hidden ids */
    uint64_t secret[2]; /* the key that hides the order of the other games */
    size_t damaged;     /* games that were found damaged since the start */
    int64_t looked;     /* the last row that was looked at for being abandoned */
    int lock;
    bool unreadable, was_damaged;
};

/* ---- sums ---- */

/* FNV-1a over the values of a row: whatever single value is changed, the sum is another. */
typedef uint64_t row_sum;
static const row_sum row_sum_start = 14695981039346656037u;
row_sum sum_number(row_sum sum, int64_t value);
row_sum sum_text(row_sum sum, const char *text);

/* The sum of the columns from `first` to before `end` of the row that a statement stands on. */
row_sum sum_columns(sqlite3_stmt *q, int first, int end);

/* ---- ids ---- */

/* Games are numbered by their rows; outside they have ids that tell nothing of their order. */
int64_t store_id_of_row(const store *s, int64_t row);
int64_t store_row_of_id(const store *s, int64_t id);

int64_t store_number(store *s, const char *sql, int *code);
/* Did the last load give nothing because nothing of the game is whole? */
bool store_load_was_damaged(const store *s);

static inline const char *store_text(sqlite3_stmt *q, int at)
{
    const char *text = (const char *)sqlite3_column_text(q, at);
    return text != NULL ? text : "";
}

#endif
