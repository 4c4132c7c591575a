/* peer_test.c: the account of an address outlives its connections for as long as somebody needs it.
 */
#include "server/http/peer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>

static int passed, failed;

static void check(bool holds, const char *what)
{
    *(holds ? &passed : &failed) += 1;
    if (!holds)
        printf("failed: %s\n", what);
}

static http_peer *enter(http_peers *peers, const char *text)
{
    struct sockaddr_in address = {.sin_family = AF_INET};
    inet_pton(AF_INET, text, &address.sin_addr);
    return http_peer_enter(peers, (struct sockaddr *)&address);
}

/* Is the account from before still there? Its number of games identifies it. */
static bool is_kept(http_peers *peers, const char *text, size_t mark)
{
    http_peer *peer = enter(peers, text);
    bool kept = peer->games == mark;
    http_peer_leave(peer);
    return kept;
}

int main(void)
{
    enum { MARK = 7 };
    const int64_t now = (int64_t)1000 * PEER_GAMES_MS;
    http_peers *peers = calloc(1, sizeof *peers);
    if (peers == NULL)
        return 1;

    http_peer *queued = enter(peers, "127.0.0.1");
    queued->games = MARK;
    queued->is_ready = true; /* its client left before its turn, but the queue still points to it */
    http_peer_leave(queued);
    http_peers_sweep(peers, now);
    check(is_kept(peers, "127.0.0.1", MARK), "an address in the queue is not forgotten");
    queued->is_ready = false;
    http_peers_sweep(peers, now);
    check(is_kept(peers, "127.0.0.1", 0), "one that nobody needs is");

    http_peer *owing = enter(peers, "127.0.0.2");
    owing->games = MARK;
    http_peer_charge(owing, 1200000);
    http_peer_leave(owing);
    http_peers_sweep(peers, now);
    http_peers_sweep(peers, now);
    check(is_kept(peers, "127.0.0.2", MARK), "one that owes processor time is remembered");
    http_peers_sweep(peers, now);
    check(is_kept(peers, "127.0.0.2", 0), "until it is forgiven, half a second for each");

    http_peer *maker = enter(peers, "127.0.0.3");
    check(http_peer_may_make(maker, 1, now), "a first game");
    maker->games = 1;
    http_peer_leave(maker);
    http_peers_sweep(peers, now + PEER_GAMES_MS - 1);
    check(!http_peer_may_make(enter(peers, "127.0.0.3"), 1, now + PEER_GAMES_MS - 1),
          "games count for an hour, whoever comes and goes");
    check(http_peer_may_make(maker, 1, now + PEER_GAMES_MS), "and not for longer");
    http_peer_leave(maker);

    http_peers_free(peers);
    free(peers);
    printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
