/* store.c: one interface for every kind of store: each call is passed to the kind that was opened.
 * Layer: server. */
#include "server/store/store_kind.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool store_is_url(const char *where)
{
    return strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
}

#ifndef ARB_POSTGRES
store *postgres_open_records(const char *url, char *why, size_t cap)
{
    return postgres_open(url, why, cap);
}

store *postgres_open(const char *url, char *why, size_t cap)
{
    (void)url;
    snprintf(why, cap,
             "this build of arbiter has no PostgreSQL: name a file, or build it where libpq is "
             "(Debian: libpq-dev)");
    return NULL;
}
#endif

store *store_open(const char *where, char *why, size_t cap)
{
    return (store_is_url(where) ? postgres_open : sqlite_open)(where, why, cap);
}

void store_close(store *s)
{
    s->kind->close(s);
}

bool store_begin(store *s)
{
    return s->kind->begin(s);
}

store_word store_commit(store *s)
{
    return s->kind->commit(s);
}

void store_rollback(store *s)
{
    s->kind->rollback(s);
}

int64_t store_next_id(store *s)
{
    return s->kind->next_id(s);
}

bool store_add_game(store *s, const match *m, const match_start *start, int64_t now,
                    const char *request)
{
    return s->kind->add_game(s, m, start, now, request);
}

bool store_add_step(store *s, match *m, const char *what, const char *request)
{
    return s->kind->add_step(s, m, what, request);
}

bool store_summaries_lag(const store *s)
{
    return s->kind->summaries_lag;
}

bool store_put_summary(store *s, const match *m)
{
    return s->kind->put_summary == NULL || s->kind->put_summary(s, m);
}

bool store_put_mark(store *s, int64_t mark)
{
    return s->kind->put_mark == NULL || s->kind->put_mark(s, mark);
}

int64_t store_last_step(const store *s)
{
    return s->kind->last_step != NULL ? s->kind->last_step(s) : 0;
}

store_word store_find_request(store *s, const char *request, int64_t *id)
{
    return s->kind->find_request(s, request, id);
}

match *store_load(store *s, int64_t id, int64_t head, int64_t boot, int64_t now, arb_budget *budget)
{
    return s->kind->load != NULL ? s->kind->load(s, id, head, boot, now, budget) : NULL;
}

bool store_unreadable(const store *s)
{
    return s->unreadable;
}

size_t store_damaged(const store *s)
{
    return s->damaged;
}

void store_rules_text(store *s, const match *m, text_builder *text)
{
    s->kind->rules_text(s, m, text);
}

void store_pgn_text(store *s, const match *m, text_builder *text)
{
    s->kind->pgn_text(s, m, text);
}

store_word store_list(store *s, int64_t before, int limit, store_listener *listener, void *context)
{
    return s->kind->list(s, before, limit, listener, context);
}

int64_t store_bytes(store *s)
{
    return s->kind->bytes(s);
}

int64_t store_drop_abandoned(store *s, int64_t before)
{
    return s->kind->drop_abandoned(s, before);
}

/* ---- shared stores ---- */

bool store_is_shared(const store *s)
{
    return s->kind->shared;
}

bool store_join(store *s, const store_host *host, const char *address, char *why, size_t cap)
{
    return s->kind->join == NULL || s->kind->join(s, host, address, why, cap);
}

bool store_is_joined(store *s)
{
    return s->kind->is_joined == NULL || s->kind->is_joined(s);
}

bool store_is_writable(store *s)
{
    return s->kind->is_writable == NULL || s->kind->is_writable(s);
}

void store_leave(store *s)
{
    if (s->kind->leave != NULL)
        s->kind->leave(s);
}

bool store_has_left(const store *s)
{
    return s->kind->has_left == NULL || s->kind->has_left(s);
}

store_word store_want(store *s, int64_t id)
{
    return s->kind->want != NULL ? s->kind->want(s, id) : STORE_FAILED;
}

uint64_t store_question(const store *s)
{
    return s->question;
}

const char *store_address_of(const store *s, int64_t server)
{
    return s->kind->address_of != NULL ? s->kind->address_of(s, server) : "";
}

store_word store_code_for(store *s, int64_t game, int seat, int64_t ms, const char *fresh,
                          char *code, size_t cap)
{
    return s->kind->code_for(s, game, seat, ms, fresh, code, cap);
}

store_word store_code_take(store *s, const char *code, store_seat *seat)
{
    return s->kind->code_take(s, code, seat);
}

/* ---- records ---- */

bool store_is_there(const char *where, char *why, size_t cap)
{
    if (store_is_url(where) || access(where, F_OK) == 0)
        return true;
    snprintf(why, cap, "the store %s cannot be used: %s", where, strerror(errno));
    return false;
}

store *store_open_records(const char *where, char *why, size_t cap)
{
    return (store_is_url(where) ? postgres_open_records : sqlite_open_records)(where, why, cap);
}

bool store_records_ready(store *s)
{
    return s->kind->records_ready == NULL || s->kind->records_ready(s);
}

store_word store_records_refresh(store *s)
{
    return s->kind->records_refresh != NULL ? s->kind->records_refresh(s) : STORE_YES;
}

bool store_records_pending(const store *s)
{
    return s->kind->records_pending != NULL && s->kind->records_pending(s);
}

bool store_record_put(store *s, const char *room, const char *key, const char *value)
{
    return s->kind->record_put(s, room, key, value);
}

bool store_record_drop(store *s, const char *room, const char *key)
{
    return s->kind->record_drop(s, room, key);
}

bool store_record_get(store *s, const char *room, const char *key, text_builder *value)
{
    return s->kind->record_get(s, room, key, value);
}

void store_record_list(store *s, const char *room, store_record_listener *listener, void *context)
{
    s->kind->record_list(s, room, listener, context);
}
