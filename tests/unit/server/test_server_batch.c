/* test_server_batch.c: changes that become durable together, and a store that fails at every call
 * in turn. Layer: tests. */
#include "staged_games.h"

#include "server/join_codes.h"
#include "server/store/store_kind.h"

#include <signal.h>

static store_kind kind; /* the calls of the store, some of which fail */
static const store_kind *usual;
static bool no_begin, no_commit, no_game, no_step, no_load, no_summary, no_mark;
static int64_t marked, summaries;

static bool my_begin(store *st)
{
    return !no_begin && usual->begin(st);
}

static store_word my_commit(store *st)
{
    return no_commit ? STORE_NO : usual->commit(st);
}

static bool my_game(store *st, const match *m, const match_start *start, int64_t now,
                    const char *request)
{
    return !no_game && usual->add_game(st, m, start, now, request);
}

static bool my_step(store *st, match *m, const char *what, const char *request)
{
    return !no_step && usual->add_step(st, m, what, request);
}

static match *my_load(store *st, int64_t id, int64_t head, int64_t boot, int64_t now,
                      arb_budget *work)
{
    st->unreadable = no_load;
    return no_load ? NULL : usual->load(st, id, head, boot, now, work);
}

static bool my_summary(store *st, const match *m)
{
    summaries++;
    return !no_summary && usual->put_summary(st, m);
}

static bool my_mark(store *st, int64_t mark)
{
    marked = mark;
    return !no_mark && usual->put_mark(st, mark);
}

static match *m;

static void begin(void)
{
    set_up();
    usual = s.a.store->kind;
    kind = *usual;
    kind.begin = my_begin;
    kind.commit = my_commit;
    kind.add_game = my_game;
    kind.add_step = my_step;
    kind.load = my_load;
    kind.put_summary = my_summary;
    kind.put_mark = my_mark;
    s.a.store->kind = &kind;
    m = s.a.newest;
    app_flush(&s.a, true);
    no_begin = no_commit = no_game = no_step = no_load = no_summary = no_mark = false;
}

static void end(void)
{
    no_begin = no_commit = no_game = no_step = no_load = no_summary = no_mark = false;
    leave();
}

/* Sends a request with both seats. */
static int say(const char *method, const char *form, const char *body)
{
    char request[1000], path[100];
    int pair[2];
    struct sockaddr_storage from = {.ss_family = AF_UNIX};
    snprintf(path, sizeof path, form, (long long)m->id);
    int len = snprintf(request, sizeof request,
                       "%s %s HTTP/1.1\r\nHost: fuzz\r\nContent-Type: application/json\r\n"
                       "Authorization: Bearer " SERVED_WHITE "," SERVED_BLACK
                       "\r\nContent-Length: %zu\r\n\r\n%s",
                       method, path, strlen(body), body);
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
    http_conn_accept(s.a.http, pair[1], http_peer_enter(&s.a.http->peers, (struct sockaddr *)&from),
                     &in6addr_loopback, false);
    CHECK(write(pair[0], request, (size_t)len) == len);
    return pair[0];
}

static void turns(void)
{
    for (int i = 0; i < 12; i++)
        turn();
}

/* The status of the answer and its body; "" if there is none. */
static const char *answer_of(int client)
{
    static char text[60000];
    const char *body = strstr(taken(client), "\r\n\r\n");
    snprintf(text, sizeof text, "%d %.50000s", body != NULL ? atoi(s.reply + 9) : 0,
             body != NULL ? body + 4 : "");
    return text;
}

static const char *ask(const char *method, const char *form, const char *body)
{
    int client = say(method, form, body);
    turns();
    const char *text = answer_of(client);
    close(client);
    turns();
    return text;
}

#define MOVES "/api/games/%lld/moves"
#define GAME "/api/games/%lld"
#define FEN "/api/games/%lld/fen"
#define E4 "{\"move\":\"e4\"}"
#define FIRST "200 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
#define REFUSED(why)                                                                               \
    "503 {\"type\":\"about:blank\",\"title\":\"Service "                                           \
    "Unavailable\",\"status\":503,\"detail\":\"" why "\"}"
#define SORRY REFUSED("the move could not be written to disk and does not count")

static bool is_well(void)
{
    const char *text = ask("GET", "/healthz", "");
    bool well = strcmp(text, "200 {\"status\":\"ok\",\"version\":\"" ARB_VERSION
                             "\",\"damaged_games\":0}") == 0;
    if (!well)
        CHECK_EQ_TEXT(text, "503 {\"status\":\"the store cannot be written\",\"version\":"
                            "\"" ARB_VERSION "\",\"damaged_games\":0}");
    return well;
}

TEST(a_move_that_cannot_be_written_has_not_happened)
{
    bool *const failing[] = {&no_step, &no_commit};
    for (size_t i = 0; i < 2; i++) {
        check_case("%zu", i);
        begin();
        int watcher = watch(m->id);
        taken(watcher);
        *failing[i] = true;
        CHECK(is_well());
        uint64_t refused = s.a.metrics.requests[5];
        CHECK_EQ_TEXT(ask("POST", MOVES, E4), SORRY);
        CHECK(strstr(s.reply, "Retry-After: 1\r\n") != NULL);
        CHECK_EQ_INT(s.a.metrics.requests[5], refused + 1);
        CHECK(s.a.failures == 1 && !s.a.batch_open && !s.a.batch_failed && s.a.lagging == NULL);
        CHECK(!is_well() && m->version == 0 && arb_game_ply(m->game) == 0);
        CHECK_EQ_TEXT(ask("GET", FEN, ""), FIRST);
        CHECK_EQ_TEXT(taken(watcher), "");
        *failing[i] = false;
        CHECK(strncmp(ask("POST", MOVES, E4), "200 {\"id\":\"", 11) == 0 && is_well());
        CHECK(strncmp(taken(watcher), "id: 1\n", 6) == 0);
        close(watcher);
        turns();
        end();
    }
    check_case("%s", "");
    begin();
    no_begin = true;
    CHECK_EQ_TEXT(ask("POST", MOVES, E4),
                  REFUSED("the step could not be taken for want of memory or disk, and does not "
                          "count"));
    CHECK_EQ_TEXT(ask("GET", FEN, ""), FIRST);
    end();
}

/* A step that was answered stays; the one after it, which was not written, goes. */
TEST(what_was_answered_stays)
{
    begin();
    CHECK(strncmp(ask("POST", MOVES, E4), "200 ", 4) == 0);
    CHECK(s.a.lagging == m && s.a.lagging_last == m && m->record->first_head == 1);
    no_commit = true;
    CHECK_EQ_TEXT(ask("POST", MOVES, "{\"move\":\"e5\"}"), SORRY);
    CHECK(m->version == 1 && arb_game_ply(m->game) == 1 && s.a.lagging == m);
    no_commit = false;
    CHECK(strncmp(ask("POST", MOVES, "{\"move\":\"d5\"}"), "200 ", 4) == 0 && m->version == 2);
    end();
}

TEST(a_game_that_cannot_be_written_is_not_there)
{
    bool *const failing[] = {&no_game, &no_commit};
    for (size_t i = 0; i < 2; i++) {
        check_case("%zu", i);
        begin();
        size_t count = s.a.match_count;
        *failing[i] = true;
        CHECK_EQ_TEXT(ask("POST", "/api/games", "{}"), SORRY);
        CHECK(s.a.match_count == count && s.a.newest == m);
        *failing[i] = false;
        CHECK(strncmp(ask("POST", "/api/games", "{}"), "201 {\"id\":\"", 11) == 0);
        CHECK_EQ_INT(s.a.match_count, count + 1);
        end();
    }
    check_case("%s", "");
    begin();
    no_begin = true;
    CHECK_EQ_TEXT(ask("POST", "/api/games", "{}"), REFUSED("the game cannot be made now"));
    CHECK(s.a.newest == m);
    end();
}

/* If the store cannot even be read, the game waits until it can. */
TEST(a_game_that_cannot_be_read_waits)
{
    begin();
    int watcher = watch(m->id);
    taken(watcher);
    no_commit = no_load = true;
    CHECK_EQ_TEXT(ask("POST", MOVES, E4), SORRY);
    char byte;
    CHECK(recv(watcher, &byte, 1, MSG_PEEK) == 0 && s.a.streams == 0); /* it connects again */
    CHECK(m->record->stale && app_find(&s.a, m->id) == m);
    CHECK_EQ_TEXT(ask("GET", GAME, ""), REFUSED("the game cannot be read now"));
    no_commit = false;
    CHECK_EQ_TEXT(ask("POST", MOVES, E4), REFUSED("the game cannot be read now"));
    no_load = false;
    CHECK_EQ_TEXT(ask("GET", FEN, ""), FIRST);
    CHECK(!m->record->stale && m->version == 0);
    CHECK(strncmp(ask("POST", MOVES, E4), "200 ", 4) == 0);
    close(watcher);
    turns();
    end();
}

/* Answers wait for the commit of what they may show, however many there are. */
TEST(all_answers_wait_for_the_commit)
{
    enum { MANY = 70 };
    int clients[MANY];
    begin();
    for (int again = 0; again < 2; again++) {
        CHECK(app_step(&s.a, m, again ? "move e7e5" : "move e2e4", ""));
        event_del(s.a.commit_event); /* it ends when the test says so */
        for (int i = 0; i < MANY; i++)
            clients[i] = say("GET", FEN, "");
        for (int i = 0; i < 500 && s.a.open.count < MANY; i++)
            turn();
        CHECK_EQ_INT(s.a.open.count, MANY);
        no_commit = again == 1;
        app_commit(&s.a);
        turns();
        for (int i = 0; i < MANY; i++) {
            CHECK_EQ_TEXT(answer_of(clients[i]),
                          again ? SORRY
                                : "200 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - "
                                  "0 1\n");
            close(clients[i]);
        }
        turns();
        CHECK_EQ_INT(s.a.open.count, 0);
    }
    end();
}

/* ---- summaries ---- */

TEST(summaries_are_written_a_second_later)
{
    begin();
    match *other = add(0);
    summaries = 0;
    step(m, "move e2e4");
    step(other, "move d2d4");
    step(m, "move e7e5");
    CHECK(s.a.lagging == m && s.a.lagging_last == other && !app_may_forget(m));
    app_flush(&s.a, false);
    CHECK_EQ_INT(summaries, 0);
    m->record->lags_since = http_now() - 1000;
    other->record->lags_since = http_now() + 60000;
    app_flush(&s.a, false);
    CHECK(summaries == 1 && marked == other->record->first_head - 1 && app_may_forget(m));
    CHECK(s.a.lagging == other && s.a.lagging_last == other && m->record->first_head == 0);
    step(m, "move g1f3");
    CHECK(s.a.lagging_last == m && m->record->first_head == m->record->head);
    bool *const failing[] = {&no_summary, &no_mark, &no_commit, &no_begin};
    for (int i = 0; i < 4; i++) {
        *failing[i] = true;
        app_flush(&s.a, true);
        *failing[i] = false;
        CHECK(s.a.lagging == other && s.a.lagging_last == m && !app_may_forget(m));
    }
    summaries = 0;
    app_flush(&s.a, true);
    CHECK(summaries == 2 && marked == store_last_step(s.a.store));
    CHECK(s.a.lagging == NULL && s.a.lagging_last == NULL);
    app_flush(&s.a, true);
    CHECK_EQ_INT(summaries, 2);
    end();
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    CHECK(freopen("/dev/null", "w", stderr) != NULL); /* what fails is told there */
    RUN(a_move_that_cannot_be_written_has_not_happened);
    RUN(what_was_answered_stays);
    RUN(a_game_that_cannot_be_written_is_not_there);
    RUN(a_game_that_cannot_be_read_waits);
    RUN(all_answers_wait_for_the_commit);
    RUN(summaries_are_written_a_second_later);
    return check_result();
}
