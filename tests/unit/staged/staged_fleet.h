/* staged_fleet.h: one of several servers in a test's own process. Its store is the usual one in
 * memory, but the test decides who owns a game, and when a commit ends. */
#ifndef ARB_TESTS_STAGED_FLEET_H
#define ARB_TESTS_STAGED_FLEET_H

#include "check.h"
#include "server/fleet/fleet.h"
#include "server/join_codes.h"
#include "server/store/store_kind.h"
#include "tests/fuzz/served.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <signal.h>

static served s;
static store_kind kind;
static const store_kind *usual; /* the calls of the store in memory */
static store_host host;
static char noted[1000]; /* what the store was asked */
static bool joined, left;
static store_word want_word, commit_word, question_word; /* what the store says */
static char owner_address[64];                           /* of server 9 */

static inline void note(const char *format, ...)
{
    va_list rest;
    size_t len = strlen(noted);
    va_start(rest, format);
    vsnprintf(noted + len, sizeof noted - len, format, rest);
    va_end(rest);
}

static inline const char *asked(void)
{
    static char text[sizeof noted];
    memcpy(text, noted, sizeof noted);
    noted[0] = '\0';
    return text;
}

static inline bool my_join(store *st, const store_host *h, const char *address, char *why,
                           size_t cap)
{
    (void)st;
    (void)why;
    CHECK(cap > 0);
    host = *h;
    note("join %s|", address);
    return true;
}

static inline bool my_is_joined(store *st)
{
    (void)st;
    return joined;
}

static inline void my_leave(store *st)
{
    (void)st;
    note("leave|");
}

static inline bool my_has_left(const store *st)
{
    (void)st;
    return left;
}

static inline store_word my_want(store *st, int64_t id)
{
    (void)st;
    note("want %" PRId64 "|", id);
    return want_word;
}

static inline const char *my_address_of(const store *st, int64_t server)
{
    (void)st;
    return server == 9 ? owner_address : "";
}

static inline store_word my_commit(store *st)
{
    note("commit|");
    if (commit_word == STORE_NO)
        return STORE_NO;
    CHECK(usual->commit(st) == STORE_YES);
    return commit_word;
}

static inline store_word my_find_request(store *st, const char *request, int64_t *id)
{
    note("find|");
    if (question_word == STORE_YES)
        return usual->find_request(st, request, id);
    st->question += question_word == STORE_LATER;
    return question_word;
}

static inline store_word my_list(store *st, int64_t before, int limit, store_listener *listener,
                                 void *context)
{
    note("list %" PRId64 " %d|", before, limit);
    if (question_word == STORE_YES)
        return usual->list(st, before, limit, listener, context);
    st->question += question_word == STORE_LATER;
    return question_word;
}

static inline store_word my_code_for(store *st, int64_t game, int seat, int64_t ms,
                                     const char *fresh, char *code, size_t cap)
{
    note("code %" PRId64 " %d %" PRId64 " %zu|", game, seat, ms, strlen(fresh));
    snprintf(code, cap, "KMPRT");
    st->question += question_word == STORE_LATER;
    return question_word;
}

static inline store_word my_code_take(store *st, const char *code, store_seat *seat)
{
    note("take %s|", code);
    *seat = (store_seat){77, ARB_BLACK, "BBBB"};
    st->question += question_word == STORE_LATER;
    return question_word;
}

static inline void turn(void)
{
    for (int i = 0; i < 12; i++)
        event_base_loop(s.a.base, EVLOOP_NONBLOCK);
}

static inline void set_up(void)
{
    char why[200] = "";
    served_start(&s);
    usual = s.a.store->kind;
    kind = *usual;
    kind.shared = true;
    kind.summaries_lag = false;
    kind.put_summary = NULL;
    kind.put_mark = NULL;
    kind.commit = my_commit;
    kind.join = my_join;
    kind.is_joined = my_is_joined;
    kind.is_writable = my_is_joined;
    kind.leave = my_leave;
    kind.has_left = my_has_left;
    kind.want = my_want;
    kind.address_of = my_address_of;
    kind.find_request = my_find_request;
    kind.list = my_list;
    kind.code_for = my_code_for;
    kind.code_take = my_code_take;
    app_flush(&s.a, true);
    s.a.store->kind = &kind;
    s.a.codes = join_codes_new();
    joined = true;
    left = false;
    want_word = STORE_LATER;
    commit_word = question_word = STORE_YES;
    owner_address[0] = noted[0] = '\0';
    s.options.open = true;
    CHECK(fleet_join(&s.a, why, sizeof why) && s.a.fleet != NULL);
    char expected[64];
    snprintf(expected, sizeof expected, "join 127.0.0.1:%u|", http_server_port(s.a.http));
    CHECK_EQ_TEXT(asked(), expected);
}

static inline void leave(void)
{
    stream_end_every(&s.a);
    turn();
    fleet_free(s.a.fleet);
    free(s.a.fleet);
    s.a.fleet = NULL;
    s.a.store->kind = usual;
    join_codes_free(s.a.codes);
    served_stop(&s);
}

/* Sends a request with these further fields and returns the client's end. */
static inline int say(const char *method, const char *path, const char *fields, const char *body)
{
    char request[2048];
    int pair[2];
    struct sockaddr_storage from = {.ss_family = AF_UNIX};
    int len = snprintf(request, sizeof request,
                       "%s %s HTTP/1.1\r\nHost: fuzz\r\n%sContent-Length: %zu\r\n\r\n%s", method,
                       path, fields, strlen(body), body);
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
    http_conn_accept(s.a.http, pair[1], http_peer_enter(&s.a.http->peers, (struct sockaddr *)&from),
                     &in6addr_loopback, false);
    CHECK(write(pair[0], request, (size_t)len) == len);
    turn();
    return pair[0];
}

#define JSON "Content-Type: application/json\r\n"

/* The status of the answer and its body; "" if there is none yet. */
static inline const char *heard(int client)
{
    static char text[1 << 16];
    s.reply_len = 0;
    served_take(&s, client);
    const char *body = strstr(s.reply, "\r\n\r\n");
    if (body == NULL)
        return "";
    snprintf(text, sizeof text, "%d %.60000s", atoi(s.reply + 9), body + 4);
    return text;
}

#define REFUSED(why)                                                                               \
    "503 {\"type\":\"about:blank\",\"title\":\"Service "                                           \
    "Unavailable\",\"status\":503,\"detail\":\"" why "\"}"

static inline const char *path_of(const char *form, int64_t id)
{
    static char path[100];
    snprintf(path, sizeof path, form, id);
    return path;
}

/* The game that is there from the start leaves memory, so the store has to be asked for it. */
static inline int64_t forget(void)
{
    int64_t id = s.a.newest->id;
    app_forget(&s.a, s.a.newest);
    return id;
}

static inline match *load(int64_t id)
{
    return usual->load(s.a.store, id, 0, s.a.boot, http_now(), NULL);
}

/* The store says of a game what it knows. */
static inline void told(int64_t id, store_word word, match *m, int64_t owner)
{
    host.loaded(host.context, id, word, m, owner);
    turn();
}

#endif
