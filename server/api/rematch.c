/* rematch.c: another game with the same rules, regulations, clock and players, colours reversed.
 * Layer: server.
 *
 * Each seat of the new game has the token that the other seat had in the old one, so the players of
 * the old game, and nobody else, can enter the new one. */
#include "server/answers/position_json.h"
#include "server/api/api.h"
#include "server/fleet/fleet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *rules_text_of(call *c, const match *m, text_builder *text)
{
    store_rules_text(c->a->store, m, text);
    text_put(text, "", 1);
    return m->own_rules != NULL && !text->failed ? text->at : "";
}

int64_t call_rematch(call *c, match *m)
{
    char fen[STATE_FEN_LIMIT];
    text_builder text = {0};
    arb_fen_style style = m->rules->castling.any_home ? ARB_SHREDDER_FEN : ARB_X_FEN;
    arb_position_fen(arb_game_start(m->game), style, ARB_EP_ALWAYS, fen, sizeof fen);
    match_start start = {.rules = m->rules->name,
                         .rules_text = rules_text_of(c, m, &text),
                         .fen = fen,
                         .moves = "",
                         .white = m->name[ARB_BLACK],
                         .black = m->name[ARB_WHITE],
                         .clock = m->clock.used,
                         .initial_ms = m->clock.start,
                         .increment_ms = m->clock.increment,
                         .engine = m->engine,
                         .engine_side = m->engine_side == NOBODY
                                            ? NOBODY
                                            : (int)arb_other((arb_colour)m->engine_side),
                         .engine_ms = m->engine_ms,
                         .engine_elo = m->engine_elo,
                         .budget = &c->a->work};
    match *made = match_new(store_next_id(c->a->store), &start);
    if (made != NULL)
        for (int colour = ARB_WHITE; colour <= ARB_BLACK; colour++)
            memcpy(made->token[colour], m->token[1 - colour], sizeof made->token[colour]);
    if (made != NULL && !match_regulated(m))
        fleet_offer(c->a, made);
    int64_t id = made != NULL ? made->id : 0;
    if (made != NULL && !app_create(c->a, made, &start, "")) {
        match_free(made);
        id = 0;
    }
    if (id != 0)
        http_conn_peer(c->conn)->games++;
    if (id != 0 && match_regulated(m)) {
        char step[STEP_LIMIT];
        snprintf(step, sizeof step, "regulations %s",
                 arb_regulations_name((arb_regulations)m->log.regulations));
        app_step(c->a, made, step, "");
    }
    text_free(&text);
    return id;
}
