/* staged_pq_store.h: a store in PostgreSQL whose database is played by the test, and a host that
 * notes what it is told. */
#ifndef ARB_TESTS_STAGED_PQ_STORE_H
#define ARB_TESTS_STAGED_PQ_STORE_H

#include "staged_match.h"
#include "staged_pq.h"

#include "common/steady_clock.h"
#include "server/http/http.h"
#include "server/match/match_record.h"
#include "server/store/postgres/postgres_rows.h"

#include <inttypes.h>
#include <time.h>

static store *s;
static postgres_store *p;
static char told[8000]; /* what the host was told */
static match *loaded;
static arb_budget work;
static int blocks; /* of numbers for new games that were given away */

static const char *const version_asked[] = {"SELECT count(*) FROM pg_catalog",
                                            "1",
                                            "SELECT version FROM",
                                            "3",
                                            "SELECT count(*) FROM arbiter.meta WHERE code",
                                            "1",
                                            "SELECT secret",
                                            "1|2|100"};

/* The answers that every server gets when it starts. */
static inline PGresult *usual(const char *sql)
{
    char number[24];
    for (size_t i = 0; i < sizeof version_asked / sizeof *version_asked; i += 2)
        if (strncmp(sql, version_asked[i], strlen(version_asked[i])) == 0)
            return pq_rows(i == 6 ? 3 : 1, version_asked[i + 1]);
    if (strncmp(sql, "SELECT nextval", 14) == 0) {
        snprintf(number, sizeof number, "%d", 1025 + 256 * blocks++);
        return pq_rows(1, number);
    }
    return strncmp(sql, "WITH gone", 9) == 0 ? pq_rows(1, "7")
           : strncmp(sql, "BEGIN", 5) == 0 || strncmp(sql, "COMMIT", 6) == 0 ||
                   strncmp(sql, "SELECT set_config", 17) == 0
               ? pq_status(PGRES_COMMAND_OK)
               : NULL;
}

static inline void tell(const char *format, ...)
{
    va_list rest;
    size_t len = strlen(told);
    va_start(rest, format);
    vsnprintf(told + len, sizeof told - len, format, rest);
    va_end(rest);
}

static inline const char *all_told(void)
{
    static char text[sizeof told];
    memcpy(text, told, sizeof told);
    told[0] = '\0';
    return text;
}

static inline void on_committed(void *context, bool good, const int64_t *refused, size_t count)
{
    CHECK(context == &work);
    tell("committed %d", good);
    for (size_t i = 0; i < count; i++)
        tell(" %" PRId64, refused[i]);
    tell("|");
}

static inline void on_loaded(void *context, int64_t id, store_word word, match *got, int64_t owner)
{
    CHECK(context == &work && loaded == NULL);
    loaded = got;
    tell("loaded %" PRId64 " %d %d %" PRId64 "|", id, word, got != NULL, owner);
}

static store_word again; /* the answer when the question is asked again */
static store_word (*question)(void);

static inline void on_answered(void *context, uint64_t number, bool good)
{
    CHECK(context == &work && number == store_question(s));
    tell("answered %d|", good);
    again = good ? question() : STORE_FAILED;
}

static inline void on_dropped(void *context, int64_t id)
{
    CHECK(context == &work);
    tell("dropped %" PRId64 "|", id);
}

static inline void on_lapsed(void *context)
{
    CHECK(context == &work && p->me == 0);
    tell("lapsed|");
}

/* What was asked; the time of now stands as NOW. */
static inline const char *heard(void)
{
    static char text[1 << 16];
    const char *at = pq_heard();
    size_t len = 0;
    while (*at != '\0' && len + 8 < sizeof text) {
        char *end;
        long long number = *at == '[' ? strtoll(at + 1, &end, 10) : 0;
        if (number > http_now() - 100000 && number <= http_now() && *end == ']') {
            len += (size_t)sprintf(text + len, "[NOW]");
            at = end + 1;
        } else {
            text[len++] = *at++;
        }
    }
    text[len] = '\0';
    return text;
}

static inline void set_up(void)
{
    char why[256];
    const store_host host = {.base = base = event_base_new(),
                             .budget = &work,
                             .work = 1 << 30,
                             .context = &work,
                             .committed = on_committed,
                             .loaded = on_loaded,
                             .answered = on_answered,
                             .dropped = on_dropped,
                             .lapsed = on_lapsed};
    blocks = 0;
    told[0] = '\0';
    pq_reply = usual;
    s = store_open("postgresql://there", why, sizeof why);
    p = (postgres_store *)s;
    CHECK(s != NULL && store_is_shared(s) && !store_summaries_lag(s));
    CHECK(!store_is_joined(s) && !store_is_writable(s));
    CHECK(store_want(s, 5) == STORE_FAILED && !store_begin(s));
    heard();
    CHECK(store_join(s, &host, "10.0.0.1:80", why, sizeof why));
    pq_turn();
}

static inline void leave(void)
{
    store_close(s);
    CHECK(loaded == NULL && pq_results == 0);
    for (int i = 0; i < PQ_CONNS; i++)
        CHECK(!pq_conns[i].open);
    event_base_free(base);
    pq_heard();
}

static inline void tick(void)
{
    event_active(p->tick, EV_TIMEOUT, 0);
    pq_turn();
}

#endif
