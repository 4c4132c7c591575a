/* api_explain.c: why a game stands as it does, for a stored game and for one that is sent with the
 * request; for the latter also its legal moves and verdicts. Layer: server. */
#include "server/api/api.h"

#include "server/explain_json.h"
#include "server/position_json.h"

#include <string.h>

/* Answers, unless the budget is spent: then no answer can be trusted. */
static void answer(call *c, text_builder *body)
{
    if (c->a->work.left > 0) {
        app_json(c->a, c->conn, 200, body);
        return;
    }
    text_free(body);
    app_problem(c->a, c->conn, 422, "this takes more work than the server does for one request",
                NULL);
}

static bool find_square(call *c, const arb_game *game, const char *name, arb_square *square)
{
    arb_size size = arb_position_size(arb_game_position(game));
    *square = ARB_NO_SQUARE;
    if (name[0] == '\0' || arb_square_read(size, name, strlen(name), square) == strlen(name))
        return true;
    app_problem(c->a, c->conn, 400, "from is a square of the board, as in from=e2", NULL);
    return false;
}

static bool asked(const call *c, const char *name)
{
    char text[8];
    return http_query(c->request->query, name, text, sizeof text);
}

static void explain(call *c, const arb_game *game)
{
    char name[8] = "";
    explain_wish wish = {.win = asked(c, "win"), .teacher = asked(c, "teacher")};
    text_builder body = {0};
    http_query(c->request->query, "from", name, sizeof name);
    if (!call_coords(c, &wish.coords) || !find_square(c, game, name, &wish.from))
        return;
    explain_put(&body, game, &wish);
    answer(c, &body);
}

void api_explain(call *c)
{
    match *m = call_match(c);
    arb_game *view = NULL;
    const arb_game *game = m != NULL ? call_game(c, m, &view) : NULL;
    if (game != NULL && arb_game_ply(game) == arb_game_ply(m->game))
        game = m->game; /* the match's own game knows the end that the players declared */
    if (game != NULL)
        explain(c, game);
    arb_game_free(view);
}

void api_explain_posted(call *c)
{
    posted_game posted;
    if (call_posted_game(c, &posted))
        explain(c, posted.game);
    call_posted_free(&posted);
}

/* All legal moves by the squares, and hands, that they come from. */
void api_legal_posted(call *c)
{
    posted_game posted;
    text_builder body = {0};
    if (call_posted_game(c, &posted)) {
        state_put_all_targets(&body, posted.game);
        answer(c, &body);
    }
    call_posted_free(&posted);
}

void api_why_posted(call *c)
{
    posted_game posted;
    judgement j;
    if (call_posted_game(c, &posted) && call_judge(c, posted.json, posted.game, &j)) {
        text_builder body = {0};
        judge_put(&body, &j, posted.game);
        answer(c, &body);
    }
    call_posted_free(&posted);
}
