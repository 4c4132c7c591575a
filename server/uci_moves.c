/* uci_moves.c: writes the moves of a game in UCI. Layer: server. */
#include "server/uci_moves.h"

static void put_from(text_builder *out, const arb_game *game, arb_uci_style style, size_t first,
                     size_t length)
{
    arb_position position = *arb_game_start(game);
    for (size_t i = 0; i < length; i++) {
        char uci[16];
        arb_undo undo;
        arb_move move = arb_game_move(game, i);
        if (i >= first) {
            arb_uci_write(&position, move, style, uci, sizeof uci);
            text_puts(out, i > first ? " " : "");
            text_puts(out, uci);
        }
        arb_position_play(&position, move, &undo);
    }
}

void uci_put_moves(text_builder *out, const arb_game *game, arb_uci_style style, size_t length)
{
    put_from(out, game, style, 0, length);
}

void uci_put_last(text_builder *out, const arb_game *game, arb_uci_style style)
{
    size_t ply = arb_game_ply(game);
    put_from(out, game, style, ply - 1, ply);
}
