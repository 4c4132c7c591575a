/* api_bots.c: shows the bot arena to the page: who is here, the standings, the games that are being
 * played, and matches that are reported from elsewhere. Layer: server. */
#include "server/answers/position_json.h"
#include "server/api/lichess/bot_call.h"
#include "server/fleet/fleet.h"

enum { SHOWN_GAMES = 24 };

static void put_online(text_builder *out, bots *b)
{
    const char *comma = "";
    for (const bot_account *account = b->accounts; account != NULL; account = account->next)
        if (account->bot && bots_is_online(account)) {
            text_puts(out, comma);
            bots_put_account(b, out, account);
            comma = ",";
        }
}

static void put_game(text_builder *out, const match *m)
{
    char fen[STATE_FEN_LIMIT];
    arb_position_fen(arb_game_position(m->game), ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    text_putf(out, "{\"id\":\"%lld\",\"rules\":", (long long)m->id);
    text_put_json(out, m->rules->name);
    text_puts(out, ",\"white\":");
    text_put_json(out, m->name[ARB_WHITE]);
    text_puts(out, ",\"black\":");
    text_put_json(out, m->name[ARB_BLACK]);
    text_puts(out, ",\"fen\":");
    text_put_json(out, fen);
    text_putf(out, ",\"ply\":%zu,\"result\":\"%s\",\"status\":\"%s\"", arb_game_ply(m->game),
              arb_result_text(m->outcome.result), bot_status(m, NULL));
    if (m->clock.used)
        text_putf(out, ",\"white_ms\":%lld,\"black_ms\":%lld",
                  (long long)game_clock_left(&m->clock, ARB_WHITE, http_now()),
                  (long long)game_clock_left(&m->clock, ARB_BLACK, http_now()));
    text_puts(out, "}");
}

/* Writes running games and those that have just ended. */
static void put_games(text_builder *out, bots *b)
{
    size_t count = 0;
    for (size_t i = 0; i < BOT_GAME_TABLE && count < SHOWN_GAMES; i++)
        for (const bot_game *game = b->games[i]; game != NULL && count < SHOWN_GAMES;
             game = game->next) {
            const match *m = game->stage >= BOT_STARTED ? app_find(b->a, game->id) : NULL;
            if (m == NULL || m->record->stale || m->aborted[0] != '\0')
                continue;
            if (app_is_unsaved(m))
                b->a->saw = STORE_HOME;
            text_puts(out, count++ > 0 ? "," : "");
            put_game(out, m);
        }
}

void api_bots(call *c)
{
    text_builder body = {0};
    bots *b = c->a->bots;
    if (!fleet_admit(c->a, c->conn, c->request, c->body, STORE_HOME))
        return;
    text_puts(&body, "{\"bots\":[");
    put_online(&body, b);
    text_puts(&body, "],\"standings\":[");
    bots_put_standings(b, &body);
    text_puts(&body, "],\"games\":[");
    put_games(&body, b);
    text_puts(&body, "],\"matches\":[");
    arena_matches_put(&b->matches, &body, http_now());
    text_puts(&body, "]}");
    app_json(c->a, c->conn, 200, &body);
}

/* POST /api/bots/match: takes the state of a match that is played elsewhere. */
void bot_match_tell(bot_call *b)
{
    call *c = b->c;
    c->dialect = false;
    if (b->json == NULL) {
        call_problem(c, 415, "the body has to be application/json", NULL);
        return;
    }
    const char *why = arena_match_tell(&c->a->bots->matches, b->account->name, b->json, http_now());
    if (why != NULL)
        call_problem(c, 422, why, NULL);
    else
        call_ok(c);
}
