/* test_server_worker.c: long requests beside the loop: whose comes next, how much may wait, and
 * what becomes of those whose client or whose moves are gone. Layer: tests. */
#include "check.h"
#include "server/worker.h"
#include "tests/fuzz/served.h"

#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>

enum { TASKS = 5 };

typedef struct {
    task task;
    int number;
} job;

static served s;
static job jobs[TASKS];
static int clients[TASKS];
static char done[200];   /* which jobs were finished, and how */
static atomic_bool held; /* the work of a job waits for this to end */

static void work(task *t)
{
    (void)t;
    while (atomic_load(&held))
        poll(NULL, 0, 1);
}

static void finish(app *a, task *t, bool worked)
{
    size_t len = strlen(done);
    snprintf(done + len, sizeof done - len, "%d%s ", ((job *)t)->number,
             a == NULL ? "-"
             : worked  ? "+"
                       : "!");
    if (a != NULL)
        http_reply(t->conn, 200, "text/x", "", "", 0);
}

static void set_up(void)
{
    served_start(&s);
    s.a.worker = worker_new(&s.a);
    CHECK(s.a.worker != NULL && worker_count(&s.a) == 0);
    done[0] = '\0';
    for (int i = 0; i < TASKS; i++) {
        int pair[2];
        struct sockaddr_in from = {.sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(0x0A000000u + (unsigned)i)};
        CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
        http_peer *peer = http_peer_enter(&s.a.http->peers, (struct sockaddr *)&from);
        http_conn_accept(s.a.http, pair[1], peer, NULL, false);
        clients[i] = pair[0];
        jobs[i] =
            (job){.task = {.conn = s.a.http->first, .work = work, .finish = finish}, .number = i};
        s.a.http->first->state = CONN_ANSWERING; /* it has sent a request */
    }
}

static void leave(void)
{
    worker_free(s.a.worker);
    s.a.worker = NULL;
    served_stop(&s);
    for (int i = 0; i < TASKS; i++)
        close(clients[i]);
}

static void give(int i, size_t bytes)
{
    jobs[i].task.bytes = bytes;
    s.a.saw = 0;
    worker_do(&s.a, &jobs[i].task);
}

/* Lets the held work go on until nothing is left to be done. */
static void let_go(void)
{
    atomic_store(&held, false);
    for (int i = 0; i < 20000 && worker_count(&s.a) > 0; i++) {
        event_base_loop(s.a.base, EVLOOP_NONBLOCK);
        poll(NULL, 0, 1);
    }
    CHECK_EQ_INT(worker_count(&s.a), 0);
}

static http_peer *peer_of(int i)
{
    return http_conn_peer(jobs[i].task.conn);
}

TEST(the_address_that_used_least_comes_next)
{
    set_up();
    atomic_store(&held, true);
    for (int i = 0; i < TASKS; i++)
        give(i, 10 + (size_t)i);
    CHECK_EQ_INT(worker_count(&s.a), TASKS);
    CHECK(peer_of(0)->held == 0 && peer_of(1)->held == 11 && peer_of(4)->held == 14);
    peer_of(1)->turn_us = -50;
    peer_of(2)->turn_us = -10;
    peer_of(3)->turn_us = -10; /* as little as the one before */
    peer_of(4)->turn_us = -5;
    let_go();
    CHECK_EQ_TEXT(done, "0+ 4+ 2+ 3+ 1+ ");
    for (int i = 0; i < TASKS; i++)
        CHECK(peer_of(i)->held == 0);
    leave();
}

TEST(so_much_may_wait)
{
    set_up();
    atomic_store(&held, true);
    give(0, 1);
    give(1, (64 << 20) - 1);
    give(2, 2); /* that is a byte too much */
    CHECK_EQ_TEXT(done, "2! ");
    give(3, 1);
    CHECK_EQ_TEXT(done, "2! ");
    give(4, 1);
    CHECK_EQ_TEXT(done, "2! 4! ");
    CHECK_EQ_INT(worker_count(&s.a), 3);
    let_go();
    CHECK_EQ_TEXT(done, "2! 4! 0+ 1+ 3+ ");
    leave();
}

TEST(work_is_measured_and_charged)
{
    set_up();
    CHECK_EQ_INT(worker_longest_us(&s.a), 0);
    int64_t before = peer_of(0)->turn_us;
    atomic_store(&held, true);
    give(0, 1);
    CHECK_EQ_INT(worker_count(&s.a), 1);
    poll(NULL, 0, 20);
    let_go();
    CHECK(worker_longest_us(&s.a) > 0 && peer_of(0)->turn_us <= before - worker_longest_us(&s.a));
    leave();
}

/* A client that has gone while its request waited is not worked for. */
TEST(nobody_works_for_who_has_gone)
{
    set_up();
    atomic_store(&held, true);
    give(0, 1);
    give(1, 1);
    give(2, 1);
    close(clients[1]);
    event_base_loop(s.a.base, EVLOOP_NONBLOCK);
    jobs[1].task.conn->state = CONN_GONE;
    let_go();
    CHECK_EQ_TEXT(done, "0+ 1! 2+ ");
    clients[1] = dup(clients[0]);
    leave();
}

TEST(what_still_waits_at_the_end_is_given_up)
{
    set_up();
    atomic_store(&held, true);
    for (int i = 0; i < 3; i++)
        give(i, 1);
    atomic_store(&held, false);
    worker_free(s.a.worker);
    s.a.worker = NULL;
    CHECK_EQ_TEXT(done, "0- 1- 2- ");
    give(3, 1); /* without a worker the loop does it */
    CHECK_EQ_TEXT(done, "0- 1- 2- 3+ ");
    CHECK(worker_count(&s.a) == 0 && worker_longest_us(&s.a) == 0);
    served_stop(&s);
    for (int i = 0; i < TASKS; i++)
        close(clients[i]);
}

/* The answer may show a move that was taken back meanwhile. */
TEST(an_answer_about_a_lost_move_is_refused)
{
    for (int lost = 0; lost < 3; lost++) {
        set_up();
        match *m = s.a.newest;
        CHECK(lost == 2 || app_step(&s.a, m, "move e2e4", ""));
        s.a.saw = m->id;
        worker_do(&s.a, &jobs[0].task);
        CHECK(jobs[0].task.saw == m->id && jobs[0].task.unsaved == (lost < 2));
        app_commit(&s.a);
        s.a.failures += lost > 0; /* where no move waited, a failure elsewhere does not matter */
        let_go();
        check_case("%d", lost);
        CHECK_EQ_TEXT(done, lost == 1 ? "0- " : "0+ ");
        s.reply_len = 0;
        served_take(&s, clients[0]);
        CHECK(strncmp(s.reply, lost == 1 ? "HTTP/1.1 503" : "HTTP/1.1 200", 12) == 0);
        CHECK((strstr(s.reply, "a move could not be written to disk and does not count") != NULL) ==
              (lost == 1));
        leave();
    }
    check_case("%s", "");
}

/* What would have to wait where too much waits already is refused. */
TEST(long_requests_are_refused_while_too_much_waits)
{
    static char body[40000], request[41000];
    static const struct {
        const char *path, *form, *detail;
    } cases[] = {
        {"/api/explain?win=1", "{\"fen\":\"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"}",
         "the server has too much to search now"},
        {"/api/tree", "{\"pgn\":\"%s1. e4 *\"}", "the server has too much to read now"},
        {"/api/check", "{\"pgn\":\"%s1. e4 *\"}", "the server has too much to read now"},
    };
    char blanks[20000];
    memset(blanks, ' ', sizeof blanks - 1);
    blanks[sizeof blanks - 1] = '\0';
    set_up();
    atomic_store(&held, true);
    give(0, 1);
    give(1, 64 << 20);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *blank = strstr(cases[i].form, "%s");
        char expected[200];
        check_case("%s", cases[i].path);
        snprintf(body, sizeof body, "%.*s%s%s",
                 blank != NULL ? (int)(blank - cases[i].form) : (int)strlen(cases[i].form),
                 cases[i].form, blank != NULL ? blanks : "", blank != NULL ? blank + 2 : "");
        int len = snprintf(request, sizeof request,
                           "POST %s HTTP/1.1\r\nHost: fuzz\r\nContent-Type: application/json\r\n"
                           "Content-Length: %zu\r\n\r\n%s",
                           cases[i].path, strlen(body), body);
        served_ask(&s, request, (size_t)len);
        snprintf(expected, sizeof expected,
                 "{\"type\":\"about:blank\",\"title\":\"Service Unavailable\",\"status\":503,"
                 "\"detail\":\"%s\"}",
                 cases[i].detail);
        const char *answer = strstr(s.reply, "\r\n\r\n");
        CHECK(strncmp(s.reply, "HTTP/1.1 503 ", 13) == 0 && answer != NULL);
        CHECK_EQ_TEXT(answer != NULL ? answer + 4 : "", expected);
    }
    check_case("%s", "");
    let_go();
    leave();
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    RUN(the_address_that_used_least_comes_next);
    RUN(so_much_may_wait);
    RUN(work_is_measured_and_charged);
    RUN(nobody_works_for_who_has_gone);
    RUN(what_still_waits_at_the_end_is_given_up);
    RUN(an_answer_about_a_lost_move_is_refused);
    RUN(long_requests_are_refused_while_too_much_waits);
    return check_result();
}
