/* postgres_rows.h: what the files of the PostgreSQL store share. Layer: server.
 *
 * There are three connections: one writes batches, one asks, one renews the lease. None waits for
 * another. */
#ifndef ARB_SERVER_POSTGRES_ROWS_H
#define ARB_SERVER_POSTGRES_ROWS_H

#include "server/store/postgres/postgres_array.h"
#include "server/store/postgres/postgres_link.h"
#include "server/store/record_list.h"
#include "server/store/store_kind.h"

enum {
    PG_ADDRESS_LIMIT = 64,
    PG_SERVERS = 64,         /* live servers whose address is known */
    PG_ROWS = 256,           /* numbers for new games that a server takes at a time */
    PG_LEASE_MS = 3000,      /* by the database's clock */
    PG_LEASE_SAFE_MS = 2500, /* by our clock, from before we asked for it */
    PG_RENEW_MS = 500
};

typedef enum { SAVE_LINK, ASK_LINK, LEASE_LINK, PG_LINKS } pg_link_name;

/* The columns of the batch, in the order of arbiter.save. */
typedef enum {
    B_GAME,
    B_FENCE,
    B_BASE,
    B_VERSION,
    B_PLIES,
    B_RESULT,
    B_UPDATED,
    B_SUM, /* the columns up to here have one element for each game */
    L_GAME,
    L_N,
    L_FENCE,
    L_AT,
    L_WHITE,
    L_BLACK,
    L_WHAT,
    L_REQUEST,
    L_SUM, /* the columns from L_GAME to here have one element for each step */
    B_COLUMNS
} batch_column;

/* A game of the batch; its summary is written once, as it stands at the commit. */
typedef struct {
    int64_t row, fence, base, version, plies, updated;
    char result[8];
} batch_game;

typedef struct loading loading; /* see postgres_load.c */

typedef struct {
    store base;
    char *url;
    store_host host;
    char address[PG_ADDRESS_LIMIT];
    pg_link *links[PG_LINKS];

    /* ---- the lease ---- */
    int64_t me, before; /* the number of this server (0: none), and the one that it had before */
    int64_t safe_until; /* until then, by CLOCK_BOOTTIME, `me` certainly holds its lease */
    int64_t asked_at;
    bool asking_lease, leaving, left;
    struct event *tick;
    unsigned ticks;
    struct {
        int64_t id;
        char address[PG_ADDRESS_LIMIT];
    } live[PG_SERVERS];
    size_t live_count;

    /* ---- numbers for new games ---- */
    int64_t row, row_end, spare; /* the next one, the end of the block, another block or 0 */
    bool asking_rows;

    /* ---- the batch ---- */
    pg_array columns[B_COLUMNS];
    text_builder made; /* new games as JSON */
    batch_game *games;
    size_t game_count, game_cap;
    bool saving;

    /* ---- records ---- */
    PGconn *conn; /* of a program that makes tokens; NULL: a server's store */
    bool is_home, polling;
    int64_t records_seen; /* the number of the last change by another program that is known */
    record_list records, records_open, records_flying; /* on disk, in the batch, being written */
    text_builder changes;                              /* changes of the batch as JSON */

    /* ---- games on their way to this server ---- */
    loading *wanted; /* games for the next take */
    bool taking;     /* a take is being carried out */

    /* ---- the last answer, while the host is told ---- */
    uint64_t answered; /* the number of the question */
    PGresult *answer;

    /* ---- room ---- */
    int64_t bytes, looked, last_row;
    bool asking_bytes, asking_drop;
} postgres_store;

/* postgres_lease.c */
bool postgres_join(store *base, const store_host *host, const char *address, char *why, size_t cap);
bool postgres_is_joined(store *base);
void postgres_leave(store *base);
bool postgres_has_left(const store *base);
const char *postgres_address_of(const store *base, int64_t server);
/* Gives up the lease, because it is gone or cannot be trusted. */
void postgres_lapse(postgres_store *s);
void postgres_need_rows(postgres_store *s);

/* postgres_write.c */
bool postgres_is_writable(store *base);
bool postgres_begin(store *base);
store_word postgres_commit(store *base);
void postgres_rollback(store *base);
bool postgres_add_game(store *base, const match *m, const match_start *start, int64_t now,
                       const char *request);
bool postgres_add_step(store *base, match *m, const char *what, const char *request);

/* postgres_read.c */
store_word postgres_find_request(store *base, const char *request, int64_t *id);
void postgres_rules_text(store *base, const match *m, text_builder *text);
void postgres_pgn_text(store *base, const match *m, text_builder *text);
store_word postgres_list(store *base, int64_t before, int limit, store_listener *listener,
                         void *context);

/* Asks a question; the host asks it again when it is answered. */
store_word postgres_ask(postgres_store *s, const pg_query *query);

/* postgres_load.c */
store_word postgres_want(store *base, int64_t id);

/* postgres_records.c */
store_word postgres_records_refresh(store *base);
bool postgres_records_pending(const store *base);
bool postgres_record_put(store *base, const char *room, const char *key, const char *value);
bool postgres_record_drop(store *base, const char *room, const char *key);
bool postgres_record_get(store *base, const char *room, const char *key, text_builder *value);
void postgres_record_list(store *base, const char *room, store_record_listener *listener,
                          void *context);
store_word postgres_want_home(postgres_store *s);
/* Reads what others have written since the last time. */
void postgres_records_poll(postgres_store *s);
void postgres_records_forget(postgres_store *s);
/* In this order: writes the changes of the batch as JSON; notes that they are being written; notes
 * whether they were written. */
void postgres_put_changes(const postgres_store *s, text_builder *out);
void postgres_changes_fly(postgres_store *s);
void postgres_records_saved(postgres_store *s, bool good);

/* postgres_codes.c */
store_word postgres_code_for(store *base, int64_t game, int seat, int64_t ms, const char *fresh,
                             char *code, size_t cap);
store_word postgres_code_take(store *base, const char *code, store_seat *seat);

/* The checksum of a step. */
row_sum postgres_step_sum(int64_t row, int64_t n, const int64_t numbers[3], const char *what,
                          const char *request);

#endif
