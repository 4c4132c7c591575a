/* http_parse.h: the bytes of one HTTP/1.1 request, strictly read. Layer: server. Knows no sockets.
 *
 * What two programs could read in two ways is refused: bare line feeds, folded lines, blanks before
 * a colon, two lengths, a transfer coding. */
#ifndef ARB_SERVER_HTTP_PARSE_H
#define ARB_SERVER_HTTP_PARSE_H

#include <stdbool.h>
#include <stddef.h>

enum { HTTP_HEAD_LIMIT = 8192, HTTP_BODY_LIMIT = 1 << 20, HTTP_FIELD_LIMIT = 64 };

typedef enum { HTTP_GET, HTTP_HEAD, HTTP_POST, HTTP_OTHER } http_method;

/* Texts point into the request's bytes; a field that is not there is NULL. */
typedef struct {
    http_method method;
    const char *path;
    const char *query; /* behind the '?', or "" */
    const char *host;
    const char *origin;
    const char *fetch_site;
    const char *authorization;
    const char *content_type;
    const char *if_none_match;
    const char *accept_language;
    const char *last_event_id;
    bool gzip;      /* takes answers that are packed so */
    bool forwarded; /* somebody says that he speaks for another */
    bool hop;       /* another server of the same store passes it on */
    bool http11;
    bool keep_alive;
    bool expects; /* waits for "100 Continue" */
    size_t body_len;
} http_request;

/* The length of the head with its empty line, or 0 if it has not arrived. `scanned` remembers what
 * was looked at before. */
size_t http_head_end(const char *bytes, size_t len, size_t *scanned);

/* Reads a whole head, which is cut into strings in place. 0, or the status that refuses it. */
int http_head_parse(char *head, size_t len, http_request *request);

/* The value of a query parameter, decoded; false if there is none or it does not fit. */
bool http_query(const char *query, const char *name, char *buf, size_t cap);

#endif
