/* bot_routes.c: lichess's bot and board API: which handler answers, and to whom. Layer: server. */
#include "server/api/lichess/bot_call.h"

#include "common/number.h"
#include "server/fleet/fleet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { ANYBODY, PLAYER, BOT, PERSON } bot_asker;

/* "*" stands for one word of the path. */
static const struct {
    const char *path;
    bot_handler *handle;
    http_method method;
    bot_asker asker;
} routes[] = {
    {"/api/account", bot_account_get, HTTP_GET, PLAYER},
    {"/api/account/playing", bot_account_playing, HTTP_GET, PLAYER},
    {"/api/bot/account/upgrade", bot_upgrade, HTTP_POST, PLAYER},
    {"/api/token/test", bot_token_test, HTTP_POST, ANYBODY},
    {"/api/user/*", bot_user, HTTP_GET, ANYBODY},
    {"/api/users/status", bot_users_status, HTTP_GET, ANYBODY},
    {"/api/bot/online", bot_online, HTTP_GET, ANYBODY},
    {"/api/stream/event", bot_events, HTTP_GET, PLAYER},
    {"/api/challenge", bot_challenge_list, HTTP_GET, PLAYER},
    {"/api/challenge/*/show", bot_challenge_show, HTTP_GET, PLAYER},
    {"/api/challenge/*/accept", bot_challenge_accept, HTTP_POST, PLAYER},
    {"/api/challenge/*/decline", bot_challenge_decline, HTTP_POST, PLAYER},
    {"/api/challenge/*/cancel", bot_challenge_cancel, HTTP_POST, PLAYER},
    {"/api/challenge/*", bot_challenge_create, HTTP_POST, PLAYER},
    {"/api/*/game/stream/*", bot_game_stream, HTTP_GET, BOT},
    {"/api/*/game/*/move/*", bot_move, HTTP_POST, BOT},
    {"/api/*/game/*/abort", bot_abort, HTTP_POST, BOT},
    {"/api/*/game/*/resign", bot_resign, HTTP_POST, BOT},
    {"/api/*/game/*/chat", bot_chat_post, HTTP_POST, BOT},
    {"/api/*/game/*/chat", bot_chat_get, HTTP_GET, BOT},
    {"/api/*/game/*/draw/*", bot_draw, HTTP_POST, BOT},
    {"/api/*/game/*/takeback/*", bot_takeback, HTTP_POST, BOT},
    {"/api/*/game/*/claim-draw", bot_claim_draw, HTTP_POST, BOT},
    {"/api/*/game/*/claim-victory", bot_claim_victory, HTTP_POST, BOT},
    {"/api/bots/match", bot_match_tell, HTTP_POST, PLAYER},
    {"/api/bots/*/challenge", bot_page_challenge, HTTP_POST, ANYBODY},
    {"/game/export/*", bot_export, HTTP_GET, ANYBODY},
};

typedef struct {
    char text[3][BOT_WORD];
    size_t count;
} path_words;

static bool fits(const char *pattern, const char *path, path_words *words)
{
    words->count = 0;
    while (*pattern != '\0') {
        if (*pattern != '*') {
            if (*pattern++ != *path++)
                return false;
            continue;
        }
        size_t len = strcspn(path, "/");
        if (len == 0 || len >= BOT_WORD || words->count == 3)
            return false;
        memcpy(words->text[words->count], path, len);
        words->text[words->count++][len] = '\0';
        path += len;
        pattern++;
    }
    return *path == '\0';
}

static bool is_json(const char *type)
{
    return type != NULL && strncmp(type, "application/json", 16) == 0;
}

/* Reads what other servers have written. Returns false if the request has to wait for it. */
static bool refresh(bot_call *b)
{
    store_word word = store_records_refresh(b->c->a->store);
    if (word != STORE_YES)
        fleet_wait(b->c->a, b->c->conn, b->c->request, b->c->body, word);
    return word == STORE_YES;
}

/* Finds the account that asks. An unknown token may have been made just now, so the store is asked
 * again. Returns false if the request has to wait. */
static bool find_asker(bot_call *b)
{
    const char *key = b->c->request->authorization;
    if (key == NULL || strncmp(key, "Bearer ", 7) != 0)
        return true;
    b->account = bots_by_token(b->c->a->bots, key + 7, b->token);
    if (b->account == NULL && !refresh(b))
        return false;
    b->account = bots_by_token(b->c->a->bots, key + 7, b->token);
    return true;
}

bool bot_named(bot_call *b, const char *name, bot_account **account)
{
    *account = bots_account(b->c->a->bots, name);
    if (*account == NULL && !refresh(b))
        return false;
    *account = bots_account(b->c->a->bots, name);
    return true;
}

/* Returns why this account may not use the API, or NULL: the bot API is for bots, the board API for
 * people. */
static const char *refusal(const bot_call *b, bot_asker asker)
{
    if (asker != ANYBODY && b->account == NULL)
        return "No such token";
    if (asker == BOT && b->account->bot != (strcmp(b->words[0], "bot") == 0))
        return b->account->bot ? "This endpoint cannot be used by bot accounts"
                               : "This endpoint can only be used by bot accounts";
    return NULL;
}

static void run(bot_call *b, bot_handler *handle, bot_asker asker)
{
    if (!find_asker(b))
        return;
    const char *why = refusal(b, asker);
    if (why != NULL) {
        call_problem(b->c, b->account == NULL ? 401 : 403, why, NULL);
        return;
    }
    if (asker == BOT) { /* the first word of the path says which API was called */
        b->words[0] = b->words[1];
        b->words[1] = b->words[2];
    }
    if (b->c->request->body_len > 0 && is_json(b->c->request->content_type)) {
        b->json = call_json(b->c);
        if (b->json == NULL)
            return;
    }
    handle(b);
    json_decref(b->json);
}

bool bot_dispatch(call *c)
{
    path_words words;
    http_method method = c->request->method;
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        if (routes[i].method != method || !fits(routes[i].path, c->request->path, &words))
            continue;
        if (routes[i].asker == BOT && strcmp(words.text[0], "bot") != 0 &&
            strcmp(words.text[0], "board") != 0)
            continue;
        bot_call b = {.c = c};
        for (size_t w = 0; w < 3; w++)
            b.words[w] = w < words.count ? words.text[w] : "";
        c->dialect = true;
        if (routes[i].handle == bot_export)
            bot_export(&b);
        else if (fleet_admit(c->a, c->conn, c->request, c->body, STORE_HOME))
            run(&b, routes[i].handle, routes[i].asker);
        return true;
    }
    return false;
}

/* ---- what the handlers share ---- */

static bool put_json_value(const json_t *value, char *text, size_t cap)
{
    text[0] = '\0';
    if (json_is_string(value) && json_string_length(value) < cap)
        snprintf(text, cap, "%s", json_string_value(value));
    else if (json_is_integer(value))
        snprintf(text, cap, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        snprintf(text, cap, "%g", json_real_value(value));
    else if (json_is_boolean(value))
        snprintf(text, cap, "%s", json_is_true(value) ? "true" : "false");
    else
        return value == NULL || json_is_null(value);
    return true;
}

bool bot_field(bot_call *b, const char *name, char *text, size_t cap)
{
    text[0] = '\0';
    if (b->json != NULL
            ? put_json_value(json_object_get(b->json, name), text, cap)
            : http_query(b->c->body, name, text, cap) || strstr(b->c->body, name) == NULL)
        return true;
    char detail[96];
    snprintf(detail, sizeof detail, "'%.40s' is too long, or no text", name);
    call_problem(b->c, 400, detail, NULL);
    return false;
}

match *bot_match(bot_call *b, bot_game **game, int *side)
{
    uint64_t id;
    if (!number_whole(b->words[0], INT64_MAX, &id)) {
        call_problem(b->c, 404, "No such game", NULL);
        return NULL;
    }
    b->c->id = (int64_t)id;
    *game = bots_game(b->c->a->bots, b->c->id);
    *side = *game != NULL ? bots_side(*game, b->account) : NOBODY;
    if (*side == NOBODY) {
        call_problem(b->c, 404, "No such game", NULL);
        return NULL;
    }
    return bot_admit(b, b->c->id) ? call_match(b->c) : NULL;
}

bool bot_admit(bot_call *b, int64_t id)
{
    return fleet_admit(b->c->a, b->c->conn, b->c->request, b->c->body, id);
}
