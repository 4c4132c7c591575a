/* match_events.h: a game under an arbiter's regulations. Layer: server. */
#ifndef ARB_SERVER_MATCH_EVENTS_H
#define ARB_SERVER_MATCH_EVENTS_H

#include "server/match.h"

/* The step "regulations NAME": the first of a game that has any. False if the rule set does not
 * follow the Laws. */
bool match_regulate(match *m, const char *name);
/* One step of such a game, as an event for the arbiter's log. */
bool match_apply_event(match *m, const char *what);

/* match.c: room for one ply more; the entry of a ply that has been played, from the position before
 * it and as many entries of the history as there were. */
bool match_room(match *m);
bool match_note_ply(match *m, const arb_position *before, arb_move move, size_t entries);

#endif
