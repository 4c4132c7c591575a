/* store.h: matches on disk. Layer: server. SQLite in WAL mode, every commit synced.
 *
 * A step is one row behind all others, which names the step before it in its game: writing costs
 * the same however many games are played at once. The row of a game holds how it began and a
 * summary (its last step, result, plies) that may lag; `mark` says which steps the summaries know,
 * and what is behind it is worked in when the store is opened. Every row carries a sum of itself:
 * one that is not what was written is never shown for what it says. */
#ifndef ARB_SERVER_STORE_H
#define ARB_SERVER_STORE_H

#include "server/match.h"

typedef struct store store;

/* Opens a store and adds steps that the summaries lack to them. NULL: `why` says why not. */
store *store_open(const char *path, char *why, size_t cap);
void store_close(store *s);

bool store_begin(store *s);
bool store_commit(store *s);
void store_rollback(store *s);

int64_t store_next_id(store *s);
/* `request` is the key of the request that created it, or "". */
bool store_add_game(store *s, const match *m, const match_start *start, int64_t now,
                    const char *request);
/* The step that the match has just taken; sets its head. */
bool store_add_step(store *s, match *m, const char *what, const char *request);
/* The summary of a game, inside a transaction. */
bool store_put_summary(store *s, const match *m);
bool store_put_mark(store *s, int64_t mark);
int64_t store_last_step(const store *s);

/* The game which that request created, or 0. */
int64_t store_find_request(store *s, const char *request);

/* A match as it stood after the step `head` (0: the last one that the summary knows). Clocks run
 * from `boot` on at the earliest. A game of which a part is damaged is given as far as it is whole,
 * and marked. What it costs is paid from `budget`, if there is one. NULL: there is none. */
match *store_load(store *s, int64_t id, int64_t head, int64_t boot, int64_t now,
                  arb_budget *budget);
/* Did the last load fail for another reason than that there is no such match? */
bool store_unreadable(const store *s);
/* How often a game was found damaged. */
size_t store_damaged(const store *s);

/* What the games take of the disk, without what is free inside the file. */
int64_t store_bytes(store *s);
/* Looks at some games, and takes one off the disk that nobody has touched since `before` and that
 * has no result: its id, or 0. Called again and again it looks at all. */
int64_t store_drop_abandoned(store *s, int64_t before);

/* Copies a store, also one that a server uses, to a new file as of one moment. False: `why`. */
bool store_backup(const char *path, const char *to, char *why, size_t cap);

/* The rule-set file that a game was made with; nothing if it has a built-in rule set. */
void store_rules_text(store *s, int64_t id, text_builder *text);

/* The PGN that a game was imported from; nothing if it was not. */
void store_pgn_text(store *s, int64_t id, text_builder *text);

typedef struct {
    int64_t id;
    const char *rules, *white, *black, *result;
    int64_t plies, updated;
} store_summary;
typedef void store_listener(void *context, const store_summary *summary);
/* The newest first, from before `before` (0: from the newest). */
void store_list(store *s, int64_t before, int limit, store_listener *listener, void *context);

#endif
