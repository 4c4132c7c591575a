/* match_json.h: a match as JSON. Layer: server. */
#ifndef ARB_SERVER_MATCH_JSON_H
#define ARB_SERVER_MATCH_JSON_H

#include "server/match.h"

/* The whole state; `view` is the game at another ply (match_game_at), or NULL. */
void state_put(srv_text *out, const match *m, const arb_game *view, int64_t now);

/* {"from":"e2","targets":[…]} */
void state_put_targets(srv_text *out, const arb_game *game, arb_square from);
/* {"from":"N@","targets":[…]}, of a kind in hand */
void state_put_drops(srv_text *out, const arb_game *game, arb_kind kind);

#endif
