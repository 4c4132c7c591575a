/* uci_moves.h: writes the moves of a game in UCI. Layer: server. */
#ifndef ARB_SERVER_UCI_MOVES_H
#define ARB_SERVER_UCI_MOVES_H

#include "arbiter.h"
#include "common/text_builder.h"

/* Writes the first `length` moves, such as "e2e4 e7e5". */
void uci_put_moves(text_builder *out, const arb_game *game, arb_uci_style style, size_t length);
/* Writes the move that led to the position on the board; the game must have one. */
void uci_put_last(text_builder *out, const arb_game *game, arb_uci_style style);

#endif
