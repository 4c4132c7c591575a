/* bot_json.h: a match in the words of lichess's API. Layer: server. */
#ifndef ARB_SERVER_BOT_JSON_H
#define ARB_SERVER_BOT_JSON_H

#include "server/bots/bots.h"

typedef struct {
    const char *key, *name, *brief; /* "threeCheck", "Three-check", "3check" */
    const char *rules;              /* what the rule set is called here */
} bot_variant;

/* NULL: lichess has no such variant. */
const bot_variant *bot_variant_by_key(const char *key);
/* The speed in chess, else the variant's key: what games are counted by. */
const char *bot_perf(const match *m);
/* "started", "mate", "outoftime"…, with its number. */
const char *bot_status(const match *m, int *number);
/* Who has won: a colour, or NOBODY. */
int bot_winner(const match *m);

/* {"type":"gameFull",…} and {"type":"gameState",…} as lines. */
void bot_put_full(text_builder *out, const bot_game *game, const match *m);
void bot_put_state(text_builder *out, const match *m);
/* What `gameStart`, `gameFinish` and the list of running games say, to the one who plays `side`. */
void bot_put_game(text_builder *out, const match *m, int side);
/* A challenge; `direction` is "in", "out" or "". */
void bot_put_challenge(text_builder *out, const match *m, const char *direction);

#endif
