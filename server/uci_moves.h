/* uci_moves.h: the moves of a game in UCI. Layer: server. */
#ifndef ARB_SERVER_UCI_MOVES_H
#define ARB_SERVER_UCI_MOVES_H

#include "arbiter.h"
#include "common/text_builder.h"

/* "e2e4 e7e5": the first `length` moves. */
void uci_put_moves(text_builder *out, const arb_game *game, arb_uci_style style, size_t length);
/* The move that led to the position on the board, of a game that has one. */
void uci_put_last(text_builder *out, const arb_game *game, arb_uci_style style);

#endif
