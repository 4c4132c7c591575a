/* test_server_dialect.c: what players with tokens ask in lichess's dialect, and what they are
 * answered. The server runs in this process. Layer: tests. */
#include "staged_players.h"

#include "server/match/match_players.h"

/* ---- offers ---- */

TEST(a_draw_is_offered_and_answered)
{
    set_up();
    bot_game *game = game_between();
    check_act(FISH, game, "draw/no", 200, OK); /* there is nothing to decline */
    check_act(ANNA, game, "draw/yes", 200, OK);
    CHECK_EQ_INT(match_of(game)->draw_offer, ARB_WHITE);
    int64_t version = match_of(game)->version;
    check_act(ANNA, game, "draw/yes", 200, OK); /* it is offered already */
    check_act(ANNA, game, "draw/no", 200, OK);
    CHECK(match_of(game)->draw_offer == ARB_WHITE && match_of(game)->version == version);
    check_act(FISH, game, "draw/true", 400,
              NO("a draw can be agreed only after both have moved (5.2.3)"));
    check_act(FISH, game, "draw/no", 200, OK);
    CHECK_EQ_INT(match_of(game)->draw_offer, NOBODY);
    check_act(ANNA, game, "move/e2e4?offeringDraw=true", 200, OK);
    CHECK_EQ_INT(match_of(game)->draw_offer, ARB_WHITE);
    check_act(FISH, game, "move/e7e5?offeringDraw=yes", 200, OK); /* a move refuses, and offers */
    CHECK_EQ_INT(match_of(game)->draw_offer, ARB_BLACK);
    check_act(ANNA, game, "move/g1f3?offeringDraw=no", 200, OK);
    CHECK_EQ_INT(match_of(game)->draw_offer, NOBODY);
    check_act(FISH, game, "draw/true", 200, OK);
    check_act(FISH, game, "move/b8c6", 200, OK);
    check_act(ANNA, game, "move/f1b5?offeringDraw=true", 200, OK); /* that agrees */
    CHECK(match_of(game)->outcome.reason == ARB_R_AGREEMENT &&
          arb_game_ply(match_of(game)->game) == 4);
#define OVER NO("The game is over: drawn by agreement (5.2.3).")
    check_act(FISH, game, "draw/yes", 400, OVER);
    check_act(ANNA, game, "claim-draw", 400, OVER);
    leave();
}

TEST(a_takeback_is_asked_for_and_answered)
{
    set_up();
    bot_game *game = game_between();
    check_act(ANNA, game, "takeback/yes", 400, NO("there is no move to take back"));
    check_act(ANNA, game, "takeback/no", 200, OK);
    check_act(ANNA, game, "move/e2e4", 200, OK);
    check_act(ANNA, game, "takeback/yes", 200, OK);
    int64_t version = match_of(game)->version;
    check_act(ANNA, game, "takeback/yes", 200, OK);
    check_act(ANNA, game, "takeback/no", 200, OK);
    CHECK(match_of(game)->takeback == ARB_WHITE && match_of(game)->version == version);
    check_act(FISH, game, "takeback/no", 200, OK);
    CHECK_EQ_INT(match_of(game)->takeback, NOBODY);
    check_act(ANNA, game, "takeback/true", 200, OK);
    check_act(FISH, game, "takeback/yes", 200, OK);
    CHECK(match_of(game)->takeback == NOBODY && arb_game_ply(match_of(game)->game) == 0);
    leave();
}

TEST(draws_are_claimed)
{
    static const char shuffle[] = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 ";
    set_up();
    bot_game *game = after("g1f3 g8f6 ");
    check_act(FISH, game, "claim-draw", 400, NO("only the side to move may claim"));
    check_act(ANNA, game, "claim-draw", 400, NO("no draw can be claimed now (9.2.2, 9.3.2)"));
    game = after(shuffle);
    check_act(FISH, game, "draw/yes", 200, OK); /* not its turn: an offer */
    CHECK_EQ_INT(match_of(game)->draw_offer, ARB_BLACK);
    check_act(FISH, game, "claim-draw", 400, NO("only the side to move may claim"));
    check_act(ANNA, game, "claim-draw", 200, OK);
    CHECK_EQ_INT(match_of(game)->outcome.reason, ARB_R_REPETITION_CLAIM);
    game = after(shuffle);
    check_act(ANNA, game, "draw/yes", 200, OK); /* claims, as on lichess */
    CHECK_EQ_INT(match_of(game)->outcome.reason, ARB_R_REPETITION_CLAIM);
    game = after("e2e4 e7e5 ");
    game->gone_since[ARB_BLACK] = http_now() - BOT_CLAIM_MS;
    check_act(FISH, game, "claim-draw", 400, NO("only the side to move may claim"));
    check_act(ANNA, game, "claim-draw", 200, OK);
    CHECK_EQ_INT(match_of(game)->outcome.reason, ARB_R_AGREEMENT);
    check_act(ANNA, game, "claim-victory", 400,
              NO("The opponent has not left the game for long enough"));
    leave();
}

/* ---- accounts ---- */

TEST(apis_are_for_their_accounts)
{
    set_up();
    bot_game *game = game_between();
    check_get(ANNA, path_of("/api/bot/game/stream/%lld", game->id), 403,
              NO("This endpoint can only be used by bot accounts"));
    check_get(FISH, path_of("/api/board/game/stream/%lld", game->id), 403,
              NO("This endpoint cannot be used by bot accounts"));
    CHECK(store_record_drop(s.a.store, "token", "x"));
    check_get(ACCOUNTS, "/api/account", 401, NO("No such token"));
    check_get(OTTO, "/api/other/game/stream/5", 404,
              PROBLEM("Not Found", "404", "there is nothing here"));
    check_post(ANNA, "/api/bot/account/upgrade", "", 400,
               NO("An account that plays cannot become a bot"));
    check_post(OTTO, "/api/bot/account/upgrade", "", 200, OK);
    CHECK(bots_account(s.a.bots, "otto")->bot);
    check_post(OTTO, "/api/bot/account/upgrade", "", 200, OK);
    check_get(ANNA, "/api/user/nobody", 404, NO("No such user"));
    CHECK(strstr(get(ANNA, "/api/user/FISH"), "{\"id\":\"fish\",\"username\":\"Fish\",") != NULL);
    check_get(ANNA, "/api/users/status", 400, NO("ids are names parted by commas"));
    check_get(ANNA, "/api/users/status?ids=nobody,otto", 200,
              "[{\"id\":\"otto\",\"name\":\"Otto\",\"title\":\"BOT\"}]");
    check_get(ANNA, "/api/users/status?ids=anna,otto,fish", 200,
              "[{\"id\":\"anna\",\"name\":\"Anna\",\"playing\":true},"
              "{\"id\":\"otto\",\"name\":\"Otto\",\"title\":\"BOT\"},"
              "{\"id\":\"fish\",\"name\":\"Fish\",\"title\":\"BOT\",\"playing\":true}]");
    int fish = say(FISH, "GET", "/api/stream/event", ""),
        otto = say(OTTO, "GET", "/api/stream/event", ""),
        anna = say(ANNA, "GET", "/api/stream/event", "");
    check_get(ANNA, "/api/users/status?ids=fish,anna", 200,
              "[{\"id\":\"fish\",\"name\":\"Fish\",\"title\":\"BOT\",\"online\":true,"
              "\"playing\":true},{\"id\":\"anna\",\"name\":\"Anna\",\"online\":true,"
              "\"playing\":true}]");
    static const struct {
        const char *query;
        int shown;
    } cases[] = {{"", 2}, {"?nb=1", 1}, {"?nb=0", 0}, {"?nb=512", 2}, {"?nb=513", 2}, {"?nb=x", 2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[40];
        snprintf(path, sizeof path, "/api/bot/online%s", cases[i].query);
        check_case("%s", path);
        CHECK_EQ_INT(count(get(ANNA, path), "\"title\":\"BOT\""), cases[i].shown);
        CHECK_EQ_INT(count(heard(anna), "x"), 0);
    }
    check_case("%s", "");
    close(fish);
    close(otto);
    close(anna);
    leave();
}

TEST(tokens_tell_whose_they_are)
{
    char form[200], body[400];
    set_up();
    snprintf(form, sizeof form, "%s,arb_nobody", token_of(FISH));
    snprintf(body, sizeof body,
             "{\"%s\":{\"userId\":\"fish\",\"scopes\":\"board:play,bot:play,challenge:read,"
             "challenge:write\",\"expires\":null},\"arb_nobody\":null}",
             token_of(FISH));
    check_post(ANNA, "/api/token/test", form, 200, body);
    snprintf(form, sizeof form, "%079d\n%080d\r\n1", 0, 0); /* one that is too long is none */
    snprintf(body, sizeof body, "{\"%079d\":null,\"1\":null}", 0);
    check_post(ANNA, "/api/token/test", form, 200, body);
    char many[300] = "";
    for (int i = 0; i < 70; i++)
        snprintf(many + strlen(many), 5, "%d,", i);
    CHECK_EQ_INT(count(post(ANNA, "/api/token/test", many), ":null"), 64);
    leave();
}

TEST(a_game_is_exported)
{
    set_up();
    bot_game *game = after("e2e4 ");
    CHECK(strstr(get(OTTO, path_of("/game/export/%lld", game->id)), "1. e4 *") != NULL);
    check_get(OTTO, "/game/export/x", 404, NO("No such game"));
    check_get(OTTO, "/game/export/5", 404, NO("there is no such game"));
    leave();
}

/* ---- games that are found in the store ---- */

TEST(games_are_found_again)
{
    char key[24];
    set_up();
    bot_game *first = after("e2e4 "), *second = challenge("color=black&clock.limit=60");
    const int64_t ids[] = {first->id, second->id};
    CHECK(app_open_batch(&s.a));
    snprintf(key, sizeof key, "%lld", (long long)ids[1]);
    CHECK(store_record_put(s.a.store, "playing", key, "77")); /* as older stores have it */
    CHECK(store_record_put(s.a.store, "playing", "x", "78 - -"));
    CHECK(store_record_put(s.a.store, "playing", "99999", "79"));
    app_commit(&s.a);
    app_flush(&s.a, true);
    for (int old = 0; old < 2; old++) { /* they are in memory, or must be read */
        bots_stop(&s.a);
        if (old == 0)
            app_cache_free(&s.a);
        app_begin_work(&s.a);
        CHECK(bots_start(&s.a));
        CHECK_EQ_INT(s.a.bots->game_count, old == 0 ? 2 : 1);
        bot_game *game = bots_game(s.a.bots, ids[0]);
        if (!CHECK(game != NULL))
            break;
        CHECK(game->stage == BOT_UNSEEN && bots_account(s.a.bots, "anna")->open == 2 - (size_t)old);
        CHECK(game->player[ARB_WHITE] == bots_account(s.a.bots, "anna") &&
              game->player[ARB_BLACK] == bots_account(s.a.bots, "fish"));
        tick();
        CHECK(game->stage == BOT_STARTED && game->made > 1000000);
        game = bots_game(s.a.bots, ids[1]);
        CHECK((game == NULL) == (old == 1));
        if (game != NULL)
            CHECK(game->stage == BOT_CHALLENGED && game->made == 77 &&
                  game->player[ARB_BLACK] == bots_account(s.a.bots, "anna"));
    }
    leave();
}

TEST(a_game_that_was_lost_is_told_again)
{
    set_up();
    bot_game *game = after("e2e4 ");
    int fish = say(FISH, "GET", path_of("/api/bot/game/stream/%lld", game->id), "");
    heard(fish);
    bots_lost(&s.a, game->id, false);
    CHECK(game->lost && !game->gone && game->stage == BOT_STARTED);
    tick();
    CHECK(!game->lost);
    CHECK_EQ_INT(count(heard(fish), "{\"type\":\"gameState\",\"moves\":\"e2e4\""), 1);
    bots_lost(&s.a, game->id + 1, true); /* no game of theirs */
    match *m = match_of(game);
    int64_t deadline = game_clock_deadline(&m->clock);
    bots_keep_flag(&s.a, m);
    CHECK(game->flag == (deadline > 0 ? deadline : 0));
    bots_lost(&s.a, game->id, true);
    CHECK(game->gone && game->stage == BOT_OVER);
    tick();
    tick();
    CHECK_EQ_INT(game->stage, BOT_FILED);
    CHECK(strstr(get(ANNA, "/api/account"), "\"count\":{\"all\":0,") != NULL); /* not counted */
    close(fish);
    leave();
}

/* ---- streams that are not read ---- */

/* Fills what the system keeps for a client that reads nothing. */
static size_t stop_up(http_conn *conn)
{
    static char lines[64 << 10];
    memset(lines, '\n', sizeof lines);
    while (http_stream_pending(conn) < sizeof lines)
        http_stream_send(conn, lines, sizeof lines);
    return http_stream_pending(conn);
}

TEST(a_slow_client_is_sent_the_newest_state)
{
    set_up();
    bot_game *game = game_between();
    int fish = say(FISH, "GET", path_of("/api/bot/game/stream/%lld", game->id), "");
    CHECK_EQ_INT(count(heard(fish), "{\"type\":\"gameFull\""), 1);
    size_t kept = stop_up(game->streams->conn);
    check_act(ANNA, game, "move/e2e4", 200, OK);
    check_act(FISH, game, "move/e7e5", 200, OK);
    CHECK(game->streams->behind && http_stream_pending(game->streams->conn) == kept);
    text_builder line = {0};
    text_puts(&line, "{}");
    bots_send_line(game, &line, NULL); /* chat and pings are left out */
    s.a.bots->ticks = BOT_PING_TICKS - 1;
    bots_tick(&s.a);
    CHECK_EQ_INT(http_stream_pending(game->streams->conn), kept);
    int states = 0;
    for (int i = 0; i < 100 && states == 0; i++) {
        heard(fish);
        states = count(s.reply, "{\"type\":\"gameState\",\"moves\":\"e2e4 e7e5\"");
        turn();
    }
    CHECK(states == 1 && !game->streams->behind);
    stop_up(game->streams->conn);
    check_act(ANNA, game, "resign", 200, OK);
    for (int i = 0; i < 100 && game->streams != NULL; i++) {
        heard(fish);
        turn();
    }
    CHECK(game->streams == NULL); /* it ends with the game, once all is sent */
    text_free(&line);
    close(fish);
    leave();
}

TEST(events_that_nobody_reads_end_their_stream)
{
    set_up();
    int fish = say(FISH, "GET", "/api/stream/event", "");
    bot_account *account = bots_account(s.a.bots, "fish");
    text_builder line = {0};
    text_puts(&line, "{}");
    static char lines[64 << 10];
    memset(lines, '\n', sizeof lines);
    http_conn *conn = account->events->conn;
    while (http_stream_pending(conn) == 0)
        http_stream_send(conn, lines, 4096);
    CHECK(http_stream_pending(conn) < sizeof lines);
    http_conn_send(conn, lines, sizeof lines - http_stream_pending(conn), "", 0);
    CHECK_EQ_INT(http_stream_pending(conn), sizeof lines);
    bots_send_event(account, &line); /* so much may wait */
    CHECK(account->events != NULL && http_stream_pending(conn) > sizeof lines);
    bots_send_event(account, &line);
    CHECK(account->events == NULL && s.a.streams == 0);
    text_free(&line);
    close(fish);
    leave();
}

TEST(every_token_has_a_stream)
{
    char hash[SHA256_HEX];
    static const char second[] = "arb_5TTTTTTTTTTTTTTTTTTTTTTTTT"; /* another one of Fish */
    set_up();
    sha256_hex(second, strlen(second), hash);
    CHECK(app_open_batch(&s.a));
    CHECK(store_record_put(s.a.store, "token", hash, "{\"name\":\"Fish\"}"));
    app_commit(&s.a);
    int one = say(FISH, "GET", "/api/stream/event", ""),
        two = say(5, "GET", "/api/stream/event", "");
    CHECK_EQ_INT(s.a.streams, 2);
    int again = say(FISH, "GET", "/api/stream/event", "");
    char byte;
    heard(one);
    CHECK(recv(one, &byte, 1, MSG_PEEK) == 0 && s.a.streams == 2);
    CHECK_EQ_TEXT(heard(two), "\n");
    CHECK(app_open_batch(&s.a) && store_record_drop(s.a.store, "token", hash));
    app_commit(&s.a);
    s.a.bots->ticks = BOT_PING_TICKS - 1;
    bots_tick(&s.a); /* a revoked token loses its streams */
    turn();
    CHECK_EQ_TEXT(heard(two), "");
    CHECK(recv(two, &byte, 1, MSG_PEEK) == 0 && s.a.streams == 1);
    close(one);
    close(two);
    close(again);
    leave();
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    RUN(a_draw_is_offered_and_answered);
    RUN(a_takeback_is_asked_for_and_answered);
    RUN(draws_are_claimed);
    RUN(apis_are_for_their_accounts);
    RUN(tokens_tell_whose_they_are);
    RUN(a_game_is_exported);
    RUN(games_are_found_again);
    RUN(a_game_that_was_lost_is_told_again);
    RUN(a_slow_client_is_sent_the_newest_state);
    RUN(events_that_nobody_reads_end_their_stream);
    RUN(every_token_has_a_stream);
    return check_result();
}
