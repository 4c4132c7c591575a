/* test_tour_table.c: one table of a match: how games begin and end there, and its clocks. Layer:
 * tests. */
#include "staged_table.h"

/* ---- the beginning ---- */

TEST(a_game_begins_when_both_engines_are_ready)
{
    struct pollfd polls[2];
    int64_t deadline = -1;
    set_up();
    CHECK_EQ_INT(table_poll(&table, polls, &deadline), 0);
    CHECK_EQ_INT(deadline, -1);
    CHECK(table_start(&table, 7, (tour_pairing){.white = 0, .black = 1}, game_from(start)));
    CHECK_EQ_INT(table.state, TABLE_STARTING);
    CHECK_EQ_INT(table.number, 7);
    CHECK_EQ_INT(table.not_started, PLAYER_LIMIT);
    CHECK_EQ_TEXT(told(0), "ucinewgame\nisready\n");
    CHECK_EQ_TEXT(told(1), "ucinewgame\nisready\n");
    table.engine[0].deadline = 5000;
    table.engine[1].deadline = 4000;
    CHECK_EQ_INT(table_poll(&table, polls, &deadline), 2);
    CHECK(polls[0].fd == table.engine[0].out && polls[0].events == POLLIN);
    CHECK(polls[1].fd == table.engine[1].out && polls[1].events == POLLIN);
    CHECK_EQ_INT(deadline, 4000);
    deadline = 3000; /* an earlier one stays */
    table_poll(&table, polls, &deadline);
    CHECK_EQ_INT(deadline, 3000);
    deadline = 0;
    table_poll(&table, polls, &deadline);
    CHECK_EQ_INT(deadline, 0);
    table.engine[0].deadline = table.engine[1].deadline = steady_ms() + HOUR_MS;
    says(1, "readyok\n");
    CHECK_EQ_INT(table.state, TABLE_STARTING);
    deadline = -1;
    CHECK_EQ_INT(table_poll(&table, polls, &deadline), 1);
    CHECK_EQ_INT(polls[0].fd, table.engine[0].out);
    CHECK_EQ_INT(deadline, table.engine[0].deadline);
    CHECK_EQ_TEXT(told(0), "");
    says(0, "readyok\n");
    CHECK_EQ_INT(table.state, TABLE_PLAYING);
    CHECK_EQ_TEXT(told(0), "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
                           "go infinite\n");
    CHECK_EQ_TEXT(told(1), "");
    leave();
}

/* Then there is nothing to wait for. */
TEST(two_engines_that_are_ready_are_asked_at_once)
{
    struct pollfd polls[2];
    int64_t deadline = -1;
    set_up();
    CHECK(table_start(&table, 7, (tour_pairing){.white = 0, .black = 1}, game_from(start)));
    for (int i = 0; i < 2; i++) {
        CHECK(write(mouth[i], "readyok\n", 8) == 8);
        engine_step(&table.engine[i]);
    }
    CHECK_EQ_INT(table_poll(&table, polls, &deadline), 0);
    CHECK_EQ_INT(deadline, 0);
    table_step(&table);
    CHECK_EQ_INT(table.state, TABLE_PLAYING);
    leave();
}

TEST(engines_keep_their_seats_when_colours_change)
{
    for (size_t white = 0; white < 2; white++) {
        set_up();
        begin(start, white);
        check_case("player %zu has White", white);
        CHECK_EQ_INT(table.seat[ARB_WHITE], white);
        CHECK_EQ_INT(table.seat[ARB_BLACK], 1 - white);
        CHECK(strncmp(told((int)white), "position ", 9) == 0);
        CHECK_EQ_TEXT(told(1 - (int)white), "");
        CHECK(table.seated[0] == 0 && table.seated[1] == 1);
        leave();
    }
}

/* A new player takes the seat of the one who does not play, and its program cannot be started. */
TEST(an_engine_that_cannot_start_loses_and_is_named)
{
    static const struct {
        size_t white, black, missing;
        const char *text;
        size_t seated[2];
    } cases[] = {
        {2, 1, 2, "P2 (White) loses: there is no such program", {PLAYER_LIMIT, 1}},
        {0, 2, 2, "P2 (Black) loses: there is no such program", {0, PLAYER_LIMIT}},
        {1, 2, 2, "P2 (Black) loses: there is no such program", {PLAYER_LIMIT, 1}},
        {2, 0, 2, "P2 (White) loses: there is no such program", {0, PLAYER_LIMIT}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%zu against %zu", cases[i].white, cases[i].black);
        set_up();
        tour_pairing p = {.white = cases[i].white, .black = cases[i].black};
        CHECK(table_start(&table, 7, p, game_from(start)));
        table_step(&table);
        check_end(cases[i].white == 2 ? ARB_BLACK_WINS : ARB_WHITE_WINS, "abandoned",
                  cases[i].text);
        CHECK_EQ_INT(table.not_started, cases[i].missing);
        CHECK_EQ_TEXT(table.fault, "there is no such program");
        CHECK_EQ_INT(table.seated[0], cases[i].seated[0]);
        CHECK_EQ_INT(table.seated[1], cases[i].seated[1]);
        leave();
    }
}

/* The record begins with the opening, whose moves have no comments. */
TEST(an_opening_is_told_and_recorded)
{
    char text[2000];
    arb_verdict verdict;
    arb_error error;
    set_up();
    arb_game *game = game_from(start);
    static const char *const opening[] = {"e2e4", "e7e5", "g1f3"};
    for (size_t i = 0; i < 3; i++) {
        arb_uci_read(arb_game_position(game), opening[i], 4, &verdict, &error);
        CHECK_EQ_INT(arb_game_play(game, verdict.move), ARB_OK);
    }
    CHECK(table_start(&table, 7, (tour_pairing){.white = 0, .black = 1}, game));
    told(0);
    told(1);
    says(0, "readyok\n");
    says(1, "readyok\n");
    CHECK_EQ_TEXT(told(1),
                  "position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 moves "
                  "g1f3\ngo infinite\n");
    moves(1, "b8c6", "cp -20");
    CHECK_EQ_TEXT(told(0),
                  "position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 moves "
                  "g1f3 b8c6\ngo infinite\n");
    size_t len = arb_tree_write(table.tree, NULL, text, sizeof text);
    CHECK(len < sizeof text);
    CHECK(strstr(text, "1. e4 e5 2. Nf3 Nc6 {[%eval 0.20,3] [%emt 0:") != NULL);
    leave();
}

TEST(without_a_game_nothing_begins)
{
    set_up();
    CHECK(!table_start(&table, 7, (tour_pairing){.white = 0, .black = 1}, NULL));
    CHECK_EQ_INT(table.state, TABLE_FREE);
    leave();
}

/* ---- ends ---- */

TEST(a_mate_is_the_end)
{
    set_up_and_begin("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    moves(0, "a1a8", "");
    check_end(ARB_WHITE_WINS, "normal", "White wins by checkmate (5.1.1)");
    table_clear(&table);
    CHECK(table.state == TABLE_FREE && table.game == NULL && table.tree == NULL);
    leave();
}

TEST(the_third_repetition_is_claimed_at_once)
{
    static const char *const round[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    set_up_and_begin(start);
    for (int ply = 0; ply < 7; ply++) {
        moves(ply % 2, round[ply % 4], "");
        CHECK_EQ_INT(table.state, TABLE_PLAYING);
    }
    moves(1, "f6g8", "");
    CHECK(table.state == TABLE_DONE && table.result == ARB_DRAW);
    CHECK_EQ_TEXT(table.termination, "normal");
    leave();
}

TEST(an_illegal_move_loses_with_its_reason)
{
    static const struct {
        const char *fen, *move;
        arb_result result;
        const char *text;
    } cases[] = {
        {start, "e2e5", ARB_BLACK_WINS, "P0 (White) made an illegal move, \"e2e5\": "},
        {start, "hello", ARB_BLACK_WINS,
         "P0 (White) made an illegal move, \"hello\": it is no move"},
        {start, "abcdefghijklmnopqrstuvwxyz", ARB_BLACK_WINS,
         "P0 (White) made an illegal move, \"abcdefghijklmnopqrst\": it is no move"},
        {"4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1", "e1e3", ARB_DRAW,
         "P0 (White) made an illegal move, \"e1e3\": "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("%s", cases[i].move);
        set_up_and_begin(cases[i].fen);
        moves(0, cases[i].move, "");
        CHECK_EQ_INT(table.state, TABLE_DONE);
        CHECK_EQ_INT(table.result, cases[i].result);
        CHECK_EQ_TEXT(table.termination, "rules infraction");
        CHECK(strncmp(table.text, cases[i].text, strlen(cases[i].text)) == 0);
        bool unread = strstr(cases[i].text, "it is no move") != NULL;
        CHECK(unread == (strcmp(table.text, cases[i].text) == 0));
        CHECK(unread == (strchr(table.text + 11, '(') == NULL)); /* the article of the Laws */
        CHECK((cases[i].result == ARB_DRAW) ==
              (strstr(table.text, "; drawn, since the opponent cannot win") != NULL));
        CHECK(table.seated[0] == 0 && table.seated[1] == 1);
        leave();
    }
}

TEST(an_engine_that_ends_loses_its_seat)
{
    set_up_and_begin(start);
    moves(0, "e2e4", "");
    close(mouth[1]);
    mouth[1] = -1;
    table_step(&table);
    check_end(ARB_WHITE_WINS, "abandoned", "P1 (Black) loses: it has ended");
    CHECK(table.seated[0] == 0 && table.seated[1] == PLAYER_LIMIT);
    CHECK_EQ_INT(table.not_started, PLAYER_LIMIT);
    leave();
}

/* It is noticed when the engine is to be asked, too. */
TEST(an_engine_that_reads_nothing_loses)
{
    set_up();
    CHECK(table_start(&table, 7, (tour_pairing){.white = 0, .black = 1}, game_from(start)));
    says(1, "readyok\n");
    CHECK(write(mouth[0], "readyok\n", 8) == 8);
    close(ear[0]);
    ear[0] = -1;
    table_step(&table);
    check_end(ARB_BLACK_WINS, "abandoned", "P0 (White) loses: it has ended");
    leave();
}

/* Some rule sets do not say what a side without a move has. */
TEST(a_side_without_a_move_is_not_asked)
{
    set_up();
    rules = *arb_rules_find("anyboard", 8);
    CHECK(table_start(&table, 7, (tour_pairing){.white = 0, .black = 1},
                      game_from("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")));
    says(0, "readyok\n");
    says(1, "readyok\n");
    check_end(ARB_DRAW, "adjudication",
              "drawn: no move is left, and the rule set says nothing of it");
    leave();
}

/* ---- time ---- */

/* The player was asked so many seconds ago. */
static void asked_ago(int64_t seconds)
{
    table.since_us = steady_us() - seconds * SECOND;
}

TEST(both_clocks_are_told)
{
    set_up();
    players[0].tc = (time_control){.base_us = 1000 * (int64_t)SECOND, .increment = SECOND};
    players[1].tc = (time_control){.base_us = 2000 * (int64_t)SECOND, .moves = 40, .depth = 9};
    begin(start, 0);
    const char *go = strstr(told(0), "\ngo ");
    CHECK(go != NULL);
    CHECK_EQ_TEXT(go, "\ngo wtime 1000000 btime 2000000 winc 1000 binc 0\n");
    asked_ago(500);
    moves(0, "e2e4", "");
    CHECK(table.clocks[0].left_us <= 501 * (int64_t)SECOND);
    CHECK(table.clocks[0].left_us > 401 * (int64_t)SECOND);
    go = strstr(told(1), "\ngo ");
    CHECK(go != NULL && strstr(go, " btime 2000000 winc 1000 binc 0 movestogo 40 depth 9\n"));
    leave();
}

TEST(a_flag_falls_behind_the_margin)
{
    static const struct {
        int64_t ago;
        bool moves, lost;
    } cases[] = {{500, true, false},  {1500, true, false},  {2500, true, true},
                 {500, false, false}, {1500, false, false}, {2500, false, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_case("asked %d s ago, %s", (int)cases[i].ago, cases[i].moves ? "moves" : "thinks");
        set_up();
        players[0].tc = players[1].tc = (time_control){.base_us = 1000 * (int64_t)SECOND};
        adjudication.margin_us = 1000 * (int64_t)SECOND;
        begin(start, 0);
        asked_ago(cases[i].ago);
        if (cases[i].moves)
            moves(0, "e2e4", "");
        else
            table_step(&table);
        if (cases[i].lost)
            check_end(ARB_BLACK_WINS, "time forfeit", "Black wins on time (6.9)");
        CHECK_EQ_INT(table.state, cases[i].lost ? TABLE_DONE : TABLE_PLAYING);
        /* An engine that still thinks would answer in the next game. */
        CHECK_EQ_INT(table.seated[0], cases[i].lost && !cases[i].moves ? PLAYER_LIMIT : 0);
        CHECK_EQ_INT(table.seated[1], 1);
        leave();
    }
}

TEST(a_table_waits_for_the_player_on_move_until_its_flag_falls)
{
    struct pollfd polls[2];
    set_up();
    players[1].tc = (time_control){.base_us = 1000 * (int64_t)SECOND};
    adjudication.margin_us = 3 * SECOND;
    begin(start, 0);
    int64_t deadline = -1, before = steady_ms();
    CHECK_EQ_INT(table_poll(&table, polls, &deadline), 1);
    CHECK(polls[0].fd == table.engine[0].out && polls[0].events == POLLIN);
    CHECK_EQ_INT(deadline, table.engine[0].deadline); /* without a clock an hour, and the grace */
    CHECK(deadline <= before + HOUR_MS + ENGINE_GRACE);
    CHECK(deadline > before + HOUR_MS - HOUR_MS / 10);
    moves(0, "e2e4", "");
    deadline = -1;
    CHECK_EQ_INT(table_poll(&table, polls, &deadline), 1);
    CHECK_EQ_INT(polls[0].fd, table.engine[1].out);
    CHECK_EQ_INT(deadline, (table.since_us + 1003 * (int64_t)SECOND) / 1000 + 1);
    CHECK(table.engine[1].deadline >= table.since_us / 1000 + 1003000 + ENGINE_GRACE);
    CHECK(table.engine[1].deadline < table.since_us / 1000 + 1003000 + ENGINE_GRACE + 100000);
    deadline = -1;
    table.engine[1].deadline = 5;
    table_poll(&table, polls, &deadline);
    CHECK_EQ_INT(deadline, 5);
    leave();
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN);
    RUN(a_game_begins_when_both_engines_are_ready);
    RUN(two_engines_that_are_ready_are_asked_at_once);
    RUN(engines_keep_their_seats_when_colours_change);
    RUN(an_engine_that_cannot_start_loses_and_is_named);
    RUN(an_opening_is_told_and_recorded);
    RUN(without_a_game_nothing_begins);
    RUN(a_mate_is_the_end);
    RUN(the_third_repetition_is_claimed_at_once);
    RUN(an_illegal_move_loses_with_its_reason);
    RUN(an_engine_that_ends_loses_its_seat);
    RUN(an_engine_that_reads_nothing_loses);
    RUN(a_side_without_a_move_is_not_asked);
    RUN(both_clocks_are_told);
    RUN(a_flag_falls_behind_the_margin);
    RUN(a_table_waits_for_the_player_on_move_until_its_flag_falls);
    return check_result();
}
