/* position_command.c: writes a game as a UCI command. Layer: engine. Knows no processes. */
#include "engine/engine.h"

#include <stdio.h>
#include <string.h>

bool engine_plays(const arb_rules *rules)
{
    return rules == arb_rules_find("chess", 5) || rules == arb_rules_find("chess960", 8);
}

void engine_tell_begin(engine_told *told, const arb_position *position)
{
    arb_fen_style style =
        arb_position_rules(position)->castling.any_home ? ARB_SHREDDER_FEN : ARB_X_FEN;
    told->len = (size_t)snprintf(told->text, sizeof told->text, "position fen ");
    told->len += arb_position_fen(position, style, ARB_EP_LEGAL, told->text + told->len,
                                  sizeof told->text - told->len);
    told->has_moves = false;
}

/* Appends the words to the text; the caller has made sure that they fit. */
static void put(engine_told *told, const char *words, size_t len)
{
    memcpy(told->text + told->len, words, len);
    told->len += len;
    told->text[told->len] = '\0';
}

void engine_tell_move(engine_told *told, const char *uci, const arb_position *after)
{
    size_t len = strlen(uci);
    if (arb_position_halfmove(after) == 0 || told->len + len + 8 >= sizeof told->text) {
        engine_tell_begin(told, after);
        return;
    }
    if (!told->has_moves)
        put(told, " moves", 6);
    told->has_moves = true;
    put(told, " ", 1);
    put(told, uci, len);
}

void engine_tell_position(engine_told *told, const arb_game *game)
{
    arb_position position = *arb_game_start(game), from = position;
    arb_undo undo;
    size_t first = 0, count = arb_game_ply(game);
    for (size_t ply = 0; ply < count; ply++) {
        arb_position_play(&position, arb_game_move(game, ply), &undo);
        if (arb_position_halfmove(&position) == 0) {
            from = position;
            first = ply + 1;
        }
    }
    engine_tell_begin(told, &from);
    for (size_t ply = first; ply < count; ply++) {
        char uci[32];
        arb_uci_write(&from, arb_game_move(game, ply), ARB_UCI_RULES, uci, sizeof uci);
        arb_position_play(&from, arb_game_move(game, ply), &undo);
        engine_tell_move(told, uci, &from);
    }
}
