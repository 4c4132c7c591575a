/* test_server_fleet.c: one of several servers: which requests wait for the store, what it says of a
 * game, commits that end later, and the end of a server. Layer: tests. */
#include "staged_fleet.h"

#include "server/fleet/own_name.h"

TEST(a_request_waits_for_its_game)
{
    set_up();
    int64_t id = forget();
    int first = say("GET", path_of("/api/games/%" PRId64 "/fen", id), "", "");
    int second = say("GET", path_of("/api/games/%" PRId64, id), "", "");
    CHECK_EQ_TEXT(asked(), path_of("want %" PRId64 "|", id)); /* once */
    CHECK_EQ_TEXT(heard(first), "");
    uint64_t loads = s.a.metrics.loads;
    told(id, STORE_YES, load(id), 0);
    CHECK_EQ_INT(s.a.metrics.loads, loads + 1);
    CHECK_EQ_TEXT(heard(first), "200 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    CHECK(strncmp(heard(second), "200 {\"id\":\"", 11) == 0);
    CHECK_EQ_TEXT(asked(), "");
    int third = say("GET", path_of("/api/games/%" PRId64 "/fen", id), "", ""); /* it is here now */
    CHECK(strncmp(heard(third), "200 ", 4) == 0);
    CHECK_EQ_TEXT(asked(), "");
    close(first);
    close(second);
    close(third);
    leave();
}

TEST(what_the_store_says_of_a_game)
{
    static const struct {
        store_word word;
        const char *answer, *next;
    } cases[] = {
        {STORE_NO,
         "404 {\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404,\"detail\":\"there "
         "is no such game\"}",
         ""},
        {STORE_FAILED, REFUSED("the game cannot be read now"), ""},
        {STORE_HOMELESS, REFUSED("the game cannot be read now"), "want -1|"},
        {STORE_ELSEWHERE, REFUSED("the game is changing hands"), ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        set_up();
        check_case("word %d", cases[i].word);
        int64_t id = forget();
        int client = say("GET", path_of("/api/games/%" PRId64, id), "", "");
        asked();
        told(id, cases[i].word, NULL, 8);
        CHECK_EQ_TEXT(heard(client), cases[i].answer);
        CHECK_EQ_TEXT(asked(), cases[i].next);
        close(client);
        leave();
    }
    set_up(); /* the lease was lost while the game was read */
    int64_t id = forget();
    int client = say("GET", path_of("/api/games/%" PRId64, id), "", "");
    joined = false;
    told(id, STORE_YES, load(id), 0);
    CHECK_EQ_TEXT(heard(client), REFUSED("the game cannot be read now"));
    CHECK(app_find(&s.a, id) == NULL);
    close(client);
    client = say("GET", path_of("/api/games/%" PRId64, id), "", "");
    CHECK_EQ_TEXT(heard(client), REFUSED("this server has no database now"));
    s.a.draining = true;
    close(client);
    client = say("GET", path_of("/api/games/%" PRId64, id), "", "");
    CHECK_EQ_TEXT(heard(client), REFUSED("this server is going away"));
    close(client);
    joined = true;
    s.a.draining = false;
    want_word = STORE_FAILED;
    client = say("GET", path_of("/api/games/%" PRId64, id), "", "");
    CHECK_EQ_TEXT(heard(client), REFUSED("the game cannot be read now"));
    want_word = STORE_LATER;
    CHECK(s.a.fleet != NULL);
    close(client);
    asked();
    fleet_want(&s.a, id);
    fleet_want(&s.a, id);
    CHECK_EQ_TEXT(asked(), path_of("want %" PRId64 "|", id));
    s.a.draining = true;
    fleet_want(&s.a, id + 1);
    CHECK_EQ_TEXT(asked(), "");
    leave();
}

TEST(a_game_that_differs_from_the_store_is_read_again)
{
    set_up();
    match *m = s.a.newest;
    int64_t id = m->id;
    m->record->stale = true;
    int client = say("GET", path_of("/api/games/%" PRId64 "/fen", id), "", "");
    CHECK_EQ_TEXT(asked(), path_of("want %" PRId64 "|", id));
    told(id, STORE_YES, load(id), 0);
    CHECK(strncmp(heard(client), "200 rnbq", 8) == 0);
    host.dropped(host.context, id);
    CHECK(app_find(&s.a, id) == NULL);
    close(client);
    leave();
}

TEST(a_question_is_asked_twice)
{
    set_up();
    question_word = STORE_LATER;
    int client = say("GET", "/api/games?limit=3", "", "");
    CHECK_EQ_TEXT(asked(), "list 0 3|");
    CHECK_EQ_TEXT(heard(client), "");
    host.answered(host.context, store_question(s.a.store) + 1, true); /* another's */
    turn();
    CHECK_EQ_TEXT(asked(), "");
    question_word = STORE_YES;
    host.answered(host.context, store_question(s.a.store), true);
    turn();
    CHECK_EQ_TEXT(asked(), "list 0 3|");
    CHECK(strncmp(heard(client), "200 {\"games\":[{\"id\":\"", 20) == 0);
    close(client);
    question_word = STORE_LATER;
    client = say("GET", "/api/games", "", "");
    host.answered(host.context, store_question(s.a.store), false);
    turn();
    CHECK_EQ_TEXT(heard(client), REFUSED("the database does not answer"));
    close(client);
    question_word = STORE_FAILED;
    client = say("GET", "/api/games", "", "");
    CHECK_EQ_TEXT(heard(client), REFUSED("the database does not answer"));
    close(client);
    client = say("POST", "/api/games", JSON, "{\"request_id\":\"r\"}");
    CHECK_EQ_TEXT(heard(client), REFUSED("the database does not answer"));
    close(client);
    leave();
}

/* A game that is made now belongs to whoever is asked for it first. */
TEST(a_new_game_is_offered_to_all)
{
    set_up();
    commit_word = STORE_LATER;
    int client = say("POST", "/api/games", JSON, "{}");
    turn();
    CHECK_EQ_TEXT(asked(), "commit|");
    CHECK(s.a.flying && s.a.newest->record->unclaimed && s.a.newest->record->in_flight);
    int64_t id = s.a.newest->id;
    CHECK_EQ_TEXT(heard(client), "");
    host.committed(host.context, true, NULL, 0);
    turn();
    CHECK(strncmp(heard(client), "201 {\"id\":\"", 11) == 0);
    CHECK(app_find(&s.a, id) == NULL && !s.a.flying);
    close(client);
    leave();
}

static int64_t moving; /* the game in which moves are played */
static int play(const char *move)
{
    char body[100];
    snprintf(body, sizeof body, "{\"move\":\"%s\"}", move);
    int client = say("POST", path_of("/api/games/%" PRId64 "/moves", moving),
                     JSON "Authorization: Bearer " SERVED_WHITE "," SERVED_BLACK "\r\n", body);
    for (int i = 0; i < 20 && s.a.batch_open && !s.a.flying; i++)
        event_base_loop(s.a.base, EVLOOP_ONCE); /* changes of three milliseconds share a commit */
    return client;
}

#define UNKNOWN REFUSED("the database did not answer: send it again with the same request_id")

TEST(a_move_is_answered_when_its_commit_has_ended)
{
    set_up();
    moving = s.a.newest->id;
    commit_word = STORE_LATER;
    int first = play("e4");
    CHECK(s.a.flying && !s.a.batch_open && s.a.newest->record->in_flight);
    int second = play("e5"); /* in the next one */
    CHECK(s.a.flying && s.a.batch_open && s.a.newest->record->in_batch);
    CHECK_EQ_TEXT(asked(), "commit|");
    int look = say("GET", path_of("/api/games/%" PRId64 "/fen", moving), "", "");
    CHECK_EQ_TEXT(heard(first), "");
    host.committed(host.context, true, NULL, 0);
    CHECK(strncmp(heard(first), "200 {\"id\":\"", 11) == 0);
    CHECK_EQ_TEXT(heard(second), "");
    CHECK_EQ_TEXT(heard(look), "");
    for (int i = 0; i < 20 && !s.a.flying; i++)
        event_base_loop(s.a.base, EVLOOP_ONCE);
    CHECK_EQ_TEXT(asked(), "commit|");
    host.committed(host.context, true, NULL, 0);
    turn();
    CHECK(strncmp(heard(second), "200 {\"id\":\"", 11) == 0);
    CHECK(strncmp(heard(look), "200 rnbqkbnr/pppp1ppp/", 22) == 0);
    CHECK(s.a.failures == 0 && s.a.metrics.commits == 3);
    close(first);
    close(second);
    close(look);
    leave();
}

TEST(a_move_that_was_not_written_does_not_count)
{
    for (int how = 0; how < 3; how++) {
        check_case("%s", how == 0 ? "refused" : how == 1 ? "failed" : "the lease is lost");
        set_up();
        moving = s.a.newest->id;
        commit_word = STORE_LATER;
        int first = play("e4"), second = play("e5");
        CHECK(s.a.flying && s.a.batch_open);
        if (how < 2)
            host.committed(host.context, how == 0, &moving, how == 0 ? 1 : 0);
        else
            host.lapsed(host.context);
        turn();
        CHECK_EQ_TEXT(heard(first), UNKNOWN);
        CHECK_EQ_TEXT(heard(second), UNKNOWN); /* it followed the other */
        CHECK(!s.a.flying && !s.a.batch_open && app_find(&s.a, moving) == NULL);
        CHECK_EQ_INT(s.a.failures, 2);
        host.committed(host.context, true, NULL, 0); /* one that was given up */
        CHECK_EQ_INT(s.a.metrics.commits, how < 2 ? 2 : 1);
        close(first);
        close(second);
        leave();
    }
    check_case("%s", "");
    set_up();
    moving = s.a.newest->id;
    commit_word = STORE_NO;
    int client = play("e4");
    turn();
    CHECK_EQ_TEXT(heard(client), UNKNOWN);
    close(client);
    leave();
}

/* Another game's move of the same commit was refused: this one is answered. */
TEST(only_the_refused_game_is_lost)
{
    set_up();
    moving = s.a.newest->id;
    commit_word = STORE_LATER;
    int64_t other = 12345;
    int client = play("e4");
    host.committed(host.context, true, &other, 1);
    turn();
    CHECK(strncmp(heard(client), "200 {\"id\":\"", 11) == 0 && s.a.failures == 1);
    CHECK(app_find(&s.a, moving) != NULL);
    close(client);
    leave();
}

/* ---- codes ---- */

TEST(codes_are_the_stores)
{
    char path[100], expected[100];
    set_up();
    int64_t id = s.a.newest->id;
    snprintf(path, sizeof path, "/api/games/%" PRId64 "/code", id);
    static const char seats[] = JSON "Authorization: Bearer " SERVED_BLACK "\r\n";
    int client = say("POST", path, seats, "{\"seat\":\"black\"}");
    snprintf(expected, sizeof expected, "code %" PRId64 " 1 7200000 5|", id);
    CHECK_EQ_TEXT(asked(), expected);
    CHECK_EQ_TEXT(heard(client), "200 {\"code\":\"KMPRT\",\"minutes\":120}");
    close(client);
    question_word = STORE_NO;
    client = say("POST", path, seats, "{}");
    CHECK_EQ_TEXT(heard(client), REFUSED("there is no code to be had now"));
    close(client);
    question_word = STORE_FAILED;
    client = say("POST", path, seats, "{}");
    CHECK_EQ_TEXT(heard(client), REFUSED("the database does not answer"));
    close(client);
    client = say("POST", "/api/join", JSON, "{\"code\":\"kmprt\"}");
    CHECK_EQ_TEXT(heard(client), REFUSED("the database does not answer"));
    close(client);
    asked();
    question_word = STORE_YES;
    client = say("POST", "/api/join", JSON, "{\"code\":\"kmprt\"}");
    CHECK_EQ_TEXT(asked(), "take KMPRT|");
    CHECK_EQ_TEXT(heard(client), "200 {\"id\":\"77\",\"seat\":\"black\",\"token\":\"BBBB\"}");
    close(client);
    question_word = STORE_NO;
    for (int i = 0; i < JOIN_WRONG_LIMIT; i++) {
        client = say("POST", "/api/join", JSON, "{\"code\":\"kmprt\"}");
        CHECK(strncmp(heard(client), "404 ", 4) == 0);
        close(client);
    }
    asked();
    client = say("POST", "/api/join", JSON, "{\"code\":\"kmprt\"}");
    CHECK(strncmp(heard(client), "429 ", 4) == 0);
    CHECK_EQ_TEXT(asked(), "");
    close(client);
    leave();
}

/* ---- coming and going ---- */

TEST(a_server_leaves_when_all_is_written)
{
    set_up();
    moving = s.a.newest->id;
    commit_word = STORE_LATER;
    fleet_tick(&s.a);
    int client = play("e4");
    s.a.draining = true;
    asked();
    fleet_tick(&s.a);
    CHECK_EQ_TEXT(asked(), ""); /* a move is being written */
    host.committed(host.context, true, NULL, 0);
    fleet_tick(&s.a);
    CHECK_EQ_TEXT(asked(), ""); /* a client is still there */
    close(client);
    turn();
    CHECK_EQ_INT(http_server_connections(s.a.http), 0);
    fleet_tick(&s.a);
    CHECK_EQ_TEXT(asked(), "leave|");
    CHECK(s.a.newest == NULL && !fleet_has_left(&s.a));
    left = true;
    CHECK(fleet_has_left(&s.a));
    leave();
}

TEST(a_server_names_its_address)
{
    static const struct {
        const char *advertise, *listen, *name, *why;
    } cases[] = {
        {NULL, "10.0.0.1", "10.0.0.1:80", NULL},
        {NULL, "fd00::1", "[fd00::1]:80", NULL},
        {"10.0.0.2", "0.0.0.0", "10.0.0.2:80", NULL},
        {"::1", "0.0.0.0", "[::1]:80", NULL},
        {NULL, "0.0.0.0", NULL,
         "other servers must reach this one: name its address with --advertise"},
        {NULL, "::", NULL, "other servers must reach this one: name its address with --advertise"},
        {"me", "10.0.0.1", NULL, "'me' is no address: --advertise takes one of this machine"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char name[OWN_NAME_LIMIT] = "", why[200] = "";
        check_case("%zu", i);
        CHECK((cases[i].name != NULL) ==
              own_name(cases[i].advertise, cases[i].listen, 80, name, why, sizeof why));
        CHECK_EQ_TEXT(cases[i].name != NULL ? name : why,
                      cases[i].name != NULL ? cases[i].name : cases[i].why);
    }
    check_case("%s", "");
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    CHECK(freopen("/dev/null", "w", stderr) != NULL); /* commits that fail are told there */
    RUN(a_request_waits_for_its_game);
    RUN(what_the_store_says_of_a_game);
    RUN(a_game_that_differs_from_the_store_is_read_again);
    RUN(a_question_is_asked_twice);
    RUN(a_new_game_is_offered_to_all);
    RUN(a_move_is_answered_when_its_commit_has_ended);
    RUN(a_move_that_was_not_written_does_not_count);
    RUN(only_the_refused_game_is_lost);
    RUN(codes_are_the_stores);
    RUN(a_server_leaves_when_all_is_written);
    RUN(a_server_names_its_address);
    return check_result();
}
