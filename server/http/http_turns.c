/* http_turns.c: whose request comes next. Layer: server.
 *
 * Addresses take turns (deficit round robin): each may use some processor time, then comes the
 * next. What one has used past that it owes, over connections that come and go, and it waits while
 * others have something to do. Alone it has all the time there is. Who comes with something new and
 * owes nothing is served before those who had their turn and want more. */
#include "common/steady_clock.h"
#include "server/http/http_conn.h"

#include <time.h>

int64_t http_cpu_us(void)
{
    return clock_ns(CLOCK_THREAD_CPUTIME_ID) / 1000;
}

static void enqueue(http_peers_queue *queue, http_peer *peer)
{
    peer->is_ready = true;
    peer->ready_next = NULL;
    *(queue->first != NULL ? &queue->last->ready_next : &queue->first) = peer;
    queue->last = peer;
}

static http_peer *dequeue(http_peers_queue *queue)
{
    http_peer *peer = queue->first;
    queue->first = peer->ready_next;
    peer->is_ready = false;
    return peer;
}

void http_turns_add(http_conn *conn)
{
    http_server *server = conn->server;
    http_peer *peer = conn->peer;
    if (conn->is_ready)
        return;
    conn->is_ready = true;
    conn->ready_next = NULL;
    *(peer->ready != NULL ? &peer->ready_last->ready_next : &peer->ready) = conn;
    peer->ready_last = conn;
    if (!peer->is_ready)
        enqueue(peer->turn_us >= 0 ? &server->fresh : &server->waiting, peer);
    if (!server->in_turns)
        event_active(server->turns, EV_TIMEOUT, 0);
}

void http_turns_remove(http_conn *conn)
{
    http_conn *before = NULL;
    if (!conn->is_ready)
        return;
    for (http_conn **link = &conn->peer->ready; *link != NULL; link = &(*link)->ready_next) {
        if (*link == conn) {
            *link = conn->ready_next;
            if (conn->peer->ready_last == conn)
                conn->peer->ready_last = before;
            break;
        }
        before = *link;
    }
    conn->is_ready = false;
}

static http_conn *take_conn(http_peer *peer)
{
    http_conn *conn = peer->ready;
    peer->ready = conn->ready_next;
    conn->is_ready = false;
    return conn;
}

/* Handles requests of one address until its time is up. */
static void take_turn(http_server *server, http_peer *peer)
{
    if (peer->turn_us < PEER_TURN_US)
        peer->turn_us += PEER_TURN_US;
    while (peer->ready != NULL && peer->turn_us > 0) {
        int64_t began = http_cpu_us();
        http_conn_work(take_conn(peer));
        int64_t used = http_cpu_us() - began;
        http_peer_charge(peer, used);
        if (used > server->longest_us)
            server->longest_us = used;
    }
}

void http_turns_run(evutil_socket_t fd, short what, void *context)
{
    enum { LOOP_US = 10000 }; /* then the loop looks at sockets, disk and clocks */
    http_server *server = context;
    static const struct timeval soon;
    int64_t end = http_cpu_us() + LOOP_US;
    (void)fd;
    (void)what;
    server->in_turns = true;
    /* Requests of fresh addresses are written to disk and answered before any address that waits
     * has a turn, but not twice in a row, so that those who wait go on, too. */
    bool fresh_alone = server->fresh.first != NULL && !server->left_out;
    server->left_out = fresh_alone && server->waiting.first != NULL;
    while (http_cpu_us() < end) {
        http_peers_queue *queue = server->fresh.first != NULL ? &server->fresh : &server->waiting;
        if (queue->first == NULL || (fresh_alone && queue == &server->waiting))
            break;
        http_peer *peer = dequeue(queue);
        peer->connections++; /* keeps the peer alive when its last connection ends */
        take_turn(server, peer);
        peer->connections--;
        if (peer->ready != NULL && !peer->is_ready)
            enqueue(&server->waiting, peer);
    }
    server->in_turns = false;
    /* By a timer: an event that is made active within its own call comes again before anybody has
     * looked at the sockets. */
    if (server->fresh.first != NULL || server->waiting.first != NULL)
        event_add(server->turns, &soon);
}
