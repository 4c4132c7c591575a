/* test_openings.c: where the games of a tournament begin, what their records say, and the numbers
 * of their rounds. Layer: tests. */
#include "check.h"
#include "tournament/openings.h"
#include "tournament/tour_table.h"
#include "tournament/tournament.h"

#include <stdlib.h>

static const char lines[] = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n"
                            "4k3/8/8/8/8/8/7P/4K3 w - - 0 1\n4k3/8/8/8/8/8/6P1/4K3 w - - 0 1\n"
                            "4k3/8/8/8/8/8/5P2/4K3 w - - 0 1\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n";

TEST(a_random_order_has_every_opening_once)
{
    size_t orders = 0, last = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        openings o = {.form = OPENINGS_EPD,
                      .rules = arb_rules_find("chess", 5),
                      .text = lines,
                      .len = sizeof lines - 1,
                      .seed = seed};
        arb_error error;
        size_t order = 0;
        unsigned seen = 0;
        check_case("seed %u", (unsigned)seed);
        CHECK(openings_read(&o, true, &error));
        if (!CHECK_EQ_INT(o.count, 6))
            continue;
        for (size_t i = 0; i < o.count; i++) {
            size_t number = 0;
            for (size_t at = 0; at < o.at[i]; at++)
                number += lines[at] == '\n';
            seen |= 1u << number;
            order = order * 6 + number;
        }
        CHECK_EQ_INT(seen, 63);
        orders += order != last;
        last = order;
        openings_free(&o);
    }
    CHECK(orders > 15);
}

/* The moves of one position, in a book that has nothing else: the weight is the whole choice. */
TEST(a_book_names_promotions)
{
    static const struct {
        uint16_t written;
        const char *uci;
    } cases[] = {{0, ""},
                 {1 << 12 | 48 << 6 | 56, "a7a8n"},
                 {2 << 12 | 48 << 6 | 56, "a7a8b"},
                 {3 << 12 | 48 << 6 | 56, "a7a8r"},
                 {4 << 12 | 48 << 6 | 56, "a7a8q"},
                 {5 << 12 | 48 << 6 | 56, ""},
                 {48 << 6 | 56, ""},
                 {4 << 6 | 12, "e1e2"}};
    const char *fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    arb_position position;
    arb_error error;
    CHECK_EQ_INT(
        arb_position_read(&position, arb_rules_find("chess", 5), fen, strlen(fen), NULL, &error),
        ARB_OK);
    uint64_t key = arb_position_polyglot_key(&position);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char entry[16] = {0}, text[8] = "";
        for (int at = 0; at < 8; at++)
            entry[at] = (char)(key >> (56 - 8 * at));
        entry[8] = (char)(cases[i].written >> 8);
        entry[9] = (char)cases[i].written;
        entry[11] = 1;
        check_case("%s", cases[i].uci);
        arb_move move = book_move(entry, sizeof entry, &position, 7);
        if (move != ARB_NO_MOVE)
            arb_uci_write(&position, move, ARB_UCI_RULES, text, sizeof text);
        CHECK_EQ_TEXT(text, cases[i].uci);
    }
}

TEST(a_comment_has_the_evaluation_for_white_and_the_times)
{
    static const time_control with_clock = {.base_us = 60000000}, by_move = {.move_us = 1000000},
                              none = {.infinite = true};
    static const engine_opinion better = {.known = true, .score = 34, .depth = 12},
                                mates = {.known = true, .mate = true, .score = 3},
                                unknown = {.known = false};
    static const struct {
        const engine_opinion *opinion;
        arb_colour side;
        const time_control *tc;
        int64_t used_us;
        const char *text;
    } cases[] = {
        {&better, ARB_WHITE, &with_clock, 3599999000,
         "[%eval 0.34,12] [%clk 0:00:42.017] [%emt 0:59:59.999]"},
        {&better, ARB_BLACK, &by_move, 999, "[%eval -0.34,12] [%emt 0:00:00]"},
        {&mates, ARB_BLACK, &none, 1500000, "[%eval #-3] [%emt 0:00:01.5]"},
        {&unknown, ARB_WHITE, &none, 1000, "[%emt 0:00:00.001]"},
    };
    player_clock clock = {.left_us = 42017000};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200];
        check_case("%zu", i);
        size_t len = table_comment(cases[i].opinion, cases[i].side, cases[i].tc, &clock,
                                   cases[i].used_us, text, sizeof text);
        CHECK_EQ_TEXT(text, cases[i].text);
        CHECK_EQ_INT(len, strlen(text));
    }
}

TEST(a_round_names_one_game)
{
    static tournament t = {.schedule = {.players = 3, .rounds = 2, .games = 2}};
    static const char *const wrong[] = {"",    "1",   "1.",  ".1",    "0.1",  "1.0",  "0.0",
                                        "2.0", "1.3", "7.1", "1.1.1", "1.1 ", "-1.1", "x.1"};
    size_t games = schedule_games(&t.schedule), number = 0;
    CHECK_EQ_INT(games, 12);
    for (size_t n = 0; n < games; n++) {
        char round[32];
        tournament_round(&t, n, round, sizeof round);
        check_case("%s", round);
        CHECK(tournament_number(&t, round, &number));
        CHECK_EQ_INT(number, n);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        check_case("'%s'", wrong[i]);
        CHECK(!tournament_number(&t, wrong[i], &number));
    }
}

int main(void)
{
    RUN(a_random_order_has_every_opening_once);
    RUN(a_book_names_promotions);
    RUN(a_comment_has_the_evaluation_for_white_and_the_times);
    RUN(a_round_names_one_game);
    return check_result();
}
