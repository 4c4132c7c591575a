/* posted_move.h: gives the verdict on a move as people write it. Layer: server. */
#ifndef ARB_SERVER_POSTED_MOVE_H
#define ARB_SERVER_POSTED_MOVE_H

#include "arbiter.h"
#include "common/text_builder.h"

typedef struct {
    bool readable;
    bool legal;
    arb_move move;
    arb_typed typed;
    char text[1024]; /* why it is not played; "" if it is legal */
} judgement;

/* Does the text name a hand as the origin of a drop: "N@"? */
bool judge_is_hand(const char *from);

/* Judges a move given as UCI, SAN, two squares ("e2 e4") or a drop ("N@ f3"). */
void judge_text(judgement *j, const arb_game *game, arb_coords coords, const char *text);
/* Judges a move given by its squares; `from` may be a piece in hand, "N@"; `promotion` may be
 * "". */
void judge_squares(judgement *j, const arb_game *game, arb_coords coords, const char *from,
                   const char *to, const char *promotion);
/* Writes {"legal":false,"verdict":"blocked","at":"d2",…}, the members of `arbiter why --json`. */
void judge_put(text_builder *out, const judgement *j, const arb_game *game);

#endif
