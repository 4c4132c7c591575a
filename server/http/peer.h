/* peer.h: limits what one address may use. Layer: server. Knows no chess.
 *
 * An IPv6 address counts by its first 64 bits, which is what one customer has; an IPv4 address
 * counts as a whole, even if an IPv6 socket accepted its connection. */
#ifndef ARB_SERVER_PEER_H
#define ARB_SERVER_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum {
    PEER_TABLE = 1024,
    PEER_GAMES_MS = 3600 * 1000,
    PEER_TURN_US = 2000,     /* processor time of one turn, before the next address has its turn */
    PEER_DEBT_US = 2000000,  /* the most debt that is remembered */
    PEER_HELD = 8 << 20,     /* bytes that may wait for the clients of one address */
    PEER_WORK = 16 << 20,    /* the work that one address may owe */
    PEER_WORK_A_MS = 4 << 10 /* the work that is forgiven each millisecond */
};

typedef struct http_peer {
    struct http_peer *next;
    uint8_t address[17]; /* the family, then the bytes of the address */
    size_t connections;
    size_t games; /* games created since `began` */
    int64_t began;
    size_t held;                          /* bytes that its clients have not received yet */
    int64_t turn_us;                      /* processor time left in its turn; below 0: the debt */
    struct http_conn *ready, *ready_last; /* connections with something to do, as a list */
    struct http_peer *ready_next;
    bool is_ready; /* the address is queued in the server */
    size_t work;   /* the work that it owes, with what was forgiven until `work_at` taken off */
    int64_t work_at;
} http_peer;

typedef struct {
    http_peer *table[PEER_TABLE];
} http_peers;

/* Counts a new connection of an address. Returns NULL if there is no memory. */
http_peer *http_peer_enter(http_peers *peers, const struct sockaddr *address);
void http_peer_leave(http_peer *peer);
/* May the address create one more game this hour? */
bool http_peer_may_make(http_peer *peer, size_t limit, int64_t now);
/* Charges work to the address: for large requests and answers, about one unit for each byte
 * written. An address that owes too much waits until enough is forgiven. */
void http_peer_works(http_peer *peer, size_t work, int64_t now);
bool http_peer_is_tired(http_peer *peer, int64_t now);
/* A hash of the address. */
uint64_t http_peer_number(const http_peer *peer);
/* Charges processor time to the address. */
void http_peer_charge(http_peer *peer, int64_t us);
/* Forgets addresses that hold nothing and owe nothing. */
void http_peers_sweep(http_peers *peers, int64_t now);
void http_peers_free(http_peers *peers);

#endif
