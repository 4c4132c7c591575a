/* staged_sqlite.h: a store in a file of the test's own folder; the test reads and changes its rows
 * behind its back. */
#ifndef ARB_TESTS_STAGED_SQLITE_H
#define ARB_TESTS_STAGED_SQLITE_H

#include "staged_match.h"

#include "server/server.h"
#include "server/store/sqlite_rows.h"

#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64], file[100]; /* the test's folder, and the store's file in it */
static store *s;
static char why[512];
static int64_t row_seen; /* the row of the game that was added last */

static inline const char *in_folder(const char *name)
{
    static char places[4][200];
    static unsigned next;
    char *place = places[next++ % 4];
    snprintf(place, sizeof places[0], "%s/%s", folder, name);
    return place;
}

static inline void make_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/arbiter-sqlite.XXXXXX");
    CHECK(mkdtemp(folder) != NULL);
    snprintf(file, sizeof file, "%s/games.db", folder);
}

static inline void drop_folder(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK_EQ_INT(system(command), 0);
}

/* Runs a test with a folder of its own. */
#define RUN_IN_FOLDER(test) (make_folder(), RUN(test), drop_folder())

static inline bool open_store(void)
{
    s = store_open(file, why, sizeof why);
    return s != NULL;
}

static inline void close_store(void)
{
    store_close(s);
    s = NULL;
}

/* Carries out SQL on a file, and returns the last cell that it gave. */
static inline const char *sql_on(const char *path, const char *sql)
{
    static char text[4096];
    sqlite3 *db;
    sqlite3_stmt *q = NULL;
    const char *rest = sql;
    text[0] = '\0';
    CHECK(sqlite3_open(path, &db) == SQLITE_OK);
    while (rest[0] != '\0' && sqlite3_prepare_v2(db, rest, -1, &q, &rest) == SQLITE_OK &&
           q != NULL) {
        size_t len = 0;
        while (sqlite3_step(q) == SQLITE_ROW) {
            len = len > 0 ? len + (size_t)snprintf(text + len, sizeof text - len, "\n") : 0;
            for (int i = 0; i < sqlite3_column_count(q); i++) {
                const char *cell = (const char *)sqlite3_column_text(q, i);
                len += (size_t)snprintf(text + len, sizeof text - len, "%s%s", i > 0 ? "|" : "",
                                        cell != NULL ? cell : "~");
            }
        }
        sqlite3_finalize(q);
    }
    CHECK_EQ_INT(sqlite3_errcode(db) == SQLITE_OK || sqlite3_errcode(db) == SQLITE_DONE, true);
    sqlite3_close(db);
    return text;
}

static inline const char *sql(const char *text)
{
    return sql_on(file, text);
}

static inline const char *sqlf(const char *format, int64_t number)
{
    char text[400];
    snprintf(text, sizeof text, format, number);
    return sql(text);
}

/* Makes a game and its row; the match is `m`. */
static inline bool add(match_start start, const char *request)
{
    if (!begin(start))
        return false;
    m->id = store_next_id(s);
    row_seen = row_of_id(&s->ids, m->id);
    start.rules = m->rules->name;
    start.fen = start.fen != NULL ? start.fen : first_board;
    start.moves = start.moves != NULL ? start.moves : "";
    start.engine = start.engine != NULL ? start.engine : "";
    start.rules_text = start.rules_text != NULL ? start.rules_text : "";
    snprintf(m->token[0], MATCH_TOKEN_LIMIT, "WW");
    snprintf(m->token[1], MATCH_TOKEN_LIMIT, "BB");
    m->updated = 444;
    return store_begin(s) && store_add_game(s, m, &start, 444, request) &&
           store_commit(s) == STORE_YES;
}

static inline bool play(const char *what, int64_t at, const char *request)
{
    return match_step(m, what, at) && store_begin(s) && store_add_step(s, m, what, request) &&
           store_commit(s) == STORE_YES;
}

static inline bool summarize(void)
{
    return store_begin(s) && store_put_summary(s, m) && store_put_mark(s, store_last_step(s)) &&
           store_commit(s) == STORE_YES;
}

/* The game as the store has it, in place of the one in memory. */
static inline bool reload(int64_t head, int64_t now)
{
    int64_t id = m->id;
    end();
    budget.left = UINT64_MAX / 2;
    m = store_load(s, id, head, 0, now, head != 0 ? &budget : NULL);
    return m != NULL;
}

#endif
