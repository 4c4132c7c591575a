/* change.h: a request that changes a game. Layer: server. */
#ifndef ARB_SERVER_CHANGE_H
#define ARB_SERVER_CHANGE_H

#include "server/api/api.h"

enum { BOTH = 3 };

/* A change that is being handled. */
typedef struct {
    call *c;
    match *m;
    json_t *json;
    const char *request;
    unsigned seats;
    arb_colour turn;
} change;

/* Reads what every change contains. Returns false if the request has been answered or there is
 * nothing to do. */
bool change_begin(change *g, call *c);
void change_refuse(const change *g, int status, const char *detail);
/* Takes the step and answers. */
void change_finish(change *g, const char *step);
/* Returns the side that acts: the one whose seat is held or, if both are, the side to move. */
arb_colour change_actor(const change *g);
void change_move(change *g);
void change_claim(change *g);
/* Does the action of that name: "resign", "offer-draw"… */
void change_act(change *g, const char *name);

#endif
