/* peer.c: limits what one address may use. Layer: server. */
#include "server/http/peer.h"

#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

static void key_of(const struct sockaddr *address, uint8_t key[17])
{
    memset(key, 0, 17);
    if (address->sa_family == AF_INET) {
        key[0] = 4;
        memcpy(key + 1, &((const struct sockaddr_in *)(const void *)address)->sin_addr, 4);
    } else if (address->sa_family == AF_INET6) {
        const struct in6_addr *six =
            &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
        bool mapped = IN6_IS_ADDR_V4MAPPED(six); /* an IPv4 client on an IPv6 socket */
        key[0] = mapped ? 4 : 6;
        memcpy(key + 1, six->s6_addr + (mapped ? 12 : 0), mapped ? 4 : 8);
    }
}

static size_t slot_of(const uint8_t key[17])
{
    uint32_t hash = 2166136261u;
    for (int i = 0; i < 17; i++)
        hash = (hash ^ key[i]) * 16777619u;
    return hash % PEER_TABLE;
}

http_peer *http_peer_enter(http_peers *peers, const struct sockaddr *address)
{
    uint8_t key[17];
    key_of(address, key);
    http_peer **slot = &peers->table[slot_of(key)];
    http_peer *peer = *slot;
    while (peer != NULL && memcmp(peer->address, key, sizeof key) != 0)
        peer = peer->next;
    if (peer == NULL) {
        peer = calloc(1, sizeof *peer);
        if (peer == NULL)
            return NULL;
        memcpy(peer->address, key, sizeof key);
        peer->next = *slot;
        *slot = peer;
    }
    peer->connections++;
    return peer;
}

void http_peer_leave(http_peer *peer)
{
    peer->connections--;
}

bool http_peer_may_make(http_peer *peer, size_t limit, int64_t now)
{
    if (now - peer->began >= PEER_GAMES_MS) {
        peer->began = now;
        peer->games = 0;
    }
    return peer->games < limit;
}

void http_peer_works(http_peer *peer, size_t work, int64_t now)
{
    size_t forgiven = (size_t)(now - peer->work_at) * PEER_WORK_A_MS;
    peer->work = (peer->work > forgiven ? peer->work - forgiven : 0) + work;
    peer->work_at = now;
}

bool http_peer_is_tired(http_peer *peer, int64_t now)
{
    if (peer->work == 0)
        return false;
    http_peer_works(peer, 0, now);
    return peer->work > PEER_WORK;
}

uint64_t http_peer_number(const http_peer *peer)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < sizeof peer->address; i++)
        hash = (hash ^ peer->address[i]) * 1099511628211u;
    return hash;
}

void http_peer_charge(http_peer *peer, int64_t us)
{
    peer->turn_us -= us;
    if (peer->turn_us < -PEER_DEBT_US)
        peer->turn_us = -PEER_DEBT_US;
}

/* Does the address still owe work or time? */
static bool owes(http_peer *peer, int64_t now)
{
    http_peer_works(peer, 0, now);
    if (peer->turn_us < 0) /* about half of one processor's time is forgiven */
        peer->turn_us += 500000;
    return peer->work > 0 || peer->turn_us < 0;
}

void http_peers_sweep(http_peers *peers, int64_t now)
{
    for (size_t i = 0; i < PEER_TABLE; i++)
        for (http_peer **link = &peers->table[i]; *link != NULL;) {
            http_peer *peer = *link;
            bool queued = peer->is_ready; /* by a client that left before its turn */
            if (peer->connections == 0 && !queued && now - peer->began >= PEER_GAMES_MS &&
                !owes(peer, now)) {
                *link = peer->next;
                free(peer);
            } else {
                link = &peer->next;
            }
        }
}

void http_peers_free(http_peers *peers)
{
    for (size_t i = 0; i < PEER_TABLE; i++)
        while (peers->table[i] != NULL) {
            http_peer *peer = peers->table[i];
            peers->table[i] = peer->next;
            free(peer);
        }
}
