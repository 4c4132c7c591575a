/* match_json.h: a match as JSON. Layer: server. */
#ifndef ARB_SERVER_MATCH_JSON_H
#define ARB_SERVER_MATCH_JSON_H

#include "server/match/match.h"

/* Writes the whole state; `view` is the game at another ply (match_game_at), or NULL. */
void state_put(text_builder *out, const match *m, const arb_game *view, int64_t now,
               arb_language language);

/* Writes the members that never change, each with its comma in front: the rules, and the start
 * position, from which the history's changes lead to every ply. match_new keeps the text. */
void state_put_fixed(text_builder *out, const match *m);

#endif
