/* position_json.h: a position and its moves as JSON. Layer: server. */
#ifndef ARB_SERVER_POSITION_JSON_H
#define ARB_SERVER_POSITION_JSON_H

#include "arbiter.h"
#include "common/text_builder.h"

enum { STATE_FEN_LIMIT = ARB_START_LIMIT + 128 }; /* room for the FEN of any position */

/* Writes {"from":"e2","targets":[…]}. */
void state_put_targets(text_builder *out, const arb_game *game, arb_square from);
/* Writes {"from":"N@","targets":[…]} for a kind in hand. */
void state_put_drops(text_builder *out, const arb_game *game, arb_kind kind);
/* Writes {"moves":[{"from":"e2","targets":[…]},…]} for all pieces of the side to move; once the
 * game is over there are none. */
void state_put_all_targets(text_builder *out, const arb_game *game);

/* Write parts of a state, each one member or more with its comma in front: the board; the royal
 * pieces, and those in check; what may be claimed; squares in check; hands and checks if the rule
 * set has them; the squares that a move has changed, with the piece that is there now ("" for
 * none); the opening, or null. */
void state_put_board(text_builder *out, const arb_position *position);
void state_put_royals(text_builder *out, const arb_position *position);
void state_put_claims(text_builder *out, const char *key, uint32_t claims);
void state_put_check(text_builder *out, const arb_position *position);
void state_put_counts(text_builder *out, const arb_position *position);
void state_put_changes(text_builder *out, const arb_position *before, const arb_position *after);
void state_put_opening(text_builder *out, arb_opening opening);
/* Writes ,"kinds":{"a":"archbishop"}: the kinds whose names are not those of chess; nothing if
 * there are none. */
void state_put_kinds(text_builder *out, const arb_rules *rules);
/* Writes a square such as "e4", or null. */
void state_put_square(text_builder *out, arb_size size, arb_square square);
/* Writes ,"from":"e4" for the name "from"; nothing if there is no such square. */
void state_put_square_member(text_builder *out, const char *name, arb_size size, arb_square square);
/* The letter that FEN uses: a capital for White. */
char state_letter(const arb_rules *rules, arb_piece piece);

#endif
