/* bots.h: players with tokens: their accounts, streams and games. Layer: server.
 *
 * They speak the dialect of lichess's bot and board API, which is a view of the same matches that
 * the page plays. What must last (tokens, accounts, who plays which game) is in the store's
 * records; this part holds the streams and an index. If several servers share a store, one of them,
 * the home, has all of it, and the others pass requests on to it. */
#ifndef ARB_SERVER_BOTS_H
#define ARB_SERVER_BOTS_H

#include "common/sha256.h"
#include "server/app.h"
#include "server/bots/arena_match.h"
#include "server/match/match_record.h"

enum {
    BOT_NAME_LIMIT = MATCH_ACCOUNT_LIMIT, /* with the NUL */
    BOT_GAME_TABLE = 1024,
    BOT_OPEN_LIMIT = 64, /* games and challenges that one account may have at once */
    BOT_CHAT_LIMIT = 141,
    BOT_CHAT_LINES = 32,
    BOT_EXPIRE_MS = 20000,                      /* until an unanswered challenge expires */
    BOT_EXPIRE_GUEST_MS = 60000,                /* the same for one made at the page */
    BOT_EXPIRE_SLOW_MS = 14 * 24 * 3600 * 1000, /* the same for a game without a clock */
    BOT_PING_TICKS = 6,                         /* seconds between the empty lines of a stream */
    BOT_CLAIM_MS = 30000, /* how long a player must be gone before the other may claim */
    BOT_FILED_MS = 30000,
    BOT_LOADS = 16, /* games that the server reads or writes a second for its own needs */
    BOT_FILINGS = 64
};

typedef struct bot_stream bot_stream;

/* An account: somebody who has, or had, a token. */
typedef struct bot_account {
    struct bot_account *next;
    char id[BOT_NAME_LIMIT]; /* the name in lower case */
    char name[BOT_NAME_LIMIT];
    bool bot;
    bot_stream *events;
    size_t open; /* number of games and challenges */
} bot_account;

/* A game that is over stays for a while, so that its players can still chat. One that was found in
 * the store is unseen until it is read. */
typedef enum { BOT_UNSEEN, BOT_UNTOLD, BOT_CHALLENGED, BOT_STARTED, BOT_OVER, BOT_FILED } bot_stage;

typedef struct {
    bool spectator;
    char name[BOT_NAME_LIMIT];
    char text[BOT_CHAT_LIMIT];
} bot_chat;

/* A game that at least one side plays with a token. */
typedef struct bot_game {
    struct bot_game *next;
    int64_t id;
    bot_account *player[2]; /* NULL: a person at the page */
    bot_stage stage;        /* what its players have been told */
    int64_t made, expires;
    bot_stream *streams;
    int64_t gone_since[2]; /* since when the player is away; 0: present */
    int64_t told_gone[2];  /* seconds until a claim that were told last; -1: none */
    int64_t flag;          /* when a flag falls while the game is not in memory; 0: never */
    unsigned owed;  /* sides that connected and are sent it later: bit 0 White's, 1 Black's */
    bool lost;      /* its streams may have shown an old state, so it must be read again */
    bool gone;      /* the store has no such game */
    bot_chat *chat; /* BOT_CHAT_LINES lines; NULL: nobody has said a word */
    size_t chat_count;
} bot_game;

/* An answer in lines of JSON: the events of an account, or the states of a game. */
struct bot_stream {
    bot_stream *prev, *next;
    http_conn *conn;
    bots *b;
    bot_account *account;
    bot_game *game; /* NULL: the account's events */
    char token[SHA256_HEX];
    bool untold; /* the whole game has not been sent yet */
    bool behind; /* a newer state of the game has not been sent yet */
    bool ending; /* to be closed once everything has been sent */
};

struct bots {
    app *a;
    bool here;             /* this server is the home of the players with tokens */
    size_t loads, filings; /* reads and writes that are still allowed in this second */
    bot_account *accounts;
    bot_game *games[BOT_GAME_TABLE];
    size_t game_count;
    arena_matches matches;
    struct event *later; /* closes streams that are ending */
    unsigned ticks;
};

/* ---- bot_accounts.c ---- */

/* May an account have this name? It has 2 to 30 letters, digits, '-' and '_'. */
bool bot_name_is_good(const char *name);
void bot_id_of(const char *name, char id[BOT_NAME_LIMIT]);
/* The account of that name, even if its owner is not here; NULL if there is none. */
bot_account *bots_account(bots *b, const char *name);
/* The account of a token, and the token's hash; NULL if the token is unknown. */
bot_account *bots_by_token(bots *b, const char *token, char hash[SHA256_HEX]);
bool bots_token_holds(bots *b, const char *hash);
/* Turns a person's account into a bot's. Returns false if that could not be written. */
bool bots_upgrade(bots *b, bot_account *account);
/* Adds a finished game to the account's score, within the open transaction. */
void bots_count_result(bots *b, const bot_account *account, const char *perf, const char *result);
/* Writes the account as lichess describes a user. */
void bots_put_account(bots *b, text_builder *out, const bot_account *account);
/* Writes every bot that has finished a game: {"name":…,"games":…,"win":…,"draw":…,"loss":…},… */
void bots_put_standings(bots *b, text_builder *out);

/* ---- bot_games.c ---- */

/* Is a step of the match on its way to the disk? If so, the commit tells the players about it. */
static inline bool app_is_unsaved(const match *m)
{
    return m->record->in_batch || m->record->in_flight;
}

bot_game *bots_game(bots *b, int64_t id);
/* Adds a game that has just been made, also to the store. */
bot_game *bots_add_game(bots *b, const match *m, int64_t expires);
/* A game that is over no longer counts against its players' limit; the next function takes it out
 * of the index. */
void bots_leave_players(bot_game *game);
void bots_forget_game(bots *b, bot_game *game);
/* Sends an account all its challenges and games. */
void bots_tell_all(bots *b, bot_account *account);
/* The side that the account plays, or NOBODY. */
int bots_side(const bot_game *game, const bot_account *account);

/* ---- bot_stream.c ---- */

/* For whom a stream is. `hop`: another server passes it on, and sends it in chunks. */
typedef struct {
    http_conn *conn;
    bot_account *account;
    const char *token;
    bool hop;
} bot_listener;
void bots_open_events(bots *b, const bot_listener *who);
void bots_open_game(bots *b, const bot_listener *who, bot_game *game, const match *m);
/* Sends a line to the account's event stream. */
void bots_send_event(bot_account *account, const text_builder *line);
/* Sends the state of the game to everyone who streams it. */
void bots_send_state(bot_game *game, const match *m);
/* The same, to those only who have not been sent it. */
void bots_send_waiting(bot_game *game, const match *m);
void bots_send_line(bot_game *game, const text_builder *line, const bot_account *except);
void bots_end_stream(bot_stream *stream);
void bots_ping(bots *b);
bool bots_is_online(const bot_account *account);

#endif
