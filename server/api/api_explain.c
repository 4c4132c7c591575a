/* api_explain.c: why a game stands as it does, for a stored game and for one that is sent with the
 * request; for the latter also its legal moves and verdicts. Layer: server. */
#include "server/api/api.h"

#include "server/answers/explain_json.h"
#include "server/answers/position_json.h"

#include <stdlib.h>
#include <string.h>

static const char TOO_MUCH[] = "this takes more work than the server does for one request";

/* Answers, unless the budget is spent: then no answer can be trusted. */
static void answer(call *c, text_builder *body)
{
    if (c->a->work.left > 0) {
        app_json(c->a, c->conn, 200, body);
        return;
    }
    text_free(body);
    app_problem(c->a, c->conn, 422, TOO_MUCH, NULL);
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

/* ---- the search for a win ---- */

/* Whether a side can still win takes a search, which is done beside the loop: on a position and
 * rules of its own, because the game may leave memory meanwhile. */
typedef struct {
    task task;
    arb_rules rules;
    arb_position position;
    arb_budget work;
    arb_language language;
    text_builder body, end; /* what comes before the answer, and behind it */
} search;

/* Copies the position. What was played may not be allowed in a set-up, so the copy of the rules
 * names no faults. */
static bool copy_position(search *s, const arb_position *position)
{
    char fen[STATE_FEN_LIMIT];
    arb_setup setup;
    s->rules = *arb_position_rules(position);
    s->rules.board.faults = 0;
    arb_fen_style style = s->rules.castling.any_home ? ARB_SHREDDER_FEN : ARB_X_FEN;
    size_t len = arb_position_fen(position, style, ARB_EP_LEGAL, fen, sizeof fen);
    if (arb_fen_read(&setup, &s->rules, fen, len, NULL) != ARB_OK ||
        arb_position_set(&s->position, &s->rules, &setup, ARB_KERNEL_AUTO,
                         ARB_FAULT_UNREACHABLE | ARB_FAULT_OPPOSITE_CHECK) != 0)
        return false;
    arb_position_set_budget(&s->position, &s->work);
    return true;
}

static void work(task *t)
{
    search *s = (search *)t;
    explain_put_wins(&s->body, &s->position, s->language);
    text_put(&s->body, s->end.at, s->end.len);
    s->body.failed |= s->end.failed;
}

static void free_search(search *s)
{
    text_free(&s->body);
    text_free(&s->end);
    free(s);
}

static void finish(app *a, task *t, bool done)
{
    search *s = (search *)t;
    if (a != NULL && !done)
        app_problem(a, t->conn, 503, "the server has too much to search now", NULL);
    else if (a != NULL && s->work.left == 0)
        app_problem(a, t->conn, 422, TOO_MUCH, NULL);
    else if (a != NULL)
        app_json(a, t->conn, 200, &s->body);
    free_search(s);
}

static void put_end(text_builder *out, const arb_game *game, const explain_wish *wish)
{
    if (wish->teacher)
        explain_put_teacher(out, arb_game_position(game));
    text_puts(out, "}");
}

/* Answers beside the loop; `body` is what comes before. */
static void begin_search(call *c, const arb_game *game, const explain_wish *wish,
                         text_builder *body)
{
    search *s = calloc(1, sizeof *s);
    if (s == NULL || !copy_position(s, arb_game_position(game))) {
        free(s);
        text_free(body);
        app_problem(c->a, c->conn, 503, "there is no memory for the search", NULL);
        return;
    }
    s->body = *body;
    put_end(&s->end, game, wish);
    s->task = (task){.conn = c->conn,
                     .bytes = sizeof *s + s->body.len + s->end.len,
                     .work = work,
                     .finish = finish};
    s->work.left = c->a->work.left > 0 ? APP_LONG_WORK : 0;
    s->language = arb_coords_language(wish->coords);
    worker_do(c->a, &s->task);
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
    if (c->a->work.left > 0 && explain_asks_for_win(game, &wish)) {
        begin_search(c, game, &wish, &body);
        return;
    }
    put_end(&body, game, &wish);
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
