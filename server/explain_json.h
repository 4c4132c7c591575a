/* explain_json.h: why the game stands as it does, as JSON. Layer: server. */
#ifndef ARB_SERVER_EXPLAIN_JSON_H
#define ARB_SERVER_EXPLAIN_JSON_H

#include "arbiter.h"
#include "common/text_builder.h"

/* What is asked beside the explanation itself. */
typedef struct {
    arb_square from;   /* of one piece, or ARB_NO_SQUARE: of the game */
    arb_coords coords; /* of the sentences */
    bool win;          /* can the sides still win? */
    bool teacher;      /* attacked squares, pins and moves of either side */
} explain_wish;

void explain_put(text_builder *out, const arb_game *game, const explain_wish *wish);

#endif
