/* server.h: the server as the command sees it. Layer: server. */
#ifndef ARB_SERVER_SERVER_H
#define ARB_SERVER_SERVER_H

#include <stdbool.h>
#include <stddef.h>

enum { SERVER_ENGINE_LIMIT = 8, SERVER_HOST_LIMIT = 8 };

typedef struct {
    const char *listen;
    unsigned port;
    const char *store;
    const char *engines[SERVER_ENGINE_LIMIT]; /* programs that games may be played against */
    size_t engine_count;
    const char *host;             /* a name that the server goes by, or NULL */
    size_t games_per_hour;        /* of one address */
    size_t connection_limit;      /* of one address */
    bool (*ready)(unsigned port); /* says where the server is; false: it could not, errno */
} server_options;

/* Runs until SIGTERM or SIGINT. False: `why` says so. */
bool server_run(const server_options *options, char *why, size_t cap);

#endif
