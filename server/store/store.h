/* store.h: where matches are kept: one interface for every kind of store. Layer: server.
 *
 * SQLite (a file) belongs to one server and answers at once. PostgreSQL (an address that begins
 * with postgresql:// or postgres://) is shared by several servers and answers later: a call that
 * returns STORE_LATER is settled by a call of the host. Either way a step that was committed is on
 * disk, and every row carries a sum of itself: one that is not what was written is never shown for
 * what it says. */
#ifndef ARB_SERVER_STORE_H
#define ARB_SERVER_STORE_H

#include "server/match.h"

typedef struct store store;

typedef enum {
    STORE_NO,        /* there is none, or it did not happen */
    STORE_YES,       /* it is done */
    STORE_LATER,     /* the host will be told */
    STORE_FAILED,    /* the store cannot be asked now */
    STORE_ELSEWHERE, /* another server owns the game */
    STORE_HOMELESS   /* the game is of those who play with tokens, and nobody is their home now */
} store_word;

/* `where` is the name of a file, or the address of a database. NULL: `why` says why not. */
store *store_open(const char *where, char *why, size_t cap);
void store_close(store *s);

/* ---- writing ---- */

/* Changes between `begin` and `commit` become durable together. */
bool store_begin(store *s);
store_word store_commit(store *s);
void store_rollback(store *s);

/* 0: there is none to be had now. */
int64_t store_next_id(store *s);
/* `request` is the key of the request that created it, or "". */
bool store_add_game(store *s, const match *m, const match_start *start, int64_t now,
                    const char *request);
/* The step that the match has just taken; sets its head. */
bool store_add_step(store *s, match *m, const char *what, const char *request);

/* The row of a game has a summary (its last step, result, plies). In some stores it lags: then the
 * caller writes it from time to time, and the mark says which steps the summaries know. */
bool store_summaries_lag(const store *s);
bool store_put_summary(store *s, const match *m);
bool store_put_mark(store *s, int64_t mark);
int64_t store_last_step(const store *s);

/* ---- reading ---- */

/* The game which that request created: STORE_YES, STORE_NO, STORE_LATER or STORE_FAILED. */
store_word store_find_request(store *s, const char *request, int64_t *id);

/* A match as it stood after the step `head` (0: the last one that the summary knows). Clocks run
 * from `boot` on at the earliest. A game of which a part is damaged is given as far as it is whole,
 * and marked. What it costs is paid from `budget`, if there is one. NULL: there is none. A shared
 * store has none to give at once: see store_want. */
match *store_load(store *s, int64_t id, int64_t head, int64_t boot, int64_t now,
                  arb_budget *budget);
/* Did the last load fail for another reason than that there is no such match? */
bool store_unreadable(const store *s);
/* How often a game was found damaged. */
size_t store_damaged(const store *s);

/* The rule-set file that a game was made with; nothing if it has a built-in rule set. */
void store_rules_text(store *s, const match *m, text_builder *text);
/* The PGN that a game was imported from; nothing if it was not. */
void store_pgn_text(store *s, const match *m, text_builder *text);

typedef struct {
    int64_t id;
    const char *rules, *white, *black, *result;
    int64_t plies, updated;
} store_summary;
typedef void store_listener(void *context, const store_summary *summary);
/* The newest first, from before `before` (0: from the newest). */
store_word store_list(store *s, int64_t before, int limit, store_listener *listener, void *context);

/* ---- room ---- */

/* What the games take of the disk, without what is free inside the file. */
int64_t store_bytes(store *s);
/* Looks at some games and deletes one that has no result and has not been touched since `before`.
 * Returns its id, or 0. Repeated calls look at all games. */
int64_t store_drop_abandoned(store *s, int64_t before);

/* Copies a store, also one that a server uses, to a new file as of one moment. False: `why`. */
bool store_backup(const char *path, const char *to, char *why, size_t cap);

/* ---- a store that several servers share ---- */

/* A game has one owner at a time. A server owns games while it holds a lease on its own number,
 * which it renews. A number whose lease has expired never comes back, and its games go to the
 * server that asks for them next. Every write names the fence of the game, which grows whenever the
 * owner changes, so writes of a former owner are refused. */
typedef struct {
    struct event_base *base;
    arb_budget *budget; /* budget that reading a game is charged to, */
    uint64_t work;      /* and what it is filled with for each game */
    void *context;
    /* What store_commit began has ended. Refused games (their ids) were not written. */
    void (*committed)(void *context, bool good, const int64_t *refused, size_t count);
    /* The game of store_want: STORE_YES with the match, which is the host's from now on; STORE_NO;
     * STORE_ELSEWHERE with the owner's number; STORE_HOMELESS; STORE_FAILED. */
    void (*loaded)(void *context, int64_t id, store_word word, match *m, int64_t owner);
    /* The question of that number may be asked again now, and is answered at once; or it failed. */
    void (*answered)(void *context, uint64_t question, bool good);
    /* An abandoned game was deleted. */
    void (*dropped)(void *context, int64_t id);
    /* Other servers may own all games of this server from now on. */
    void (*lapsed)(void *context);
} store_host;

bool store_is_shared(const store *s);
/* Joins the servers of a shared store under an address that the others reach; nothing else does
 * anything. `host` is copied. */
bool store_join(store *s, const store_host *host, const char *address, char *why, size_t cap);
/* Does this server hold its lease? */
bool store_is_joined(store *s);
/* Could a transaction begin now? */
bool store_is_writable(store *s);
/* Gives all games back, for others to take. STORE_LATER, then store_has_left. */
void store_leave(store *s);
bool store_has_left(const store *s);
/* Makes this server the owner of a game and reads it: STORE_LATER or STORE_FAILED. */
store_word store_want(store *s, int64_t id);
/* The number of the question that was just asked and is answered later. */
uint64_t store_question(const store *s);
/* The address of the server of that number; "": it holds no lease. */
const char *store_address_of(const store *s, int64_t server);

/* ---- codes that stand for a seat for a while; in a shared store only ---- */

typedef struct {
    int64_t game;
    int side; /* a colour, or NOBODY for who watches */
    char token[MATCH_TOKEN_LIMIT];
} store_seat;

/* The code of the seat, which is `fresh` if it had none: STORE_YES, STORE_NO (that one is another
 * seat's: try again), STORE_LATER or STORE_FAILED. It is good for so many ms. */
store_word store_code_for(store *s, int64_t game, int seat, int64_t ms, const char *fresh,
                          char *code, size_t cap);
/* STORE_YES: the seat, whose code is used up unless it was one to watch. */
store_word store_code_take(store *s, const char *code, store_seat *seat);

/* ---- small facts beside the games, in rooms of keys and values ---- */

/* In a shared store one server at a time, the home, has the records of those who play with tokens
 * and owns their games. It is asked for like a game, by this number, and `loaded` without a match.
 * A record in the room "playing" gives its game to the home; dropping the record frees the game. */
enum { STORE_HOME = -1 };

/* Opens a store for its records only, also one that a server uses. NULL: `why`. */
store *store_open_records(const char *where, char *why, size_t cap);
/* Makes the table, in stores that lack it, and lets writers wait for one another. */
bool store_records_ready(store *s);
/* Reads what others have written since: STORE_YES, or STORE_LATER as a question. */
store_word store_records_refresh(store *s);
/* Is a record on its way to a shared store? Then the next commit will tell. */
bool store_records_pending(const store *s);
/* Inside a transaction; alone in a store that was opened for its records. */
bool store_record_put(store *s, const char *room, const char *key, const char *value);
bool store_record_drop(store *s, const char *room, const char *key);
/* The value, with its NUL; false if there is none. */
bool store_record_get(store *s, const char *room, const char *key, text_builder *value);
typedef void store_record_listener(void *context, const char *key, const char *value);
void store_record_list(store *s, const char *room, store_record_listener *listener, void *context);

#endif
