/* http_parse.c: parses one HTTP/1.1 request, strictly. Layer: server. */
#include "server/http/http_parse.h"

#include "common/number.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

size_t http_head_end(const char *bytes, size_t len, size_t *scanned)
{
    size_t at = *scanned > 3 ? *scanned - 3 : 0;
    for (;;) {
        const char *cr = len - at >= 4 ? memchr(bytes + at, '\r', len - at - 3) : NULL;
        if (cr == NULL) {
            *scanned = len;
            return 0;
        }
        if (memcmp(cr, "\r\n\r\n", 4) == 0)
            return (size_t)(cr - bytes) + 4;
        at = (size_t)(cr - bytes) + 1;
    }
}

/* May the character be part of a token (RFC 9110)? */
static bool is_token(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           (c != '\0' && strchr("!#$%&'*+.^_`|~", c) != NULL);
}

static bool is_value(const char *text)
{
    for (; *text != '\0'; text++)
        if (((unsigned char)*text < ' ' && *text != '\t') || *text == 127)
            return false;
    return true;
}

/* Returns the next line without its CR LF, or NULL if it contains a stray CR, LF or NUL. */
static char *next_line(char **at, const char *end)
{
    char *line = *at;
    char *stop = memchr(line, '\r', (size_t)(end - line));
    if (stop == NULL || stop + 1 >= end || stop[1] != '\n' ||
        memchr(line, '\n', (size_t)(stop - line)) || memchr(line, '\0', (size_t)(stop - line)))
        return NULL;
    *stop = '\0';
    *at = stop + 2;
    return line;
}

/* Takes a target: "/path?query", or "http://host/path?query" (RFC 9112, 3.2.2), whose host goes to
 * *authority. */
static bool take_target(char *target, http_request *request, const char **authority)
{
    char *scheme_end = strstr(target, "://"), *path = target;
    size_t scheme = scheme_end != NULL ? (size_t)(scheme_end - target) : 0;
    if ((scheme == 4 && strncasecmp(target, "http", 4) == 0) ||
        (scheme == 5 && strncasecmp(target, "https", 5) == 0)) {
        char *host = scheme_end + 3;
        size_t len = strcspn(host, "/?");
        if (len == 0)
            return false;
        path = host + len;
        memmove(host - 1, host, len); /* one byte back, so that a NUL fits before the path */
        host[len - 1] = '\0';
        *authority = host - 1;
    } else if (target[0] != '/') {
        return false;
    }
    char *query = strchr(path, '?');
    if (query != NULL)
        *query++ = '\0';
    request->path = path[0] != '\0' ? path : "/";
    request->query = query != NULL ? query : "";
    return true;
}

/* Parses "GET /path?query HTTP/1.1". */
static int parse_first_line(char *line, http_request *request, const char **authority)
{
    static const char *const names[] = {"GET", "HEAD", "POST"};
    char *target = strchr(line, ' ');
    char *version = target != NULL ? strchr(target + 1, ' ') : NULL;
    if (target == NULL || version == NULL || strchr(version + 1, ' ') != NULL)
        return 400;
    *target++ = '\0';
    *version++ = '\0';
    if (line[0] == '\0')
        return 400;
    for (const char *c = line; *c != '\0'; c++)
        if (!is_token(*c))
            return 400;
    for (const char *c = target; *c != '\0'; c++)
        if ((unsigned char)*c <= ' ' || (unsigned char)*c >= 127 || *c == '#')
            return 400;
    if (strncmp(version, "HTTP/", 5) != 0)
        return 400;
    if (strcmp(version, "HTTP/1.1") != 0 && strcmp(version, "HTTP/1.0") != 0)
        return 505;
    request->method = HTTP_OTHER;
    for (int i = 0; i < 3; i++)
        if (strcmp(line, names[i]) == 0)
            request->method = (http_method)i;
    request->http11 = request->keep_alive = version[7] == '1';
    return take_target(target, request, authority) ? 0 : 400;
}

typedef struct {
    const char *content_length, *transfer_encoding, *connection, *expect;
} framing;

/* Takes a field that may occur only once. */
static bool take(const char **place, const char *value)
{
    if (*place != NULL)
        return false;
    *place = value;
    return true;
}

/* Does the list contain gzip with a weight other than 0: "gzip, deflate, br", "gzip;q=1.0"? */
static bool takes_gzip(const char *value)
{
    while (*value != '\0') {
        value += strspn(value, ", \t");
        size_t len = strcspn(value, ",");
        size_t name = strcspn(value, ",; \t");
        if (name == 4 && strncasecmp(value, "gzip", 4) == 0) {
            const char *weight = strstr(value, "q=");
            return weight == NULL || weight > value + len ||
                   strspn(weight + 2, "0.") < strcspn(weight + 2, ", \t");
        }
        value += len;
    }
    return false;
}

/* Does the list hold the word: "close", "TE, close"? */
static bool holds_word(const char *list, const char *word)
{
    size_t wanted = strlen(word);
    for (;;) {
        list += strspn(list, ", \t");
        size_t len = strcspn(list, ", \t");
        if (len == 0)
            return false;
        if (len == wanted && strncasecmp(list, word, len) == 0)
            return true;
        list += len;
    }
}

/* Is the field's name the wanted one, which is in small letters? The lengths are compared first;
 * that of the wanted name is known when this is compiled. */
static inline bool is_named(const char *name, size_t len, const char *wanted)
{
    return len == strlen(wanted) && strncasecmp(name, wanted, len) == 0;
}

/* Where the value of a field is kept that may occur only once; NULL for other fields. */
static const char **place_of(http_request *request, framing *frame, const char *name, size_t len)
{
    return is_named(name, len, "host")                ? &request->host
           : is_named(name, len, "content-length")    ? &frame->content_length
           : is_named(name, len, "transfer-encoding") ? &frame->transfer_encoding
           : is_named(name, len, "connection")        ? &frame->connection
           : is_named(name, len, "expect")            ? &frame->expect
           : is_named(name, len, "origin")            ? &request->origin
           : is_named(name, len, "sec-fetch-site")    ? &request->fetch_site
           : is_named(name, len, "authorization")     ? &request->authorization
           : is_named(name, len, "accept-language")   ? &request->accept_language
           : is_named(name, len, "content-type")      ? &request->content_type
           : is_named(name, len, "if-none-match")     ? &request->if_none_match
           : is_named(name, len, "last-event-id")     ? &request->last_event_id
                                                      : NULL;
}

static bool take_field(http_request *request, framing *frame, const char *name, size_t len,
                       const char *value)
{
    const char **place = place_of(request, frame, name, len);
    if (place != NULL)
        return take(place, value);
    if (is_named(name, len, "x-forwarded-for") || is_named(name, len, "forwarded") ||
        is_named(name, len, "via") || is_named(name, len, "x-real-ip"))
        request->forwarded = true;
    if (is_named(name, len, "accept-encoding") && takes_gzip(value))
        request->gzip = true;
    if (is_named(name, len, "arbiter-hop"))
        request->hop = true;
    return true;
}

/* Parses "Name: value"; blanks are allowed only around the value. */
static bool parse_field(char *line, http_request *request, framing *frame)
{
    char *colon = line;
    while (is_token(*colon))
        colon++;
    if (colon == line || *colon != ':')
        return false;
    *colon = '\0';
    char *value = colon + 1 + strspn(colon + 1, " \t");
    size_t len = strlen(value);
    while (len > 0 && (value[len - 1] == ' ' || value[len - 1] == '\t'))
        value[--len] = '\0';
    return is_value(value) && take_field(request, frame, line, (size_t)(colon - line), value);
}

static int frame_body(http_request *request, const framing *frame, bool http11)
{
    if (frame->transfer_encoding != NULL)
        return frame->content_length != NULL ? 400 : 501;
    const char *length = frame->content_length;
    if (length != NULL && (length[0] == '\0' || length[strspn(length, "0123456789")] != '\0'))
        return 400;
    uint64_t bytes = 0;
    if (length != NULL && !number_whole(length, HTTP_BODY_LIMIT, &bytes))
        return 413;
    request->body_len = (size_t)bytes;
    if (http11 && request->host == NULL)
        return 400;
    if (frame->connection != NULL && holds_word(frame->connection, "close"))
        request->keep_alive = false;
    if (frame->expect != NULL && strcasecmp(frame->expect, "100-continue") != 0)
        return 417;
    request->expects = frame->expect != NULL && http11;
    return 0;
}

int http_head_parse(char *head, size_t len, http_request *request)
{
    char *at = head;
    const char *end = head + len - 2; /* without the empty line */
    framing frame = {0};
    *request = (http_request){0};
    char *line = next_line(&at, end);
    const char *authority = NULL;
    int status = line != NULL ? parse_first_line(line, request, &authority) : 400;
    bool http11 = request->keep_alive;
    for (int count = 0; status == 0 && at < end; count++) {
        if (count == HTTP_FIELD_LIMIT)
            return 431;
        line = next_line(&at, end);
        if (line == NULL || !parse_field(line, request, &frame))
            status = 400;
    }
    if (status == 0)
        status = frame_body(request, &frame, http11);
    if (authority != NULL)
        request->host = authority; /* it counts in place of the field Host */
    return status;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 32);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool http_query(const char *query, const char *name, char *buf, size_t cap)
{
    size_t name_len = strlen(name), len = 0;
    while (strncmp(query, name, name_len) != 0 || query[name_len] != '=') {
        query = strchr(query, '&');
        if (query == NULL)
            return false;
        query++;
    }
    for (const char *c = query + name_len + 1; *c != '\0' && *c != '&'; c++) {
        char byte = *c == '+' ? ' ' : *c;
        if (*c == '%') {
            int high = hex_digit(c[1]), low = high >= 0 ? hex_digit(c[2]) : -1;
            if (low < 0)
                return false;
            byte = (char)(high * 16 + low);
            c += 2;
        }
        if (byte == '\0' || len + 1 >= cap)
            return false;
        buf[len++] = byte;
    }
    buf[len] = '\0';
    return true;
}
