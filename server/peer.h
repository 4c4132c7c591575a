/* peer.h: what one address may take. Layer: server. Knows no chess.
 *
 * An address of IPv6 counts by its first 64 bits, which is what one customer has. */
#ifndef ARB_SERVER_PEER_H
#define ARB_SERVER_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum {
    PEER_TABLE = 1024,
    PEER_GAMES_MS = 3600 * 1000,
    PEER_WORK = 16 << 20,    /* that an address may be behind with */
    PEER_WORK_A_MS = 4 << 10 /* that it is forgiven */
};

typedef struct http_peer {
    struct http_peer *next;
    uint8_t address[17]; /* family, then its bytes */
    size_t connections;
    size_t games; /* created since `began` */
    int64_t began;
    size_t work; /* that it has made, less what was forgiven until `work_at` */
    int64_t work_at;
} http_peer;

typedef struct {
    http_peer *table[PEER_TABLE];
} http_peers;

/* The address of a connection; one more counts. NULL if there is no memory. */
http_peer *http_peer_enter(http_peers *peers, const struct sockaddr *address);
void http_peer_leave(http_peer *peer);
/* May it make one more game this hour? */
bool http_peer_may_make(http_peer *peer, size_t limit, int64_t now);
/* Large requests and answers are work, about as many units as bytes are written for it. Who has
 * made too much of it waits until that is forgiven. */
void http_peer_works(http_peer *peer, size_t work, int64_t now);
bool http_peer_is_tired(http_peer *peer, int64_t now);
/* Forgets those who hold nothing. */
void http_peers_sweep(http_peers *peers, int64_t now);
void http_peers_free(http_peers *peers);

#endif
