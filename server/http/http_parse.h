/* http_parse.h: parses one HTTP/1.1 request, strictly. Layer: server. Knows no sockets.
 *
 * Whatever two programs could read in two ways is refused: bare line feeds, folded lines, blanks
 * before a colon, two lengths, a transfer coding. */
#ifndef ARB_SERVER_HTTP_PARSE_H
#define ARB_SERVER_HTTP_PARSE_H

#include <stdbool.h>
#include <stddef.h>

enum { HTTP_HEAD_LIMIT = 8192, HTTP_BODY_LIMIT = 1 << 20, HTTP_FIELD_LIMIT = 64 };

typedef enum { HTTP_GET, HTTP_HEAD, HTTP_POST, HTTP_OTHER } http_method;

/* Texts point into the request's bytes; a field that is missing is NULL. */
typedef struct {
    http_method method;
    const char *path;
    const char *query; /* the text after the '?', or "" */
    const char *host;  /* of an absolute target, else of the field Host */
    const char *origin;
    const char *fetch_site;
    const char *authorization;
    const char *content_type;
    const char *if_none_match;
    const char *accept_language;
    const char *last_event_id;
    bool gzip;      /* the client accepts answers packed by gzip */
    bool forwarded; /* a header names another client than the sender */
    bool hop;       /* another server of the same store passes the request on */
    bool http11;
    bool keep_alive;
    bool expects; /* the client waits for "100 Continue" */
    size_t body_len;
} http_request;

/* The length of the head with its empty line; 0 if it is not complete. `scanned` remembers how far
 * earlier calls have looked. */
size_t http_head_end(const char *bytes, size_t len, size_t *scanned);

/* Parses a whole head and cuts it into strings in place. Returns 0, or the status that refuses
 * it. */
int http_head_parse(char *head, size_t len, http_request *request);

/* Reads the value of a query parameter, decoded. Returns false if there is none or it does not
 * fit. */
bool http_query(const char *query, const char *name, char *buf, size_t cap);

#endif
