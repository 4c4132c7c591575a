/* store_kind.h: the calls that each kind of store must supply. Layer: server. Seen by the stores
 * only; store.h describes each call. */
#ifndef ARB_SERVER_STORE_KIND_H
#define ARB_SERVER_STORE_KIND_H

#include "server/store/row_sums.h"
#include "server/store/store.h"

/* Calls that a store of one server does not need are NULL, and so is `load` of a shared store. */
typedef struct {
    bool shared, summaries_lag;
    void (*close)(store *s);
    bool (*begin)(store *s);
    store_word (*commit)(store *s);
    void (*rollback)(store *s);
    int64_t (*next_id)(store *s);
    bool (*add_game)(store *s, const match *m, const match_start *start, int64_t now,
                     const char *request);
    bool (*add_step)(store *s, match *m, const char *what, const char *request);
    bool (*put_summary)(store *s, const match *m);
    bool (*put_mark)(store *s, int64_t mark);
    int64_t (*last_step)(const store *s);
    store_word (*find_request)(store *s, const char *request, int64_t *id);
    match *(*load)(store *s, int64_t id, int64_t head, int64_t boot, int64_t now,
                   arb_budget *budget);
    void (*rules_text)(store *s, const match *m, text_builder *text);
    void (*pgn_text)(store *s, const match *m, text_builder *text);
    store_word (*list)(store *s, int64_t before, int limit, store_listener *listener,
                       void *context);
    int64_t (*bytes)(store *s);
    int64_t (*drop_abandoned)(store *s, int64_t before);
    bool (*join)(store *s, const store_host *host, const char *address, char *why, size_t cap);
    bool (*is_joined)(store *s);
    bool (*is_writable)(store *s);
    void (*leave)(store *s);
    bool (*has_left)(const store *s);
    store_word (*want)(store *s, int64_t id);
    const char *(*address_of)(const store *s, int64_t server);
    store_word (*code_for)(store *s, int64_t game, int seat, int64_t ms, const char *fresh,
                           char *code, size_t cap);
    store_word (*code_take)(store *s, const char *code, store_seat *seat);
    bool (*records_ready)(store *s);
    store_word (*records_refresh)(store *s);
    bool (*records_pending)(const store *s);
    bool (*record_put)(store *s, const char *room, const char *key, const char *value);
    bool (*record_drop)(store *s, const char *room, const char *key);
    bool (*record_get)(store *s, const char *room, const char *key, text_builder *value);
    void (*record_list)(store *s, const char *room, store_record_listener *listener, void *context);
} store_kind;

/* Every store begins with this. */
struct store {
    const store_kind *kind;
    row_ids ids;
    size_t damaged; /* games found damaged since the start */
    bool unreadable;
    uint64_t question; /* the number of the last question */
};

store *sqlite_open(const char *path, char *why, size_t cap);
store *sqlite_open_records(const char *path, char *why, size_t cap);
/* Opens a database; NULL also in a build without PostgreSQL. */
store *postgres_open(const char *url, char *why, size_t cap);
store *postgres_open_records(const char *url, char *why, size_t cap);

bool store_is_url(const char *where);

#endif
