/* test_server_players.c: players with tokens, second by second: what they are told, who is away,
 * what expires, and how results are filed. The server runs in this process; its moments are moved,
 * so nothing waits. Layer: tests. */
#include "staged_players.h"

TEST(each_piece_of_news_is_told_once)
{
    set_up();
    int anna = say(ANNA, "GET", "/api/stream/event", ""),
        fish = say(FISH, "GET", "/api/stream/event", "");
    CHECK_EQ_TEXT(heard(anna), "\n");
    CHECK_EQ_TEXT(heard(fish), "\n");
    bot_game *game = challenge("color=white&clock.limit=60");
    const char *text = heard(fish);
    CHECK_EQ_INT(count(text, "{\"type\":\"challenge\",\"challenge\":{\"id\":"), 1);
    CHECK_EQ_INT(count(text, ",\"compat\":{\"bot\":true,\"board\":true}}\n"), 1);
    CHECK_EQ_INT(count(heard(anna), "{\"type\":\"challenge\""), 1);
    CHECK(game->stage == BOT_CHALLENGED && game->player[ARB_WHITE]->open == 1);
    tick();
    CHECK_EQ_TEXT(heard(fish), "");
    CHECK(ok(post(FISH, path_of("/api/challenge/%lld/accept", game->id), "")));
    CHECK_EQ_INT(count(heard(fish), "{\"type\":\"gameStart\",\"game\":{"), 1);
    CHECK_EQ_INT(count(heard(anna), "{\"type\":\"gameStart\",\"game\":{"), 1);
    int white = say(ANNA, "GET", path_of("/api/board/game/stream/%lld", game->id), "");
    int black = say(FISH, "GET", path_of("/api/bot/game/stream/%lld", game->id), "");
    CHECK_EQ_INT(count(heard(white), "{\"type\":\"gameFull\","), 1);
    CHECK_EQ_INT(count(heard(black), "{\"type\":\"gameFull\","), 1);
    for (int i = 0; i < 3; i++)
        tick();
    CHECK_EQ_TEXT(heard(white), "");
    CHECK_EQ_TEXT(heard(black), "");
    CHECK(ok(post(ANNA, path_of("/api/board/game/%lld/move/e2e4", game->id), "")));
    tick();
    CHECK_EQ_INT(count(heard(white), "{\"type\":\"gameState\",\"moves\":\"e2e4\""), 1);
    CHECK_EQ_INT(count(heard(black), "{\"type\":\"gameState\",\"moves\":\"e2e4\""), 1);
    for (s.a.bots->ticks = 1; s.a.bots->ticks < BOT_PING_TICKS;) {
        CHECK_EQ_TEXT(heard(white), "");
        bots_tick(&s.a);
        turn();
    }
    CHECK_EQ_TEXT(heard(white), "\n");
    CHECK_EQ_TEXT(heard(anna), "\n");
    CHECK(ok(post(ANNA, path_of("/api/board/game/%lld/resign", game->id), "")));
    CHECK_EQ_INT(count(heard(black), "\"status\":\"resign\",\"winner\":\"black\"}\n"), 1);
    CHECK_EQ_INT(count(heard(anna), "{\"type\":\"gameFinish\",\"game\":{"), 1);
    CHECK_EQ_INT(count(heard(fish), "{\"type\":\"gameFinish\",\"game\":{"), 1);
    CHECK(game->streams == NULL); /* they end with the game */
    int ends[] = {anna, fish, white, black};
    for (int i = 0; i < 4; i++)
        close(ends[i]);
    turn();
    CHECK_EQ_INT(s.a.streams, 0);
    leave();
}

TEST(who_connects_again_is_told_how_games_stand)
{
    set_up();
    bot_game *first = game_between(), *second = challenge("color=black&clock.limit=60");
    int fish = say(FISH, "GET", "/api/stream/event", "");
    const char *text = heard(fish);
    CHECK_EQ_INT(count(text, "{\"type\":\"gameStart\",\"game\":{"), 1);
    CHECK_EQ_INT(count(text, "{\"type\":\"challenge\",\"challenge\":{"), 1);
    CHECK(first->owed == 0 && second->owed == 0);
    int again = say(FISH, "GET", "/api/stream/event", ""); /* the newer one takes its place */
    CHECK_EQ_INT(count(heard(again), "{\"type\":\"gameStart\""), 1);
    char byte;
    heard(fish);
    CHECK(recv(fish, &byte, 1, MSG_PEEK) == 0 && s.a.streams == 1);
    close(fish);
    close(again);
    leave();
}

TEST(a_player_who_is_away_loses_after_a_while)
{
    set_up();
    bot_game *game = game_between();
    for (int i = 0; i < 2; i++)
        CHECK(ok(i == 0 ? post(ANNA, path_of("/api/board/game/%lld/move/e2e4", game->id), "")
                        : post(FISH, path_of("/api/bot/game/%lld/move/e7e5", game->id), "")));
    int white = say(ANNA, "GET", path_of("/api/board/game/stream/%lld", game->id), "");
    int black = say(FISH, "GET", path_of("/api/bot/game/stream/%lld", game->id), "");
    heard(white);
    tick();
    CHECK(game->gone_since[0] == 0 && game->gone_since[1] == 0);
    close(black);
    turn();
    int64_t before = http_now();
    tick();
    CHECK(game->gone_since[0] == 0 && game->gone_since[1] >= before);
    CHECK_EQ_TEXT(heard(white),
                  "{\"type\":\"opponentGone\",\"gone\":true,\"claimWinInSeconds\":30}\n");
    tick();
    CHECK_EQ_TEXT(heard(white), "");
    game->gone_since[1] = http_now() - BOT_CLAIM_MS + 20000;
    CHECK(!strcmp(post(ANNA, path_of("/api/board/game/%lld/claim-victory", game->id), ""),
                  "{\"error\":\"The opponent has not left the game for long enough\"}"));
    tick();
    CHECK_EQ_TEXT(heard(white), "");
    game->gone_since[1] = http_now() - BOT_CLAIM_MS;
    tick();
    CHECK_EQ_TEXT(heard(white),
                  "{\"type\":\"opponentGone\",\"gone\":true,\"claimWinInSeconds\":0}\n");
    tick();
    CHECK_EQ_TEXT(heard(white), "");
    black = say(FISH, "GET", path_of("/api/bot/game/stream/%lld", game->id), "");
    tick();
    CHECK_EQ_TEXT(heard(white), "{\"type\":\"opponentGone\",\"gone\":false}\n");
    CHECK(game->gone_since[1] == 0 && game->told_gone[1] == -1);
    CHECK(strstr(post(ANNA, path_of("/api/board/game/%lld/claim-victory", game->id), ""), "error"));
    close(black);
    turn();
    tick();
    game->gone_since[1] = http_now() - BOT_CLAIM_MS;
    CHECK(ok(post(ANNA, path_of("/api/board/game/%lld/claim-victory", game->id), "")));
    CHECK(match_of(game)->outcome.result == ARB_WHITE_WINS);
    CHECK_EQ_TEXT(match_of(game)->forfeit, "the opponent left the game");
    close(white);
    leave();
}

TEST(who_connects_later_is_told_of_an_absent_opponent)
{
    set_up();
    bot_game *game = game_between();
    tick();
    CHECK(game->gone_since[0] != 0 && game->gone_since[1] != 0);
    game->gone_since[1] -= 10000; /* for a while already */
    int white = say(ANNA, "GET", path_of("/api/board/game/stream/%lld", game->id), "");
    heard(white);
    tick();
    const char *text = heard(white);
    CHECK_EQ_INT(count(text, "{\"type\":\"opponentGone\",\"gone\":true,"), 1);
    CHECK(strstr(text, "\"claimWinInSeconds\":30") == NULL);
    tick();
    CHECK_EQ_TEXT(heard(white), "");
    close(white);
    leave();
}

TEST(challenges_expire)
{
    set_up();
    int fish = say(FISH, "GET", "/api/stream/event", "");
    int64_t before = http_now();
    bot_game *game = challenge("color=white&clock.limit=60");
    CHECK(game->expires >= before + BOT_EXPIRE_MS && game->expires <= http_now() + BOT_EXPIRE_MS);
    heard(fish);
    tick();
    CHECK(match_of(game)->aborted[0] == '\0');
    game->expires = http_now() - 1;
    tick();
    CHECK_EQ_TEXT(match_of(game)->aborted, "expired");
    CHECK_EQ_INT(count(heard(fish), "{\"type\":\"challengeCanceled\",\"challenge\":{"), 1);
    CHECK_EQ_INT(game->stage, BOT_OVER);
    game = challenge("color=white"); /* without a clock there is no hurry */
    game->expires = http_now() - 1;
    tick();
    CHECK(match_of(game)->aborted[0] == '\0');
    CHECK_EQ_INT(game->expires, game->made + (int64_t)14 * 24 * 3600 * 1000);
    game->made = http_now() - (int64_t)14 * 24 * 3600 * 1000 - 1000;
    game->expires = http_now() - 1;
    tick();
    CHECK_EQ_TEXT(match_of(game)->aborted, "expired");
    close(fish);
    leave();
}

TEST(results_are_filed_and_counted_once)
{
    static const struct {
        const char *form, *end;
        int who;
    } games[] = {{"color=white&clock.limit=60", "resign", ANNA},
                 {"color=white&clock.limit=60", "resign", FISH},
                 {"color=white&clock.limit=600&variant=crazyhouse", "resign", FISH},
                 {"color=white&clock.limit=60", "abort", ANNA}};
    set_up();
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char path[100], key[30];
        bot_game *game = challenge(games[i].form);
        CHECK(ok(post(FISH, path_of("/api/challenge/%lld/accept", game->id), "")));
        CHECK_EQ_INT(game->player[ARB_WHITE]->open, 1);
        snprintf(path, sizeof path, "/api/%s/game/%lld/%s", games[i].who == FISH ? "bot" : "board",
                 (long long)game->id, games[i].end);
        CHECK(ok(post(games[i].who, path, "")));
        CHECK_EQ_INT(game->stage, BOT_OVER);
        int64_t id = game->id;
        text_builder value = {0};
        snprintf(key, sizeof key, "%lld", (long long)id);
        CHECK(store_record_get(s.a.store, "playing", key, &value));
        tick();
        CHECK(!store_record_get(s.a.store, "playing", key, &value));
        text_free(&value);
        int64_t before = http_now();
        tick();
        CHECK_EQ_INT(game->stage, BOT_FILED);
        CHECK(game->expires >= before + BOT_FILED_MS && game->expires <= http_now() + BOT_FILED_MS);
        CHECK_EQ_INT(s.a.bots->game_count, 1);
        tick();
        CHECK(bots_game(s.a.bots, id) == game); /* its players may still chat */
        game->expires = http_now() - 1;
        tick();
        CHECK(bots_game(s.a.bots, id) == NULL && s.a.bots->game_count == 0);
    }
    const char *text = get(ANNA, "/api/account");
    CHECK(strstr(
        text, "\"count\":{\"all\":3,\"rated\":0,\"win\":2,\"draw\":0,\"loss\":1,\"playing\":0}"));
    CHECK(strstr(text, "\"perfs\":{\"bullet\":{\"games\":2,\"rating\":1500,"));
    CHECK(strstr(text, "\"crazyhouse\":{\"games\":1,\"rating\":1500,"));
    CHECK(strstr(text, "\"createdAt\":5,") && strstr(text, "\"online\":false,\"playing\":0,"));
    text = get(FISH, "/api/account");
    CHECK(strstr(text, "\"title\":\"BOT\"") &&
          strstr(text, "\"all\":3,\"rated\":0,\"win\":1,\"draw\":0,\"loss\":2,"));
    text_builder out = {0};
    text_puts(&out, "[");
    bots_put_standings(s.a.bots, &out); /* bots that have played */
    text_put(&out, "", 1);
    CHECK_EQ_TEXT(out.at, "[{\"name\":\"Fish\",\"games\":3,\"win\":1,\"draw\":0,\"loss\":2}");
    text_free(&out);
    leave();
}

TEST(lines_of_chat_have_limits)
{
    char form[400], long_text[200], path[100];
    set_up();
    bot_game *game = game_between();
    snprintf(path, sizeof path, "/api/board/game/%lld/chat", (long long)game->id);
    int white = say(ANNA, "GET", path_of("/api/board/game/stream/%lld", game->id), "");
    heard(white);
    for (int len = 140; len <= 141; len++) {
        memset(long_text, 'x', (size_t)len);
        long_text[len] = '\0';
        snprintf(form, sizeof form, "room=player&text=%s", long_text);
        CHECK((strstr(post(ANNA, path, form), "A line of chat has 1 to 140 bytes") != NULL) ==
              (len > 140));
    }
    CHECK_EQ_INT(
        count(heard(white),
              "{\"type\":\"chatLine\",\"room\":\"player\",\"username\":\"Anna\",\"text\":\"x"),
        1);
    CHECK(strstr(post(ANNA, path, "room=player&text="), "error") != NULL);
    CHECK(ok(post(ANNA, path, "room=spectator&text=hello")));
    CHECK_EQ_TEXT(heard(white), "{\"type\":\"chatLine\",\"room\":\"spectator\",\"username\":"
                                "\"Anna\",\"text\":\"hello\"}\n");
    for (int i = 0; i < BOT_CHAT_LINES; i++) { /* older ones are forgotten */
        snprintf(form, sizeof form, "room=player&text=line+%d", i);
        CHECK(ok(post(ANNA, path, form)));
    }
    const char *text = get(ANNA, path);
    CHECK(strstr(text, "[{\"user\":\"Anna\",\"text\":\"line 0\"},{\"user\":") == text);
    CHECK_EQ_INT(count(text, "\"user\""), BOT_CHAT_LINES);
    CHECK(strstr(text, "\"line 31\"}]") != NULL);
    close(white);
    leave();
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    RUN(each_piece_of_news_is_told_once);
    RUN(who_connects_again_is_told_how_games_stand);
    RUN(a_player_who_is_away_loses_after_a_while);
    RUN(who_connects_later_is_told_of_an_absent_opponent);
    RUN(challenges_expire);
    RUN(results_are_filed_and_counted_once);
    RUN(lines_of_chat_have_limits);
    return check_result();
}
