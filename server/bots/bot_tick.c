/* bot_tick.c: what is done once a second for games that are played with tokens: unanswered
 * challenges, absent players, results. Layer: server.
 *
 * Cheap work is done for every game; only a limited number of games is read or written each
 * second. */
#include "server/bots/bot_json.h"

#include <stdio.h>
#include <string.h>

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

static void leave(bot_game *game)
{
    bots_leave_players(game);
    game->stage = BOT_FILED;
    game->expires = http_now() + BOT_FILED_MS;
}

/* Drops the record of a game that is over, and counts its result. Once that is on disk the game is
 * filed; if it could not be written the record is still there at the next try. */
static void file_game(bots *b, bot_game *game)
{
    char key[24];
    text_builder value = {0};
    app *a = b->a;
    if (store_records_pending(a->store) || a->batch_failed)
        return;
    snprintf(key, sizeof key, "%lld", (long long)game->id);
    bool there = store_record_get(a->store, "playing", key, &value);
    text_free(&value);
    if (!there) {
        leave(game);
        return;
    }
    b->filings--;
    const match *m = game->gone ? NULL : app_match(a, game->id);
    if (m == NULL && !game->gone && (a->fleet != NULL || store_unreadable(a->store)))
        return; /* the game is being read */
    if (m != NULL && (app_is_unsaved(m) || !match_over(m)))
        return;
    if (!app_open_batch(a))
        return;
    if (m != NULL)
        count_results(b, game, m);
    if (!store_record_drop(a->store, "playing", key))
        a->batch_failed = true;
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

/* A player who streams the game, or has its page open, is present. */
static void watch_presence(bots *b, bot_game *game, int64_t now)
{
    unsigned here = stream_seats(b->a, game->id);
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

/* Reads a game that no request asks for; a few such games are read each second. */
static match *load(bots *b, const bot_game *game)
{
    if (b->loads == 0)
        return NULL;
    b->loads--;
    app_begin_work(b->a);
    return app_match(b->a, game->id);
}

static void expire(bots *b, bot_game *game)
{
    match *m = load(b, game);
    if (m == NULL && b->loads > 0 && b->a->fleet == NULL && !store_unreadable(b->a->store))
        game->stage = BOT_OVER;
    else if (m == NULL || m->challenger == NOBODY)
        return;
    else if (!m->clock.used && http_now() <= game->made + BOT_EXPIRE_SLOW_MS)
        game->expires = game->made + BOT_EXPIRE_SLOW_MS;
    else
        app_step(b->a, m, "abort expired", "");
}

/* Does what is due for a game. The game is read only if something is due: its clock runs by itself
 * while it is in memory, and the flag's time is noted when it leaves. */
static void look_at(bots *b, bot_game *game, int64_t now)
{
    bool due = game->stage == BOT_UNSEEN || game->lost || game->owed != 0 ||
               (game->flag != 0 && now >= game->flag);
    if (game->stage == BOT_FILED) {
        if (now > game->expires)
            bots_forget_game(b, game);
        return;
    }
    if (game->stage == BOT_OVER) {
        if (b->filings > 0)
            file_game(b, game);
        return;
    }
    const match *m = due ? load(b, game) : NULL;
    if (m != NULL && !app_is_unsaved(m)) /* otherwise the commit tells them */
        bots_seen(b->a, m);
    if (game->stage == BOT_STARTED)
        watch_presence(b, game, now);
    else if (game->expires != 0 && now > game->expires)
        expire(b, game);
}

void bots_tick(app *a)
{
    bots *b = a->bots;
    int64_t now = http_now();
    if (b == NULL || !b->here)
        return;
    b->loads = BOT_LOADS;
    b->filings = BOT_FILINGS;
    for (size_t i = 0; i < BOT_GAME_TABLE; i++)
        for (bot_game *game = b->games[i], *next; game != NULL; game = next) {
            next = game->next;
            look_at(b, game, now);
        }
    if (++b->ticks % BOT_PING_TICKS == 0)
        bots_ping(b);
}
