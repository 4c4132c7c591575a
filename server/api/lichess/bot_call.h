/* bot_call.h: what the routes of lichess's dialect share. Layer: server. */
#ifndef ARB_SERVER_BOT_CALL_H
#define ARB_SERVER_BOT_CALL_H

#include "server/api/change.h"
#include "server/bots/bot_json.h"

enum { BOT_WORD = 64, BOT_FEN = 256 };

/* A request with the variable words of its path, and the account that sent it. */
typedef struct {
    call *c;
    const char *words[3];
    bot_account *account; /* NULL: no token, or an unknown one */
    char token[SHA256_HEX];
    json_t *json; /* the body, if it is JSON */
} bot_call;

typedef void bot_handler(bot_call *b);

/* Reads a field of the body, a form or JSON, as text; "" if there is none. Returns false, having
 * answered the request, if the text is too long. */
bool bot_field(bot_call *b, const char *name, char *text, size_t cap);
/* Returns the match that the first word names, its entry, and the side that the asker plays.
 * Returns NULL if the request has been answered. */
match *bot_match(bot_call *b, bot_game **game, int *side);
/* Looks up the account of that name, which may be NULL. Returns false if the store has to be asked
 * first; the request is then handled again. */
bool bot_named(bot_call *b, const char *name, bot_account **account);
/* May the request use the game now? If not, it is handled again when the game has been read. */
bool bot_admit(bot_call *b, int64_t id);

bot_handler bot_account_get, bot_account_playing, bot_upgrade, bot_token_test, bot_user,
    bot_users_status, bot_online;
bot_handler bot_events, bot_game_stream, bot_move, bot_abort, bot_resign, bot_chat_post,
    bot_chat_get, bot_draw, bot_takeback, bot_claim_draw, bot_claim_victory, bot_export;
bot_handler bot_challenge_create, bot_challenge_list, bot_challenge_show, bot_challenge_accept,
    bot_challenge_decline, bot_challenge_cancel, bot_page_challenge;
bot_handler bot_match_tell;

#endif
