/* test_server_conn.c: connections of the server: bytes that come in pieces, answers that wait,
 * streams. Layer: tests. */
#define _GNU_SOURCE /* memmem */
#include "staged_conn.h"

TEST(answers_to_the_byte)
{
    static const struct {
        const char *request, *answer;
        bool open;
    } cases[] = {
        {GET("/a"),
         "HTTP/1.1 200 OK\r\nContent-Type: text/x\r\nContent-Length: 2\r\n" SAFE "A: b\r\n\r\n/a",
         true},
        {"GET /a HTTP/1.0\r\n\r\n",
         "HTTP/1.1 200 OK\r\nContent-Type: text/x\r\nContent-Length: 2\r\n" SAFE
         "A: b\r\nConnection: close\r\n\r\n/a",
         false},
        {"HEAD /abc HTTP/1.1\r\nHost: h\r\n\r\n",
         "HTTP/1.1 200 OK\r\nContent-Type: text/x\r\nContent-Length: 4\r\n" SAFE "A: b\r\n\r\n",
         true},
        {GET("/304"),
         "HTTP/1.1 304 Not Modified\r\nContent-Type: text/x\r\nContent-Length: 4\r\n" SAFE
         "A: b\r\n\r\n",
         true},
        {"nonsense\r\n\r\n",
         "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n" SAFE
         "Connection: close\r\n\r\nno",
         false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%zu", i);
        set_up();
        int client = join(1);
        say(client, cases[i].request, strlen(cases[i].request));
        CHECK_EQ_TEXT(heard(client), cases[i].answer);
        CHECK(is_open(client) == cases[i].open);
        CHECK_EQ_INT(server->count, 1); /* one that is closing reads on for a while */
        close(client);
        turn();
        CHECK_EQ_INT(server->count, 0);
        leave();
    }
}

TEST(statuses_have_names)
{
    static const struct {
        int status;
        const char *text;
    } rows[] = {{200, "OK"},
                {201, "Created"},
                {304, "Not Modified"},
                {308, "Permanent Redirect"},
                {400, "Bad Request"},
                {401, "Unauthorized"},
                {403, "Forbidden"},
                {404, "Not Found"},
                {405, "Method Not Allowed"},
                {408, "Request Timeout"},
                {409, "Conflict"},
                {413, "Content Too Large"},
                {415, "Unsupported Media Type"},
                {417, "Expectation Failed"},
                {421, "Misdirected Request"},
                {422, "Unprocessable Content"},
                {429, "Too Many Requests"},
                {431, "Request Header Fields Too Large"},
                {500, "Internal Server Error"},
                {501, "Not Implemented"},
                {503, "Service Unavailable"},
                {505, "HTTP Version Not Supported"},
                {299, "Unknown"},
                {506, "Unknown"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        CHECK_EQ_TEXT(http_status_text(rows[i].status), rows[i].text);
}

/* Three requests in two pieces, which are cut anywhere. */
TEST(requests_come_in_pieces)
{
    static const char all[] =
        GET("/a") "POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello" GET("/c");
    for (size_t cut = 1; cut < sizeof all - 1; cut++) {
        check_case("cut at %zu", cut);
        set_up();
        int client = join(1);
        say(client, all, cut);
        say(client, all + cut, sizeof all - 1 - cut);
        CHECK_EQ_TEXT(seen, "/a |/b hello|/c |");
        const char *text = heard(client), *b = strstr(text, "\r\n\r\n/b");
        CHECK(strstr(text, "\r\n\r\n/a") != NULL && b != NULL && strstr(b, "\r\n\r\n/c") != NULL);
        CHECK(server->first != NULL &&
              server->first->bytes == NULL); /* an idle one holds no buffer */
        close(client);
        leave();
    }
    set_up();
    int client = join(1);
    for (size_t i = 0; i < sizeof all - 1; i++) {
        CHECK(write(client, all + i, 1) == 1);
        event_base_loop(base, EVLOOP_NONBLOCK);
    }
    turn();
    CHECK_EQ_TEXT(seen, "/a |/b hello|/c |");
    close(client);
    leave();
}

TEST(a_head_has_a_limit)
{
    static char head[HTTP_HEAD_LIMIT + 200];
    for (int more = -1; more <= 1; more++)
        for (int whole = 0; whole < 2; whole++) {
            size_t want = (size_t)(HTTP_HEAD_LIMIT + more);
            size_t len = (size_t)snprintf(head, sizeof head, "GET /a HTTP/1.1\r\nHost: h\r\n");
            while (len + 4 < want) { /* fields of at most 300 bytes */
                size_t field = want - 2 - len < 300   ? want - 2 - len
                               : want - 2 - len < 310 ? 150
                                                      : 300;
                memcpy(head + len, "A: ", 3);
                memset(head + len + 3, 'x', field - 5);
                memcpy(head + len + field - 2, "\r\n", 2);
                len += field;
            }
            memcpy(head + len, "\r\n", 3);
            check_case("%d, %s", more, whole ? "at once" : "in pieces");
            CHECK_EQ_INT(len + 2, want);
            set_up();
            int client = join(1);
            if (!whole)
                say(client, head, want / 2);
            say(client, head + (whole ? 0 : want / 2), want - (whole ? 0 : want / 2));
            CHECK_EQ_TEXT(seen, more > 0 ? "431|" : "/a |");
            close(client);
            leave();
        }
    memset(head, 'x', sizeof head);
    for (int less = 0; less < 2; less++) { /* without an end */
        set_up();
        int client = join(1);
        say(client, head, (size_t)(HTTP_HEAD_LIMIT - less));
        CHECK_EQ_TEXT(seen, less ? "" : "431|");
        close(client);
        leave();
    }
}

TEST(a_body_comes_behind_its_head)
{
    static const char head[] =
        "POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 600000\r\nExpect: 100-continue\r\n\r\n";
    static char body[600000];
    memset(body, 'y', sizeof body);
    set_up();
    int client = join(1);
    say(client, head, sizeof head - 1);
    CHECK_EQ_TEXT(heard(client), "HTTP/1.1 100 Continue\r\n\r\n");
    CHECK_EQ_TEXT(seen, "");
    for (size_t sent = 0; sent < sizeof body;) {
        ssize_t n = write(client, body + sent, sizeof body - sent);
        sent += n > 0 ? (size_t)n : 0;
        turn();
    }
    say(client, GET("/c"), strlen(GET("/c")));
    CHECK_EQ_TEXT(seen, "/b yyyyyyyyyyyyyyyyyyyy|/c |");
    close(client);
    leave();
}

/* The next request waits for the answer to the one before. */
TEST(an_answer_may_come_later)
{
    set_up();
    int client = join(1);
    say(client, GET("/held") GET("/a"), strlen(GET("/held") GET("/a")));
    CHECK_EQ_TEXT(seen, "/held |");
    CHECK_EQ_TEXT(heard(client), "");
    CHECK(held != NULL && !http_conn_is_gone(held) && http_conn_peer(held)->connections == 1);
    held->deadline = 0; /* it waits for us, so it is not late */
    http_server_tick(server);
    http_reply(held, 200, "text/x", "", "1", 1);
    turn();
    CHECK_EQ_TEXT(seen, "/held |/a |");
    const char *text = heard(client);
    CHECK(strstr(text, "\r\n\r\n1HTTP/1.1 200 OK") != NULL && strstr(text, "\r\n\r\n/a") != NULL);
    say(client, GET("/held"), strlen(GET("/held")));
    int gone = client;
    close(gone);
    say(join(2), GET("/a"), strlen(GET("/a")));
    turn();
    CHECK_EQ_INT(server->count, 2);
    http_reply(held, 200, "text/x", "", "1", 1);
    turn();
    CHECK_EQ_INT(server->count, 1);
    leave();
}

/* The client has sent all and waits for the answers. */
TEST(a_client_that_sends_no_more_is_answered)
{
    set_up();
    int client = join(1);
    CHECK(write(client, GET("/a") GET("/c"), strlen(GET("/a") GET("/c"))) > 0);
    shutdown(client, SHUT_WR);
    turn();
    CHECK_EQ_TEXT(seen, "/a |/c |");
    const char *text = heard(client);
    CHECK(strstr(text, "\r\n\r\n/a") != NULL && strstr(text, "\r\n\r\n/c") != NULL);
    CHECK(!is_open(client) && server->count == 0);
    close(client);
    leave();
}

/* ---- answers that wait ---- */

TEST(what_the_client_does_not_take_is_kept)
{
    static char got[sizeof large + 4096];
    for (size_t i = 0; i < sizeof large; i++)
        large[i] = (char)('a' + i % 23);
    set_up();
    int client = join(1);
    http_peer *peer = server->first->peer;
    int64_t before = http_now();
    say(client, GET("/large") GET("/a"), strlen(GET("/large") GET("/a")));
    CHECK_EQ_TEXT(seen, "/large |");
    CHECK(peer->held > sizeof large / 2 && peer->held < sizeof large + 4096);
    CHECK_EQ_INT(http_stream_pending(server->first), peer->held);
    CHECK(server->first->deadline >= before + HTTP_WRITE_MS &&
          server->first->deadline <= http_now() + HTTP_WRITE_MS);
    size_t len = 0, held_before = peer->held;
    for (int turns = 0; turns < 10000 && strcmp(seen, "/large |/a |") != 0; turns++) {
        ssize_t n = read(client, got + len, sizeof got - len);
        len += n > 0 ? (size_t)n : 0;
        event_base_loop(base, EVLOOP_NONBLOCK);
        CHECK(peer->held <= held_before);
        held_before = peer->held;
    }
    for (ssize_t n; (n = read(client, got + len, sizeof got - len)) > 0;)
        len += (size_t)n;
    CHECK_EQ_TEXT(seen, "/large |/a |");
    CHECK_EQ_INT(peer->held, 0);
    const char *body = memmem(got, len, "\r\n\r\n", 4);
    CHECK(body != NULL && memcmp(body + 4, large, sizeof large) == 0);
    CHECK(body != NULL && memcmp(body + 4 + sizeof large, "HTTP/1.1 200 OK", 15) == 0);
    CHECK(server->first->deadline > http_now() + HTTP_IDLE_MS / 2);
    say(client, GET("/large"), strlen(GET("/large")));
    CHECK(peer->held > 0);
    close(client); /* what was kept is nobody's any more */
    turn();
    CHECK(peer->held == 0 && server->count == 0);
    leave();
}

TEST(streams_are_sent_as_they_come)
{
    static const char *const requests[] = {GET("/stream"), GET("/chunks"),
                                           "GET /chunks HTTP/1.0\r\n\r\n"};
    for (size_t i = 0; i < 3; i++) {
        check_case("%zu", i);
        set_up();
        int client = join(1);
        say(client, requests[i], strlen(requests[i]));
        const char *head = heard(client);
        static const char first[] =
            "HTTP/1.1 200 OK\r\nContent-Type: text/x\r\nCache-Control: no-store\r\n";
        CHECK(strncmp(head, first, sizeof first - 1) == 0);
        CHECK(strstr(head, SAFE "X-Accel-Buffering: no\r\n") != NULL);
        CHECK((strstr(head, "Transfer-Encoding: chunked\r\n") != NULL) == (i == 1));
        CHECK(strcmp(head + strlen(head) - 23, "\r\nConnection: close\r\n\r\n") == 0);
        CHECK(held->deadline == INT64_MAX);
        http_server_tick(server);
        http_stream_send(held, "sixteen letters.", 16);
        CHECK_EQ_TEXT(heard(client), i == 1 ? "10\r\nsixteen letters.\r\n" : "sixteen letters.");
        CHECK_EQ_INT(http_stream_pending(held), 0);
        say(client, "ignored", 7);
        CHECK_EQ_INT(drained, 0);
        http_stream_send(held, large, sizeof large);
        CHECK(http_stream_pending(held) > 0 && held->deadline < INT64_MAX);
        for (int turns = 0; turns < 10000 && drained == 0; turns++) {
            heard(client);
            event_base_loop(base, EVLOOP_NONBLOCK);
        }
        while (heard(client)[0] != '\0')
            ;
        CHECK(drained == 1 && held->deadline == INT64_MAX && http_stream_pending(held) == 0);
        heard(client);
        http_stream_end(held);
        CHECK_EQ_TEXT(heard(client), i == 1 ? "0\r\n\r\n" : "");
        CHECK(!is_open(client) && closed == 0 && server->count == 0);
        close(client);
        client = join(1);
        say(client, requests[i], strlen(requests[i]));
        close(client);
        turn();
        CHECK(closed == 1 && held == NULL && server->count == 0);
        leave();
    }
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    RUN(answers_to_the_byte);
    RUN(statuses_have_names);
    RUN(requests_come_in_pieces);
    RUN(a_head_has_a_limit);
    RUN(a_body_comes_behind_its_head);
    RUN(an_answer_may_come_later);
    RUN(a_client_that_sends_no_more_is_answered);
    RUN(what_the_client_does_not_take_is_kept);
    RUN(streams_are_sent_as_they_come);
    return check_result();
}
