/* store.h: where matches are kept: one interface for every kind of store. Layer: server.
 *
 * SQLite (a file) belongs to one server and answers at once. PostgreSQL (an address that begins
 * with postgresql:// or postgres://) is shared by several servers and answers later: a call that
 * returns STORE_LATER is completed by a callback to the host. In both, a committed step is on disk,
 * and every row has a checksum; a row that is not what was written is never shown as if it were. */
#ifndef ARB_SERVER_STORE_H
#define ARB_SERVER_STORE_H

#include "server/match/match.h"

typedef struct store store;

typedef enum {
    STORE_NO,        /* there is none, or it was not done */
    STORE_YES,       /* it is done */
    STORE_LATER,     /* the host will be told */
    STORE_FAILED,    /* the store cannot be asked now */
    STORE_ELSEWHERE, /* another server owns the game */
    STORE_HOMELESS   /* the game is played with tokens, and no server is the home now */
} store_word;

/* Opens a store. `where` is the name of a file or the address of a database. Returns NULL if it
 * cannot; `why` says why. */
store *store_open(const char *where, char *why, size_t cap);
void store_close(store *s);

/* ---- writing ---- */

/* Changes between `begin` and `commit` become durable together. */
bool store_begin(store *s);
store_word store_commit(store *s);
void store_rollback(store *s);

/* Returns an id for a new game; 0 if there is none now. */
int64_t store_next_id(store *s);
/* Adds a game. `request` is the key of the request that created it, or "". */
bool store_add_game(store *s, const match *m, const match_start *start, int64_t now,
                    const char *request);
/* Adds the step that the match has just taken, and sets its head. */
bool store_add_step(store *s, match *m, const char *what, const char *request);

/* The row of a game has a summary (its last step, result, plies). In some stores the summary lags;
 * then the caller writes it from time to time, and the mark says which steps the summaries
 * include. */
bool store_summaries_lag(const store *s);
bool store_put_summary(store *s, const match *m);
bool store_put_mark(store *s, int64_t mark);
int64_t store_last_step(const store *s);

/* ---- reading ---- */

/* Finds the game that a request created: STORE_YES, STORE_NO, STORE_LATER or STORE_FAILED. */
store_word store_find_request(store *s, const char *request, int64_t *id);

/* Reads a match as it stood after the step `head` (0: the last one in the summary). Its clock runs
 * from `boot` at the earliest. Of a damaged game the whole part is returned, marked as damaged. The
 * work is charged to `budget`, if there is one. Returns NULL if there is no such match. A shared
 * store cannot return one at once: see store_want. */
match *store_load(store *s, int64_t id, int64_t head, int64_t boot, int64_t now,
                  arb_budget *budget);
/* Did the last load fail for another reason than that there is no such match? */
bool store_unreadable(const store *s);
/* The number of games that were found damaged. */
size_t store_damaged(const store *s);

/* Reads the rule-set file that a game was made with; nothing if its rule set has a name. */
void store_rules_text(store *s, const match *m, text_builder *text);
/* Reads the PGN that a game was imported from; nothing if it was not. */
void store_pgn_text(store *s, const match *m, text_builder *text);

typedef struct {
    int64_t id;
    const char *rules, *white, *black, *result;
    int64_t plies, updated;
} store_summary;
typedef void store_listener(void *context, const store_summary *summary);
/* Lists games, the newest first, that are older than `before` (0: from the newest). */
store_word store_list(store *s, int64_t before, int limit, store_listener *listener, void *context);

/* ---- room ---- */

/* The disk space that the games take, without what is free inside the file. */
int64_t store_bytes(store *s);
/* Looks at some games and deletes one that has no result and has not been touched since `before`.
 * Returns its id, or 0. Repeated calls look at all games. */
int64_t store_drop_abandoned(store *s, int64_t before);

/* Copies a store to a new file, as of one moment, even while a server uses it; a file that is there
 * is replaced, unless it is a store in use. Returns false if it cannot; `why` says why. */
bool store_backup(const char *path, const char *to, char *why, size_t cap);

/* ---- a store that several servers share ---- */

/* A game has one owner at a time. A server owns games while it holds a lease on its own number,
 * which it renews. A number whose lease has expired never comes back, and its games go to the
 * server that asks for them next. Every write names the fence of the game, which grows whenever the
 * owner changes, so writes of a former owner are refused. */
typedef struct {
    struct event_base *base;
    arb_budget *budget; /* pays for reading a game, */
    uint64_t work;      /* and is filled with this for each game */
    void *context;
    /* A commit has ended. The games whose ids are in `refused` were not written. */
    void (*committed)(void *context, bool good, const int64_t *refused, size_t count);
    /* The answer to store_want: STORE_YES with the match, which the host owns from now on;
     * STORE_NO; STORE_ELSEWHERE with the owner's number; STORE_HOMELESS; STORE_FAILED. */
    void (*loaded)(void *context, int64_t id, store_word word, match *m, int64_t owner);
    /* The question of that number may now be asked again and will be answered at once; or it has
     * failed. */
    void (*answered)(void *context, uint64_t question, bool good);
    /* An abandoned game was deleted. */
    void (*dropped)(void *context, int64_t id);
    /* Other servers may own all games of this server from now on. */
    void (*lapsed)(void *context);
} store_host;

bool store_is_shared(const store *s);
/* Joins the servers of a shared store, under an address that the others reach; in other stores it
 * does nothing. `host` is copied. */
bool store_join(store *s, const store_host *host, const char *address, char *why, size_t cap);
/* Does this server hold its lease? */
bool store_is_joined(store *s);
/* Could a transaction begin now? */
bool store_is_writable(store *s);
/* Gives all games back, so that others can take them. Returns STORE_LATER; then ask
 * store_has_left. */
void store_leave(store *s);
bool store_has_left(const store *s);
/* Makes this server the owner of a game and reads it: STORE_LATER or STORE_FAILED. */
store_word store_want(store *s, int64_t id);
/* The number of the question that was just asked and will be answered later. */
uint64_t store_question(const store *s);
/* The address of the server of that number; "" if that holds no lease. */
const char *store_address_of(const store *s, int64_t server);

/* ---- codes that stand for a seat for a limited time; in a shared store only ---- */

typedef struct {
    int64_t game;
    int side; /* a colour, or NOBODY for watching */
    char token[MATCH_TOKEN_LIMIT];
} store_seat;

/* Finds the code of the seat; it becomes `fresh` if the seat had none. Returns STORE_YES, STORE_NO
 * (another seat has that code: try another one), STORE_LATER or STORE_FAILED. The code is valid for
 * `ms` milliseconds. */
store_word store_code_for(store *s, int64_t game, int seat, int64_t ms, const char *fresh,
                          char *code, size_t cap);
/* Finds the seat of a code. With STORE_YES the code is used up, unless it was one for watching. */
store_word store_code_take(store *s, const char *code, store_seat *seat);

/* ---- small facts beside the games, in rooms of keys and values ---- */

/* In a shared store one server at a time, the home, has the records of the players with tokens and
 * owns their games. The home is asked for like a game, by this number, and `loaded` is then called
 * without a match. A record in the room "playing" gives its game to the home; dropping the record
 * frees the game. */
enum { STORE_HOME = -1 };

/* The name of a store that is no file and is gone when the server ends. */
#define STORE_IN_MEMORY ":memory:"

/* Does the store exist? Opening a file that is missing makes it. If not, `why` says so. */
bool store_is_there(const char *where, char *why, size_t cap);
/* Opens a store for its records only, even while a server uses it. Returns NULL if it cannot; `why`
 * says why. */
store *store_open_records(const char *where, char *why, size_t cap);
/* Makes the table if the store lacks it, and lets writers wait for one another. */
bool store_records_ready(store *s);
/* Reads what others have written since: STORE_YES, or STORE_LATER as for a question. */
store_word store_records_refresh(store *s);
/* Is a record being written to a shared store? If so, the end of the next commit will tell. */
bool store_records_pending(const store *s);
/* Writes a record inside a transaction or, in a store that was opened for its records, by
 * itself. */
bool store_record_put(store *s, const char *room, const char *key, const char *value);
bool store_record_drop(store *s, const char *room, const char *key);
/* Reads a value, with its NUL; returns false if there is none. */
bool store_record_get(store *s, const char *room, const char *key, text_builder *value);
typedef void store_record_listener(void *context, const char *key, const char *value);
void store_record_list(store *s, const char *room, store_record_listener *listener, void *context);

#endif
