/* match_events.h: a game under an arbiter's regulations. Layer: server. */
#ifndef ARB_SERVER_MATCH_EVENTS_H
#define ARB_SERVER_MATCH_EVENTS_H

#include "server/match/match.h"

/* Takes the step "regulations NAME", which must be the first of a game. Returns false if the rule
 * set does not follow the Laws. */
bool match_regulate(match *m, const char *name);
/* Takes one step of such a game, as an event for the arbiter's log. */
bool match_apply_event(match *m, const char *what);

/* Defined in match.c: makes room for one more ply; adds the entry of a ply that has been played,
 * given the position before it and how many entries the game's history had then. */
bool match_room(match *m);
bool match_note_ply(match *m, const arb_position *before, arb_move move, size_t entries);

#endif
