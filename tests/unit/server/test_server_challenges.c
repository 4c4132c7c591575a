/* test_server_challenges.c: challenges between players with tokens, and from the page. The server
 * runs in this process. Layer: tests. */
#include "staged_players.h"

#include "server/match/match_players.h"

/* ---- challenges ---- */

TEST(fields_come_as_a_form_or_as_json)
{
#define CLOCK "The clock is up to 10800 seconds, and up to 180 for each move"
    static const struct {
        const char *form, *error; /* NULL: a challenge is made */
        int64_t initial, increment;
    } cases[] = {
        {"color=white&clock.limit=60", NULL, 60000, 0},
        {"color=white&clock.limit=10800&clock.increment=180", NULL, 10800000, 180000},
        {"color=white&clock.limit=10801&clock.increment=1", CLOCK, 0, 0},
        {"color=white&clock.limit=60&clock.increment=181", CLOCK, 0, 0},
        {"color=white&clock.limit=0&clock.increment=2", NULL, 2000, 2000},
        {"color=white&clock.limit=0&clock.increment=0", CLOCK, 0, 0},
        {"color=white&clock.limit=0", CLOCK, 0, 0},
        {"color=white&clock.limit=1", NULL, 1000, 0},
        {"color=white&clock.limit=x", CLOCK, 0, 0},
        {"{\"color\":\"white\",\"clock.limit\":60,\"clock.increment\":2}", NULL, 60000, 2000},
        {"{\"color\":\"white\",\"clock.limit\":\"61\"}", NULL, 61000, 0},
        {"{\"color\":\"white\",\"clock.limit\":60.5}", CLOCK, 0, 0},
        {"{\"color\":\"white\",\"clock.limit\":true}", CLOCK, 0, 0},
        {"{\"color\":\"white\",\"clock.limit\":5,\"fen\":null}", NULL, 5000, 0},
        {"{\"color\":\"white\",\"clock.limit\":[5]}", "'clock.limit' is too long, or no text", 0,
         0},
        {"{\"color\":\"white12\",\"clock.limit\":5}", NULL, 5000, 0}, /* a side by lot */
        {"{\"color\":\"white123\",\"clock.limit\":5}", "'color' is too long, or no text", 0, 0},
        {"color=white12&clock.limit=5", NULL, 5000, 0},
        {"color=white123&clock.limit=5", "'color' is too long, or no text", 0, 0},
        {"color&clock.limit=5", "'color' is too long, or no text", 0, 0},
        {"variant=nochess&clock.limit=5", "There is no such variant", 0, 0},
        {"{\"fen\":\"no fen\",\"clock.limit\":5}", "The FEN is no position that can be played", 0,
         0},
    };
    set_up();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%s", cases[i].form);
        const char *text = post(ANNA, "/api/challenge/fish", cases[i].form);
        const char *id = strstr(text, "{\"id\":\"");
        CHECK_EQ_INT(status(), cases[i].error == NULL ? 200 : 400);
        if (cases[i].error != NULL) {
            char whole[200];
            snprintf(whole, sizeof whole, "{\"error\":\"%s\"}", cases[i].error);
            CHECK_EQ_TEXT(text, whole);
        } else if (CHECK(id == text)) {
            const match *m = match_of(bots_game(s.a.bots, strtoll(id + 7, NULL, 10)));
            CHECK(m->clock.used && m->clock.start == cases[i].initial &&
                  m->clock.increment == cases[i].increment);
            CHECK(strstr(cases[i].form, "white1") != NULL || m->challenger == ARB_WHITE);
        }
    }
    check_case("%s", "");
    leave();
}

TEST(who_may_be_challenged)
{
    set_up();
    check_post(ANNA, "/api/challenge/nobody", "", 404, NO("No such user"));
    check_post(ANNA, "/api/challenge/anna", "", 400, NO("You cannot challenge yourself"));
    s.a.disk_is_full = true;
    check_post(ANNA, "/api/challenge/fish", "", 503,
               NO("The server keeps as many games as it may (see --disk)"));
    s.a.disk_is_full = false;
    bot_account *anna = bots_account(s.a.bots, "anna"), *fish = bots_account(s.a.bots, "fish");
    anna->open = BOT_OPEN_LIMIT;
    check_post(ANNA, "/api/challenge/fish", "", 400,
               NO("There are too many games and challenges already"));
    anna->open = 0;
    fish->open = BOT_OPEN_LIMIT;
    check_post(ANNA, "/api/challenge/fish", "", 400,
               NO("There are too many games and challenges already"));
    fish->open = anna->open = BOT_OPEN_LIMIT - 1;
    CHECK(challenge("color=white") != NULL && fish->open == BOT_OPEN_LIMIT);
    fish->open = anna->open = 1;
    leave();
}

TEST(a_challenge_waits_for_the_other)
{
    set_up();
    bot_game *game = challenge("color=white&clock.limit=60");
    check_act(ANNA, game, "move/e2e4", 400, NO("The challenge has not been accepted"));
    check_get(FISH, path_of("/api/bot/game/stream/%lld", game->id), 404,
              NO("The challenge has not been accepted"));
    check_post(ANNA, path_of("/api/challenge/%lld/accept", game->id), "", 404,
               NO("The challenge is not for you"));
    check_post(ANNA, path_of("/api/challenge/%lld/decline", game->id), "", 404,
               NO("The challenge is not for you"));
    check_post(FISH, path_of("/api/challenge/%lld/cancel", game->id), "", 404,
               NO("No such challenge"));
    check_post(OTTO, path_of("/api/challenge/%lld/accept", game->id), "", 404, NO("No such game"));
    check_post(FISH, "/api/challenge/x1/accept", "", 404, NO("No such game"));
    CHECK(strstr(get(ANNA, "/api/challenge"), "{\"in\":[],\"out\":[{\"id\":\"") != NULL);
    CHECK(strstr(get(FISH, "/api/challenge"), "{\"in\":[{\"id\":\"") != NULL);
    CHECK(strstr(s.reply, "],\"out\":[]}") != NULL);
    CHECK(strstr(get(ANNA, path_of("/api/challenge/%lld/show", game->id)),
                 "\"direction\":\"out\"") != NULL);
    CHECK(strstr(get(FISH, path_of("/api/challenge/%lld/show", game->id)),
                 "\"direction\":\"in\"") != NULL);
    check_get(OTTO, "/api/challenge", 200, "{\"in\":[],\"out\":[]}");
    check_get(FISH, "/api/account/playing", 200, "{\"nowPlaying\":[]}");
    bot_game *second = challenge("color=black&clock.limit=60");
    CHECK_EQ_INT(count(get(FISH, "/api/challenge"), "\"color\":\""), 2);
    CHECK(strstr(s.reply, "}},{\"id\":\"") == NULL && strstr(s.reply, "\"},{\"id\":\"") != NULL);
    check_post(FISH, path_of("/api/challenge/%lld/decline", second->id), "reason=tooFast", 200, OK);
    CHECK_EQ_TEXT(match_of(second)->aborted, "declined toofast");
    check_post(FISH, path_of("/api/challenge/%lld/accept", second->id), "", 404,
               NO("No such challenge"));
    check_post(ANNA, path_of("/api/challenge/%lld/cancel", second->id), "", 404,
               NO("No such challenge"));
    check_post(ANNA, path_of("/api/challenge/%lld/cancel", game->id), "", 200, OK);
    CHECK_EQ_TEXT(match_of(game)->aborted, "canceled");
    check_get(FISH, "/api/challenge", 200, "{\"in\":[],\"out\":[]}");
    game = game_between();
    CHECK(strstr(get(FISH, "/api/account/playing"), "{\"nowPlaying\":[{\"fullId\":\"") != NULL);
    check_post(FISH, path_of("/api/challenge/%lld/cancel", game->id), "", 200, OK);
    CHECK_EQ_TEXT(match_of(game)->aborted, "aborted");
    bot_game *moved = after("e2e4 e7e5 ");
    check_post(FISH, path_of("/api/challenge/%lld/cancel", moved->id), "", 404,
               NO("No such challenge"));
    check_post(FISH, path_of("/api/challenge/%lld/decline", challenge("")->id), "reason=whatever",
               200, OK);
    leave();
}

TEST(start_positions_of_challenges)
{
    static const struct {
        const char *form, *rules, *fen;
    } cases[] = {
        {"variant=atomic", "atomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"},
        {"fen=startpos", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
        {"fen=4k3/8/8/8/8/8/8/4K2R+w+K+-+0+1", "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
        {"fen=1r2k3/8/8/8/8/8/8/1R2K3+w+Bb+-+0+1", "chess960",
         "1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1"},
        {"variant=atomic&fen=nonsense", NULL, NULL},
    };
    set_up();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%s", cases[i].form);
        const char *text = post(ANNA, "/api/challenge/fish", cases[i].form);
        const char *id = strstr(text, "{\"id\":\"");
        CHECK_EQ_INT(status(), cases[i].rules != NULL ? 200 : 400);
        if (id == NULL || cases[i].rules == NULL)
            continue;
        const match *m = match_of(bots_game(s.a.bots, strtoll(id + 7, NULL, 10)));
        char fen[200];
        CHECK_EQ_TEXT(m->rules->name, cases[i].rules);
        arb_position_fen(arb_game_start(m->game),
                         m->rules->castling.any_home ? ARB_SHREDDER_FEN : ARB_X_FEN, ARB_EP_ALWAYS,
                         fen, sizeof fen);
        CHECK_EQ_TEXT(fen, cases[i].fen);
        CHECK(!m->clock.used);
    }
    check_case("%s", "");
    bool differ = false; /* of Chess960 one of 960 by lot */
    char first[200] = "", fen[200];
    for (int i = 0; i < 6; i++) {
        const char *text = post(ANNA, "/api/challenge/fish", "variant=chess960&color=white");
        CHECK_EQ_INT(status(), 200);
        const match *m = match_of(bots_game(s.a.bots, strtoll(text + 7, NULL, 10)));
        arb_position_fen(arb_game_start(m->game), ARB_SHREDDER_FEN, ARB_EP_ALWAYS, fen, sizeof fen);
        differ |= i > 0 && strcmp(first, fen) != 0;
        snprintf(first, sizeof first, "%s", fen);
    }
    CHECK(differ);
    leave();
}

TEST(the_page_challenges_a_bot_that_is_here)
{
    static const struct {
        const char *form;
        int code;
        const char *body;
    } cases[] = {
        {"name=x", 415,
         PROBLEM("Unsupported Media Type", "415", "the body has to be application/json")},
        {"{\"name\":5}", 400,
         PROBLEM("Bad Request", "400", "'name' is a text of at most 64 bytes, none of them NUL")},
        {"{\"color\":\"blackwhit\"}", 400,
         PROBLEM("Bad Request", "400", "'color' is a text of at most 8 bytes, none of them NUL")},
        {"{\"clock\":{\"initial_ms\":999}}", 400,
         PROBLEM("Bad Request", "400", "'initial_ms' is a whole number from 1000 to 10800000")},
        {"{\"clock\":{\"increment_ms\":180001}}", 400,
         PROBLEM("Bad Request", "400", "'increment_ms' is a whole number from 0 to 180000")},
        {"{\"rules\":\"none\"}", 422,
         PROBLEM("Unprocessable Content", "422", "there is no rule set of that name")},
        {"{\"fen\":\"none\"}", 400,
         PROBLEM("Bad Request", "400", "The FEN is no position that can be played")},
    };
    set_up();
    check_post(ANNA, "/api/bots/fish/challenge", "{}", 409,
               PROBLEM("Conflict", "409", "this bot is not here now"));
    check_post(ANNA, "/api/bots/whale/challenge", "{}", 404,
               PROBLEM("Not Found", "404", "No such user"));
    int fish = say(FISH, "GET", "/api/stream/event", "");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_post(ANNA, "/api/bots/fish/challenge", cases[i].form, cases[i].code, cases[i].body);
    static const struct {
        const char *form;
        bool clock;
        int64_t initial, increment;
        int side;
    } good[] = {{"{\"color\":\"black\",\"name\":\"Eve\"}", false, 0, 0, ARB_BLACK},
                {"{\"color\":\"white\",\"clock\":{}}", true, 300000, 0, ARB_WHITE},
                {"{\"color\":\"white\",\"clock\":{\"initial_ms\":1000,\"increment_ms\":180000}}",
                 true, 1000, 180000, ARB_WHITE},
                {"{\"color\":\"black\",\"clock\":{\"initial_ms\":10800000}}", true, 10800000, 0,
                 ARB_BLACK}};
    size_t made = http_conn_peer(s.a.http->first)->games;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        check_case("%s", good[i].form);
        int64_t before = http_now();
        const char *text = post(ANNA, "/api/bots/fish/challenge", good[i].form);
        CHECK_EQ_INT(status(), 201);
        if (!CHECK(strncmp(text, "{\"id\":\"", 7) == 0))
            continue;
        bot_game *game = bots_game(s.a.bots, strtoll(text + 7, NULL, 10));
        const match *m = match_of(game);
        char seat[100];
        snprintf(seat, sizeof seat, "{\"id\":\"%lld\",\"seats\":{\"%s\":\"%s\"},\"state\":{",
                 (long long)game->id, good[i].side == ARB_WHITE ? "white" : "black",
                 m->token[good[i].side]);
        CHECK(strncmp(text, seat, strlen(seat)) == 0 && strlen(m->token[good[i].side]) >= 22);
        CHECK(m->challenger == good[i].side && m->clock.used == good[i].clock);
        CHECK(!m->clock.used ||
              (m->clock.start == good[i].initial && m->clock.increment == good[i].increment));
        CHECK(game->player[good[i].side] == NULL && game->player[1 - good[i].side] != NULL);
        CHECK_EQ_TEXT(m->name[1 - good[i].side], "Fish");
        CHECK_EQ_TEXT(m->name[good[i].side], i == 0 ? "Eve" : "");
        CHECK(game->expires >= before + BOT_EXPIRE_GUEST_MS &&
              game->expires <= http_now() + BOT_EXPIRE_GUEST_MS);
    }
    check_case("%s", "");
    CHECK_EQ_INT(http_conn_peer(s.a.http->first)->games, made + 4); /* they count as its games */
    close(fish);
    leave();
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    RUN(fields_come_as_a_form_or_as_json);
    RUN(who_may_be_challenged);
    RUN(a_challenge_waits_for_the_other);
    RUN(start_positions_of_challenges);
    RUN(the_page_challenges_a_bot_that_is_here);
    return check_result();
}
