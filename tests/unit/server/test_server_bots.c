/* test_server_bots.c: games in the words of lichess's API, and matches that are reported from
 * elsewhere. Layer: tests. */
#include "server/bots/bot_json.h"
#include "staged_match.h"

static text_builder out;
static const char *written(void)
{
    static char text[1 << 14];
    CHECK(out.len < sizeof text && !out.failed);
    snprintf(text, sizeof text, "%.*s", (int)out.len, out.at);
    text_free(&out);
    return text;
}

/* Fails unless the text holds the part. */
static void holds(const char *text, const char *part)
{
    if (!CHECK(strstr(text, part) != NULL))
        printf("no %s in %s\n", part, text);
}

TEST(speeds_follow_from_the_clock)
{
    static const struct {
        int64_t initial_s, increment_s;
        const char *speed, *name;
    } cases[] = {{29, 0, "ultraBullet", "UltraBullet"},
                 {30, 0, "bullet", "Bullet"},
                 {179, 0, "bullet", "Bullet"},
                 {180, 0, "blitz", "Blitz"},
                 {479, 0, "blitz", "Blitz"},
                 {480, 0, "rapid", "Rapid"},
                 {1499, 0, "rapid", "Rapid"},
                 {1500, 0, "classical", "Classical"},
                 {60, 3, "blitz", "Blitz"},
                 {60, 2, "bullet", "Bullet"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char part[80];
        check_case("%d+%d", (int)cases[i].initial_s, (int)cases[i].increment_s);
        CHECK(begin((match_start){.clock = true,
                                  .initial_ms = 1000 * cases[i].initial_s,
                                  .increment_ms = 1000 * cases[i].increment_s}));
        CHECK_EQ_TEXT(bot_perf(m), cases[i].speed);
        bot_put_full(&out, &(bot_game){.made = 5}, m);
        snprintf(part, sizeof part, ",\"speed\":\"%s\",\"perf\":{\"name\":\"%s\"},", cases[i].speed,
                 cases[i].name);
        holds(written(), part);
        end();
    }
}

TEST(a_whole_game_is_written)
{
    CHECK(begin((match_start){.clock = true, .initial_ms = 60000, .increment_ms = 1000}));
    CHECK_EQ_INT(steps("player black bot Deep", 5), 1);
    bot_put_full(&out, &(bot_game){.made = 1234}, m);
    CHECK_EQ_TEXT(
        written(),
        "{\"type\":\"gameFull\",\"id\":\"77\",\"variant\":{\"key\":\"standard\","
        "\"name\":\"Standard\",\"short\":\"Std\"},\"speed\":\"bullet\",\"perf\":{\"name\":"
        "\"Bullet\"},\"rated\":false,\"createdAt\":1234,\"white\":{\"id\":null,\"name\":\"Ann\","
        "\"title\":null,\"rating\":1500,\"provisional\":true},\"black\":{\"id\":\"deep\","
        "\"name\":\"Deep\",\"title\":\"BOT\",\"rating\":1500,\"provisional\":true},"
        "\"initialFen\":\"startpos\",\"clock\":{\"initial\":60000,\"increment\":1000},"
        "\"state\":{\"type\":\"gameState\",\"moves\":\"\",\"wtime\":60000,\"btime\":60000,"
        "\"winc\":1000,\"binc\":1000,\"status\":\"started\"}}");
    end();
    CHECK(begin((match_start){.fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1", .white = ""}));
    bot_put_full(&out, &(bot_game){.made = 5}, m);
    const char *text = written();
    holds(text,
          "\"variant\":{\"key\":\"fromPosition\",\"name\":\"From Position\",\"short\":\"FEN\"}");
    holds(text, "\"speed\":\"correspondence\",\"perf\":{\"name\":\"Correspondence\"}");
    holds(text, "\"initialFen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\",\"state\":");
    holds(text, "\"name\":\"Anonymous\"");
    holds(text, "\"wtime\":2147483647,\"btime\":2147483647,\"winc\":0,\"binc\":0");
    end();
}

TEST(variants_have_the_names_of_lichess)
{
    static const struct {
        const char *rules, *key, *name;
    } cases[] = {{"3check", "threeCheck", "Three-check"},
                 {"antichess", "antichess", "Antichess"},
                 {"horde", "horde", "Horde"},
                 {"racingkings", "racingKings", "Racing Kings"},
                 {"crazyhouse", "crazyhouse", "Crazyhouse"},
                 {"atomic", "atomic", "Atomic"},
                 {"kingofthehill", "kingOfTheHill", "King of the Hill"},
                 {"chess960", "chess960", "Chess960"},
                 {"lab", "lab", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char part[200];
        const arb_rules *rules = arb_rules_find(cases[i].rules, strlen(cases[i].rules));
        if (rules == NULL)
            continue;
        check_case("%s", cases[i].rules);
        CHECK(begin((match_start){.rules = cases[i].rules, .fen = rules->board.start}));
        CHECK_EQ_TEXT(bot_perf(m), cases[i].key);
        bot_put_full(&out, &(bot_game){.made = 5}, m);
        const char *text = written();
        snprintf(part, sizeof part, "\"key\":\"%s\",\"name\":\"%s\",", cases[i].key,
                 cases[i].name != NULL ? cases[i].name : rules->title);
        holds(text, part);
        snprintf(part, sizeof part, "\"perf\":{\"name\":\"%s\"}",
                 cases[i].name != NULL ? cases[i].name : rules->title);
        holds(text, part);
        CHECK((strstr(text, "\"initialFen\":\"startpos\"") != NULL) ==
              (strcmp(cases[i].rules, "chess960") != 0));
        const bot_variant *v = bot_variant_by_key(cases[i].key);
        CHECK((v != NULL) == (cases[i].name != NULL));
        CHECK(v == NULL || strcmp(v->rules, cases[i].rules) == 0);
        end();
    }
    CHECK(bot_variant_by_key("standard") != NULL && bot_variant_by_key("fromPosition") != NULL);
    CHECK(bot_variant_by_key("") == NULL && bot_variant_by_key("Standard") == NULL);
    CHECK(begin((match_start){.rules_text = "name = horde\nparent = chess\n"}));
    bot_put_full(&out, &(bot_game){.made = 5},
                 m); /* a rule set of the same name is not lichess's */
    holds(written(), "\"variant\":{\"key\":\"horde\",\"name\":\"horde\",\"short\":\"horde\"}");
    end();
}

/* How a game stands: in lichess's words and numbers, and who has won. */
TEST(ends_have_words_and_numbers)
{
    static const struct {
        const char *rules, *fen, *steps, *status;
        int number, winner;
    } cases[] = {
        {NULL, NULL, "", "started", 20, NOBODY},
        {NULL, NULL, "challenge white", "created", 10, NOBODY},
        {NULL, NULL, "player white bot A;abort x", "aborted", 25, NOBODY},
        {NULL, NULL, "resign white", "resign", 31, ARB_BLACK},
        {NULL, NULL, "flag black", "outoftime", 35, ARB_WHITE},
        {NULL, NULL, "forfeit black gone", "timeout", 33, ARB_WHITE},
        {NULL, NULL, "offer white;draw", "draw", 34, NOBODY},
        {NULL, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "move a1a8", "mate", 30, ARB_WHITE},
        {NULL, "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "move g6f7", "stalemate", 32, NOBODY},
        {NULL, "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "move e1e2", "draw", 34, NOBODY},
        {"3check", "4k3/8/8/8/8/8/8/4K2Q w - - 1+3 0 1", "move h1h5", "variantEnd", 60, ARB_WHITE},
        {"antichess", "8/8/8/8/8/8/1p6/K7 w - - 0 1", "move a1b2", "variantEnd", 60, ARB_BLACK},
        {"king-capture", "4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "move e1e8", "variantEnd", 60,
         ARB_WHITE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int number = -1;
        check_case("%zu: %s", i, cases[i].steps);
        if (!CHECK(begin((match_start){.rules = cases[i].rules, .fen = cases[i].fen})))
            continue;
        steps(cases[i].steps, 5);
        CHECK_EQ_TEXT(bot_status(m, &number), cases[i].status);
        CHECK_EQ_INT(number, cases[i].number);
        CHECK_EQ_TEXT(bot_status(m, NULL), cases[i].status);
        CHECK_EQ_INT(bot_winner(m), cases[i].winner);
        end();
    }
}

TEST(a_state_has_moves_and_offers)
{
    CHECK(begin((match_start){.fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}));
    CHECK_EQ_INT(steps("move e1g1;offer white;takeback black", 5), 3);
    bot_put_state(&out, m);
    CHECK_EQ_TEXT(written(), "{\"type\":\"gameState\",\"moves\":\"e1g1\",\"wtime\":2147483647,"
                             "\"btime\":2147483647,\"winc\":0,\"binc\":0,\"status\":\"started\","
                             "\"wdraw\":true,\"btakeback\":true}");
    CHECK_EQ_INT(steps("resign black", 5), 1);
    bot_put_state(&out, m);
    holds(written(), "\"status\":\"resign\",\"winner\":\"white\"}");
    end();
    CHECK(begin((match_start){.rules = "chess960", .fen = "4k3/8/8/8/8/8/8/4K2R w H - 0 1"}));
    CHECK_EQ_INT(steps("move e1h1;offer black;takeback white", 5), 3);
    bot_put_state(&out, m);
    const char *text = written();
    holds(text, "\"moves\":\"e1h1\"");
    holds(text, ",\"bdraw\":true,\"wtakeback\":true}");
    end();
}

TEST(a_running_game_is_told_to_its_player)
{
    CHECK(begin((match_start){.clock = true, .initial_ms = 61999}));
    CHECK_EQ_INT(steps("player white bot Deep", 5), 1);
    bot_put_game(&out, m, ARB_WHITE);
    CHECK_EQ_TEXT(
        written(),
        "{\"fullId\":\"77\",\"gameId\":\"77\",\"id\":\"77\",\"fen\":"
        "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\",\"color\":\"white\","
        "\"lastMove\":\"\",\"source\":\"friend\",\"status\":{\"id\":20,\"name\":\"started\"},"
        "\"variant\":{\"key\":\"standard\",\"name\":\"Standard\",\"short\":\"Std\"},"
        "\"speed\":\"bullet\",\"perf\":\"bullet\",\"rated\":false,\"hasMoved\":false,"
        "\"opponent\":{\"id\":null,\"username\":\"Bob\",\"rating\":1500},\"isMyTurn\":true,"
        "\"secondsLeft\":61,\"compat\":{\"bot\":true,\"board\":true}}");
    bot_put_game(&out, m, ARB_BLACK);
    const char *text = written();
    holds(text, "\"color\":\"black\"");
    holds(text, "\"hasMoved\":false,\"opponent\":{\"id\":\"deep\",\"username\":\"Deep\"");
    holds(text, "\"isMyTurn\":false");
    end();
    static const struct {
        const char *moves;
        int side;
        const char *parts[3];
    } cases[] = {
        {"e2e4", ARB_WHITE, {"\"lastMove\":\"e2e4\"", "\"hasMoved\":true", "\"isMyTurn\":false"}},
        {"e2e4", ARB_BLACK, {"\"lastMove\":\"e2e4\"", "\"hasMoved\":false", "\"isMyTurn\":true"}},
        {"e2e4 e7e5",
         ARB_BLACK,
         {"\"lastMove\":\"e7e5\"", "\"hasMoved\":true", "\"isMyTurn\":false"}},
        {"e2e4 e7e5",
         ARB_WHITE,
         {"\"lastMove\":\"e7e5\"", "\"hasMoved\":true", "\"isMyTurn\":true"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%s, %d", cases[i].moves, cases[i].side);
        CHECK(begin((match_start){.moves = cases[i].moves}));
        bot_put_game(&out, m, cases[i].side);
        text = written();
        for (size_t k = 0; k < 3; k++)
            holds(text, cases[i].parts[k]);
        CHECK(strstr(text, "secondsLeft") == NULL && strstr(text, "winner") == NULL);
        CHECK_EQ_INT(steps("resign black", 5), 1);
        bot_put_game(&out, m, cases[i].side);
        text = written();
        holds(text, "\"isMyTurn\":false,\"winner\":\"white\",\"compat\":");
        end();
    }
}

TEST(a_challenge_is_written)
{
    CHECK(begin((match_start){.clock = true, .initial_ms = 90000, .increment_ms = 2000}));
    CHECK_EQ_INT(steps("player black bot Deep;player white person Eve;challenge black", 5), 3);
    bot_put_challenge(&out, m, "in");
    CHECK_EQ_TEXT(
        written(),
        "{\"id\":\"77\",\"url\":\"/#/game/77\",\"status\":\"created\",\"challenger\":{\"id\":"
        "\"deep\",\"name\":\"Deep\",\"title\":\"BOT\",\"rating\":1500,\"provisional\":true},"
        "\"destUser\":{\"id\":\"eve\",\"name\":\"Eve\",\"title\":null,\"rating\":1500,"
        "\"provisional\":true},\"variant\":{\"key\":\"standard\",\"name\":\"Standard\","
        "\"short\":\"Std\"},\"rated\":false,\"speed\":\"bullet\",\"timeControl\":{\"type\":"
        "\"clock\",\"limit\":90,\"increment\":2,\"show\":\"1.5+2\"},\"color\":\"black\","
        "\"finalColor\":\"black\",\"perf\":{\"icon\":\"\",\"name\":\"Bullet\"},"
        "\"direction\":\"in\"}");
    CHECK_EQ_INT(steps("accept", 5), 1);
    bot_put_challenge(&out, m, "");
    const char *text = written();
    holds(text, "\"status\":\"accepted\"");
    CHECK(strstr(text, "direction") == NULL && strstr(text, "declineReason") == NULL);
    end();
    static const struct {
        const char *why, *status, *reason;
    } cases[] = {{"canceled", "canceled", NULL},
                 {"declined generic", "declined", "I'm not accepting challenges at the moment."},
                 {"declined onlybot", "declined", "I'm only accepting challenges from bots."},
                 {"declined toofast", "declined", "This time control is too fast for me."}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char step[100], part[200];
        CHECK(begin((match_start){.fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"}));
        check_case("%s", cases[i].why);
        snprintf(step, sizeof step, "player white bot Deep;challenge white;abort %s", cases[i].why);
        CHECK_EQ_INT(steps(step, 5), 3);
        bot_put_challenge(&out, m, "out");
        text = written();
        snprintf(part, sizeof part, "\"status\":\"%s\"", cases[i].status);
        holds(text, part);
        holds(text, "\"timeControl\":{\"type\":\"unlimited\"}");
        holds(text, "\"initialFen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"");
        CHECK((strstr(text, "declineReasonKey") != NULL) == (cases[i].reason != NULL));
        if (cases[i].reason != NULL) {
            snprintf(part, sizeof part, ",\"declineReason\":\"%s\",\"declineReasonKey\":\"%s\"}",
                     cases[i].reason, cases[i].why + 9);
            holds(text, part);
        }
        end();
    }
}

/* ---- matches that are reported ---- */

static arena_matches arena;

static const char *tell(const char *by, const char *text, int64_t now)
{
    json_error_t error;
    json_t *told = json_loads(text, 0, &error);
    CHECK(told != NULL);
    const char *why = arena_match_tell(&arena, by, told, now);
    json_decref(told);
    return why;
}

#define MATCH(rest)                                                                                \
    "{\"rules\":\"chess\",\"title\":\"Cup\",\"played\":1,\"total\":2,\"standings\":[],"            \
    "\"games\":[]" rest "}"

TEST(a_reported_match_is_shown_as_it_was_checked)
{
    CHECK(tell("Club",
               "{\"rules\":\"chess\",\"title\":\"Cup\",\"played\":0,\"total\":1000000000,\"over\":"
               "true,"
               "\"standings\":[{\"name\":\"A\",\"games\":1,\"won\":1,\"drawn\":0,\"lost\":0,"
               "\"points\":1.5,\"elo\":null}],\"games\":[{\"white\":\"A\",\"black\":\"B\","
               "\"round\":\"1.1\",\"fen\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"ply\":7,"
               "\"white_ms\":5,\"black_ms\":6}],\"sprt\":{\"result\":\"H1\",\"llr\":2.956}}",
               1000) == NULL);
    arena_matches_put(&arena, &out, 1000);
    CHECK_EQ_TEXT(
        written(),
        "{\"by\":\"Club\",\"rules\":\"chess\",\"over\":true,\"title\":\"Cup\",\"played\":0,"
        "\"total\":1000000000,\"standings\":[{\"name\":\"A\",\"games\":1,\"won\":1,\"drawn\":0,"
        "\"lost\":0,\"points\":1.50,\"elo\":null}],\"games\":[{\"white\":\"A\",\"black\":\"B\","
        "\"round\":\"1.1\",\"fen\":\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"ply\":7,\"white_ms\":5,"
        "\"black_ms\":6}],\"sprt\":{\"result\":\"H1\",\"llr\":2.96}}");
    arena_matches_put(&arena, &out, 1000 + 3600000 - 1); /* an hour after its end */
    CHECK(out.len > 0);
    written();
    arena_matches_put(&arena, &out, 1000 + 3600000);
    CHECK_EQ_TEXT(written(), "");
    arena_matches_free(&arena);
}

TEST(what_is_wrong_with_a_report_is_said)
{
    static const char game[] = "{\"rules\":\"chess\",\"title\":\"Cup\",\"played\":1,\"total\":2,"
                               "\"standings\":[],\"games\":[%s]}",
                      texts[] = "names, rounds and titles are texts of at most 64 bytes",
                      counts[] = "counts and clocks are whole numbers from 0 to 1000000000";
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"{}", "there is no rule set of that name"},
        {"{\"rules\":\"none\"}", "there is no rule set of that name"},
        {"{\"rules\":\"chess\",\"title\":5}", texts},
        {"{\"rules\":\"chess\",\"title\":\"Cup\",\"played\":-1}", counts},
        {"{\"rules\":\"chess\",\"title\":\"Cup\",\"played\":1000000001}", counts},
        {"{\"rules\":\"chess\",\"title\":\"Cup\",\"played\":1.0}", counts},
        {"{\"rules\":\"chess\",\"title\":\"Cup\",\"played\":1,\"total\":2}",
         "there are at most 64 players and 24 games"},
        {MATCH(",\"sprt\":{\"result\":\"H1\",\"llr\":1e9}"),
         "Elo, its error and points are numbers or null"},
        {MATCH(",\"sprt\":{\"result\":\"H1\",\"llr\":\"x\"}"),
         "Elo, its error and points are numbers or null"},
        {MATCH(",\"sprt\":{\"llr\":1}"), texts},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%s", cases[i].text);
        CHECK_EQ_TEXT(tell("Club", cases[i].text, 5), cases[i].why);
    }
    char text[12000], list[10000];
    static const char one[] = "{\"white\":\"A\",\"black\":\"B\",\"round\":\"1\",\"fen\":"
                              "\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\",\"ply\":1}";
    for (int count = 24; count <= 25; count++) {
        size_t len = 0;
        for (int i = 0; i < count; i++)
            len += (size_t)snprintf(list + len, sizeof list - len, "%s%s", i > 0 ? "," : "", one);
        snprintf(text, sizeof text, game, list);
        CHECK_EQ_TEXT(tell("Club", text, 5),
                      count == 24 ? NULL : "there are at most 64 players and 24 games");
    }
    snprintf(text, sizeof text, game,
             "{\"white\":\"A\",\"black\":\"B\",\"round\":\"1\",\"fen\":\"x\"}");
    CHECK_EQ_TEXT(tell("Club", text, 5), "'fen' is no position of the rule set");
    for (int len = 64; len <= 65; len++) {
        snprintf(list, sizeof list, "%0*d", len, 0);
        snprintf(text, sizeof text,
                 "{\"rules\":\"chess\",\"title\":\"%s\",\"played\":1,\"total\":2,"
                 "\"standings\":[],\"games\":[]}",
                 list);
        CHECK_EQ_TEXT(tell("Club", text, 5), len == 64 ? NULL : texts);
    }
    arena_matches_free(&arena);
}

TEST(a_new_match_takes_the_place_of_the_quietest)
{
    char by[8];
    for (int i = 0; i < ARENA_MATCHES; i++) {
        snprintf(by, sizeof by, "c%d", i);
        CHECK(tell(by, MATCH(""), 1000 + (i == 3 ? 0 : 10 + i)) == NULL);
    }
    CHECK(tell("c5", MATCH(",\"over\":true"), 2000) == NULL); /* its own place */
    CHECK(tell("new", MATCH(""), 2000) == NULL);
    arena_matches_put(&arena, &out, 2000);
    const char *text = written();
    holds(text, "\"by\":\"new\"");
    CHECK(strstr(text, "\"by\":\"c3\"") == NULL);
    for (int i = 0; i < ARENA_MATCHES; i++) {
        snprintf(by, sizeof by, "\"c%d\"", i);
        CHECK(i == 3 || strstr(text, by) != NULL);
    }
    arena_matches_put(&arena, &out, 31010); /* thirty seconds of silence */
    text = written();
    CHECK(strstr(text, "\"c0\"") == NULL && strstr(text, "\"c1\"") != NULL);
    CHECK(strncmp(text, "{\"by\":\"c1\"", 10) == 0 && strstr(text, "},{\"by\":") != NULL);
    arena_matches_free(&arena);
}

int main(void)
{
    RUN(speeds_follow_from_the_clock);
    RUN(a_whole_game_is_written);
    RUN(variants_have_the_names_of_lichess);
    RUN(ends_have_words_and_numbers);
    RUN(a_state_has_moves_and_offers);
    RUN(a_running_game_is_told_to_its_player);
    RUN(a_challenge_is_written);
    RUN(a_reported_match_is_shown_as_it_was_checked);
    RUN(what_is_wrong_with_a_report_is_said);
    RUN(a_new_match_takes_the_place_of_the_quietest);
    return check_result();
}
