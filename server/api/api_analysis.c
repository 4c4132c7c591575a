/* api_analysis.c: an engine's lines about a position that is sent along. Layer: server. */
#include "server/api/api.h"

void api_analysis(call *c)
{
    posted_game posted;
    const char *engine;
    if (!call_posted_game(c, &posted) ||
        !call_text(c, posted.json, "engine", MATCH_NAME_LIMIT - 1, "", &engine)) {
        call_posted_free(&posted);
        return;
    }
    const arb_rules *rules = arb_position_rules(arb_game_start(posted.game));
    if (!shelf_plays(c->a, engine, rules)) {
        app_problem(c->a, c->conn, 422, "no engine of that name plays these rules here", NULL);
    } else if (arb_game_outcome(posted.game).result != ARB_ONGOING) {
        app_problem(c->a, c->conn, 422, "the game is over in this position", NULL);
    } else {
        arb_game_set_budget(posted.game, NULL); /* the game outlives the request */
        if (analysts_begin(c->a, c->conn, engine, posted.game))
            posted.game = NULL;
        else
            app_problem(c->a, c->conn, 503, "the engines are at work for others", NULL);
    }
    call_posted_free(&posted);
}
