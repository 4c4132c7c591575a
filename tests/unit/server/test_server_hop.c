/* test_server_hop.c: requests that are passed on to the server that owns the game, and its answers.
 * The test plays the other server. Layer: tests. */
#include "staged_fleet.h"

#include <netinet/in.h>

static int listener;
static char got[4096]; /* what the other server was sent last */

static void listen_on(void)
{
    struct sockaddr_in place = {.sin_family = AF_INET};
    socklen_t len = sizeof place;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    CHECK(bind(listener, (struct sockaddr *)&place, sizeof place) == 0 && listen(listener, 9) == 0);
    CHECK(getsockname(listener, (struct sockaddr *)&place, &len) == 0);
    snprintf(owner_address, sizeof owner_address, "127.0.0.1:%u", ntohs(place.sin_port));
}

/* Waits for what the other server is sent; a connection of this machine takes a moment. */
static const char *sent(int fd)
{
    ssize_t n = -1;
    for (int i = 0; i < 5000 && n <= 0; i++) {
        turn();
        n = recv(fd, got, sizeof got - 1, MSG_DONTWAIT);
        if (n < 0)
            usleep(1000);
    }
    got[n > 0 ? n : 0] = '\0';
    return got;
}

static int take(void)
{
    int fd = -1;
    for (int i = 0; i < 5000 && fd < 0; i++) {
        turn();
        fd = accept(listener, NULL, NULL);
        if (fd < 0)
            usleep(1000);
    }
    CHECK(fd >= 0);
    sent(fd);
    return fd;
}

/* What the client hears once the other server has said this. */
static const char *says(int fd, const char *text, int client)
{
    const char *answer = "";
    CHECK(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    for (int i = 0; i < 5000 && answer[0] == '\0'; i++) {
        turn();
        answer = heard(client);
        if (answer[0] == '\0')
            usleep(1000);
    }
    return answer;
}

static bool is_closed(int fd)
{
    char byte;
    for (int i = 0; i < 5000; i++) {
        turn();
        if (recv(fd, &byte, 1, MSG_DONTWAIT | MSG_PEEK) == 0)
            return true;
        usleep(1000);
    }
    return false;
}

static int64_t id;
static void begin_away(void)
{
    set_up();
    listen_on();
    id = forget();
}

static void end_away(void)
{
    close(listener);
    leave();
}

static int ask(const char *method, const char *form, const char *fields, const char *body)
{
    return say(method, path_of(form, id), fields, body);
}

#define ANSWER "HTTP/1.1 200 OK\r\nContent-Type: text/x\r\nContent-Length: 2\r\n\r\nok"
#define SILENT REFUSED("the server that owns the game did not answer")
#define CHANGING REFUSED("the game is changing hands")

TEST(a_request_is_passed_on_whole)
{
    char expected[1000];
    begin_away();
    int client = ask("POST", "/api/games/%" PRId64 "/moves?lang=de",
                     JSON "Authorization: Bearer abc\r\nAccept-Language: de\r\nCookie: x\r\n",
                     "{\"move\":\"e4\"}");
    told(id, STORE_ELSEWHERE, NULL, 9);
    int other = take();
    snprintf(expected, sizeof expected,
             "POST /api/games/%" PRId64 "/moves?lang=de HTTP/1.1\r\nHost: %s\r\nArbiter-Hop: 1\r\n"
             "X-Forwarded-For: ::\r\nAuthorization: Bearer abc\r\nContent-Type: application/json"
             "\r\nAccept-Language: de\r\nContent-Length: 13\r\n\r\n{\"move\":\"e4\"}",
             id, owner_address);
    CHECK_EQ_TEXT(got, expected);
    uint64_t before = s.a.metrics.requests[4];
    CHECK_EQ_TEXT(says(other,
                       "HTTP/1.1 409 Conflict\r\nContent-Type: application/problem+json\r\n"
                       "Cache-Control: no-store\r\nRetry-After: 60\r\nAllow: GET\r\nX: y\r\n"
                       "Content-Length: 4\r\n\r\nbody",
                       client),
                  "409 body");
    CHECK(strstr(s.reply, "HTTP/1.1 409 Conflict\r\nContent-Type: application/problem+json\r\n"));
    CHECK(strstr(s.reply, "Cache-Control: no-store\r\nRetry-After: 60\r\nAllow: GET\r\n\r\nbody"));
    CHECK(strstr(s.reply, "X: y") == NULL);
    CHECK_EQ_INT(s.a.metrics.requests[4], before + 1);
    close(client);
    asked();
    /* The connection is kept, and whose the game is is known. */
    client = ask("GET", "/api/games/%" PRId64, "If-None-Match: \"e\"\r\nLast-Event-ID: 5\r\n", "");
    CHECK_EQ_TEXT(asked(), "");
    snprintf(expected, sizeof expected,
             "GET /api/games/%" PRId64 " HTTP/1.1\r\nHost: %s\r\nArbiter-Hop: 1\r\n"
             "X-Forwarded-For: ::\r\nIf-None-Match: \"e\"\r\nLast-Event-ID: 5\r\n\r\n",
             id, owner_address);
    CHECK_EQ_TEXT(sent(other), expected);
    CHECK_EQ_TEXT(says(other,
                       "HTTP/1.1 200 OK\r\nContent-Type: text/x\r\nConnection: close\r\n"
                       "Content-Length: 0\r\n\r\n",
                       client),
                  "200 ");
    CHECK(is_closed(other)); /* it was asked not to keep it */
    close(client);
    close(other);
    client = ask("GET", "/api/games/%" PRId64, "", "");
    other = take();
    CHECK_EQ_TEXT(says(other, ANSWER, client), "200 ok");
    CHECK(write(other, "?", 1) == 1); /* nobody asked for that */
    CHECK(is_closed(other));
    close(client);
    close(other);
    end_away();
}

TEST(an_answer_may_come_in_pieces)
{
    begin_away();
    int client = ask("GET", "/api/games/%" PRId64, "", "");
    told(id, STORE_ELSEWHERE, NULL, 9);
    int other = take();
    for (size_t i = 0; i + 1 < sizeof ANSWER - 1; i++) {
        CHECK(write(other, &ANSWER[i], 1) == 1);
        turn();
        CHECK_EQ_TEXT(heard(client), "");
    }
    CHECK_EQ_TEXT(says(other, "k", client), "200 ok");
    close(client);
    close(other);
    end_away();
}

TEST(answers_that_are_none)
{
    static const char *const cases[] = {"HTTP/1.1 199 OK\r\n\r\n", "HTTP/1.1 600 OK\r\n\r\n",
                                        "HTTP/1.0 200 OK\r\n\r\n", "HTTP/1.1 20\r\n\r\n"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%s", cases[i]);
        begin_away();
        int client = ask("GET", "/api/games/%" PRId64, "", "");
        told(id, STORE_ELSEWHERE, NULL, 9);
        int other = take();
        CHECK_EQ_TEXT(says(other, cases[i], client), SILENT);
        CHECK(is_closed(other));
        close(client);
        close(other);
        end_away();
    }
    check_case("%s", "");
    begin_away(); /* it goes without a word; it is gone, by its lease */
    for (int i = 0; i < 2; i++) {
        int client = ask("GET", "/api/games/%" PRId64, "", "");
        if (i == 0)
            told(id, STORE_ELSEWHERE, NULL, 9);
        int other = take();
        fleet_tick(&s.a);
        CHECK_EQ_TEXT(heard(client), ""); /* it has its time */
        if (i == 0) {
            close(other);
            for (int k = 0; k < 5000 && heard(client)[0] == '\0'; k++, usleep(1000))
                turn();
            CHECK(strstr(s.reply, "the server that owns the game did not answer") != NULL);
        } else {
            owner_address[0] = '\0';
            fleet_tick(&s.a);
            CHECK_EQ_TEXT(heard(client), SILENT);
            close(other);
        }
        close(client);
    }
    end_away();
    begin_away();
    int client = ask("GET", "/api/games/%" PRId64, "", "");
    snprintf(owner_address, sizeof owner_address, "nowhere");
    told(id, STORE_ELSEWHERE, NULL, 9);
    CHECK_EQ_TEXT(heard(client), REFUSED("the server that owns the game cannot be reached"));
    close(client);
    end_away();
}

/* The other server does not own the game any more: the store is asked once more, and not twice. */
TEST(a_game_may_have_moved)
{
    begin_away();
    int client = ask("GET", "/api/games/%" PRId64, "", "");
    told(id, STORE_ELSEWHERE, NULL, 9);
    asked();
    for (int i = 0; i < 2; i++) {
        static const char moved[] = "HTTP/1.1 421 Misdirected Request\r\nContent-Length: 4\r\n\r\n"
                                    "gone";
        int other = i == 0 ? take() : -1;
        static int kept;
        if (i == 0)
            kept = other;
        else
            sent(kept);
        CHECK(write(kept, moved, sizeof moved - 1) == sizeof moved - 1);
        for (int k = 0; k < 5000 && noted[0] == '\0' && heard(client)[0] == '\0'; k++, usleep(1000))
            turn();
        if (i == 0) {
            CHECK_EQ_TEXT(asked(), path_of("want %" PRId64 "|", id));
            told(id, STORE_ELSEWHERE, NULL, 9);
        } else {
            CHECK(strstr(s.reply, "the game is changing hands") != NULL);
            CHECK_EQ_TEXT(asked(), "");
            close(kept);
        }
    }
    close(client);
    client = ask("GET", "/api/games/%" PRId64, "", ""); /* whose it is is forgotten */
    CHECK_EQ_TEXT(asked(), path_of("want %" PRId64 "|", id));
    told(id, STORE_YES, load(id), 0);
    CHECK(strncmp(heard(client), "200 {", 5) == 0);
    close(client);
    end_away();
}

/* What another server passes on is answered here, or not at all. */
TEST(a_request_is_passed_on_once)
{
    begin_away();
    int client = ask("GET", "/api/games/%" PRId64, "Arbiter-Hop: 1\r\n", "");
    told(id, STORE_ELSEWHERE, NULL, 9);
    CHECK_EQ_TEXT(heard(client),
                  "421 {\"type\":\"about:blank\",\"title\":\"Misdirected Request\",\"status\":421,"
                  "\"detail\":\"another server owns the game\"}");
    close(client);
    asked();
    client = ask("GET", "/api/games/%" PRId64, "Arbiter-Hop: 1\r\n", ""); /* it asks the store */
    CHECK_EQ_TEXT(asked(), path_of("want %" PRId64 "|", id));
    told(id, STORE_YES, load(id), 0);
    CHECK(strncmp(heard(client), "200 {", 5) == 0);
    close(client);
    end_away();
}

TEST(streams_are_passed_on)
{
    static const char *const types[] = {"text/event-stream", "application/x-ndjson"};
    for (int i = 0; i < 2; i++) {
        char head[200];
        check_case("%s", types[i]);
        begin_away();
        int client = ask("GET", "/api/games/%" PRId64 "/events", "", "");
        told(id, STORE_ELSEWHERE, NULL, 9);
        int other = take();
        uint64_t before = s.a.metrics.requests[2];
        snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\n\r\none\n", types[i]);
        CHECK_EQ_TEXT(says(other, head, client), i == 0 ? "200 one\n" : "200 4\r\none\n\r\n");
        CHECK_EQ_INT(s.a.metrics.requests[2], before + 1);
        CHECK((strstr(s.reply, "Transfer-Encoding: chunked") != NULL) == (i == 1));
        CHECK(write(other, "two\n", 4) == 4);
        for (s.reply_len = 0, s.reply[0] = '\0'; strstr(s.reply, "two\n") == NULL; usleep(1000)) {
            turn();
            served_take(&s, client);
        }
        fleet_tick(&s.a);
        turn();
        close(client); /* the other server is told that nobody listens */
        CHECK(is_closed(other));
        close(other);
        end_away();
    }
    check_case("%s", "");
    for (int how = 0; how < 3; how++) { /* it ends with the other server, or with this one */
        char byte;
        begin_away();
        int client = ask("GET", "/api/games/%" PRId64 "/events", "", "");
        told(id, STORE_ELSEWHERE, NULL, 9);
        int other = take();
        says(other, "HTTP/1.1 200 OK\r\nContent-Type: text/x\r\n\r\none", client);
        if (how == 0)
            close(other);
        else if (how == 1)
            s.a.draining = true;
        if (how < 2) {
            fleet_tick(&s.a);
            CHECK(is_closed(client));
        }
        if (how == 2)
            CHECK(recv(client, &byte, 1, MSG_DONTWAIT) < 0);
        close(client);
        if (how > 0)
            close(other);
        s.a.draining = false;
        end_away();
    }
}

/* What the client does not take is left with the other server. */
TEST(a_slow_client_slows_the_other_server)
{
    static char lines[64 << 10];
    memset(lines, 'x', sizeof lines);
    begin_away();
    int client = ask("GET", "/api/games/%" PRId64 "/events", "", "");
    told(id, STORE_ELSEWHERE, NULL, 9);
    int other = take();
    says(other, "HTTP/1.1 200 OK\r\nContent-Type: text/x\r\n\r\none", client);
    size_t written = 0;
    for (int idle = 0; idle < 50;) {
        ssize_t n = send(other, lines, sizeof lines, MSG_DONTWAIT);
        written += n > 0 ? (size_t)n : 0;
        idle = n > 0 ? 0 : idle + 1;
        turn();
        usleep(n > 0 ? 0 : 1000);
    }
    http_conn *conn = s.a.http->first;
    while (conn != NULL && conn->state != CONN_STREAMING)
        conn = conn->next;
    CHECK(conn != NULL && http_stream_pending(conn) > 256 << 10 &&
          http_stream_pending(conn) < 1 << 20);
    size_t read_ = 0;
    static char all[1 << 20];
    for (int idle = 0; idle < 5000 && read_ < written;) {
        ssize_t n = read(client, all, sizeof all);
        read_ += n > 0 ? (size_t)n : 0;
        idle = n > 0 ? 0 : idle + 1;
        turn();
        usleep(n > 0 ? 0 : 1000);
    }
    CHECK_EQ_INT(read_, written);
    close(client);
    close(other);
    end_away();
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    RUN(a_request_is_passed_on_whole);
    RUN(an_answer_may_come_in_pieces);
    RUN(answers_that_are_none);
    RUN(a_game_may_have_moved);
    RUN(a_request_is_passed_on_once);
    RUN(streams_are_passed_on);
    RUN(a_slow_client_slows_the_other_server);
    return check_result();
}
