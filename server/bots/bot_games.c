/* bot_games.c: which games are played with tokens, what their players have been told of them, and
 * challenges that nobody answers. Layer: server.
 *
 * Room "playing" of the records: the id of a game that is not over, with the time it was made. */
#include "server/bots/bot_json.h"

#include "common/number.h"
#include "server/match_players.h"

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

static bot_game *index_game(bots *b, const match *m, int64_t made, int64_t expires)
{
    bot_game *game = calloc(1, sizeof *game);
    if (game == NULL)
        return NULL;
    game->id = m->id;
    game->made = made;
    game->expires = expires;
    for (int side = ARB_WHITE; side <= ARB_BLACK; side++) {
        game->told_gone[side] = -1;
        game->player[side] = m->account[side][0] != '\0' ? bots_account(b, m->account[side]) : NULL;
        if (game->player[side] != NULL)
            game->player[side]->open++;
    }
    game->next = *slot_of(b, m->id);
    *slot_of(b, m->id) = game;
    b->game_count++;
    return game;
}

bot_game *bots_add_game(bots *b, const match *m, int64_t expires)
{
    char key[24], made[24];
    snprintf(key, sizeof key, "%lld", (long long)m->id);
    snprintf(made, sizeof made, "%lld", (long long)http_now());
    if (!store_record_put(b->a->store, "playing", key, made))
        return NULL;
    return index_game(b, m, http_now(), expires);
}

static void leave_players(bot_game *game)
{
    for (int side = ARB_WHITE; side <= ARB_BLACK; side++)
        if (game->player[side] != NULL)
            game->player[side]->open--;
}

static void forget_game(bots *b, bot_game *game)
{
    bot_game **link = slot_of(b, game->id);
    while (*link != game)
        link = &(*link)->next;
    *link = game->next;
    while (game->streams != NULL)
        bots_end_stream(game->streams);
    if (game->stage != BOT_FILED)
        leave_players(game);
    b->game_count--;
    free(game);
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

void bots_tell(app *a, const match *m)
{
    bots *b = a->bots;
    bot_game *game = b != NULL && b->game_count > 0 ? bots_game(b, m->id) : NULL;
    if (game == NULL || game->stage >= BOT_OVER)
        return;
    app_begin_work(a);
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

void bots_tell_all(bots *b, bot_account *account)
{
    for (size_t i = 0; i < BOT_GAME_TABLE && account->open > 0; i++)
        for (bot_game *game = b->games[i]; game != NULL; game = game->next) {
            int side = bots_side(game, account);
            match *m = side != NOBODY && game->stage < BOT_OVER ? app_match(b->a, game->id) : NULL;
            if (m == NULL || app_is_unsaved(m) || match_over(m))
                continue;
            if (m->challenger != NOBODY)
                tell_challenge(game, m, side, "challenge");
            else
                tell_game(game, m, side, "gameStart");
        }
}

/* ---- once a second ---- */

static void count_results(bots *b, const bot_game *game, const match *m)
{
    if (m->aborted[0] != '\0')
        return;
    for (int side = ARB_WHITE; side <= ARB_BLACK; side++)
        if (game->player[side] != NULL)
            bots_count_result(b, game->player[side], bot_perf(m),
                              bot_winner(m) == NOBODY ? "draw"
                              : bot_winner(m) == side ? "win"
                                                      : "loss");
}

/* Drops the record of a game that is over, and counts its result. */
static void file_game(bots *b, bot_game *game)
{
    char key[24];
    const match *m = app_match(b->a, game->id);
    if (m == NULL && store_unreadable(b->a->store))
        return;
    if (m != NULL && (app_is_unsaved(m) || !match_over(m)))
        return;
    if (b->a->batch_open || !store_begin(b->a->store))
        return;
    snprintf(key, sizeof key, "%lld", (long long)game->id);
    if (m != NULL)
        count_results(b, game, m);
    if (!store_record_drop(b->a->store, "playing", key) || store_commit(b->a->store) != STORE_YES) {
        store_rollback(b->a->store);
        return;
    }
    leave_players(game);
    game->stage = BOT_FILED;
    game->expires = http_now() + BOT_FILED_MS;
}

static void tell_gone(bot_game *game, int side, int64_t now)
{
    int64_t left = game->gone_since[side] + BOT_CLAIM_MS - now;
    int64_t seconds = left > 0 ? (left + 999) / 1000 : 0;
    bot_account *other = game->player[1 - side];
    bool gone = game->gone_since[side] != 0;
    bool news = gone ? game->told_gone[side] == -1 || (seconds == 0 && game->told_gone[side] > 0)
                     : game->told_gone[side] != -1;
    if (!news)
        return;
    text_builder line = {0};
    if (gone)
        text_putf(&line, "{\"type\":\"opponentGone\",\"gone\":true,\"claimWinInSeconds\":%lld}",
                  (long long)seconds);
    else
        text_puts(&line, "{\"type\":\"opponentGone\",\"gone\":false}");
    game->told_gone[side] = gone ? seconds : -1;
    if (other != NULL)
        bots_send_line(game, &line, game->player[side]);
    text_free(&line);
}

/* Who streams the game, or has its page open, is here. */
static void watch_presence(bots *b, bot_game *game, int64_t now)
{
    unsigned here = stream_seats(b->a, game->id);
    app_begin_work(b->a);
    app_match(b->a, game->id); /* in memory its clock runs on */
    for (const bot_stream *stream = game->streams; stream != NULL; stream = stream->next) {
        int side = bots_side(game, stream->account);
        here |= side != NOBODY ? 1u << side : 0;
    }
    for (int side = ARB_WHITE; side <= ARB_BLACK; side++) {
        if (here & 1u << side)
            game->gone_since[side] = 0;
        else if (game->gone_since[side] == 0)
            game->gone_since[side] = now;
        tell_gone(game, side, now);
    }
}

static void look_at(bots *b, bot_game *game, int64_t now)
{
    if (game->stage == BOT_FILED) {
        if (now > game->expires)
            forget_game(b, game);
    } else if (game->stage == BOT_OVER) {
        file_game(b, game);
    } else if (game->stage == BOT_STARTED) {
        watch_presence(b, game, now);
    } else if (game->expires != 0 && now > game->expires) {
        match *m = app_match(b->a, game->id);
        app_begin_work(b->a);
        if (m == NULL && !store_unreadable(b->a->store))
            game->stage = BOT_OVER;
        else if (m != NULL && m->challenger != NOBODY)
            app_step(b->a, m, "abort expired", "");
    }
}

void bots_tick(app *a)
{
    bots *b = a->bots;
    int64_t now = http_now();
    if (b == NULL)
        return;
    for (size_t i = 0; i < BOT_GAME_TABLE && b->game_count > 0; i++)
        for (bot_game *game = b->games[i], *next; game != NULL; game = next) {
            next = game->next;
            look_at(b, game, now);
        }
    if (++b->ticks % BOT_PING_TICKS == 0)
        bots_ping(b);
}

/* ---- start and end ---- */

typedef struct {
    int64_t *at;
    size_t count;
} found_games;

static void find_game(void *context, const char *key, const char *value)
{
    found_games *found = context;
    uint64_t id, made;
    int64_t *at = realloc(found->at, (found->count + 1) * 2 * sizeof *at);
    if (at == NULL)
        return;
    found->at = at;
    if (!number_whole(key, INT64_MAX, &id) || !number_whole(value, INT64_MAX, &made))
        return;
    at[2 * found->count] = (int64_t)id;
    at[2 * found->count++ + 1] = (int64_t)made;
}

static void find_games(bots *b)
{
    found_games found = {0};
    store_record_list(b->a->store, "playing", find_game, &found);
    for (size_t i = 0; i < found.count; i++) {
        app_begin_work(b->a);
        match *m = app_match(b->a, found.at[2 * i]);
        bot_game *game =
            m != NULL ? index_game(b, m, found.at[2 * i + 1], http_now() + BOT_EXPIRE_MS) : NULL;
        if (game != NULL)
            game->stage = match_over(m)             ? BOT_OVER
                          : m->challenger != NOBODY ? BOT_CHALLENGED
                                                    : BOT_STARTED;
    }
    free(found.at);
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

/* Records are kept in a file: several servers that share a database have no bots. */
bool bots_start(app *a)
{
    if (store_is_shared(a->store))
        return true;
    bots *b = calloc(1, sizeof *b);
    a->bots = b;
    if (b == NULL || !store_records_ready(a->store))
        return false;
    b->a = a;
    b->later = evtimer_new(a->base, end_later, b);
    if (b->later == NULL)
        return false;
    find_games(b);
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

void bots_stop(app *a)
{
    bots *b = a->bots;
    if (b == NULL)
        return;
    bots_end_every(a);
    for (size_t i = 0; i < BOT_GAME_TABLE; i++)
        while (b->games[i] != NULL)
            forget_game(b, b->games[i]);
    while (b->accounts != NULL) {
        bot_account *next = b->accounts->next;
        free(b->accounts);
        b->accounts = next;
    }
    if (b->later != NULL)
        event_free(b->later);
    free(b);
    a->bots = NULL;
}
