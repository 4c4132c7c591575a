/* store.c: matches on disk. Layer: server. */
#include "server/store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FORMAT = 1, NAME = 0x41524249 /* "ARBI" */, STATEMENTS = 12 };

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
    LIST
} statement;

static const char *const texts[STATEMENTS] = {
    "BEGIN IMMEDIATE",
    "COMMIT",
    "ROLLBACK",
    "INSERT INTO games(id,rules,rules_text,fen,moves,white,black,white_token,black_token,clock,"
    "initial_ms,increment_ms,engine,engine_side,engine_ms,engine_elo,head,version,plies,result,"
    "updated) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,0,0,?,?,?)",
    "INSERT INTO requests(key,game) VALUES(?,?)",
    "INSERT INTO log(seq,game,prev,at,white_ms,black_ms,what,request) VALUES(?,?,?,?,?,?,?,?)",
    "UPDATE games SET head=?,version=?,plies=?,result=?,updated=? WHERE id=?",
    "UPDATE meta SET mark=?",
    "SELECT game FROM requests WHERE key=?",
    "SELECT rules,rules_text,fen,moves,white,black,white_token,black_token,clock,initial_ms,"
    "increment_ms,engine,engine_side,engine_ms,engine_elo,head,updated FROM games WHERE id=?",
    "SELECT prev,at,white_ms,black_ms,what,request FROM log WHERE seq=?",
    "SELECT id,rules,white,black,result,plies,updated FROM games WHERE id<? ORDER BY id DESC "
    "LIMIT ?"};

static const char schema[] =
    "CREATE TABLE games(id INTEGER PRIMARY KEY, rules TEXT, rules_text TEXT, fen TEXT, moves TEXT,"
    " white TEXT, black TEXT, white_token TEXT, black_token TEXT, clock INTEGER,"
    " initial_ms INTEGER, increment_ms INTEGER, engine TEXT, engine_side INTEGER,"
    " engine_ms INTEGER, engine_elo INTEGER, head INTEGER, version INTEGER, plies INTEGER,"
    " result TEXT, updated INTEGER);"
    "CREATE TABLE requests(key TEXT PRIMARY KEY, game INTEGER) WITHOUT ROWID;"
    "CREATE TABLE log(seq INTEGER PRIMARY KEY, game INTEGER, prev INTEGER, at INTEGER,"
    " white_ms INTEGER, black_ms INTEGER, what TEXT, request TEXT);"
    "CREATE TABLE meta(mark INTEGER); INSERT INTO meta VALUES(0);";

struct store {
    sqlite3 *db;
    sqlite3_stmt *statements[STATEMENTS];
    int64_t next_id, last_step;
    bool unreadable;
};

/* ---- statements ---- */

static void bind_text(sqlite3_stmt *q, int at, const char *text)
{
    if (text == NULL || text[0] == '\0')
        sqlite3_bind_null(q, at);
    else
        sqlite3_bind_text(q, at, text, -1, SQLITE_STATIC);
}

static const char *column_text(sqlite3_stmt *q, int at)
{
    const char *text = (const char *)sqlite3_column_text(q, at);
    return text != NULL ? text : "";
}

static bool run(store *s, statement which)
{
    sqlite3_stmt *q = s->statements[which];
    bool done = sqlite3_step(q) == SQLITE_DONE;
    sqlite3_reset(q);
    return done;
}

static int64_t number(store *s, const char *sql)
{
    sqlite3_stmt *q = NULL;
    int64_t result = 0;
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW)
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
    run(s, ROLLBACK);
    s->last_step = number(s, "SELECT max(seq) FROM log");
}

int64_t store_next_id(store *s)
{
    return s->next_id++;
}

int64_t store_last_step(const store *s)
{
    return s->last_step;
}

bool store_add_game(store *s, const match *m, const match_start *start, int64_t now,
                    const char *request)
{
    sqlite3_stmt *q = s->statements[ADD_GAME];
    int at = 1;
    sqlite3_bind_int64(q, at++, m->id);
    bind_text(q, at++, m->rules->name);
    bind_text(q, at++, start->rules_text);
    bind_text(q, at++, start->fen);
    bind_text(q, at++, start->moves);
    bind_text(q, at++, m->name[ARB_WHITE]);
    bind_text(q, at++, m->name[ARB_BLACK]);
    bind_text(q, at++, m->token[ARB_WHITE]);
    bind_text(q, at++, m->token[ARB_BLACK]);
    sqlite3_bind_int(q, at++, start->clock);
    sqlite3_bind_int64(q, at++, start->initial_ms);
    sqlite3_bind_int64(q, at++, start->increment_ms);
    bind_text(q, at++, start->engine);
    sqlite3_bind_int(q, at++, start->engine_side);
    sqlite3_bind_int(q, at++, start->engine_ms);
    sqlite3_bind_int(q, at++, start->engine_elo);
    sqlite3_bind_int64(q, at++, (int64_t)arb_game_ply(m->game));
    bind_text(q, at++, arb_result_text(m->outcome.result));
    sqlite3_bind_int64(q, at++, now);
    if (!run(s, ADD_GAME))
        return false;
    if (request[0] == '\0')
        return true;
    bind_text(s->statements[ADD_REQUEST], 1, request);
    sqlite3_bind_int64(s->statements[ADD_REQUEST], 2, m->id);
    return run(s, ADD_REQUEST);
}

bool store_add_step(store *s, match *m, const char *what, const char *request)
{
    sqlite3_stmt *q = s->statements[ADD_STEP];
    int64_t seq = s->last_step + 1;
    sqlite3_bind_int64(q, 1, seq);
    sqlite3_bind_int64(q, 2, m->id);
    sqlite3_bind_int64(q, 3, m->head);
    sqlite3_bind_int64(q, 4, m->updated);
    sqlite3_bind_int64(q, 5, m->clock.left[ARB_WHITE]);
    sqlite3_bind_int64(q, 6, m->clock.left[ARB_BLACK]);
    bind_text(q, 7, what);
    bind_text(q, 8, request);
    if (!run(s, ADD_STEP))
        return false;
    m->head = s->last_step = seq;
    return true;
}

bool store_put_summary(store *s, const match *m)
{
    sqlite3_stmt *q = s->statements[PUT_SUMMARY];
    sqlite3_bind_int64(q, 1, m->head);
    sqlite3_bind_int64(q, 2, m->version);
    sqlite3_bind_int64(q, 3, (int64_t)arb_game_ply(m->game));
    bind_text(q, 4, arb_result_text(m->outcome.result));
    sqlite3_bind_int64(q, 5, m->updated);
    sqlite3_bind_int64(q, 6, m->id);
    return run(s, PUT_SUMMARY);
}

bool store_put_mark(store *s, int64_t mark)
{
    sqlite3_bind_int64(s->statements[PUT_MARK], 1, mark);
    return run(s, PUT_MARK);
}

/* ---- reading ---- */

int64_t store_find_request(store *s, const char *request)
{
    sqlite3_stmt *q = s->statements[FIND_REQUEST];
    bind_text(q, 1, request);
    int64_t game = sqlite3_step(q) == SQLITE_ROW ? sqlite3_column_int64(q, 0) : 0;
    sqlite3_reset(q);
    return game;
}

static match *read_game(store *s, int64_t id, int64_t *head)
{
    sqlite3_stmt *q = s->statements[GET_GAME];
    match *m = NULL;
    sqlite3_bind_int64(q, 1, id);
    int code = sqlite3_step(q);
    s->unreadable = code != SQLITE_DONE;
    if (code == SQLITE_ROW) {
        match_start start = {
            .rules = column_text(q, 0),
            .rules_text = column_text(q, 1),
            .fen = column_text(q, 2),
            .moves = column_text(q, 3),
            .white = column_text(q, 4),
            .black = column_text(q, 5),
            .clock = sqlite3_column_int(q, 8) != 0,
            .initial_ms = sqlite3_column_int64(q, 9),
            .increment_ms = sqlite3_column_int64(q, 10),
            .engine = column_text(q, 11),
            .engine_side = sqlite3_column_int(q, 12),
            .engine_ms = sqlite3_column_int(q, 13),
            .engine_elo = sqlite3_column_int(q, 14),
        };
        m = match_new(id, &start);
        if (m != NULL) {
            snprintf(m->token[ARB_WHITE], MATCH_TOKEN_LIMIT, "%s", column_text(q, 6));
            snprintf(m->token[ARB_BLACK], MATCH_TOKEN_LIMIT, "%s", column_text(q, 7));
            m->updated = sqlite3_column_int64(q, 16);
            m->in_store = true;
        }
        if (*head == 0)
            *head = sqlite3_column_int64(q, 15);
    }
    sqlite3_reset(q);
    return m;
}

void store_rules_text(store *s, int64_t id, srv_text *text)
{
    sqlite3_stmt *q = s->statements[GET_GAME];
    sqlite3_bind_int64(q, 1, id);
    if (sqlite3_step(q) == SQLITE_ROW)
        srv_puts(text, column_text(q, 1));
    sqlite3_reset(q);
}

typedef struct {
    int64_t *at;
    size_t count, cap;
} chain;

/* The steps that lead to `head`, the last one first. */
static bool read_chain(store *s, int64_t head, chain *c)
{
    sqlite3_stmt *q = s->statements[GET_STEP];
    while (head != 0) {
        if (c->count == c->cap) {
            size_t cap = c->cap == 0 ? 128 : 2 * c->cap;
            int64_t *at = realloc(c->at, cap * sizeof *at);
            if (at == NULL)
                return false;
            c->at = at;
            c->cap = cap;
        }
        c->at[c->count++] = head;
        sqlite3_bind_int64(q, 1, head);
        bool found = sqlite3_step(q) == SQLITE_ROW;
        head = found ? sqlite3_column_int64(q, 0) : 0;
        sqlite3_reset(q);
        if (!found)
            return false;
    }
    return true;
}

static bool replay_step(store *s, match *m, int64_t seq, int64_t boot)
{
    sqlite3_stmt *q = s->statements[GET_STEP];
    sqlite3_bind_int64(q, 1, seq);
    bool done = sqlite3_step(q) == SQLITE_ROW;
    if (done) {
        int64_t left[2] = {sqlite3_column_int64(q, 2), sqlite3_column_int64(q, 3)};
        done = match_replay(m, column_text(q, 4), sqlite3_column_int64(q, 1), left, boot);
        if (done && column_text(q, 5)[0] != '\0')
            match_remember(m, column_text(q, 5));
    }
    sqlite3_reset(q);
    m->head = seq;
    return done;
}

match *store_load_version(store *s, int64_t id, int64_t head, int64_t version, int64_t boot)
{
    chain c = {0};
    match *m = read_game(s, id, &head);
    bool good = m != NULL && read_chain(s, head, &c);
    for (size_t i = c.count; good && i > 0 && m->version < version; i--)
        good = replay_step(s, m, c.at[i - 1], boot);
    free(c.at);
    if (!good && m != NULL) {
        match_free(m);
        return NULL;
    }
    if (m != NULL) {
        m->safe_head = m->head;
        m->safe_version = m->version;
        s->unreadable = false;
    }
    return m;
}

bool store_unreadable(const store *s)
{
    return s->unreadable;
}

match *store_load(store *s, int64_t id, int64_t head, int64_t boot)
{
    return store_load_version(s, id, head, INT64_MAX, boot);
}

void store_list(store *s, int64_t before, int limit, store_listener *listener, void *context)
{
    sqlite3_stmt *q = s->statements[LIST];
    sqlite3_bind_int64(q, 1, before > 0 ? before : INT64_MAX);
    sqlite3_bind_int(q, 2, limit);
    while (sqlite3_step(q) == SQLITE_ROW) {
        store_summary summary = {sqlite3_column_int64(q, 0), column_text(q, 1),
                                 column_text(q, 2),          column_text(q, 3),
                                 column_text(q, 4),          sqlite3_column_int64(q, 5),
                                 sqlite3_column_int64(q, 6)};
        listener(context, &summary);
    }
    sqlite3_reset(q);
}

/* ---- opening ---- */

static bool explain(store *s, const char *path, char *why, size_t cap)
{
    int code = sqlite3_errcode(s->db);
    if (code == SQLITE_BUSY)
        snprintf(why, cap, "the store %s is in use by another server", path);
    else
        snprintf(why, cap, "the store %s cannot be used: %s", path, sqlite3_errmsg(s->db));
    return false;
}

static bool execute(store *s, const char *sql)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* A new file gets its tables; one of another program or a later format is left alone. */
static bool check_format(store *s, const char *path, char *why, size_t cap)
{
    int64_t tables = number(s, "SELECT count(*) FROM sqlite_master");
    if (tables == 0) {
        char sql[sizeof schema + 128];
        snprintf(sql, sizeof sql, "BEGIN;%sPRAGMA application_id=%d;PRAGMA user_version=%d;COMMIT;",
                 schema, NAME, FORMAT);
        return execute(s, sql) || explain(s, path, why, cap);
    }
    if (number(s, "PRAGMA application_id") != NAME || number(s, "PRAGMA user_version") != FORMAT) {
        snprintf(why, cap, "%s is no store of games, or one of another version", path);
        return false;
    }
    return true;
}

/* After a crash: works the steps behind the mark into the summaries. */
static bool recover(store *s)
{
    static const char sql[] = "SELECT game,max(seq) FROM log WHERE seq>? GROUP BY game";
    sqlite3_stmt *q = NULL;
    bool good = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK && store_begin(s);
    sqlite3_bind_int64(q, 1, number(s, "SELECT mark FROM meta"));
    while (good && sqlite3_step(q) == SQLITE_ROW) {
        match *m = store_load(s, sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1), 0);
        good = m != NULL && store_put_summary(s, m);
        if (m != NULL)
            match_free(m);
    }
    sqlite3_finalize(q);
    return good && store_put_mark(s, s->last_step) && store_commit(s);
}

static bool set_up(store *s, const char *path, char *why, size_t cap)
{
    static const char pragmas[] =
        "PRAGMA locking_mode=EXCLUSIVE;PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;"
        "PRAGMA wal_autocheckpoint=1000;PRAGMA cache_size=-16000;PRAGMA foreign_keys=OFF;"
        "PRAGMA temp_store=MEMORY;BEGIN IMMEDIATE;COMMIT;";
    if (!execute(s, pragmas) || !check_format(s, path, why, cap))
        return why[0] != '\0' ? false : explain(s, path, why, cap);
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(s->db, texts[i], -1, SQLITE_PREPARE_PERSISTENT, &s->statements[i],
                               NULL) != SQLITE_OK)
            return explain(s, path, why, cap);
    s->next_id = number(s, "SELECT max(id) FROM games") + 1;
    s->last_step = number(s, "SELECT max(seq) FROM log");
    return recover(s) || explain(s, path, why, cap);
}

store *store_open(const char *path, char *why, size_t cap)
{
    store *s = calloc(1, sizeof *s);
    why[0] = '\0';
    if (s == NULL) {
        snprintf(why, cap, "not enough memory");
        return NULL;
    }
    mode_t before = umask(077); /* seats are secret */
    int code = sqlite3_open_v2(
        path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    bool good = code == SQLITE_OK ? set_up(s, path, why, cap) : explain(s, path, why, cap);
    umask(before);
    if (good)
        return s;
    store_close(s);
    return NULL;
}

void store_close(store *s)
{
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(s->statements[i]);
    sqlite3_close(s->db);
    free(s);
}
