/* position_json.h: a position and its moves as JSON. Layer: server. */
#ifndef ARB_SERVER_POSITION_JSON_H
#define ARB_SERVER_POSITION_JSON_H

#include "arbiter.h"
#include "common/text_builder.h"

/* {"from":"e2","targets":[…]} */
void state_put_targets(text_builder *out, const arb_game *game, arb_square from);
/* {"from":"N@","targets":[…]}, of a kind in hand */
void state_put_drops(text_builder *out, const arb_game *game, arb_kind kind);
/* {"moves":[{"from":"e2","targets":[…]},…]}, all of the side to move; of none once it is over */
void state_put_all_targets(text_builder *out, const arb_game *game);

/* Parts of a state, each a member or more with its comma in front: squares that are in check;
 * hands and checks where the rule set has them; the squares that a move has changed, with what
 * stands there now ("" for nothing); the opening or null. */
void state_put_board(text_builder *out, const arb_position *position);
void state_put_royals(text_builder *out, const arb_position *position);
void state_put_claims(text_builder *out, const char *key, uint32_t claims);
void state_put_check(text_builder *out, const arb_position *position);
void state_put_counts(text_builder *out, const arb_position *position);
void state_put_changes(text_builder *out, const arb_position *before, const arb_position *after);
void state_put_opening(text_builder *out, arb_opening opening);
/* ,"kinds":{"a":"archbishop"}: those that are no pieces of chess by name; nothing where all are. */
void state_put_kinds(text_builder *out, const arb_rules *rules);
/* "e4", or null. */
void state_put_square(text_builder *out, arb_size size, arb_square square);
/* As FEN writes it: a capital for White. */
char state_letter(const arb_rules *rules, arb_piece piece);

#endif
