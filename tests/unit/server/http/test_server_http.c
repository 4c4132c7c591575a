/* test_server_http.c: what a request's head means, and what is refused in it. */
#include "check.h"
#include "server/http/http_parse.h"

#include <stdlib.h>

/* Parses a copy that ends where the text ends. What the request points to is kept until the next
 * one. */
static int parse(const char *text, size_t len, http_request *request)
{
    static char *kept;
    free(kept);
    kept = malloc(len);
    memcpy(kept, text, len);
    return http_head_parse(kept, len, request);
}

TEST(a_head_ends_with_its_empty_line)
{
    static const char head[] = "GET / HTTP/1.1\r\nA: b\r\n\r\nrest";
    for (size_t len = 0; len < sizeof head; len++)
        for (size_t before = 0; before <= len; before++) {
            size_t scanned = 0;
            check_case("%zu of %zu bytes", before, len);
            size_t first = http_head_end(head, before, &scanned);
            CHECK_EQ_INT(first, before >= 24 ? 24 : 0);
            if (first == 0) {
                CHECK_EQ_INT(scanned, before);
                CHECK_EQ_INT(http_head_end(head, len, &scanned), len >= 24 ? 24 : 0);
            }
        }
    check_case("%s", "");
    size_t scanned = 0;
    CHECK_EQ_INT(http_head_end("\r\n\r\n", 4, &scanned), 4);
    scanned = 0;
    CHECK_EQ_INT(http_head_end("\r\r\n\r\n", 5, &scanned), 5);
}

TEST(first_lines)
{
    static const struct {
        const char *line;
        int status;
        http_method method;
        const char *path, *query, *host;
    } rows[] = {
        {"GET / HTTP/1.1", 0, HTTP_GET, "/", "", "h"},
        {"HEAD /a?b=c HTTP/1.1", 0, HTTP_HEAD, "/a", "b=c", "h"},
        {"POST /a?b?c HTTP/1.0", 0, HTTP_POST, "/a", "b?c", "h"},
        {"PUT /a? HTTP/1.1", 0, HTTP_OTHER, "/a", "", "h"},
        {"get / HTTP/1.1", 0, HTTP_OTHER, "/", "", "h"},
        {"GET http://x.org/a?b HTTP/1.1", 0, HTTP_GET, "/a", "b", "x.org"},
        {"GET HTTPS://x.org:80 HTTP/1.1", 0, HTTP_GET, "/", "", "x.org:80"},
        {"GET http://x.org?q HTTP/1.1", 0, HTTP_GET, "/", "q", "x.org"},
        {"GET http://x/ HTTP/1.1", 0, HTTP_GET, "/", "", "x"},
        {"GET http:///a HTTP/1.1", 400, HTTP_GET, NULL, NULL, NULL},
        {"GET ftp://x/ HTTP/1.1", 400, HTTP_GET, NULL, NULL, NULL},
        {"GET a HTTP/1.1", 400, HTTP_GET, NULL, NULL, NULL},
        {"GET * HTTP/1.1", 400, HTTP_GET, NULL, NULL, NULL},
        {"GET  / HTTP/1.1", 400, HTTP_GET, NULL, NULL, NULL},
        {"GET / HTTP/1.1 ", 400, HTTP_GET, NULL, NULL, NULL},
        {" / HTTP/1.1", 400, HTTP_GET, NULL, NULL, NULL},
        {"GET /", 400, HTTP_GET, NULL, NULL, NULL},
        {"GET", 400, HTTP_GET, NULL, NULL, NULL},
        {"", 400, HTTP_GET, NULL, NULL, NULL},
        {"G\x01T / HTTP/1.1", 400, HTTP_GET, NULL, NULL, NULL},
        {"G(T / HTTP/1.1", 400, HTTP_GET, NULL, NULL, NULL},
        {"GET /a#b HTTP/1.1", 400, HTTP_GET, NULL, NULL, NULL},
        {"GET /\x7F HTTP/1.1", 400, HTTP_GET, NULL, NULL, NULL},
        {"GET /\x7E HTTP/1.1", 0, HTTP_GET, "/~", "", "h"},
        {"GET /! HTTP/1.1", 0, HTTP_GET, "/!", "", "h"},
        {"GET /\xC3 HTTP/1.1", 400, HTTP_GET, NULL, NULL, NULL},
        {"GET /\t HTTP/1.1", 400, HTTP_GET, NULL, NULL, NULL},
        {"GET / HTTP/2.0", 505, HTTP_GET, NULL, NULL, NULL},
        {"GET / HTTP/1.2", 505, HTTP_GET, NULL, NULL, NULL},
        {"GET / http/1.1", 400, HTTP_GET, NULL, NULL, NULL},
        {"GET / HTTP/", 505, HTTP_GET, NULL, NULL, NULL},
        {"GET / HTTQ/1.1", 400, HTTP_GET, NULL, NULL, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char head[200];
        http_request request;
        int len = snprintf(head, sizeof head, "%s\r\nHost: h\r\n\r\n", rows[i].line);
        check_case("row %zu: %s", i, rows[i].line);
        int status = parse(head, (size_t)len, &request);
        CHECK_EQ_INT(status, rows[i].status);
        if (status != 0)
            continue;
        CHECK_EQ_INT(request.method, rows[i].method);
        CHECK_EQ_TEXT(request.path, rows[i].path);
        CHECK_EQ_TEXT(request.query, rows[i].query);
        CHECK_EQ_TEXT(request.host, rows[i].host);
        bool http11 = rows[i].line[strlen(rows[i].line) - 1] == '1';
        CHECK(request.http11 == http11 && request.keep_alive == http11);
    }
    check_case("%s", "");
}

/* The status of a request with these fields, each with its CR LF. */
static int with(const char *fields, http_request *request)
{
    char head[9000];
    int len = snprintf(head, sizeof head, "POST / HTTP/1.1\r\nHost: h\r\n%s\r\n", fields);
    return parse(head, (size_t)len, request);
}

TEST(fields)
{
    static const struct {
        const char *fields;
        int status;
    } rows[] = {
        {"", 0},
        {"A:\r\n", 0},
        {"A: b\tc\r\n", 0},
        {"A: \x80\xFF\r\n", 0},
        {"!#$%&'*+-.^_`|~09azAZ: b\r\n", 0},
        {"A b: c\r\n", 400},
        {"A : c\r\n", 400},
        {": c\r\n", 400},
        {"A\r\n", 400},
        {"A(: c\r\n", 400},
        {" A: c\r\n", 400},
        {"A: b\r\n c\r\n", 400},
        {"A: b\nB: c\r\n", 400},
        {"A: b\rc\r\n", 400},
        {"A: \x1F\r\n", 400},
        {"A: \x7F\r\n", 400},
        {"Host: h\r\n", 400},
        {"Content-Length: 1048576\r\n", 0},
        {"Content-Length: 1048577\r\n", 413},
        {"Content-Length: 99999999999999999999\r\n", 413},
        {"Content-Length: +1\r\n", 400},
        {"Content-Length: 1 2\r\n", 400},
        {"Content-Length:\r\n", 400},
        {"Content-Length: 1\r\nContent-Length: 1\r\n", 400},
        {"Transfer-Encoding: chunked\r\n", 501},
        {"Transfer-Encoding: chunked\r\nContent-Length: 1\r\n", 400},
        {"Expect: 100-Continue\r\n", 0},
        {"Expect: 200-ok\r\n", 417},
    };
    http_request request;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_case("row %zu: %s", i, rows[i].fields);
        CHECK_EQ_INT(with(rows[i].fields, &request), rows[i].status);
    }
    check_case("%s", "");
    char many[9000] = "";
    for (int i = 0; i < HTTP_FIELD_LIMIT - 1; i++) /* Host is one, too */
        strcat(many, "A: b\r\n");
    CHECK_EQ_INT(with(many, &request), 0);
    strcat(many, "A: b\r\n");
    CHECK_EQ_INT(with(many, &request), 431);
    CHECK_EQ_INT(parse("GET / HTTP/1.1\r\n\r\n", 18, &request), 400); /* no Host */
    CHECK_EQ_INT(parse("GET / HTTP/1.0\r\n\r\n", 18, &request), 0);
    CHECK_EQ_INT(parse("GET / HTTP/1.0\r\nA: b\0c\r\n\r\n", 27, &request), 400);
    CHECK_EQ_INT(parse("\r\n\r\n", 4, &request), 400);
}

TEST(fields_are_kept)
{
    http_request request;
    CHECK_EQ_INT(with("Origin: \t o \t\r\nSec-Fetch-Site: s\r\nAUTHORIZATION: a\r\n"
                      "accept-language: l\r\nContent-Type: t\r\nIf-None-Match: n\r\n"
                      "Last-Event-ID: 7\r\nContent-Length: 12\r\nConnection: Close\r\n"
                      "Expect: 100-continue\r\n",
                      &request),
                 0);
    CHECK_EQ_TEXT(request.origin, "o");
    CHECK_EQ_TEXT(request.fetch_site, "s");
    CHECK_EQ_TEXT(request.authorization, "a");
    CHECK_EQ_TEXT(request.accept_language, "l");
    CHECK_EQ_TEXT(request.content_type, "t");
    CHECK_EQ_TEXT(request.if_none_match, "n");
    CHECK_EQ_TEXT(request.last_event_id, "7");
    CHECK_EQ_INT(request.body_len, 12);
    CHECK(!request.keep_alive && request.http11 && request.expects);
    CHECK(!request.gzip && !request.forwarded && !request.hop);
    for (const char *const *list =
             (const char *const[]){"close", "TE, close", "close,TE", "x ,\tCLOSE", NULL};
         *list != NULL; list++) {
        char field[64];
        snprintf(field, sizeof field, "Connection: %s\r\n", *list);
        CHECK_EQ_INT(with(field, &request), 0);
        CHECK(!request.keep_alive);
    }
    CHECK_EQ_INT(with("Connection: closed, not-close\r\n", &request), 0);
    CHECK(request.keep_alive);
    CHECK_EQ_INT(with("Connection: keep-alive\r\n", &request), 0);
    CHECK(request.keep_alive && !request.expects && request.body_len == 0);
    static const char *const forwarded[] = {"X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"};
    for (size_t i = 0; i < 4; i++) {
        char field[40];
        snprintf(field, sizeof field, "%s: x\r\n", forwarded[i]);
        CHECK(with(field, &request) == 0 && request.forwarded && !request.hop);
    }
    CHECK(with("Arbiter-Hop: x\r\n", &request) == 0 && request.hop && !request.forwarded);
    static const struct {
        const char *list;
        bool taken;
    } lists[] = {
        {"gzip", true},
        {"GZIP", true},
        {"br, gzip", true},
        {"gzip;q=1", true},
        {"gzip;q=0", false},
        {"gzip;q=0.0", false},
        {"gzip;q=0.01", true},
        {"gzip ; q=0, br", false},
        {"gzip, br;q=0", true},
        {"xgzip", false},
        {"gzipx", false},
        {"", false},
        {"*", false},
        {"br;q=1.0,gzip", true},
        {"gzip;q=0.5, x;q=0", true},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        char field[60];
        snprintf(field, sizeof field, "Accept-Encoding: %s\r\n", lists[i].list);
        check_case("%s", field);
        CHECK(with(field, &request) == 0 && request.gzip == lists[i].taken);
    }
    check_case("%s", "");
}

TEST(queries)
{
    static const struct {
        const char *query, *name, *value;
    } rows[] = {
        {"a=1", "a", "1"},
        {"b=2&a=1", "a", "1"},
        {"aa=2&a=1&b", "a", "1"},
        {"a=", "a", ""},
        {"a", "a", NULL},
        {"", "a", NULL},
        {"b=a=1", "a", NULL},
        {"ab=1", "a", NULL},
        {"a=1&a=2", "a", "1"},
        {"a=%41+%2b%7A%7a", "a", "A +zz"},
        {"a=%4", "a", NULL},
        {"a=%", "a", NULL},
        {"a=%4g", "a", NULL},
        {"a=%g4", "a", NULL},
        {"a=%:0", "a", NULL},
        {"a=%/0", "a", NULL},
        {"a=%60%40", "a", "`@"},
        {"a=%00", "a", NULL},
        {"a=%fF%Af", "a", "\xFF\xAF"},
        {"a=1234567", "a", "1234567"},
        {"a=12345678", "a", NULL},
        {"a=12345%37", "a", "123457"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char value[8];
        check_case("row %zu: %s", i, rows[i].query);
        bool found = http_query(rows[i].query, rows[i].name, value, sizeof value);
        CHECK_EQ_TEXT(found ? value : NULL, rows[i].value);
    }
    check_case("%s", "");
}

int main(void)
{
    RUN(a_head_ends_with_its_empty_line);
    RUN(first_lines);
    RUN(fields);
    RUN(fields_are_kept);
    RUN(queries);
    return check_result();
}
