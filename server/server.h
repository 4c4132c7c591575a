/* server.h: the server as the command sees it. Layer: server. */
#ifndef ARB_SERVER_SERVER_H
#define ARB_SERVER_SERVER_H

#include "server/http/proxy.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    SERVER_ENGINE_LIMIT = 8,
    SERVER_ENGINE_NAME_LIMIT = 65, /* with its NUL; in the API and the store */
    SERVER_HOST_LIMIT = 8
};

typedef struct {
    const char *listen;
    unsigned port;
    const char *store;
    const char *engines[SERVER_ENGINE_LIMIT]; /* programs that people may play against */
    size_t engine_count;
    const char *advertise;        /* an address by which other servers reach it, or NULL */
    const char *host;             /* a host name of the server, or NULL */
    proxy_list proxies;           /* the proxies that may name other clients */
    bool open;                    /* lists and counts are visible to everyone */
    size_t think_ms;              /* an engine's time for a move while other games wait */
    size_t disk_mb;               /* the most disk space that games may take */
    size_t expire_days;           /* days until a game without a result is deleted */
    size_t games_per_hour;        /* new games that one address may create */
    size_t connection_limit;      /* connections that one address may have */
    bool (*ready)(unsigned port); /* is told where the server listens; returns false if it failed,
                                     with errno */
} server_options;

/* Copies a store to a file of its own, even while a server uses it. Returns false if it cannot;
 * `why` says why. */
bool server_backup(const char *path, const char *to, char *why, size_t cap);

typedef struct {
    size_t games, steps, requests, damaged;
    size_t records, damaged_records; /* tokens, accounts, scores, and who plays which game */
} store_copied;

/* Copies all games and accounts of a store to an empty one of any kind, then reads both again and
 * compares them. */
bool server_copy(const char *from, const char *to, store_copied *done, char *why, size_t cap);

/* ---- tokens, even while a server uses the store (server_tokens.c) ---- */

enum { SERVER_TOKEN_LIMIT = 32 }; /* with the NUL */
/* Makes a token for the account of that name; the account is made if there is none. */
bool server_token_add(const char *path, const char *name, bool bot, char token[SERVER_TOKEN_LIMIT],
                      char *why, size_t cap);
/* Receives each token; `made` is in milliseconds since 1970. */
typedef void server_token_listener(void *context, const char *id, const char *name, bool bot,
                                   long long made);
bool server_token_list(const char *path, server_token_listener *listener, void *context, char *why,
                       size_t cap);
/* Revokes the token of that id, or all tokens of that name. Returns how many, or -1. */
int server_token_revoke(const char *path, const char *which, char *why, size_t cap);

/* ---- a match that a running server shows (report_client.c) ---- */

typedef struct server_report server_report;
/* Begins to report to the server at `url` (http://…). Returns NULL if that is not such an address
 * or if a process could not be started. */
server_report *server_report_open(const char *url, const char *token);
/* Sends the state of the match, in the form of POST /api/bots/match. It waits for nothing, except
 * when it sends the last report. */
void server_report_send(server_report *r, const char *json, size_t len, bool last);
/* Waits until the last report was sent, for some seconds at most. */
void server_report_close(server_report *r);

/* Runs until SIGTERM, SIGINT or SIGHUP. Returns false if the server failed; `why` says why. */
bool server_run(const server_options *options, char *why, size_t cap);

#endif
