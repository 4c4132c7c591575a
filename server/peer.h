/* peer.h: what one address may take. Layer: server. Knows no chess.
 *
 * An address of IPv6 counts by its first 64 bits, which is what one customer has. */
#ifndef ARB_SERVER_PEER_H
#define ARB_SERVER_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum { PEER_TABLE = 1024, PEER_GAMES_MS = 3600 * 1000 };

typedef struct http_peer {
    struct http_peer *next;
    uint8_t address[17]; /* family, then its bytes */
    size_t connections;
    size_t games; /* created since `began` */
    int64_t began;
} http_peer;

typedef struct {
    http_peer *table[PEER_TABLE];
} http_peers;

/* The address of a connection; one more counts. NULL if there is no memory. */
http_peer *http_peer_enter(http_peers *peers, const struct sockaddr *address);
void http_peer_leave(http_peer *peer);
/* May it make one more game this hour? */
bool http_peer_may_make(http_peer *peer, size_t limit, int64_t now);
/* Forgets those who hold nothing. */
void http_peers_sweep(http_peers *peers, int64_t now);
void http_peers_free(http_peers *peers);

#endif
