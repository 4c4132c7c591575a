/* test_server_report.c: the process that reports a match to a server. The test is that server.
 * Layer: tests. */
#include "check.h"
#include "server/server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static int listener = -1;
static unsigned port;
static char request[1 << 17];

static void listen_on(bool six)
{
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in6 other = {.sin6_family = AF_INET6, .sin6_addr = in6addr_loopback};
    struct sockaddr *address = six ? (struct sockaddr *)&other : (struct sockaddr *)&four;
    socklen_t len = six ? sizeof other : sizeof four;
    if (listener >= 0)
        close(listener);
    listener = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(bind(listener, address, len) == 0 && listen(listener, 5) == 0);
    getsockname(listener, address, &len);
    port = ntohs(six ? other.sin6_port : four.sin_port);
}

/* Takes one request whole and returns its connection, which is still to be answered. */
static int take(void)
{
    size_t len = 0, whole = sizeof request;
    int s = accept(listener, NULL, NULL);
    while (len < whole && len + 1 < sizeof request) {
        ssize_t n = read(s, request + len, sizeof request - 1 - len);
        if (!CHECK(n > 0))
            break;
        len += (size_t)n;
        request[len] = '\0';
        const char *body = strstr(request, "\r\n\r\n"),
                   *length = strstr(request, "Content-Length: ");
        if (body != NULL && length != NULL)
            whole = (size_t)(body + 4 - request) + strtoul(length + 16, NULL, 10);
    }
    CHECK_EQ_INT(len, whole);
    return s;
}

static void answer(int s, const char *text)
{
    CHECK(write(s, text, strlen(text)) == (ssize_t)strlen(text));
    close(s);
}

static server_report *open_report(const char *form, const char *token)
{
    char url[600];
    snprintf(url, sizeof url, form, port);
    return server_report_open(url, token);
}

static const char good[] = "HTTP/1.1 200 OK\r\n\r\n{}";

TEST(addresses_are_read_whole)
{
    static const struct {
        const char *url, *host, *path;
        bool six;
    } cases[] = {{"http://127.0.0.1:%u", "127.0.0.1", "", false},
                 {"http://127.0.0.1:%u/", "127.0.0.1", "", false},
                 {"http://localhost:%u/chess//", "localhost", "/chess", false},
                 {"http://127.0.0.1:%u/a/b", "127.0.0.1", "/a/b", false},
                 {"http://[::1]:%u/", "[::1]", "", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char head[600];
        check_case("%s", cases[i].url);
        listen_on(cases[i].six);
        server_report *r = open_report(cases[i].url, "arb_secret");
        if (!CHECK(r != NULL))
            continue;
        server_report_send(r, "{\"a\":1}", 7, true);
        int s = take();
        snprintf(head, sizeof head,
                 "POST %s/api/bots/match HTTP/1.1\r\nHost: %s:%u\r\nConnection: close\r\n"
                 "Authorization: Bearer arb_secret\r\nContent-Type: application/json\r\n"
                 "Content-Length: 7\r\n\r\n{\"a\":1}",
                 cases[i].path, cases[i].host, port);
        CHECK_EQ_TEXT(request, head);
        answer(s, good);
        server_report_close(r);
    }
    static const char *const wrong[] = {"",
                                        "127.0.0.1",
                                        "https://127.0.0.1/",
                                        "http://",
                                        "http:///",
                                        "http://:80/",
                                        "http://[]/",
                                        "http://[::1/",
                                        "http://[::1",
                                        "http://h:/",
                                        "http://h:x/",
                                        "http://h:65536/",
                                        "http://h:1x/",
                                        "http://h/a b",
                                        "http://h/\r\n",
                                        "http://h:80?x",
                                        "http://[::1]x/"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        check_case("%s", wrong[i]);
        CHECK(server_report_open(wrong[i], "t") == NULL);
    }
}

TEST(long_texts_are_refused)
{
    static const struct {
        int host, path, token;
        bool good;
    } cases[] = {{255, 0, 0, true},  {256, 0, 0, false}, {9, 255, 0, true},
                 {9, 256, 0, false}, {9, 0, 127, true},  {9, 0, 128, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char url[700], token[200] = "";
        memset(token, 't', (size_t)cases[i].token);
        int len = snprintf(url, sizeof url, "http://");
        memset(url + len, 'h', (size_t)cases[i].host);
        len += cases[i].host;
        memset(url + len, '/', 1);
        memset(url + len + 1, 'p', (size_t)cases[i].path);
        url[len + (cases[i].path > 0 ? cases[i].path : 0)] = '\0';
        check_case("%d %d %d", cases[i].host, cases[i].path, cases[i].token);
        server_report *r = server_report_open(url, token);
        CHECK((r != NULL) == cases[i].good);
        if (r != NULL)
            server_report_close(r);
    }
    CHECK(server_report_open("http://h", "t\r") == NULL);
    CHECK(server_report_open("http://h", "t\n") == NULL);
}

/* While a report is on its way newer ones wait, and only the last of them is sent. */
TEST(only_the_newest_report_is_sent)
{
    static char large[(64 << 10) + 1];
    memset(large, 'x', sizeof large);
    listen_on(false);
    server_report *r = open_report("http://127.0.0.1:%u", "t");
    if (!CHECK(r != NULL))
        return;
    server_report_send(r, "1", 1, false);
    int s = take();
    server_report_send(r, "2", 1, false);
    server_report_send(r, "33", 2, false);
    server_report_send(r, large, sizeof large, false); /* does not fit, and is left out */
    answer(s, good);
    s = take();
    CHECK(strstr(request, "\r\n\r\n33") != NULL);
    answer(s, good);
    server_report_send(r, large, sizeof large - 1, true);
    s = take();
    const char *body = strstr(request, "\r\n\r\n");
    CHECK(body != NULL && strlen(body + 4) == 64 << 10);
    answer(s, good);
    server_report_close(r);
}

/* What goes wrong is told once, until something else does. */
TEST(problems_are_told_when_they_begin)
{
    static const struct {
        const char *answer, *said;
    } cases[] = {
        {good, ""},
        {"HTTP/1.1 401 Unauthorized\r\n\r\nno such token",
         "arbiter: the server does not show the match: 401 no such token\n"},
        {"HTTP/1.1 401 Unauthorized\r\n\r\nno such token", ""},
        {"HTTP/1.1 299 OK\r\n\r\n", ""},
        {"HTTP/1.1 300 OK\r\n", "arbiter: the server does not show the match: 300 \n"},
        {"", "arbiter: the server cannot be told of the match: no answer\n"},
        {"HTTP/2 200 OK\r\n\r\n", ""},
        {"HTTP/1.1 2\r\n\r\n", ""},
        {good, ""},
        {"SMTP", "arbiter: the server cannot be told of the match: no answer\n"},
    };
    char said[400];
    FILE *file = tmpfile();
    int usual = dup(2);
    listen_on(false);
    fflush(stderr);
    fcntl(fileno(file), F_SETFL, O_APPEND); /* the place in the file is shared with the process */
    dup2(fileno(file), 2);
    server_report *r = open_report("http://127.0.0.1:%u", "t");
    long told = 0;
    for (size_t i = 0; r != NULL && i <= sizeof cases / sizeof *cases; i++) {
        server_report_send(r, "{}", 2, true);
        int s = take(); /* by now the answer before has been judged */
        if (i > 0) {
            fseek(file, 0, SEEK_END);
            long now = ftell(file);
            fseek(file, told, SEEK_SET);
            size_t n = fread(said, 1, (size_t)(now - told), file);
            said[n] = '\0';
            told = now;
            check_case("answer %zu", i - 1);
            CHECK_EQ_TEXT(said, cases[i - 1].said);
        }
        answer(s, i < sizeof cases / sizeof *cases ? cases[i].answer : good);
    }
    dup2(usual, 2);
    close(usual);
    CHECK(r != NULL);
    if (r != NULL)
        server_report_close(r);
    fclose(file);
}

int main(void)
{
    RUN(addresses_are_read_whole);
    RUN(long_texts_are_refused);
    RUN(only_the_newest_report_is_sent);
    RUN(problems_are_told_when_they_begin);
    return check_result();
}
