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
    const char *engines[SERVER_ENGINE_LIMIT]; /* programs that games may be played against */
    size_t engine_count;
    const char *advertise;        /* an address by which other servers reach it, or NULL */
    const char *host;             /* a name that the server goes by, or NULL */
    proxy_list proxies;           /* who may speak for others */
    bool open;                    /* lists and counts are for everybody */
    size_t think_ms;              /* time of an engine for a move while others wait */
    size_t disk_mb;               /* the most disk space for games */
    size_t expire_days;           /* after which a game without a result is taken off the disk */
    size_t games_per_hour;        /* of one address */
    size_t connection_limit;      /* of one address */
    bool (*ready)(unsigned port); /* says where the server is; false: it could not, errno */
} server_options;

/* Copies a store, also one that a server uses, to a file of its own. False: `why` says so. */
bool server_backup(const char *path, const char *to, char *why, size_t cap);

typedef struct {
    size_t games, steps, requests, damaged;
    size_t records, damaged_records; /* tokens, accounts and their scores, who plays which game */
} store_copied;

/* Copies all games and accounts of a store to an empty one of any kind, reads both again and
 * compares them. */
bool server_copy(const char *from, const char *to, store_copied *done, char *why, size_t cap);

/* ---- tokens, also of a store that a server uses (server_tokens.c) ---- */

enum { SERVER_TOKEN_LIMIT = 32 }; /* with its NUL */
/* Makes a token for the account of that name, which is made if there is none. */
bool server_token_add(const char *path, const char *name, bool bot, char token[SERVER_TOKEN_LIMIT],
                      char *why, size_t cap);
/* Called for each token; `made` is in milliseconds since 1970. */
typedef void server_token_listener(void *context, const char *id, const char *name, bool bot,
                                   long long made);
bool server_token_list(const char *path, server_token_listener *listener, void *context, char *why,
                       size_t cap);
/* Revokes the token of that id, or all of that name: how many, or -1. */
int server_token_revoke(const char *path, const char *which, char *why, size_t cap);

/* ---- a match that a running server shows (report_client.c) ---- */

typedef struct server_report server_report;
/* `url` is http://… of a server. NULL: it is no such address, or a process could not be started. */
server_report *server_report_open(const char *url, const char *token);
/* Sends the state of the match, in the form of POST /api/bots/match. Never waits, except for the
 * last one. */
void server_report_send(server_report *r, const char *json, size_t len, bool last);
/* Waits until the last one was sent, some seconds at most. */
void server_report_close(server_report *r);

/* Runs until SIGTERM, SIGINT or SIGHUP. False: `why` says so. */
bool server_run(const server_options *options, char *why, size_t cap);

#endif
