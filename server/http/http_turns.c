/* http_turns.c: decides which request is handled next. Layer: server.
 *
 * Addresses take turns (deficit round robin): each may use some processor time, then the next one
 * has its turn. An address owes what it used beyond that, even after its connections end, and waits
 * while others have requests. If it is alone it gets all the time. An address that asks something
 * short and owes nothing is served before those that have had a turn and want more. */
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

/* Long requests wait behind short ones, because their cost is not known in advance. */
static bool is_long(const http_conn *conn)
{
    enum { SHORT = 2048 }; /* bytes, with the head that a browser sends */
    return conn->body != NULL || conn->len > SHORT;
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
        enqueue(peer->turn_us >= 0 && !is_long(conn) ? &server->fresh : &server->waiting, peer);
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

void http_server_worked(http_server *server, http_peer *peer, int64_t us)
{
    http_peer_charge(peer, us);
    if (us > server->longest_us)
        server->longest_us = us;
}

/* Measures the processor time of one request after the other. Asking the kernel for it takes longer
 * than parts of a request, so a short one is charged the time that has passed since the one before,
 * which the program can read by itself. A longer one was perhaps interrupted: then the kernel is
 * asked, and what the requests before it were charged is taken off. */
typedef struct {
    int64_t cpu;     /* when the kernel was asked last */
    int64_t charged; /* to requests since then */
    int64_t now;
} stopwatch;

static stopwatch begin_watch(void)
{
    return (stopwatch){.cpu = http_cpu_us(), .now = steady_us()};
}

/* Returns the processor time since the last call. */
static int64_t take_time(stopwatch *watch)
{
    enum { SHORT_US = 100 };
    int64_t now = steady_us(), used = now - watch->now;
    watch->now = now;
    watch->charged += used;
    if (used <= SHORT_US)
        return used;
    int64_t cpu = http_cpu_us();
    used += cpu - watch->cpu - watch->charged;
    watch->cpu = cpu;
    watch->charged = 0;
    return used > 0 ? used : 0;
}

/* Handles requests of one address until its time is up; or, if only short ones may run, until a
 * long one comes. Returns the time that was used. */
static int64_t take_turn(http_server *server, http_peer *peer, bool only_short, stopwatch *watch)
{
    int64_t all = 0;
    if (peer->turn_us < PEER_TURN_US)
        peer->turn_us += PEER_TURN_US;
    while (peer->ready != NULL && peer->turn_us > 0 && !(only_short && is_long(peer->ready))) {
        http_conn_work(take_conn(peer));
        int64_t used = take_time(watch);
        http_server_worked(server, peer, used);
        all += used;
    }
    return all;
}

/* Lets the addresses of one queue take turns until LOOP_US of processor time are used. */
static void take_turns(http_server *server, http_peers_queue *queue)
{
    enum { LOOP_US = 10000 }; /* after this time the loop looks at sockets, disk and clocks */
    stopwatch watch = begin_watch();
    for (int64_t left = LOOP_US; queue->first != NULL && left > 0;) {
        http_peer *peer = dequeue(queue);
        peer->connections++; /* keeps the peer alive when its last connection ends */
        left -= take_turn(server, peer, queue == &server->fresh, &watch);
        peer->connections--;
        if (peer->ready != NULL && !peer->is_ready)
            enqueue(&server->waiting, peer);
    }
}

void http_turns_run(evutil_socket_t fd, short what, void *context)
{
    enum { LEFT_OUT = 10 }; /* turns in a row in which the waiting addresses may be passed over */
    http_server *server = context;
    static const struct timeval soon;
    (void)fd;
    (void)what;
    server->in_turns = true;
    /* The answers to fresh addresses are on disk and sent before any waiting address has a turn. So
     * they are delayed by one request at most, though that may be the costliest that is allowed. */
    bool fresh = server->fresh.first != NULL && server->left_out < LEFT_OUT;
    server->left_out = fresh && server->waiting.first != NULL ? server->left_out + 1 : 0;
    take_turns(server, fresh ? &server->fresh : &server->waiting);
    server->in_turns = false;
    /* A timer is used because an event that is made active within its own call runs again before
     * the loop has looked at the sockets. */
    if (server->fresh.first != NULL || server->waiting.first != NULL)
        event_add(server->turns, &soon);
}
