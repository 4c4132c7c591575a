/* bot_json.h: a match in the words of lichess's API. Layer: server. */
#ifndef ARB_SERVER_BOT_JSON_H
#define ARB_SERVER_BOT_JSON_H

#include "server/bots/bots.h"

typedef struct {
    const char *key, *name, *brief; /* "threeCheck", "Three-check", "3check" */
    const char *rules;              /* the name of the rule set in this project */
} bot_variant;

/* Finds a variant by lichess's key; NULL if lichess has none. */
const bot_variant *bot_variant_by_key(const char *key);
/* The heading under which a game is counted: the speed in chess, else the variant's key. */
const char *bot_perf(const match *m);
/* How the game stands in lichess's words, "started", "mate", "outoftime"…, and the number of that
 * word. */
const char *bot_status(const match *m, int *number);
/* The colour that has won, or NOBODY. */
int bot_winner(const match *m);

/* Write the lines {"type":"gameFull",…} and {"type":"gameState",…}. */
void bot_put_full(text_builder *out, const bot_game *game, const match *m);
void bot_put_state(text_builder *out, const match *m);
/* Writes what `gameStart`, `gameFinish` and the list of running games tell the player of `side`. */
void bot_put_game(text_builder *out, const match *m, int side);
/* Writes a challenge; `direction` is "in", "out" or "". */
void bot_put_challenge(text_builder *out, const match *m, const char *direction);

#endif
