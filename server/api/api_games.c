/* api_games.c: looking at games: lists, states, legal moves, verdicts, PGN, FEN, events. Layer:
 * server. */
#include "server/api/api.h"

#include "server/fleet/fleet.h"

#include "common/number.h"
#include "formats/pgn.h"
#include "server/answers/position_json.h"
#include "server/match/match_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- list ---- */

typedef struct {
    app *a;
    text_builder body;
    bool any;
} listing;

static void list_one(void *context, const store_summary *summary)
{
    listing *l = context;
    store_summary now = *summary;
    const match *m = store_summaries_lag(l->a->store) ? app_find(l->a, now.id) : NULL;
    if (m != NULL) { /* the state in memory is newer than the store's */
        now.result = arb_result_text(m->outcome.result);
        now.plies = (int64_t)arb_game_ply(m->game);
        now.updated = m->updated;
        now.white = m->name[ARB_WHITE];
        now.black = m->name[ARB_BLACK];
    }
    text_puts(&l->body, l->any ? ",{\"id\":\"" : "{\"id\":\"");
    text_put_number(&l->body, now.id);
    text_puts(&l->body, "\",\"rules\":");
    text_put_json(&l->body, now.rules);
    text_puts(&l->body, ",\"white\":");
    text_put_json(&l->body, now.white);
    text_puts(&l->body, ",\"black\":");
    text_put_json(&l->body, now.black);
    text_puts(&l->body, ",\"result\":");
    text_put_json(&l->body, now.result);
    text_puts(&l->body, ",\"plies\":");
    text_put_number(&l->body, now.plies);
    text_puts(&l->body, ",\"updated\":");
    text_put_number(&l->body, now.updated);
    text_puts(&l->body, "}");
    l->any = true;
}

/* Reads a whole number from the query; `fallback` if it is missing, -1 if it is not a number. */
static int64_t query_number(const call *c, const char *name, int64_t max, int64_t fallback)
{
    char text[24];
    if (!http_query(c->request->query, name, text, sizeof text))
        return fallback;
    uint64_t value;
    return number_whole(text, (uint64_t)max, &value) ? (int64_t)value : -1;
}

void api_list(call *c)
{
    enum { MOST = 200 };
    int64_t limit = query_number(c, "limit", MOST, 50);
    int64_t before = query_number(c, "before", INT64_MAX, 0);
    if (limit < 1 || before < 0) {
        app_problem(c->a, c->conn, 400, "limit is from 1 to 200, before the id of a game", NULL);
        return;
    }
    listing l = {.a = c->a};
    text_puts(&l.body, "{\"games\":[");
    store_word word = store_list(c->a->store, before, (int)limit, list_one, &l);
    if (word == STORE_LATER || word == STORE_FAILED) {
        text_free(&l.body);
        fleet_wait(c->a, c->conn, c->request, c->body, word);
        return;
    }
    text_puts(&l.body, "]}");
    app_json(c->a, c->conn, 200, &l.body);
}

/* ---- one game ---- */

/* Writes which seats the asker holds, because a page opened by a shared link has to know. */
static void put_seats(text_builder *state, unsigned seats)
{
    if (state->failed || state->len == 0)
        return;
    state->len--; /* drops the closing brace */
    text_puts(state, ",\"seats\":[");
    text_puts(state, seats & 1u << ARB_WHITE ? "\"white\"" : "");
    text_puts(state, seats == 3 ? "," : "");
    text_puts(state, seats & 1u << ARB_BLACK ? "\"black\"" : "");
    text_puts(state, "]}");
}

void api_state(call *c)
{
    match *m = call_match(c);
    arb_game *view = NULL;
    if (m == NULL || call_game(c, m, &view) == NULL)
        return;
    opponents_wake(c->a,
                   m); /* the engine may have been left out when too many games asked for one */
    text_builder body = {0};
    state_put(&body, m, view, http_now(), call_language(c));
    if (c->request->authorization != NULL)
        put_seats(&body, call_seats(c, m));
    arb_game_free(view);
    app_json(c->a, c->conn, 200, &body);
}

void api_events(call *c)
{
    match *m = call_match(c);
    const char *known = c->request->last_event_id;
    if (m != NULL)
        stream_open(c->a, c->conn, m, known != NULL ? strtoll(known, NULL, 10) : -1,
                    call_stream_seats(c, m), call_language(c));
}

void api_legal(call *c)
{
    match *m = call_match(c);
    arb_game *view = NULL;
    const arb_game *game = m != NULL ? call_game(c, m, &view) : NULL;
    char name[8] = "";
    arb_square from;
    if (game == NULL)
        return;
    arb_size size = arb_position_size(arb_game_position(game));
    text_builder body = {0};
    http_query(c->request->query, "from", name, sizeof name);
    arb_kind kind = judge_is_hand(name) ? arb_rules_kind(m->rules, name[0]) : ARB_NO_KIND;
    bool square =
        name[0] != '\0' && arb_square_read(size, name, strlen(name), &from) == strlen(name);
    if (kind != ARB_NO_KIND)
        state_put_drops(&body, game, kind);
    else if (square)
        state_put_targets(&body, game, from);
    else if (name[0] == '\0')
        state_put_all_targets(&body, game);
    if (kind != ARB_NO_KIND || square || name[0] == '\0')
        app_json(c->a, c->conn, 200, &body);
    else
        app_problem(c->a, c->conn, 400,
                    "from is a square of the board or a piece in hand, as in from=e2 or from=N@",
                    NULL);
    arb_game_free(view);
}

void api_why(call *c)
{
    match *m = call_match(c);
    arb_game *view = NULL;
    json_t *json = m != NULL ? call_json(c) : NULL;
    const arb_game *game = json != NULL ? call_game(c, m, &view) : NULL;
    judgement j;
    if (game != NULL && call_judge(c, json, game, &j)) {
        text_builder body = {0};
        judge_put(&body, &j, game);
        app_json(c->a, c->conn, 200, &body);
    }
    arb_game_free(view);
    json_decref(json);
}

/* Answers with the game's rule set, and with its text if a user wrote it. */
void api_game_rules(call *c)
{
    const match *m = call_match(c);
    text_builder body = {0}, text = {0};
    if (m == NULL)
        return;
    store_rules_text(c->a->store, m, &text);
    api_put_rules_text(&body, m->rules, call_language(c), text.at, text.len);
    text_free(&text);
    app_json(c->a, c->conn, 200, &body);
}

/* ---- as text ---- */

static void put_piece(void *context, const char *bytes, size_t len)
{
    text_put(context, bytes, len);
}

/* Writes an imported game with everything that its text had, and with what was played since. */
static bool put_imported(call *c, const match *m, text_builder *body)
{
    text_builder source = {0};
    fmt_pgn_tags tags;
    fmt_error error;
    arb_tree *tree = NULL;
    store_pgn_text(c->a->store, m, &source);
    arb_game *game = source.len > 0 && !source.failed
                         ? fmt_pgn_open_within(m->rules, source.at, source.len, &c->a->work,
                                               MATCH_PLY_LIMIT, &tree, &tags, &error)
                         : NULL;
    bool good = game != NULL && fmt_pgn_update(tree, m->game);
    if (good)
        fmt_pgn_write_tree(&(fmt_out){put_piece, body}, tree);
    arb_game_free(game);
    arb_tree_free(tree);
    text_free(&source);
    return good;
}

void api_pgn(call *c)
{
    match *m = call_match(c);
    if (m == NULL)
        return;
    fmt_pgn_tags tags = {0};
    text_builder body = {0};
    time_t day = (time_t)(m->updated / 1000);
    struct tm date;
    if (!put_imported(c, m, &body)) {
        if (gmtime_r(&day, &date) != NULL)
            strftime(tags.date, sizeof tags.date, "%Y.%m.%d", &date);
        snprintf(tags.white, sizeof tags.white, "%s", m->name[ARB_WHITE]);
        snprintf(tags.black, sizeof tags.black, "%s", m->name[ARB_BLACK]);
        fmt_pgn_write(&(fmt_out){put_piece, &body}, m->game, &tags);
    }
    app_reply(c->a, c->conn, 200, "application/x-chess-pgn; charset=utf-8",
              "Cache-Control: no-store\r\n", &body);
}

void api_fen(call *c)
{
    match *m = call_match(c);
    arb_game *view = NULL;
    const arb_game *game = m != NULL ? call_game(c, m, &view) : NULL;
    char fen[STATE_FEN_LIMIT];
    if (game == NULL)
        return;
    arb_fen_style style = m->rules->castling.any_home ? ARB_SHREDDER_FEN : ARB_X_FEN;
    arb_position_fen(arb_game_position(game), style, ARB_EP_LEGAL, fen, sizeof fen);
    text_builder body = {0};
    text_puts(&body, fen);
    text_puts(&body, "\n");
    arb_game_free(view);
    app_reply(c->a, c->conn, 200, "text/plain; charset=utf-8", "Cache-Control: no-store\r\n",
              &body);
}
