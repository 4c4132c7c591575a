/* bot_play.c: playing in lichess's dialect: streams, moves, offers, claims, chat. Layer: server.
 * The code that serves the page's actions (api_play.c) decides what is allowed. */
#include "server/api/lichess/bot_call.h"

#include "common/number.h"
#include "server/fleet/fleet.h"
#include "server/match/match_players.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bot_listener listener_of(const bot_call *b)
{
    return (bot_listener){b->c->conn, b->account, b->token, b->c->request->hop};
}

void bot_events(bot_call *b)
{
    const bot_listener who = listener_of(b);
    bots_open_events(b->c->a->bots, &who);
}

void bot_game_stream(bot_call *b)
{
    bot_game *game;
    int side;
    const bot_listener who = listener_of(b);
    match *m = bot_match(b, &game, &side);
    if (m != NULL && m->challenger != NOBODY)
        call_problem(b->c, 404, "The challenge has not been accepted", NULL);
    else if (m != NULL)
        bots_open_game(b->c->a->bots, &who, game, m);
}

typedef struct {
    change g;
    bot_game *game;
    int side;
    bool theirs; /* the asker has the move */
} playing;

/* Finds the game and the side. Returns false if the request has been answered. */
static bool begin(bot_call *b, playing *p)
{
    match *m = bot_match(b, &p->game, &p->side);
    if (m == NULL)
        return false;
    if (m->challenger != NOBODY && m->aborted[0] == '\0') {
        call_problem(b->c, 400, "The challenge has not been accepted", NULL);
        return false;
    }
    p->g = (change){.c = b->c, .m = m, .json = b->json, .request = "", .seats = 1u << p->side};
    m->asker = http_peer_number(http_conn_peer(b->c->conn));
    app_watch_clock(b->c->a, m); /* the flag may have fallen just now */
    p->g.turn = arb_position_turn(arb_game_position(m->game));
    p->theirs = (int)p->g.turn == p->side && !match_over(m);
    return true;
}

static bool is_yes(const char *word)
{
    return strcmp(word, "yes") == 0 || strcmp(word, "true") == 0;
}

static void act(bot_call *b, const char *name)
{
    playing p;
    if (begin(b, &p))
        change_act(&p.g, name);
}

void bot_abort(bot_call *b)
{
    act(b, "abort");
}

void bot_resign(bot_call *b)
{
    act(b, "resign");
}

/* Plays a move, which may also offer a draw or agree to one that was offered. */
void bot_move(bot_call *b)
{
    playing p;
    char flag[8], step[STEP_LIMIT];
    if (!begin(b, &p))
        return;
    match *m = p.g.m;
    size_t ply = arb_game_ply(m->game);
    bool offers =
        http_query(b->c->request->query, "offeringDraw", flag, sizeof flag) && is_yes(flag);
    if (offers && p.theirs && m->draw_offer == 1 - p.side && arb_game_may_agree(m->game)) {
        change_act(&p.g, "accept-draw");
        return;
    }
    p.g.json = json_pack("{s:s}", "move", b->words[1]);
    change_move(&p.g);
    json_decref(p.g.json);
    snprintf(step, sizeof step, "offer %s", colour_name(p.side));
    if (offers && arb_game_ply(m->game) > ply && !match_over(m) && m->draw_offer == NOBODY)
        app_step(b->c->a, m, step, "");
}

void bot_draw(bot_call *b)
{
    playing p;
    if (!begin(b, &p))
        return;
    int offer = p.g.m->draw_offer;
    bool yes = is_yes(b->words[1]);
    if (offer == 1 - p.side)
        change_act(&p.g, yes ? "accept-draw" : "decline-draw");
    else if (!yes || offer == p.side)
        call_ok(b->c);
    else if (p.theirs && arb_game_claims(p.g.m->game) != 0)
        change_claim(&p.g); /* as on lichess, this claims a repetition */
    else
        change_act(&p.g, "offer-draw");
}

void bot_takeback(bot_call *b)
{
    playing p;
    if (!begin(b, &p))
        return;
    int asked = p.g.m->takeback;
    bool yes = is_yes(b->words[1]);
    if (asked == 1 - p.side)
        change_act(&p.g, yes ? "accept-takeback" : "decline-takeback");
    else if (!yes || asked == p.side)
        call_ok(b->c);
    else
        change_act(&p.g, "takeback");
}

/* Has the opponent been away long enough for a claim? */
static bool is_gone(const playing *p)
{
    int64_t since = p->game->gone_since[1 - p->side];
    return !match_over(p->g.m) && since != 0 && http_now() - since >= BOT_CLAIM_MS;
}

void bot_claim_draw(bot_call *b)
{
    playing p;
    if (!begin(b, &p))
        return;
    if (is_gone(&p) && arb_game_may_agree(p.g.m->game))
        change_finish(&p.g, "draw");
    else
        change_claim(&p.g);
}

void bot_claim_victory(bot_call *b)
{
    playing p;
    char step[STEP_LIMIT];
    if (!begin(b, &p))
        return;
    snprintf(step, sizeof step, "forfeit %s the opponent left the game", colour_name(1 - p.side));
    if (is_gone(&p))
        change_finish(&p.g, step);
    else
        change_refuse(&p.g, 409, "The opponent has not left the game for long enough");
}

/* ---- chat ---- */

static void put_chat(text_builder *out, const bot_chat *chat)
{
    text_putf(out, "{\"type\":\"chatLine\",\"room\":\"%s\",\"username\":\"%s\",\"text\":",
              chat->spectator ? "spectator" : "player", chat->name);
    text_put_json(out, chat->text);
    text_puts(out, "}");
}

void bot_chat_post(bot_call *b)
{
    bot_game *game;
    int side;
    char room[16], text[4 * BOT_CHAT_LIMIT];
    match *m = bot_match(b, &game, &side);
    if (m == NULL || !bot_field(b, "room", room, sizeof room) ||
        !bot_field(b, "text", text, sizeof text))
        return;
    if (text[0] == '\0' || strlen(text) >= BOT_CHAT_LIMIT) {
        call_problem(b->c, 400, "A line of chat has 1 to 140 bytes", NULL);
        return;
    }
    if (game->chat == NULL)
        game->chat = calloc(BOT_CHAT_LINES, sizeof *game->chat);
    if (game->chat == NULL) {
        call_problem(b->c, 503, "There is no memory for it", NULL);
        return;
    }
    bot_chat *chat = &game->chat[game->chat_count++ % BOT_CHAT_LINES];
    chat->spectator = strcmp(room, "spectator") == 0;
    memcpy(chat->name, b->account->name, sizeof chat->name);
    snprintf(chat->text, sizeof chat->text, "%s", text);
    text_builder line = {0};
    put_chat(&line, chat);
    bots_send_line(game, &line, NULL);
    text_free(&line);
    call_ok(b->c);
}

void bot_chat_get(bot_call *b)
{
    bot_game *game;
    int side;
    text_builder body = {0};
    const char *comma = "";
    if (bot_match(b, &game, &side) == NULL)
        return;
    text_puts(&body, "[");
    size_t first = game->chat_count > BOT_CHAT_LINES ? game->chat_count - BOT_CHAT_LINES : 0;
    for (size_t i = first; i < game->chat_count; i++) {
        const bot_chat *chat = &game->chat[i % BOT_CHAT_LINES];
        if (chat->spectator)
            continue;
        text_putf(&body, "%s{\"user\":\"%s\",\"text\":", comma, chat->name);
        text_put_json(&body, chat->text);
        text_puts(&body, "}");
        comma = ",";
    }
    text_puts(&body, "]");
    app_json(b->c->a, b->c->conn, 200, &body);
}

void bot_export(bot_call *b)
{
    uint64_t id;
    if (number_whole(b->words[0], INT64_MAX, &id)) {
        b->c->id = (int64_t)id;
        if (bot_admit(b, b->c->id))
            api_pgn(b->c);
    } else {
        call_problem(b->c, 404, "No such game", NULL);
    }
}
