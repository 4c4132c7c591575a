/* bot_account.c: accounts, tokens and who is here, in lichess's dialect. Layer: server. */
#include "server/api/lichess/bot_call.h"

#include "common/number.h"

#include <stdlib.h>
#include <string.h>

static void reply(bot_call *b, const char *type, text_builder *body)
{
    app_reply(b->c->a, b->c->conn, 200, type, "Cache-Control: no-store\r\n", body);
}

void bot_account_get(bot_call *b)
{
    text_builder body = {0};
    bots_put_account(b->c->a->bots, &body, b->account);
    app_json(b->c->a, b->c->conn, 200, &body);
}

void bot_account_playing(bot_call *b)
{
    bots *all = b->c->a->bots;
    text_builder body = {0};
    const char *comma = "";
    text_puts(&body, "{\"nowPlaying\":[");
    for (size_t i = 0; i < BOT_GAME_TABLE; i++)
        for (bot_game *game = all->games[i]; game != NULL; game = game->next) {
            int side = bots_side(game, b->account);
            if (side == NOBODY || game->stage >= BOT_OVER)
                continue;
            if (!bot_admit(b, game->id)) {
                text_free(&body);
                return;
            }
            const match *m = app_match(b->c->a, game->id);
            if (m == NULL || match_over(m) || m->challenger != NOBODY)
                continue;
            text_puts(&body, comma);
            bot_put_game(&body, m, side);
            comma = ",";
        }
    text_puts(&body, "]}");
    app_json(b->c->a, b->c->conn, 200, &body);
}

void bot_upgrade(bot_call *b)
{
    if (b->account->open > 0)
        call_problem(b->c, 400, "An account that plays cannot become a bot", NULL);
    else if (b->account->bot || bots_upgrade(b->c->a->bots, b->account))
        call_ok(b->c);
    else
        call_problem(b->c, 503, "The account cannot be written now", NULL);
}

/* Tells whose tokens these are; the body has them separated by commas. */
void bot_token_test(bot_call *b)
{
    enum { MOST = 64 };
    text_builder body = {0};
    const char *at = b->c->body;
    text_puts(&body, "{");
    for (int count = 0; *at != '\0' && count < MOST; count++) {
        char token[80], hash[SHA256_HEX];
        size_t len = strcspn(at, ",\r\n");
        if (len < sizeof token) {
            memcpy(token, at, len);
            token[len] = '\0';
            const bot_account *account = bots_by_token(b->c->a->bots, token, hash);
            text_puts(&body, count > 0 ? "," : "");
            text_put_json(&body, token);
            if (account == NULL)
                text_puts(&body, ":null");
            else
                text_putf(&body,
                          ":{\"userId\":\"%s\",\"scopes\":\"board:play,bot:play,challenge:read,"
                          "challenge:write\",\"expires\":null}",
                          account->id);
        }
        at += len;
        at += strspn(at, ",\r\n");
    }
    text_puts(&body, "}");
    app_json(b->c->a, b->c->conn, 200, &body);
}

void bot_user(bot_call *b)
{
    text_builder body = {0};
    bot_account *account;
    if (!bot_named(b, b->words[0], &account))
        return;
    if (account == NULL) {
        call_problem(b->c, 404, "No such user", NULL);
        return;
    }
    bots_put_account(b->c->a->bots, &body, account);
    app_json(b->c->a, b->c->conn, 200, &body);
}

void bot_users_status(bot_call *b)
{
    enum { MOST = 100 };
    char ids[MOST * (BOT_NAME_LIMIT + 1)];
    text_builder body = {0};
    const char *comma = "";
    if (!http_query(b->c->request->query, "ids", ids, sizeof ids)) {
        call_problem(b->c, 400, "ids are names parted by commas", NULL);
        return;
    }
    text_puts(&body, "[");
    char *rest = ids;
    for (char *id; (id = strtok_r(rest, ",", &rest)) != NULL;) {
        const bot_account *account = bots_account(b->c->a->bots, id);
        if (account == NULL)
            continue;
        text_putf(&body, "%s{\"id\":\"%s\",\"name\":\"%s\"", comma, account->id, account->name);
        text_puts(&body, account->bot ? ",\"title\":\"BOT\"" : "");
        text_puts(&body, bots_is_online(account) ? ",\"online\":true" : "");
        text_puts(&body, account->open > 0 ? ",\"playing\":true}" : "}");
        comma = ",";
    }
    text_puts(&body, "]");
    app_json(b->c->a, b->c->conn, 200, &body);
}

/* Lists the bots that are here, one on each line, at most as many as the query's `nb` says. */
void bot_online(bot_call *b)
{
    char text[16];
    uint64_t most = 100;
    text_builder body = {0};
    if (http_query(b->c->request->query, "nb", text, sizeof text) &&
        !number_whole(text, 512, &most))
        most = 100;
    for (const bot_account *account = b->c->a->bots->accounts; account != NULL && most > 0;
         account = account->next)
        if (account->bot && bots_is_online(account)) {
            bots_put_account(b->c->a->bots, &body, account);
            text_puts(&body, "\n");
            most--;
        }
    reply(b, "application/x-ndjson", &body);
}
