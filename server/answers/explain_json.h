/* explain_json.h: why the game stands as it does, as members of a JSON object. Layer: server. */
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

/* Begins the object with what takes no search. */
void explain_put(text_builder *out, const arb_game *game, const explain_wish *wish);
/* Does the answer tell whether a side can still win? It does where it was asked for and where the
 * outcome depends on it (FIDE 5.2.2, 5.1.2, 6.9). */
bool explain_asks_for_win(const arb_game *game, const explain_wish *wish);
/* Whether each side can still win; a search that may take a quarter of a second. */
void explain_put_wins(text_builder *out, const arb_position *position, arb_language language);
/* What a teacher would show: attacked squares, pins, and the moves of either side. */
void explain_put_teacher(text_builder *out, const arb_position *position);

#endif
