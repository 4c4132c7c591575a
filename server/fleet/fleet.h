/* fleet.h: one of several servers that share a store: which of them answers for a game. Layer:
 * server.
 *
 * A request about a game that is not in memory waits until the store says whose the game is. It is
 * ours then, and is handled as if it came just now; or it is passed on to the owner, by one hop. */
#ifndef ARB_SERVER_FLEET_H
#define ARB_SERVER_FLEET_H

#include "server/app.h"

/* A request that waits, with a copy of all that it says. */
typedef struct parked {
    struct parked *next;
    http_conn *conn;
    int64_t game;      /* that it waits for, or 0 */
    uint64_t question; /* that it waits for, or 0 */
    http_request request;
    const char *body;
    bool misdirected; /* it was passed on, and came back */
    char texts[];
} parked;

/* Joins those that share the store; nothing happens where the store is this server's alone. False:
 * `why` says so. */
bool fleet_join(app *a, char *why, size_t cap);
void fleet_free(fleet *f);

/* Is the request to be handled here and now? `game` may be STORE_HOME. False: it waits, was passed
 * on, or was refused. */
bool fleet_admit(app *a, http_conn *conn, const http_request *request, const char *body,
                 int64_t game);
/* Handles the request again when the question that the store was just asked is answered. */
void fleet_wait(app *a, http_conn *conn, const http_request *request, const char *body,
                store_word word);
/* A new game, before app_create, that takes no step now: the server that is asked for it first
 * becomes its owner. A front that sends all requests about a game to one server knows its id only
 * when it has been made. */
void fleet_offer(const app *a, match *m);
/* Reads a game for the server itself. */
void fleet_want(app *a, int64_t game);
/* Some times a second: gives up what was passed on to a server that is gone, and leaves when all is
 * written. */
void fleet_tick(app *a);
/* Has it given its games back? */
bool fleet_has_left(const app *a);

/* ---- hop.c ---- */

typedef struct hops hops;

hops *hops_new(app *a);
void hops_free(hops *h);
/* Passes a request on to a server and its answer back. Takes over `p`. */
void hops_pass(hops *h, parked *p, int64_t owner, const char *address);
void hops_tick(hops *h);
/* The owner says that he is none: `p` is the fleet's again. */
void fleet_misdirected(app *a, parked *p);
void fleet_refuse(app *a, parked *p, const char *detail);

#endif
