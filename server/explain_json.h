/* explain_json.h: why the game stands as it does, as JSON. Layer: server. */
#ifndef ARB_SERVER_EXPLAIN_JSON_H
#define ARB_SERVER_EXPLAIN_JSON_H

#include "arbiter.h"
#include "common/text_builder.h"

/* What the answer contains besides the explanation itself. */
typedef struct {
    arb_square from;   /* the piece to explain, or ARB_NO_SQUARE: the whole game */
    arb_coords coords; /* how the sentences name squares */
    bool win;          /* whether each side can still win */
    bool teacher;      /* the attacked squares, pins and moves of either side */
} explain_wish;

void explain_put(text_builder *out, const arb_game *game, const explain_wish *wish);

#endif
