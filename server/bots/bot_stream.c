/* bot_stream.c: streams of JSON lines: the events of an account, or the states of a game. Layer:
 * server.
 *
 * A state is complete, so a slow client is sent only the newest one. Events are not: a client that
 * does not read them loses its stream, and gets all of them when it reconnects. */
#include "server/bots/bot_json.h"

#include <stdlib.h>
#include <string.h>

bool bots_is_online(const bot_account *account)
{
    return account->events != NULL;
}

static bot_stream **list_of(bot_stream *stream)
{
    return stream->game != NULL ? &stream->game->streams : &stream->account->events;
}

static void on_closed(void *context)
{
    bot_stream *stream = context;
    *(stream->prev != NULL ? &stream->prev->next : list_of(stream)) = stream->next;
    if (stream->next != NULL)
        stream->next->prev = stream->prev;
    stream->b->a->streams--;
    free(stream);
}

void bots_end_stream(bot_stream *stream)
{
    http_conn *conn = stream->conn;
    on_closed(stream);
    http_stream_end(conn);
}

static void send_line(bot_stream *stream, const text_builder *line)
{
    text_builder ended = {0};
    text_put(&ended, line->at, line->len);
    text_puts(&ended, "\n");
    if (!ended.failed && !line->failed)
        http_stream_send(stream->conn, ended.at, ended.len);
    text_free(&ended);
    stream->b->a->metrics.events++;
}

static void end_soon(bot_stream *stream)
{
    stream->ending = true;
    event_active(stream->b->later, EV_TIMEOUT, 0);
}

/* Sends the whole game first and its states later; after the last state the stream ends. */
static void send_game(bot_stream *stream, const match *m)
{
    text_builder line = {0};
    if (stream->ending)
        return;
    if (http_stream_pending(stream->conn) > 0) {
        stream->behind = true;
        return;
    }
    stream->behind = false;
    if (stream->untold)
        bot_put_full(&line, stream->game, m);
    else
        bot_put_state(&line, m);
    stream->untold = false;
    send_line(stream, &line);
    text_free(&line);
    if (match_over(m))
        end_soon(stream);
}

static void on_drained(void *context)
{
    bot_stream *stream = context;
    bots *b = stream->b;
    if (stream->ending)
        end_soon(stream);
    if (!stream->behind || stream->game == NULL)
        return;
    app_begin_work(b->a);
    const match *m = app_match(b->a, stream->game->id);
    if (m != NULL && !app_is_unsaved(m)) /* otherwise the commit will send the state */
        send_game(stream, m);
}

static bot_stream *open_stream(bots *b, const bot_listener *who, bot_game *game)
{
    bot_stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL) {
        app_problem(b->a, who->conn, 503, "there is no memory for another stream", NULL);
        return NULL;
    }
    *stream = (bot_stream){
        .conn = who->conn, .b = b, .account = who->account, .game = game, .untold = true};
    memcpy(stream->token, who->token, sizeof stream->token);
    bot_stream **list = list_of(stream);
    stream->next = *list;
    if (stream->next != NULL)
        stream->next->prev = stream;
    *list = stream;
    b->a->streams++;
    b->a->metrics.requests[2]++;
    (who->hop ? http_stream_begin : http_stream_begin_chunked)(
        who->conn, "application/x-ndjson", &(http_stream){on_closed, on_drained, stream});
    return stream;
}

void bots_open_events(bots *b, const bot_listener *who)
{
    bot_stream *old = who->account->events; /* a token has one stream, the newest */
    while (old != NULL && strcmp(old->token, who->token) != 0)
        old = old->next;
    bot_stream *stream = open_stream(b, who, NULL);
    if (stream == NULL)
        return;
    stream->untold = false;
    http_stream_send(who->conn, "\n", 1); /* some clients wait for a first byte */
    if (old != NULL)
        bots_end_stream(old);
    bots_tell_all(b, who->account);
}

void bots_open_game(bots *b, const bot_listener *who, bot_game *game, const match *m)
{
    bot_stream *stream = open_stream(b, who, game);
    int side = bots_side(game, who->account);
    if (side != NOBODY) /* the next tick tells whether the opponent is away */
        game->told_gone[1 - side] = -1;
    if (stream != NULL && !app_is_unsaved(m))
        send_game(stream, m);
}

void bots_send_event(bot_account *account, const text_builder *line)
{
    enum { BEHIND = 64 << 10 };
    for (bot_stream *stream = account->events, *next; stream != NULL; stream = next) {
        next = stream->next;
        if (http_stream_pending(stream->conn) > BEHIND)
            bots_end_stream(stream);
        else
            send_line(stream, line);
    }
}

void bots_send_state(bot_game *game, const match *m)
{
    for (bot_stream *stream = game->streams, *next; stream != NULL; stream = next) {
        next = stream->next;
        send_game(stream, m);
    }
}

void bots_send_waiting(bot_game *game, const match *m)
{
    for (bot_stream *stream = game->streams, *next; stream != NULL; stream = next) {
        next = stream->next;
        if ((stream->untold || stream->behind) && http_stream_pending(stream->conn) == 0)
            send_game(stream, m);
    }
}

void bots_send_line(bot_game *game, const text_builder *line, const bot_account *except)
{
    for (bot_stream *stream = game->streams; stream != NULL; stream = stream->next)
        if (stream->account != except && !stream->untold && http_stream_pending(stream->conn) == 0)
            send_line(stream, line);
}

/* Sends an empty line, which shows that the connection is alive; a revoked token loses its
 * streams. */
static void ping(bot_stream *stream)
{
    if (!bots_token_holds(stream->b, stream->token))
        bots_end_stream(stream);
    else if (http_stream_pending(stream->conn) == 0 && !stream->untold)
        http_stream_send(stream->conn, "\n", 1);
}

static void ping_list(bot_stream *stream)
{
    for (bot_stream *next; stream != NULL; stream = next) {
        next = stream->next;
        ping(stream);
    }
}

void bots_ping(bots *b)
{
    for (bot_account *account = b->accounts; account != NULL; account = account->next)
        ping_list(account->events);
    for (size_t i = 0; i < BOT_GAME_TABLE; i++)
        for (bot_game *game = b->games[i]; game != NULL; game = game->next)
            ping_list(game->streams);
}
