/* tell.c: a game as a UCI command. Layer: engine. Knows no processes. */
#include "engine/engine.h"

#include <stdio.h>

bool engine_plays(const arb_rules *rules)
{
    return rules == arb_rules_find("chess", 5) || rules == arb_rules_find("chess960", 8);
}

void engine_tell_position(const arb_game *game, char *buf, size_t cap)
{
    arb_position position = *arb_game_start(game), from = position;
    arb_undo undo;
    size_t first = 0, count = arb_game_ply(game), len;
    for (size_t ply = 0; ply < count; ply++) {
        arb_position_play(&position, arb_game_move(game, ply), &undo);
        if (arb_position_halfmove(&position) == 0) {
            from = position;
            first = ply + 1;
        }
    }
    arb_fen_style style =
        arb_position_rules(&from)->castling.any_home ? ARB_SHREDDER_FEN : ARB_X_FEN;
    len = (size_t)snprintf(buf, cap, "position fen ");
    len += arb_position_fen(&from, style, ARB_EP_LEGAL, buf + len, cap - len);
    for (size_t ply = first; ply < count && len + 16 < cap; ply++) {
        char uci[32];
        arb_uci_write(&from, arb_game_move(game, ply), ARB_UCI_RULES, uci, sizeof uci);
        arb_position_play(&from, arb_game_move(game, ply), &undo);
        len += (size_t)snprintf(buf + len, cap - len, "%s %s", ply == first ? " moves" : "", uci);
    }
}
