/* fleet.h: one of several servers that share a store: which of them answers for a game. Layer:
 * server.
 *
 * A request about a game that is not in memory waits until the store says which server owns the
 * game. If it is this one, the request is handled as if it came just now; otherwise it is passed on
 * to the owner, once. */
#ifndef ARB_SERVER_FLEET_H
#define ARB_SERVER_FLEET_H

#include "server/app.h"

/* A request that waits, with a copy of everything that it says. */
typedef struct parked {
    struct parked *next;
    http_conn *conn;
    int64_t game;      /* the game that it waits for, or 0 */
    uint64_t question; /* the question that it waits for, or 0 */
    http_request request;
    const char *body;
    bool misdirected; /* the server that it was passed on to did not own the game */
    char texts[];
} parked;

/* Joins the servers that share the store; does nothing if the store belongs to this server alone.
 * Returns false if it cannot; `why` says why. */
bool fleet_join(app *a, char *why, size_t cap);
void fleet_free(fleet *f);

/* May the request be handled here and now? `game` may be STORE_HOME. If not, it waits, was passed
 * on, or was refused. */
bool fleet_admit(app *a, http_conn *conn, const http_request *request, const char *body,
                 int64_t game);
/* Handles the request again as soon as the question that the store was just asked is answered. */
void fleet_wait(app *a, http_conn *conn, const http_request *request, const char *body,
                store_word word);
/* Marks a new game, before app_create, that takes no step now: the server that is asked for it
 * first becomes its owner. A load balancer that sends all requests about a game to one server does
 * not know the id before the game exists. */
void fleet_offer(const app *a, match *m);
/* Reads a game for the server itself. */
void fleet_want(app *a, int64_t game);
/* Runs some times a second: gives up requests that were passed on to a server that is gone, and
 * leaves when everything is written. */
void fleet_tick(app *a);
/* Has this server given its games back? */
bool fleet_has_left(const app *a);

/* ---- hop.c ---- */

typedef struct hops hops;

hops *hops_new(app *a);
void hops_free(hops *h);
/* Passes a request on to another server and its answer back to the client. Takes over `p`. */
void hops_pass(hops *h, parked *p, int64_t owner, const char *address);
void hops_tick(hops *h);
/* The other server says that it does not own the game: `p` is the fleet's again. */
void fleet_misdirected(app *a, parked *p);
void fleet_refuse(app *a, parked *p, const char *detail);

#endif
