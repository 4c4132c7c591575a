/* test_tour_pgn.c: what is written of a game of a match, how a match is taken up again from that,
 * and in which order its players stand. Layer: tests. */
#include "fenced_text.h"
#include "tournament/tournament.h"

#include <stdlib.h>

static tournament t;

static void set_up(size_t players)
{
    t = (tournament){.schedule = {.players = players, .rounds = 2, .games = 2},
                     .rules = arb_rules_find("chess", 5)};
    for (size_t i = 0; i < players; i++) {
        t.players[i].tc = (time_control){.base_us = 60000000, .increment = 600000};
        snprintf(t.players[i].name, sizeof t.players[i].name, "P%zu", i);
    }
    CHECK(standings_new(&t.standings, &t.schedule));
}

/* The PGN of a game of one move, which Black has resigned. */
static char *written(size_t number, const char *rules, const char *fen, const char *move,
                     size_t *len)
{
    static tour_table table;
    arb_position position;
    arb_error error;
    arb_verdict verdict;
    t.rules = arb_rules_find(rules, strlen(rules));
    if (fen == NULL)
        CHECK_EQ_INT(arb_position_start(&position, t.rules), 0);
    else
        CHECK_EQ_INT(arb_position_read(&position, t.rules, fen, strlen(fen), NULL, &error), ARB_OK);
    table = (tour_table){.number = number,
                         .pairing = schedule_at(&t.schedule, number),
                         .game = arb_game_new(&position, NULL),
                         .tree = arb_tree_new(NULL),
                         .result = ARB_WHITE_WINS,
                         .termination = "abandoned",
                         .text = "It has ended."};
    CHECK_EQ_INT(arb_uci_read(&position, move, strlen(move), &verdict, &error), ARB_OK);
    arb_tree_set_start(table.tree, &position);
    arb_game_play(table.game, verdict.move);
    arb_tree_add(table.tree, ARB_ROOT, verdict.move, &table.node);
    char *pgn = tournament_pgn(&t, &table, "Cup", "Hall", "2023.01.31", len);
    char *text = pgn != NULL ? strndup(pgn, *len) : NULL;
    free(pgn);
    arb_game_free(table.game);
    arb_tree_free(table.tree);
    return text;
}

TEST(a_game_is_written_with_its_tags)
{
    size_t len = 0;
    set_up(3);
    char *text = written(5, "chess", NULL, "e2e4", &len);
    if (CHECK(text != NULL && len == strlen(text)))
        CHECK_EQ_TEXT(text, "[Event \"Cup\"]\n[Site \"Hall\"]\n[Date \"2023.01.31\"]\n"
                            "[Round \"3.2\"]\n[White \"P2\"]\n[Black \"P0\"]\n[Result \"1-0\"]\n"
                            "[PlyCount \"1\"]\n[TimeControl \"60+0.6\"]\n"
                            "[Termination \"abandoned\"]\n[ECO \"B00\"]\n"
                            "[Opening \"King's Pawn Game\"]\n\n1. e4 {It has ended.} 1-0\n\n");
    free(text);
    t.players[2].tc.base_us = 30000000;
    text = written(4, "crazyhouse", NULL, "e2e4", &len);
    if (CHECK(text != NULL)) {
        CHECK(strstr(text, "[Round \"3.1\"]\n[White \"P0\"]\n[Black \"P2\"]\n") != NULL);
        CHECK(strstr(text, "[Variant \"crazyhouse\"]\n") != NULL);
        CHECK(strstr(text, "[WhiteTimeControl \"60+0.6\"]\n[BlackTimeControl \"30+0.6\"]\n") !=
              NULL);
        CHECK(strstr(text, "[FEN ") == NULL && strstr(text, "[SetUp ") == NULL);
    }
    free(text);
    text = written(4, "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", &len);
    if (CHECK(text != NULL)) {
        CHECK(strstr(text, "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n") != NULL);
        CHECK(strstr(text, "[Variant ") == NULL);
    }
    free(text);
    standings_free(&t.standings);
}

/* In each round the second player meets the third one first. */
static const char first[] = "[Round \"1.1\"]\n[White \"P1\"]\n[Black \"P2\"]\n[Result \"1-0\"]\n\n"
                            "1. e4 1-0\n\n",
                  second[] = "[Round \"4.2\"]\n[White \"P2\"]\n[Black \"P1\"]\n"
                             "[Result \"1/2-1/2\"]\n\n1. e4 1/2-1/2\n\n";

TEST(a_match_is_taken_up_from_its_games)
{
    static const struct {
        const char *more;  /* behind the two games */
        const char *wrong; /* NULL: nothing */
    } cases[] = {
        {"", NULL},
        {"\n\n ", NULL},
        {"[Round \"2.1\"]\n[White \"P0\"]\n\n1. e4 {cut", NULL},
        {"[Round \"2.1\"]\n[White \"P0\"]\n[Black \"P1\"]\n[Result \"1-0\"]\n\n1. e4", NULL},
        {"[Round \"7.1\"]\n[White \"P1\"]\n[Black \"P2\"]\n\n1. e4 1-0\n\n",
         "this game is of a round that this tournament does not have"},
        {"[White \"P1\"]\n[Black \"P2\"]\n\n1. e4 1-0\n\n",
         "this game is of a round that this tournament does not have"},
        {"[Round \"2.1\"]\n[White \"P0\"]\n[Black \"P2\"]\n\n1. e4 1-0\n\n",
         "in this tournament other players have this game"},
        {"[Round \"2.1\"]\n[White \"P2\"]\n[Black \"P1\"]\n\n1. e4 1-0\n\n",
         "in this tournament other players have this game"},
        {"[Round \"2.1\"]\n[White \"P1\"]\n[Black \"P0\"]\n\n1. e4 1-0\n\n",
         "in this tournament other players have this game"},
        {"[Round \"1.1\"]\n[White \"P1\"]\n[Black \"P2\"]\n\n1. e4 1-0\n\n",
         "this game was there before, or has no result"},
        {"[Round \"1.2\"]\n[White \"P2\"]\n[Black \"P1\"]\n\n1. e4 *\n\n",
         "this game was there before, or has no result"},
        {"[Round \"1.2\"]\n[White \"P2\"]\n[Black \"P1\"]\n[Variant \"crazyhouse\"]\n\n"
         "1. e4 0-1\n\n",
         "this game is of another rule set"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1000];
        arb_error error = {.text = NULL};
        size_t whole = 99, len = strlen(first) + strlen(second);
        check_case("%zu", i);
        set_up(3);
        snprintf(text, sizeof text, "%s%s%s", first, second, cases[i].more);
        fenced_text fenced = fence(text, strlen(text));
        bool right = tournament_resume(&t, fenced.at, strlen(text), &whole, &error);
        unfence(&fenced);
        CHECK(right == (cases[i].wrong == NULL));
        CHECK_EQ_TEXT(error.text, cases[i].wrong);
        if (!right)
            CHECK(error.status == ARB_BAD_TEXT && error.offset == len);
        CHECK_EQ_INT(whole, len + strspn(cases[i].more, "\n "));
        CHECK_EQ_INT(t.standings.played, 2);
        CHECK_EQ_INT(t.standings.result[0], ARB_WHITE_WINS);
        CHECK_EQ_INT(t.standings.result[7], ARB_DRAW);
        standings_free(&t.standings);
    }
}

TEST(names_are_compared_whole)
{
    static const char text[] = "[Round \"1.1\"]\n[White \"%s%s\"]\n[Black \"P1\"]\n"
                               "[Result \"1-0\"]\n\n1. e4 1-0\n\n";
    for (int more = 0; more < 2; more++) {
        char game[400];
        arb_error error;
        size_t whole;
        set_up(2);
        memset(t.players[0].name, 'n', PLAYER_NAME - 1);
        snprintf(game, sizeof game, text, t.players[0].name, more ? "n" : "");
        check_case("%d letters more", more);
        CHECK(tournament_resume(&t, game, strlen(game), &whole, &error) == !more);
        standings_free(&t.standings);
    }
}

TEST(players_stand_by_their_share_of_the_points)
{
    size_t order[PLAYER_LIMIT];
    set_up(5);
    static const uint64_t results[5][3] = {{0, 0, 0}, {1, 0, 1}, {9, 1, 0}, {0, 2, 0}, {1, 1, 2}};
    for (size_t i = 0; i < 5; i++)
        memcpy(t.standings.score[i].results, results[i], sizeof results[i]);
    standings_order(&t.standings, order);
    static const size_t wanted[] = {4, 1, 3, 2, 0}; /* 5/8, two halves, 1/20, no game */
    for (size_t i = 0; i < 5; i++)
        CHECK_EQ_INT(order[i], wanted[i]);
    CHECK(player_points(&t.standings.score[4]) == 2.5);
    CHECK_EQ_INT(player_games(&t.standings.score[4]), 4);
    standings_free(&t.standings);
}

TEST(a_pair_counts_for_both_players)
{
    static const struct {
        arb_result results[2]; /* of the games with White and with Black of the first player */
        size_t points[2];      /* in halves; of both players */
    } cases[] = {{{ARB_WHITE_WINS, ARB_BLACK_WINS}, {4, 0}},
                 {{ARB_WHITE_WINS, ARB_DRAW}, {3, 1}},
                 {{ARB_DRAW, ARB_DRAW}, {2, 2}},
                 {{ARB_WHITE_WINS, ARB_WHITE_WINS}, {2, 2}},
                 {{ARB_BLACK_WINS, ARB_DRAW}, {1, 3}},
                 {{ARB_BLACK_WINS, ARB_WHITE_WINS}, {0, 4}},
                 {{ARB_BOTH_LOSE, ARB_DRAW}, {1, 1}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t begin = 0; begin < 2; begin++) {
            set_up(2);
            check_case("%zu, game %zu first", i, begin);
            CHECK(!standings_add(&t.standings, begin, ARB_ONGOING));
            CHECK(standings_add(&t.standings, begin, cases[i].results[begin]));
            CHECK(standings_add(&t.standings, 1 - begin, cases[i].results[1 - begin]));
            for (size_t player = 0; player < 2; player++)
                for (size_t points = 0; points < PENTANOMIAL; points++)
                    CHECK_EQ_INT(t.standings.score[player].pairs[points],
                                 points == cases[i].points[player]);
            CHECK_EQ_INT(t.standings.played, 2);
            standings_free(&t.standings);
        }
}

/* With an odd number of games the last of an encounter has no partner. */
TEST(single_games_are_no_pairs)
{
    set_up(2);
    t.schedule.games = 3;
    standings_free(&t.standings);
    CHECK(standings_new(&t.standings, &t.schedule));
    CHECK_EQ_INT(t.standings.total, 6);
    for (size_t n = 0; n < 6; n++)
        CHECK(standings_add(&t.standings, n, ARB_DRAW));
    for (size_t points = 0; points < PENTANOMIAL; points++)
        CHECK_EQ_INT(t.standings.score[0].pairs[points], 0);
    CHECK_EQ_INT(t.standings.score[0].results[1], 6);
    standings_free(&t.standings);
    CHECK(t.standings.result == NULL);
}

int main(void)
{
    RUN(a_game_is_written_with_its_tags);
    RUN(a_match_is_taken_up_from_its_games);
    RUN(names_are_compared_whole);
    RUN(players_stand_by_their_share_of_the_points);
    RUN(a_pair_counts_for_both_players);
    RUN(single_games_are_no_pairs);
    return check_result();
}
