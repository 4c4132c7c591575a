/* test_server_match.c: the steps of a game: moves, offers, names, rematches, accounts; its clocks,
 * its cost, and the requests that it remembers. Layer: tests. */
#define _GNU_SOURCE /* memmem */
#include "staged_match.h"

/* ---- beginnings ---- */

TEST(a_match_begins_as_it_is_told)
{
    CHECK(begin((match_start){.engine = "deep",
                              .engine_side = ARB_BLACK,
                              .engine_ms = 50,
                              .engine_elo = 1500,
                              .clock = true,
                              .initial_ms = 60000,
                              .increment_ms = 1000}));
    CHECK(m->id == 77 && m->version == 0 && m->next == 0);
    CHECK_EQ_TEXT(m->engine, "deep");
    CHECK(m->engine_side == ARB_BLACK && m->engine_ms == 50 && m->engine_elo == 1500);
    CHECK_EQ_TEXT(m->name[ARB_WHITE], "Ann");
    CHECK_EQ_TEXT(m->name[ARB_BLACK], "Bob");
    CHECK(m->clock.used && m->clock.running == NOBODY && m->clock.increment == 1000);
    CHECK(m->clock.left[0] == 60000 && m->clock.left[1] == 60000);
    CHECK(m->draw_offer == NOBODY && m->takeback == NOBODY && m->rematch == NOBODY &&
          m->challenger == NOBODY);
    CHECK(!match_over(m) && !match_regulated(m) && !m->end_unasked && !m->starved);
    CHECK(!match_engine_has_turn(m));
    CHECK_EQ_INT(steps("move e2e4", 5), 1);
    CHECK(match_engine_has_turn(m));
    end();
    CHECK(begin((match_start){.engine_side = ARB_BLACK})); /* nobody's engine */
    CHECK_EQ_INT(m->engine_side, NOBODY);
    steps("move e2e4", 5);
    CHECK(!match_engine_has_turn(m));
    end();
}

TEST(moves_before_the_beginning_are_played)
{
    CHECK(begin((match_start){.moves = "e2e4 e7e5 g1f3"}));
    CHECK(arb_game_ply(m->game) == 3 && m->version == 0 && m->cost >= 3 * 400);
    end();
    static const char *const wrong[] = {"e2e5", "e2e4 e2e4", "e2e4  e7e5", "x",
                                        "e2e4e2e4e2e4e2e4e2e4"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(!begin((match_start){.moves = wrong[i]}));
    CHECK(!begin((match_start){.rules = "no such"}));
    CHECK(!begin((match_start){.fen = "no such"}));
    CHECK(!begin((match_start){.rules_text = "nonsense"}));
    CHECK(begin((match_start){.rules = "no such", .rules_text = "name = own\nparent = chess\n"}));
    CHECK(m->own_rules == m->rules && strcmp(m->rules->name, "own") == 0);
    size_t own = match_bytes(m);
    end();
    CHECK(begin((match_start){.rules_text = ""}));
    CHECK(m->own_rules == NULL && match_bytes(m) + sizeof(arb_rules) == own);
    end();
}

/* ---- moves and their entries ---- */

TEST(a_move_has_an_entry)
{
    static const struct {
        const char *fen, *move, *entry;
    } cases[] = {
        {NULL, "e2e4",
         "{\"ply\":1,\"san\":\"e4\",\"uci\":\"e2e4\",\"from\":\"e2\",\"to\":\"e4\","
         "\"put\":{\"e2\":\"\",\"e4\":\"P\"},\"check\":[],"
         "\"opening\":{\"eco\":\"B00\",\"name\":\"King's Pawn Game\"},"
         "\"text\":[\"WHITE♙ at 4, 6 to 4, 4\"]}"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6",
         "{\"ply\":1,\"san\":\"exd6\",\"uci\":\"e5d6\",\"from\":\"e5\",\"to\":\"d6\","
         "\"put\":{\"d5\":\"\",\"e5\":\"\",\"d6\":\"P\"},\"check\":[],\"captured\":\"p\","
         "\"text\":[\"WHITE♙ at 4, 3 captures ♟ at 3, 2\"]}"},
        {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1",
         "{\"ply\":1,\"san\":\"O-O\",\"uci\":\"e1g1\",\"from\":\"e1\",\"to\":\"g1\","
         "\"put\":{\"e1\":\"\",\"f1\":\"R\",\"g1\":\"K\",\"h1\":\"\"},\"check\":[],"
         "\"text\":[\"WHITE♔ at 4, 7 to 6, 7\"]}"},
        {"r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1", "b7a8q",
         "{\"ply\":1,\"san\":\"bxa8=Q+\",\"uci\":\"b7a8q\",\"from\":\"b7\",\"to\":\"a8\","
         "\"put\":{\"b7\":\"\",\"a8\":\"Q\"},\"check\":[\"e8\"],\"captured\":\"r\","
         "\"text\":[\"WHITE♙ at 1, 1 captures ♜ at 0, 0\",\"BLACK is in check\"]}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char step[40], entry[600];
        check_case("%s", cases[i].move);
        CHECK(begin((match_start){.fen = cases[i].fen}));
        snprintf(step, sizeof step, "move %s", cases[i].move);
        CHECK(match_step(m, step, 5));
        snprintf(entry, sizeof entry, "%.*s", (int)m->history.len, m->history.at);
        CHECK_EQ_TEXT(entry, cases[i].entry);
        CHECK_EQ_INT(m->plies[0].end, m->history.len);
        end();
    }
}

/* An entry of a move that was taken back is written over. */
TEST(entries_follow_one_another)
{
    CHECK(begin((match_start){.moves = "e2e4 e7e5"}));
    CHECK_EQ_INT(steps("undo;move c7c5", 5), 2);
    CHECK(memmem(m->history.at, m->history.len, "e7e5", 4) == NULL);
    CHECK(memmem(m->history.at, m->history.len, "},{\"ply\":2,\"san\":\"c5\"", 21) ==
          m->history.at + m->plies[0].end - 1);
    CHECK_EQ_INT(m->plies[1].end, m->history.len);
    CHECK(m->plies[1].from == arb_square_at(arb_rules_find("chess", 5)->board.size, 2, 6));
    end();
}

TEST(long_games_have_room)
{
    static const char *const round[] = {"move g1f3", "move g8f6", "move f3g1", "move f6g8"};
    CHECK(begin((match_start){.rules = "anyboard"}));
    size_t before = match_bytes(m);
    for (size_t ply = 0; ply < 300; ply++) {
        check_case("ply %zu", ply);
        if (!CHECK(match_step(m, round[ply % 4], 5)))
            break;
        CHECK(m->ply_cap > ply && m->plies[ply].end <= m->history.len);
    }
    CHECK_EQ_INT(m->ply_cap, 512);
    CHECK(match_bytes(m) > before + m->history.cap);
    arb_game *game = match_game_at(m, 77);
    CHECK(game != NULL && arb_game_ply(game) == 77 && arb_game_ply(m->game) == 300);
    arb_game_free(game);
    CHECK(match_game_at(m, 301) == NULL);
    end();
}

/* ---- offers ---- */

TEST(an_offer_stands_until_it_is_answered)
{
    static const struct {
        const char *steps;
        int taken, draw, takeback;
    } cases[] = {
        {"offer white", 1, ARB_WHITE, NOBODY},
        {"offer black", 1, ARB_BLACK, NOBODY},
        {"offer white;offer black", 1, ARB_WHITE, NOBODY},
        {"offer white;decline", 2, NOBODY, NOBODY},
        {"decline", 0, NOBODY, NOBODY},
        {"offer nobody", 0, NOBODY, NOBODY},
        {"offer white;keep", 1, ARB_WHITE, NOBODY},
        {"takeback black", 1, NOBODY, ARB_BLACK},
        {"takeback black;keep", 2, NOBODY, NOBODY},
        {"takeback black;decline", 1, NOBODY, ARB_BLACK},
        {"takeback black;takeback white", 1, NOBODY, ARB_BLACK},
        {"keep", 0, NOBODY, NOBODY},
        {"offer white;takeback black", 2, ARB_WHITE, ARB_BLACK},
        /* The next move of the other side refuses a draw; any move ends the wish to take back. */
        {"offer white;move e2e4", 2, ARB_WHITE, NOBODY},
        {"offer white;move e2e4;move e7e5", 3, NOBODY, NOBODY},
        {"offer black;move e2e4", 2, NOBODY, NOBODY},
        {"takeback black;move e2e4", 2, NOBODY, NOBODY},
        {"takeback white;move e2e4", 2, NOBODY, NOBODY},
        {"move e2e4;offer white;undo", 3, NOBODY, NOBODY},
        {"move e2e4;undo;takeback white;redo", 4, NOBODY, NOBODY},
        {"move e2e4;offer white;goto 0", 3, NOBODY, NOBODY},
        {"offer white;name white Eve", 2, ARB_WHITE, NOBODY},
        {"offer white;takeback white;resign white", 3, NOBODY, NOBODY},
        {"offers white", 0, NOBODY, NOBODY},
        {"dance", 0, NOBODY, NOBODY},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%s", cases[i].steps);
        CHECK(begin((match_start){.white = ""}));
        CHECK_EQ_INT(steps(cases[i].steps, 5), cases[i].taken);
        CHECK_EQ_INT(m->version, cases[i].taken);
        CHECK_EQ_INT(m->draw_offer, cases[i].draw);
        CHECK_EQ_INT(m->takeback, cases[i].takeback);
        CHECK(!m->starved);
        end();
    }
}

TEST(names_and_games_afterwards)
{
    char name[100] = "name black ";
    CHECK(begin((match_start){.engine = "deep", .engine_side = ARB_WHITE}));
    CHECK_EQ_INT(steps("name black Eve Ann", 5), 1);
    CHECK_EQ_TEXT(m->name[ARB_BLACK], "Eve Ann");
    CHECK_EQ_INT(steps("name white Eve", 5), 0); /* the engine's */
    CHECK_EQ_INT(steps("name blue Eve", 5), 0);
    memset(name + 11, 'n', MATCH_NAME_LIMIT);
    CHECK(!match_step(m, name, 5));
    name[11 + MATCH_NAME_LIMIT - 1] = '\0';
    CHECK(match_step(m, name, 5));
    CHECK_EQ_TEXT(m->name[ARB_BLACK], name + 11);
    CHECK_EQ_INT(steps("rematch white", 5), 0); /* the game goes on */
    CHECK_EQ_INT(steps("next 12", 5), 0);
    CHECK_EQ_INT(steps("resign white;rematch black", 5), 2);
    CHECK_EQ_INT(m->rematch, ARB_BLACK);
    CHECK_EQ_INT(steps("rematch black", 5), 0); /* nothing new */
    CHECK_EQ_INT(steps("rematch nobody", 5), 0);
    CHECK_EQ_INT(m->rematch, ARB_BLACK);
    CHECK_EQ_INT(steps("rematch white", 5), 1);
    CHECK_EQ_INT(m->rematch, ARB_WHITE);
    CHECK_EQ_INT(steps("next 0", 5), 0);
    CHECK_EQ_INT(steps("next x", 5), 0);
    CHECK_EQ_INT(steps("next 12", 5), 1);
    CHECK_EQ_INT(m->next, 12);
    CHECK_EQ_INT(steps("next 13", 5), 0);
    CHECK_EQ_INT(steps("rematch black", 5), 0);
    end();
}

TEST(steps_end_a_game_and_go_back)
{
    static const struct {
        const char *steps;
        arb_result result;
        arb_reason reason;
        const char *forfeit;
    } cases[] = {
        {"resign white", ARB_BLACK_WINS, ARB_R_RESIGNATION, ""},
        {"flag black", ARB_WHITE_WINS, ARB_R_FLAG, ""},
        {"forfeit black the line is dead", ARB_WHITE_WINS, ARB_R_RESIGNATION, "the line is dead"},
        {"move e2e4;forfeit black gone;undo", ARB_ONGOING, ARB_R_NONE, ""},
        {"move e2e4;resign black;goto 0", ARB_ONGOING, ARB_R_NONE, ""},
        {"offer white;draw", ARB_DRAW, ARB_R_AGREEMENT, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%s", cases[i].steps);
        CHECK(begin((match_start){.clock = true, .initial_ms = 60000}));
        steps(cases[i].steps, 5);
        CHECK_EQ_INT(m->outcome.result, cases[i].result);
        CHECK_EQ_INT(m->outcome.reason, cases[i].reason);
        CHECK_EQ_TEXT(m->forfeit, cases[i].forfeit);
        CHECK(match_over(m) == (cases[i].result != ARB_ONGOING) && !m->end_unasked);
        if (match_over(m))
            CHECK(m->clock.running == NOBODY);
        end();
    }
    CHECK(begin((match_start){.moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"}));
    CHECK_EQ_INT(steps("claim f6g8", 5), 1);
    CHECK(m->claimed != ARB_NO_MOVE && m->outcome.reason == ARB_R_REPETITION_CLAIM);
    CHECK_STATE(",\"with\":\"f6g8\"}");
    end();
    CHECK(begin((match_start){.moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"}));
    CHECK_EQ_INT(steps("claim", 5), 1);
    CHECK(m->claimed == ARB_NO_MOVE && m->outcome.result == ARB_DRAW);
    end();
}

/* An engine does not move where somebody has gone back in the game. */
TEST(an_engine_waits_at_the_end_of_the_moves)
{
    CHECK(begin((match_start){.engine = "deep", .engine_side = ARB_WHITE}));
    CHECK(match_engine_has_turn(m));
    CHECK_EQ_INT(steps("move e2e4;move e7e5", 5), 2);
    CHECK(match_engine_has_turn(m));
    CHECK_EQ_INT(steps("goto 0", 5), 1);
    CHECK(!match_engine_has_turn(m));
    CHECK_EQ_INT(steps("goto 2;resign black", 5), 2);
    CHECK(!match_engine_has_turn(m));
    end();
}

/* ---- clocks ---- */

TEST(clocks_run_from_the_first_move)
{
    CHECK(begin((match_start){.clock = true, .initial_ms = 60000, .increment_ms = 1000}));
    CHECK(match_step(m, "name white Eve", 100));
    CHECK_EQ_INT(m->clock.running, NOBODY);
    CHECK(match_step(m, "move e2e4", 1000));
    CHECK(m->clock.running == ARB_BLACK && m->clock.since == 1000 && m->updated == 1000);
    CHECK(m->clock.left[ARB_WHITE] == 60000);
    CHECK(match_step(m, "offer black", 3000)); /* no move, no increment */
    CHECK(m->clock.left[ARB_BLACK] == 58000 && m->clock.running == ARB_BLACK);
    CHECK(match_step(m, "move e7e5", 4000));
    CHECK(m->clock.left[ARB_BLACK] == 58000 && m->clock.running == ARB_WHITE);
    CHECK(match_step(m, "resign white", 6000));
    CHECK(m->clock.left[ARB_WHITE] == 58000 && m->clock.running == NOBODY);
    end();
    CHECK(begin((match_start){.clock = true, .initial_ms = 60000}));
    CHECK_EQ_INT(steps("player white bot Deep;move e2e4", 1000), 2);
    CHECK_EQ_INT(m->clock.running, NOBODY); /* on lichess both sides have a move */
    CHECK_EQ_INT(steps("move e7e5", 2000), 1);
    CHECK(m->clock.running == ARB_WHITE && m->clock.since == 2000);
    end();
    for (int side = 0; side < 2; side++) {
        CHECK(begin((match_start){.fen = NULL}));
        CHECK_EQ_INT(match_untimed_plies(m), 1);
        CHECK_EQ_INT(steps(side ? "player black person Eve" : "player white person Eve", 5), 1);
        CHECK_EQ_INT(match_untimed_plies(m), 2);
        end();
    }
}

/* A step from the store sets the clocks to what they were; the time while the server was off counts
 * from its start. */
TEST(steps_are_replayed_with_their_clocks)
{
    static const struct {
        int64_t at, boot, now, since;
    } cases[] = {{500, 400, 900, 500}, {400, 400, 900, 400}, {300, 400, 900, 400},
                 {900, 400, 900, 900}, {901, 400, 900, 400}, {401, 400, 900, 401}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int64_t left[2] = {111, 222};
        check_case("at %d", (int)cases[i].at);
        CHECK(begin((match_start){.clock = true, .initial_ms = 60000}));
        CHECK(match_replay(m, "offer white", 1, left, cases[i].boot, cases[i].now));
        CHECK(m->clock.running == NOBODY && m->draw_offer == ARB_WHITE);
        CHECK(match_replay(m, "move e2e4", cases[i].at, left, cases[i].boot, cases[i].now));
        CHECK(m->clock.running == ARB_BLACK && m->clock.since == cases[i].since);
        CHECK(m->clock.left[0] == 111 && m->clock.left[1] == 222);
        CHECK(m->version == 2 && m->updated == cases[i].at);
        CHECK(!match_replay(m, "move e2e4", 1, left, 1, 1) && m->version == 2);
        CHECK(match_replay(m, "resign white", 2, left, 1, 1) && m->end_unasked);
        CHECK(match_replayed(m));
        CHECK(match_over(m) && m->clock.running == NOBODY && m->draw_offer == NOBODY);
        CHECK(!match_replay(m, "move e7e5", 3, left, 1, 1));
        end();
    }
}

/* ---- cost ---- */

/* The cost of the last step, in units of work. */
static uint64_t cost_of(const char *step)
{
    uint64_t before = m->cost, left = budget.left;
    CHECK(match_step(m, step, 5));
    CHECK(left - budget.left >= m->cost - before);
    return m->cost - before;
}

TEST(steps_cost_work)
{
    CHECK(begin((match_start){.moves = "e2e4 e7e5 g1f3 b8c6"}));
    uint64_t made = m->cost;
    CHECK(made >= 4 * (400 + 8));
    CHECK_EQ_INT(cost_of("name white Eve"), 200);
    CHECK_EQ_INT(cost_of("goto 4"), 200); /* no ply away */
    uint64_t one = cost_of("goto 3"), three = cost_of("goto 0"), four = cost_of("goto 4");
    CHECK(one >= 208 && three - one >= 2 * 8 && four - one >= 3 * 8);
    CHECK(one < 300 && three < 400 && four < 500);
    CHECK(cost_of("move f1b5") >= 200 + 400 + 8 + 8);
    end();
    CHECK(begin((match_start){.moves = "e2e4"}));
    budget.left = 200; /* what it would cost is not there */
    CHECK(!match_step(m, "name white Eve", 5) && m->starved);
    end();
    CHECK(begin((match_start){.moves = "e2e4"}));
    budget.left = 201;
    CHECK(match_step(m, "name white Eve", 5) && !m->starved && budget.left == 1);
    end();
}

TEST(a_match_takes_a_limited_number_of_steps)
{
    CHECK(begin((match_start){.fen = NULL}));
    m->version = MATCH_VERSION_LIMIT - 1;
    CHECK(match_step(m, "move e2e4", 5));
    CHECK(!match_step(m, "move e7e5", 5));
    CHECK_EQ_INT(m->version, MATCH_VERSION_LIMIT);
    end();
}

/* ---- requests ---- */

TEST(the_last_requests_are_remembered)
{
    char name[20];
    CHECK(begin((match_start){.moves = "e2e4"}));
    CHECK(match_recall(m, "r0") == NULL && match_recall(m, "") == NULL);
    for (int i = 0; i < MATCH_RECENT + 5; i++) {
        snprintf(name, sizeof name, "r%d", i);
        m->version = i;
        match_remember(m, name);
        const match_request *found = match_recall(m, name);
        check_case("%s", name);
        if (CHECK(found != NULL))
            CHECK(found->version == i && found->ply == 1);
        CHECK(match_recall(m, "other") == NULL);
        snprintf(name, sizeof name, "r%d", i - MATCH_RECENT + 1);
        CHECK(i < MATCH_RECENT - 1 || match_recall(m, name) != NULL);
        snprintf(name, sizeof name, "r%d", i - MATCH_RECENT);
        CHECK(i < MATCH_RECENT || match_recall(m, name) == NULL);
    }
    end();
}

/* ---- accounts and challenges ---- */

TEST(accounts_sit_down_and_challenge)
{
    static const struct {
        const char *steps;
        int taken;
        const char *account[2];
        bool bot[2];
        int challenger;
        const char *aborted;
        bool may_abort;
    } cases[] = {
        {"player white bot Deep", 1, {"Deep", ""}, {true, false}, NOBODY, "", true},
        {"player black person Eve", 1, {"", "Eve"}, {false, false}, NOBODY, "", true},
        {"player blue bot Deep", 0, {"", ""}, {false, false}, NOBODY, "", false},
        {"player white bot", 0, {"", ""}, {false, false}, NOBODY, "", false},
        {"player white bot Deep;move e2e4;player black bot Ann",
         2,
         {"Deep", ""},
         {true, false},
         NOBODY,
         "",
         true},
        {"player white bot Deep;move e2e4;move e7e5",
         3,
         {"Deep", ""},
         {true, false},
         NOBODY,
         "",
         false},
        {"challenge black", 1, {"", ""}, {false, false}, ARB_BLACK, "", false},
        {"challenge nobody", 0, {"", ""}, {false, false}, NOBODY, "", false},
        {"move e2e4;challenge white", 1, {"", ""}, {false, false}, NOBODY, "", false},
        {"challenge white;accept", 2, {"", ""}, {false, false}, NOBODY, "", false},
        {"accept", 0, {"", ""}, {false, false}, NOBODY, "", false},
        {"player white bot Deep;abort expired",
         2,
         {"Deep", ""},
         {true, false},
         NOBODY,
         "expired",
         false},
        {"player white bot Deep;abort ", 1, {"Deep", ""}, {true, false}, NOBODY, "", true},
        {"abort expired", 0, {"", ""}, {false, false}, NOBODY, "", false},
        {"player black bot Deep;challenge black;abort canceled;accept",
         3,
         {"", "Deep"},
         {false, true},
         NOBODY,
         "canceled",
         false},
        {"player black bot Deep;abort x;challenge white",
         2,
         {"", "Deep"},
         {false, true},
         NOBODY,
         "x",
         false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%s", cases[i].steps);
        CHECK(begin((match_start){.white = ""}));
        CHECK_EQ_INT(steps(cases[i].steps, 5), cases[i].taken);
        for (int side = 0; side < 2; side++) {
            CHECK_EQ_TEXT(m->account[side], cases[i].account[side]);
            CHECK_EQ_INT(m->bot[side], cases[i].bot[side]);
        }
        CHECK_EQ_INT(m->challenger, cases[i].challenger);
        CHECK_EQ_TEXT(m->aborted, cases[i].aborted);
        CHECK_EQ_INT(match_may_abort(m), cases[i].may_abort);
        CHECK_EQ_INT(match_over(m), cases[i].aborted[0] != '\0');
        end();
    }
    CHECK(begin((match_start){.engine = "deep", .engine_side = ARB_BLACK}));
    CHECK_EQ_INT(steps("player black bot Deep", 5), 0);
    CHECK_EQ_INT(steps("player white bot Deep", 5), 1);
    end();
}

int main(void)
{
    RUN(a_match_begins_as_it_is_told);
    RUN(moves_before_the_beginning_are_played);
    RUN(a_move_has_an_entry);
    RUN(entries_follow_one_another);
    RUN(long_games_have_room);
    RUN(an_offer_stands_until_it_is_answered);
    RUN(names_and_games_afterwards);
    RUN(steps_end_a_game_and_go_back);
    RUN(an_engine_waits_at_the_end_of_the_moves);
    RUN(clocks_run_from_the_first_move);
    RUN(steps_are_replayed_with_their_clocks);
    RUN(steps_cost_work);
    RUN(a_match_takes_a_limited_number_of_steps);
    RUN(the_last_requests_are_remembered);
    RUN(accounts_sit_down_and_challenge);
    return check_result();
}
