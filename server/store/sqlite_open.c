/* sqlite_open.c: opens a store's file, checks its format, and completes what a crash left undone.
 * Layer: server. */
#include "server/store/sqlite_rows.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    FORMAT = 2,
    NAME = 0x41524249, /* "ARBI" */
    NAME_ROOM = 4200   /* for any name that the system takes, with an ending */
};

#define GAME_COLUMNS                                                                               \
    "id,rules,rules_text,fen,moves,white,black,white_token,black_token,engine,clock,initial_ms,"   \
    "increment_ms,engine_side,engine_ms,engine_elo"

static const char *const texts[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [ADD_GAME] = "INSERT INTO games(" GAME_COLUMNS ",sum,head,version,plies,result,updated,"
                 "summary_sum) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,0,0,?,?,?,?)",
    [ADD_REQUEST] = "INSERT INTO requests(key,game,sum) VALUES(?,?,?)",
    [ADD_STEP] = "INSERT INTO log(seq,game,prev,at,white_ms,black_ms,what,request,sum)"
                 " VALUES(?,?,?,?,?,?,?,?,?)",
    [PUT_SUMMARY] = "UPDATE games SET head=?,version=?,plies=?,result=?,updated=?,summary_sum=?"
                    " WHERE id=?",
    [PUT_MARK] = "UPDATE meta SET mark=?,sum=?",
    [FIND_REQUEST] = "SELECT key,game,sum FROM requests WHERE key=?",
    [GET_GAME] = "SELECT " GAME_COLUMNS ",sum,head,version,plies,result,updated,summary_sum"
                 " FROM games WHERE id=?",
    [GET_STEP] = "SELECT seq,game,prev,at,white_ms,black_ms,what,request,sum FROM log WHERE seq=?",
    [STEP_BEFORE] = "SELECT seq FROM log WHERE game=? AND seq<? ORDER BY seq DESC LIMIT 1",
    [LIST] = "SELECT id,rules,white,black,result,plies,updated FROM games WHERE id<?"
             " ORDER BY id DESC LIMIT ?",
    [OLD_GAMES] = "SELECT id,head FROM games WHERE id>? AND id<=? AND updated<? AND result='*'"
                  " ORDER BY id LIMIT 1",
    [DROP_GAME] = "DELETE FROM games WHERE id=?",
    [DROP_STEP] = "DELETE FROM log WHERE seq=?",
    [ADD_IMPORT] = "INSERT INTO imports(game,pgn,sum) VALUES(?,?,?)",
    [GET_IMPORT] = "SELECT game,pgn,sum FROM imports WHERE game=?",
    [DROP_IMPORT] = "DELETE FROM imports WHERE game=?",
};

/* The PGN that games were imported from. Older stores do not have this table. */
static const char imports[] =
    "CREATE TABLE IF NOT EXISTS imports(game INTEGER PRIMARY KEY, pgn TEXT, sum INTEGER);";

static const char schema[] =
    "CREATE TABLE games(id INTEGER PRIMARY KEY, rules TEXT, rules_text TEXT, fen TEXT, moves TEXT,"
    " white TEXT, black TEXT, white_token TEXT, black_token TEXT, clock INTEGER,"
    " initial_ms INTEGER, increment_ms INTEGER, engine TEXT, engine_side INTEGER,"
    " engine_ms INTEGER, engine_elo INTEGER, head INTEGER, version INTEGER, plies INTEGER,"
    " result TEXT, updated INTEGER, sum INTEGER, summary_sum INTEGER);"
    "CREATE TABLE requests(key TEXT PRIMARY KEY, game INTEGER, sum INTEGER) WITHOUT ROWID;"
    "CREATE TABLE log(seq INTEGER PRIMARY KEY, game INTEGER, prev INTEGER, at INTEGER,"
    " white_ms INTEGER, black_ms INTEGER, what TEXT, request TEXT, sum INTEGER);"
    "CREATE TABLE meta(mark INTEGER, sum INTEGER, secret INTEGER, secret2 INTEGER,"
    " plain_rows INTEGER); INSERT INTO meta(mark) VALUES(0);";

/* Upgrades the first format: adds checksums, and lets games keep their numbers as ids. Request ids
 * are forgotten, since anyone who guessed one got a seat. */
static const char upgrade[] =
    "ALTER TABLE games ADD COLUMN sum INTEGER; ALTER TABLE games ADD COLUMN summary_sum INTEGER;"
    "ALTER TABLE log ADD COLUMN sum INTEGER; ALTER TABLE meta ADD COLUMN sum INTEGER;"
    "ALTER TABLE meta ADD COLUMN secret INTEGER; ALTER TABLE meta ADD COLUMN secret2 INTEGER;"
    "ALTER TABLE meta ADD COLUMN plain_rows INTEGER; DROP TABLE requests;"
    "CREATE TABLE requests(key TEXT PRIMARY KEY, game INTEGER, sum INTEGER) WITHOUT ROWID;"
    "UPDATE meta SET plain_rows=(SELECT max(id) FROM games);"
    "UPDATE games SET sum=row_sum(" GAME_COLUMNS "),"
    "summary_sum=row_sum(id,head,version,plies,result,updated);"
    "UPDATE log SET sum=row_sum(seq,game,prev,at,white_ms,black_ms,what,request);";

static bool explain(sqlite_store *s, const char *path, char *why, size_t cap)
{
    int code = sqlite3_errcode(s->db);
    if (code == SQLITE_BUSY)
        snprintf(why, cap, "the store %s is in use by another server", path);
    else
        snprintf(why, cap, "the store %s cannot be used: %s", path, sqlite3_errmsg(s->db));
    return false;
}

static bool execute(sqlite_store *s, const char *sql)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* ---- format ---- */

/* The SQL function row_sum(…): the checksum of its arguments, computed as for the columns of a
 * row. */
static void sql_row_sum(sqlite3_context *context, int count, sqlite3_value **values)
{
    row_sum sum = row_sum_start;
    for (int i = 0; i < count; i++)
        sum = sqlite3_value_type(values[i]) == SQLITE_INTEGER
                  ? sum_number(sum, sqlite3_value_int64(values[i]))
                  : sum_text(sum, (const char *)sqlite3_value_text(values[i]));
    sqlite3_result_int64(context, (int64_t)sum);
}

/* Makes the tables and notes the format in one transaction, so that a file has all of it or
 * none. */
static bool make_format(sqlite_store *s, const char *tables)
{
    char sql[256];
    uint64_t secret[2];
    if (getrandom(secret, sizeof secret, 0) != (ssize_t)sizeof secret)
        return false;
    snprintf(sql, sizeof sql,
             "UPDATE meta SET secret=%lld,secret2=%lld,plain_rows=ifnull(plain_rows,0),"
             "sum=row_sum(mark);PRAGMA application_id=%d;PRAGMA user_version=%d;",
             (long long)(secret[0] >> 1), (long long)(secret[1] >> 1), NAME, FORMAT);
    bool made =
        execute(s, "BEGIN") && execute(s, tables) && execute(s, sql) && execute(s, "COMMIT");
    if (!made)
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
    return made;
}

/* Gives a new file its tables, and a file of the first format what it lacks. A file of another
 * program or of a later format is left unchanged. */
static bool check_format(sqlite_store *s, const char *path, char *why, size_t cap)
{
    int tables_code, name_code, format_code;
    int64_t tables = sqlite_number(s, "SELECT count(*) FROM sqlite_master", &tables_code);
    int64_t name = sqlite_number(s, "PRAGMA application_id", &name_code);
    int64_t format = sqlite_number(s, "PRAGMA user_version", &format_code);
    if (tables_code != SQLITE_ROW || name_code != SQLITE_ROW || format_code != SQLITE_ROW)
        return explain(s, path, why, cap);
    if (tables == 0)
        return make_format(s, schema) || explain(s, path, why, cap);
    if (name == NAME && format == 1)
        return make_format(s, upgrade) || explain(s, path, why, cap);
    if (name == NAME && format == FORMAT)
        return true;
    snprintf(why, cap, "%s is no store of games, or one of another version", path);
    return false;
}

/* Makes the file private: it contains the tokens of the seats, so no other user may read it, nor
 * the files that SQLite keeps beside it. */
static bool keep_private(const char *path, char *why, size_t cap)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    struct stat file;
    if (stat(path, &file) != 0 || (file.st_mode & 077) == 0)
        return true;
    for (int i = 0; i < 3; i++) {
        char name[NAME_ROOM];
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        if (chmod(name, 0600) != 0 && (i == 0 || errno != ENOENT)) {
            snprintf(why, cap, "others may read the store %s, and its mode cannot be changed: %s",
                     path, strerror(errno));
            return false;
        }
    }
    fprintf(stderr,
            "arbiter: others could read the store %s; now its owner alone can. Whoever read it may "
            "hold its seats\n",
            path);
    return true;
}

/* ---- after a crash ---- */

/* Reads the last step that the summaries include; 0 if the number cannot be trusted, so that all
 * steps are looked at; -1 if it could not be read. */
static int64_t read_mark(sqlite_store *s)
{
    sqlite3_stmt *q = NULL;
    int64_t mark = -1;
    if (sqlite3_prepare_v2(s->db, "SELECT mark,sum,secret,secret2,plain_rows FROM meta", -1, &q,
                           NULL) == SQLITE_OK &&
        sqlite3_step(q) == SQLITE_ROW) {
        mark = sqlite3_column_int64(q, 0);
        if ((row_sum)sqlite3_column_int64(q, 1) != sum_number(row_sum_start, mark))
            mark = 0;
        s->base.ids.secret[0] = (uint64_t)sqlite3_column_int64(q, 2);
        s->base.ids.secret[1] = (uint64_t)sqlite3_column_int64(q, 3);
        s->base.ids.plain_rows = sqlite3_column_int64(q, 4);
    }
    sqlite3_finalize(q);
    return mark;
}

/* Adds the steps of one game to its summary. A damaged game keeps its last step as its head, so
 * that it is found damaged every time. */
static bool recover_game(sqlite_store *s, int64_t row, int64_t head)
{
    match *m = sqlite_load(&s->base, id_of_row(&s->base.ids, row), head, 0, INT64_MAX, NULL);
    if (m == NULL)
        return s->was_damaged;
    m->damaged = false;
    m->record->head = head;
    bool good = sqlite_put_summary(&s->base, m);
    match_free(m);
    return good;
}

/* Adds the steps after the mark to the summaries. Any result except "no more rows" is a failure,
 * because what cannot be read now must not be taken for missing. */
static bool recover(sqlite_store *s, int64_t mark)
{
    static const char sql[] = "SELECT game,max(seq) FROM log WHERE seq>? GROUP BY game";
    sqlite3_stmt *q = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK && sqlite_run(s, BEGIN);
    if (good)
        sqlite3_bind_int64(q, 1, mark);
    while (good && (code = sqlite3_step(q)) == SQLITE_ROW)
        good = recover_game(s, sqlite3_column_int64(q, 0), sqlite3_column_int64(q, 1));
    sqlite3_finalize(q);
    good = good && code == SQLITE_DONE && sqlite_put_mark(&s->base, s->last_step);
    if (good && sqlite_run(s, COMMIT))
        return true;
    sqlite_run(s, ROLLBACK);
    return false;
}

/* Finds the highest number of a step anywhere in the store, so that no number is used twice. */
static bool find_last_step(sqlite_store *s, int64_t mark)
{
    int log_code, head_code, row_code;
    s->last_step = sqlite_number(s, "SELECT max(seq) FROM log", &log_code);
    int64_t head = sqlite_number(s, "SELECT max(head) FROM games", &head_code);
    s->next_row = sqlite_number(s, "SELECT max(id) FROM games", &row_code) + 1;
    s->last_step = s->last_step > mark ? s->last_step : mark;
    s->last_step = s->last_step > head ? s->last_step : head;
    return log_code == SQLITE_ROW && head_code == SQLITE_ROW && row_code == SQLITE_ROW;
}

static bool set_up(sqlite_store *s, const char *path, char *why, size_t cap)
{
    static const char pragmas[] =
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA cell_size_check=ON;"
        "PRAGMA wal_autocheckpoint=1000;PRAGMA cache_size=-16000;PRAGMA foreign_keys=OFF;"
        "PRAGMA temp_store=MEMORY;BEGIN IMMEDIATE;COMMIT;";
    sqlite3_create_function(s->db, "row_sum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL,
                            sql_row_sum, NULL, NULL);
    if (!execute(s, pragmas) || !check_format(s, path, why, cap) || !keep_private(path, why, cap) ||
        !execute(s, imports))
        return why[0] != '\0' ? false : explain(s, path, why, cap);
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(s->db, texts[i], -1, SQLITE_PREPARE_PERSISTENT, &s->statements[i],
                               NULL) != SQLITE_OK)
            return explain(s, path, why, cap);
    int64_t mark = read_mark(s);
    if (mark >= 0 && find_last_step(s, mark) && recover(s, mark))
        return true;
    if (sqlite3_errcode(s->db) == SQLITE_OK || sqlite3_errcode(s->db) == SQLITE_DONE) {
        snprintf(why, cap, "the store %s cannot be recovered now; it is as it was", path);
        return false;
    }
    return explain(s, path, why, cap);
}

/* ---- the file ---- */

/* Is there a file with one name, or none yet? Without a name SQLite keeps the games in a file that
 * it deletes in the end. Under a second name the file would have a second log, and each server
 * would miss what the other's contains. */
static bool has_one_name(const char *path, char *why, size_t cap)
{
    struct stat file;
    bool there = stat(path, &file) == 0;
    why[0] = '\0';
    if (path[0] == '\0')
        snprintf(why, cap, "the store has no name");
    else if (there && !S_ISREG(file.st_mode))
        snprintf(why, cap, "the store %s cannot be used: it is no file", path);
    else if (there && file.st_nlink > 1)
        snprintf(why, cap,
                 "the store %s cannot be used: the file has a second name (a hard link); copy it, "
                 "or remove that name",
                 path);
    return why[0] == '\0';
}

/* Locks the store for one server by a separate file, so that other programs may still read the
 * store. A symbolic link is locked as the file that it leads to. */
static bool lock(sqlite_store *s, const char *path, char *why, size_t cap)
{
    char name[NAME_ROOM];
    if (strcmp(path, STORE_IN_MEMORY) == 0)
        return true;
    if (!has_one_name(path, why, cap))
        return false;
    char *real = realpath(path, NULL);
    int len = snprintf(name, sizeof name, "%s.lock", real != NULL ? real : path);
    free(real);
    if (len >= (int)sizeof name) {
        snprintf(why, cap, "the name of the store is too long");
        return false;
    }
    s->lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock >= 0 && flock(s->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (s->lock < 0 && access(path, F_OK) != 0)
        return true; /* SQLite reports a folder that is missing or not accessible */
    if (s->lock >= 0 && errno == EWOULDBLOCK)
        snprintf(why, cap, "the store %s is in use by another server", path);
    else
        snprintf(why, cap, "the store %s cannot be used: %s: %s", path, name, strerror(errno));
    return false;
}

store *sqlite_open(const char *path, char *why, size_t cap)
{
    sqlite_store *s = calloc(1, sizeof *s);
    why[0] = '\0';
    if (s == NULL) {
        snprintf(why, cap, "not enough memory");
        return NULL;
    }
    s->base.kind = &sqlite_kind;
    s->lock = -1;
    mode_t before = umask(077);
    bool good = lock(s, path, why, cap);
    if (good) {
        int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
        good = sqlite3_open_v2(path, &s->db, flags, NULL) == SQLITE_OK ? set_up(s, path, why, cap)
                                                                       : explain(s, path, why, cap);
    }
    umask(before);
    if (good)
        return &s->base;
    sqlite_close(&s->base);
    return NULL;
}

void sqlite_close(store *base)
{
    sqlite_store *s = (sqlite_store *)base;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(s->statements[i]);
    sqlite3_close(s->db);
    if (s->lock >= 0)
        close(s->lock);
    free(s);
}

/* ---- a copy ---- */

static bool is_in_use(const char *path)
{
    char name[NAME_ROOM];
    char *real = realpath(path, NULL);
    int len = snprintf(name, sizeof name, "%s.lock", real != NULL ? real : path);
    free(real);
    int file = len < (int)sizeof name ? open(name, O_RDWR | O_CLOEXEC) : -1;
    bool used = file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (file >= 0)
        close(file);
    return used;
}

/* Is it the log, or another file of the kind, that lies beside a store? */
static bool is_beside_a_store(const char *to)
{
    static const char *const endings[] = {"-wal", "-shm", "-journal", ".lock"};
    char name[NAME_ROOM];
    struct stat file;
    size_t len = strlen(to);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t end = strlen(endings[i]);
        if (len <= end || len >= sizeof name || strcmp(to + len - end, endings[i]) != 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)(len - end), to);
        if (stat(name, &file) == 0 && S_ISREG(file.st_mode))
            return true;
    }
    return false;
}

/* May the copy take this place? The server of a store that is replaced would go on with a file that
 * has no name any more, and a log that lies there would be taken for the copy's. */
static bool is_free_place(const char *path, const char *to, char *why, size_t cap)
{
    char log[NAME_ROOM];
    struct stat source, place;
    snprintf(log, sizeof log, "%s-wal", to);
    bool taken = stat(to, &place) == 0;
    why[0] = '\0';
    if (taken && stat(path, &source) == 0 && source.st_dev == place.st_dev &&
        source.st_ino == place.st_ino)
        snprintf(why, cap, "%s is the store itself", to);
    else if (taken && !S_ISREG(place.st_mode))
        snprintf(why, cap, "%s cannot be written: it is no file", to);
    else if (is_beside_a_store(to))
        snprintf(why, cap, "%s is the name of a file that a store has beside it", to);
    else if (taken && is_in_use(to))
        snprintf(why, cap, "%s is in use by a server", to);
    else if (stat(log, &place) == 0 && place.st_size > 0)
        snprintf(why, cap, "%s is the log of a store that was not closed: it does not fit a copy",
                 log);
    return why[0] == '\0';
}

bool store_backup(const char *path, const char *to, char *why, size_t cap)
{
    sqlite3 *source = NULL, *copy = NULL;
    char part[NAME_ROOM];
    if (!is_free_place(path, to, why, cap))
        return false;
    snprintf(part, sizeof part, "%s.part", to);
    mode_t before = umask(077);
    bool good = sqlite3_open_v2(path, &source, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
                sqlite3_busy_timeout(source, 10000) == SQLITE_OK &&
                (remove(part) == 0 || errno == ENOENT) && sqlite3_open(part, &copy) == SQLITE_OK;
    sqlite3_backup *backup = good ? sqlite3_backup_init(copy, "main", source, "main") : NULL;
    good = backup != NULL && sqlite3_backup_step(backup, -1) == SQLITE_DONE;
    good &= backup != NULL && sqlite3_backup_finish(backup) == SQLITE_OK;
    if (good) { /* a truncated file, or one of another kind, is not a store */
        sqlite_store probe = {.db = copy};
        int code;
        good = sqlite_number(&probe, "PRAGMA application_id", &code) == NAME && code == SQLITE_ROW;
        if (!good)
            snprintf(why, cap, "%s is no store of games", path);
    } else {
        snprintf(
            why, cap, "%s cannot be copied to %s: %s", path, to,
            sqlite3_errmsg(copy != NULL && sqlite3_errcode(copy) != SQLITE_OK ? copy : source));
    }
    sqlite3_close(copy);
    sqlite3_close(source);
    umask(before);
    if (good && rename(part, to) != 0) {
        snprintf(why, cap, "%s cannot be written: %s", to, strerror(errno));
        good = false;
    }
    if (!good)
        remove(part);
    return good;
}
