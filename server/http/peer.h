/* peer.h: what one address may take. Layer: server. Knows no chess.
 *
 * An address of IPv6 counts by its first 64 bits, which is what one customer has; one of IPv4 by
 * itself, also where a socket of IPv6 took its connection. */
#ifndef ARB_SERVER_PEER_H
#define ARB_SERVER_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum {
    PEER_TABLE = 1024,
    PEER_GAMES_MS = 3600 * 1000,
    PEER_TURN_US = 2000,     /* of processor time, before the next address has its turn */
    PEER_DEBT_US = 2000000,  /* the most that is remembered */
    PEER_HELD = 8 << 20,     /* bytes that wait for its clients */
    PEER_WORK = 16 << 20,    /* that an address may be behind with */
    PEER_WORK_A_MS = 4 << 10 /* that it is forgiven */
};

typedef struct http_peer {
    struct http_peer *next;
    uint8_t address[17]; /* family, then its bytes */
    size_t connections;
    size_t games; /* created since `began` */
    int64_t began;
    size_t held;     /* bytes that its clients have not taken yet */
    int64_t turn_us; /* processor time that it may still take in its turn; less than 0: it owes */
    struct http_conn *ready, *ready_last; /* connections with something to do */
    struct http_peer *ready_next;
    bool is_ready; /* in the server's ring */
    size_t work;   /* that it has made, less what was forgiven until `work_at` */
    int64_t work_at;
} http_peer;

typedef struct {
    http_peer *table[PEER_TABLE];
} http_peers;

/* Counts a new connection of an address. NULL if there is no memory. */
http_peer *http_peer_enter(http_peers *peers, const struct sockaddr *address);
void http_peer_leave(http_peer *peer);
/* May it make one more game this hour? */
bool http_peer_may_make(http_peer *peer, size_t limit, int64_t now);
/* Large requests and answers are work, about as many units as bytes are written for it. Who has
 * made too much of it waits until that is forgiven. */
void http_peer_works(http_peer *peer, size_t work, int64_t now);
bool http_peer_is_tired(http_peer *peer, int64_t now);
/* A hash of the address. */
uint64_t http_peer_number(const http_peer *peer);
/* Charges processor time to the address. */
void http_peer_charge(http_peer *peer, int64_t us);
/* Forgets those who hold nothing and owe nothing. */
void http_peers_sweep(http_peers *peers, int64_t now);
void http_peers_free(http_peers *peers);

#endif
