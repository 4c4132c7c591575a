/* bot_games.c: which games are played with tokens, and what their players have been told about
 * them. Layer: server.
 *
 * Room "playing" of the records: the key is the id of a game that is not over, the value the time
 * when it was made and the accounts of its players ("1718000000000 fish -": Black sits at the
 * page). */
#include "server/bots/bot_json.h"

#include "common/number.h"
#include "server/match/match_players.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bot_game **slot_of(bots *b, int64_t id)
{
    return &b->games[(uint64_t)id % BOT_GAME_TABLE];
}

bot_game *bots_game(bots *b, int64_t id)
{
    bot_game *game = *slot_of(b, id);
    while (game != NULL && game->id != id)
        game = game->next;
    return game;
}

int bots_side(const bot_game *game, const bot_account *account)
{
    return game->player[ARB_WHITE] == account   ? ARB_WHITE
           : game->player[ARB_BLACK] == account ? ARB_BLACK
                                                : NOBODY;
}

static bot_game *index_game(bots *b, int64_t id, int64_t made, const char *const players[2])
{
    bot_game *game = calloc(1, sizeof *game);
    if (game == NULL)
        return NULL;
    game->id = id;
    game->made = made;
    for (int side = ARB_WHITE; side <= ARB_BLACK; side++) {
        game->told_gone[side] = -1;
        game->player[side] = players[side][0] != '\0' ? bots_account(b, players[side]) : NULL;
        if (game->player[side] != NULL)
            game->player[side]->open++;
    }
    game->next = *slot_of(b, id);
    *slot_of(b, id) = game;
    b->game_count++;
    return game;
}

bot_game *bots_add_game(bots *b, const match *m, int64_t expires)
{
    char key[24], value[24 + 2 * BOT_NAME_LIMIT];
    const char *const players[] = {m->account[ARB_WHITE], m->account[ARB_BLACK]};
    int64_t now = http_now();
    snprintf(key, sizeof key, "%lld", (long long)m->id);
    snprintf(value, sizeof value, "%lld %s %s", (long long)now,
             players[0][0] != '\0' ? players[0] : "-", players[1][0] != '\0' ? players[1] : "-");
    if (!store_record_put(b->a->store, "playing", key, value))
        return NULL;
    bot_game *game = index_game(b, m->id, now, players);
    if (game != NULL) {
        game->stage = BOT_UNTOLD;
        game->expires = expires;
    }
    return game;
}

void bots_leave_players(bot_game *game)
{
    for (int side = ARB_WHITE; side <= ARB_BLACK; side++)
        if (game->player[side] != NULL)
            game->player[side]->open--;
}

/* Takes a game out of the table, at the link that leads to it, and frees it. */
static void drop_game(bots *b, bot_game **link)
{
    bot_game *game = *link;
    *link = game->next;
    while (game->streams != NULL)
        bots_end_stream(game->streams);
    if (game->stage != BOT_FILED)
        bots_leave_players(game);
    b->game_count--;
    free(game->chat);
    free(game);
}

void bots_forget_game(bots *b, bot_game *game)
{
    bot_game **link = slot_of(b, game->id);
    while (*link != game)
        link = &(*link)->next;
    drop_game(b, link);
}

/* ---- what players are told ---- */

static void tell(bot_account *account, const char *type, const char *member,
                 const text_builder *object, const char *more)
{
    text_builder line = {0};
    if (account == NULL || account->events == NULL)
        return;
    text_putf(&line, "{\"type\":\"%s\",\"%s\":", type, member);
    text_put(&line, object->at, object->len);
    text_puts(&line, more);
    text_puts(&line, "}");
    bots_send_event(account, &line);
    text_free(&line);
}

static void tell_game(bot_game *game, const match *m, int side, const char *type)
{
    text_builder object = {0};
    bot_put_game(&object, m, side);
    tell(game->player[side], type, "game", &object, "");
    text_free(&object);
}

static void tell_challenge(bot_game *game, const match *m, int side, const char *type)
{
    text_builder object = {0};
    bot_put_challenge(&object, m, "");
    tell(game->player[side], type, "challenge", &object,
         strcmp(type, "challenge") == 0 ? ",\"compat\":{\"bot\":true,\"board\":true}" : "");
    text_free(&object);
}

static void tell_both(bot_game *game, const match *m,
                      void (*how)(bot_game *, const match *, int, const char *), const char *type)
{
    for (int side = ARB_WHITE; side <= ARB_BLACK; side++)
        how(game, m, side, type);
}

static void tell_news(bot_game *game, const match *m)
{
    bool waits = m->challenger != NOBODY;
    if (m->aborted[0] != '\0' && waits) {
        if (strncmp(m->aborted, "declined", 8) == 0)
            tell_challenge(game, m, m->challenger, "challengeDeclined");
        else
            tell_both(game, m, tell_challenge, "challengeCanceled");
        game->stage = BOT_OVER;
        return;
    }
    if (waits && game->stage == BOT_UNTOLD) {
        tell_both(game, m, tell_challenge, "challenge");
        game->stage = BOT_CHALLENGED;
    }
    if (!waits && game->stage < BOT_STARTED) {
        tell_both(game, m, tell_game, "gameStart");
        game->stage = BOT_STARTED;
    }
    bots_send_state(game, m);
    if (match_over(m)) {
        tell_both(game, m, tell_game, "gameFinish");
        game->stage = BOT_OVER;
    }
}

/* Sends a player who connects the state of a game. */
static void tell_one(bot_game *game, const match *m, int side)
{
    if (match_over(m))
        return;
    if (m->challenger != NOBODY)
        tell_challenge(game, m, side, "challenge");
    else
        tell_game(game, m, side, "gameStart");
}

static void tell_owed(bot_game *game, const match *m)
{
    for (int side = ARB_WHITE; side <= ARB_BLACK; side++)
        if (game->owed & 1u << side)
            tell_one(game, m, side);
    game->owed = 0;
}

static bot_game *known(const app *a, int64_t id)
{
    bots *b = a->bots;
    return b != NULL ? bots_game(b, id) : NULL;
}

void bots_tell(app *a, const match *m)
{
    bot_game *game = known(a, m->id);
    if (game == NULL || game->stage >= BOT_OVER)
        return;
    bot_stage before = game->stage;
    app_begin_work(a);
    tell_news(game, m);
    if (game->stage != before)
        game->owed = 0; /* everyone was told just now */
    tell_owed(game, m);
}

void bots_taken_back(app *a, const match *m)
{
    bot_game *game = known(a, m->id);
    if (game != NULL && game->stage < BOT_OVER)
        bots_send_waiting(game, m);
}

void bots_tell_all(bots *b, bot_account *account)
{
    for (size_t i = 0; i < BOT_GAME_TABLE; i++)
        for (bot_game *game = b->games[i]; game != NULL; game = game->next) {
            int side = bots_side(game, account);
            if (side == NOBODY || game->stage >= BOT_OVER)
                continue;
            match *m = app_match(b->a, game->id);
            if (m == NULL || app_is_unsaved(m)) /* when it has been read, or is on disk */
                game->owed |= 1u << side;
            else
                tell_one(game, m, side);
        }
}

/* ---- games that come into memory and leave it ---- */

static bot_game *index_old(bots *b, const match *m);

void bots_seen(app *a, const match *m)
{
    bots *b = a->bots;
    if (b == NULL || !b->here || m->account[ARB_WHITE][0] + m->account[ARB_BLACK][0] == 0)
        return;
    bot_game *game = bots_game(b, m->id);
    if (game == NULL)
        game = index_old(b, m);
    if (game == NULL)
        return;
    game->flag = 0;
    if (game->stage == BOT_UNSEEN)
        game->stage = match_over(m)             ? BOT_OVER
                      : m->challenger != NOBODY ? BOT_CHALLENGED
                                                : BOT_STARTED;
    if (game->lost && game->stage < BOT_OVER)
        tell_news(game, m);
    game->lost = false;
    tell_owed(game, m);
}

void bots_keep_flag(app *a, const match *m)
{
    bot_game *game = known(a, m->id);
    if (game != NULL)
        game->flag = game_clock_deadline(&m->clock) > 0 ? game_clock_deadline(&m->clock) : 0;
}

void bots_lost(app *a, int64_t id, bool gone)
{
    bot_game *game = known(a, id);
    if (game == NULL)
        return;
    game->lost = true;
    game->gone |= gone;
    if (gone && game->stage < BOT_OVER)
        game->stage = BOT_OVER;
}

/* ---- start and end ---- */

typedef struct {
    bots *b;
    int64_t *old; /* games whose record does not name the players */
    size_t count;
} found_games;

/* Reads the record of a game. Returns false for a record of an older store, which has the time
 * only. */
static bool read_playing(const char *value, int64_t *made, char players[2][BOT_NAME_LIMIT])
{
    char *end;
    *made = strtoll(value, &end, 10);
    for (int side = 0; side < 2; side++) {
        size_t len = *end == ' ' ? strcspn(end + 1, " ") : 0;
        if (len == 0 || len >= BOT_NAME_LIMIT)
            return false;
        memcpy(players[side], end + 1, len);
        players[side][len > 1 ? len : 0] = '\0'; /* "-" means no account */
        end += 1 + len;
    }
    return true;
}

static void find_game(void *context, const char *key, const char *value)
{
    found_games *found = context;
    uint64_t id;
    int64_t made;
    char players[2][BOT_NAME_LIMIT];
    if (!number_whole(key, INT64_MAX, &id))
        return;
    if (read_playing(value, &made, players)) {
        bot_game *game =
            index_game(found->b, (int64_t)id, made, (const char *const[2]){players[0], players[1]});
        if (game != NULL)
            game->expires = http_now() + BOT_EXPIRE_MS;
        return;
    }
    int64_t *old = realloc(found->old, (found->count + 1) * sizeof *old);
    if (old == NULL)
        return;
    found->old = old;
    old[found->count++] = (int64_t)id;
}

/* Adds a game whose record does not name its players; they are found when the game is read. */
static bot_game *index_old(bots *b, const match *m)
{
    char key[24], players[2][BOT_NAME_LIMIT];
    text_builder value = {0};
    int64_t made = 0;
    bot_game *game = NULL;
    snprintf(key, sizeof key, "%lld", (long long)m->id);
    if (store_record_get(b->a->store, "playing", key, &value) &&
        !read_playing(value.at, &made, players))
        game = index_game(b, m->id, made, (const char *const[2]){m->account[0], m->account[1]});
    if (game != NULL)
        game->expires = http_now() + BOT_EXPIRE_MS;
    text_free(&value);
    return game;
}

void bots_begin(app *a)
{
    found_games found = {.b = a->bots};
    a->bots->here = true;
    store_record_list(a->store, "playing", find_game, &found);
    for (size_t i = 0; i < found.count; i++) {
        app_begin_work(a);
        app_match(a, found.old[i]);
    }
    free(found.old);
}

static void end_later(evutil_socket_t fd, short what, void *context)
{
    bots *b = context;
    (void)fd;
    (void)what;
    for (size_t i = 0; i < BOT_GAME_TABLE; i++)
        for (bot_game *game = b->games[i]; game != NULL; game = game->next)
            for (bot_stream *stream = game->streams, *next; stream != NULL; stream = next) {
                next = stream->next;
                if (stream->ending && http_stream_pending(stream->conn) == 0)
                    bots_end_stream(stream);
            }
}

/* If several servers share the store, none is the home of these games until somebody asks for
 * it. */
bool bots_start(app *a)
{
    bots *b = calloc(1, sizeof *b);
    a->bots = b;
    if (b == NULL || !store_records_ready(a->store))
        return false;
    b->a = a;
    b->later = evtimer_new(a->base, end_later, b);
    if (b->later == NULL)
        return false;
    if (!store_is_shared(a->store))
        bots_begin(a);
    return true;
}

void bots_end_every(app *a)
{
    for (size_t i = 0; a->bots != NULL && i < BOT_GAME_TABLE; i++)
        for (bot_game *game = a->bots->games[i]; game != NULL; game = game->next)
            while (game->streams != NULL)
                bots_end_stream(game->streams);
    for (bot_account *account = a->bots != NULL ? a->bots->accounts : NULL; account != NULL;
         account = account->next)
        while (account->events != NULL)
            bots_end_stream(account->events);
}

bool bots_are_here(const app *a)
{
    return a->bots != NULL && a->bots->here;
}

void bots_lapsed(app *a)
{
    bots *b = a->bots;
    if (b == NULL)
        return;
    b->here = false;
    arena_matches_free(&b->matches);
    bots_end_every(a);
    for (size_t i = 0; i < BOT_GAME_TABLE; i++)
        while (b->games[i] != NULL)
            drop_game(b, &b->games[i]);
    while (b->accounts != NULL) {
        bot_account *next = b->accounts->next;
        free(b->accounts);
        b->accounts = next;
    }
}

void bots_stop(app *a)
{
    bots *b = a->bots;
    if (b == NULL)
        return;
    bots_lapsed(a);
    if (b->later != NULL)
        event_free(b->later);
    free(b);
    a->bots = NULL;
}
