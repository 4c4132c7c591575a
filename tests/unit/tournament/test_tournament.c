/* test_tournament.c: schedules, time controls, the texts that describe players, evaluations by
 * engines. Layer: tests. */
#include "engine/engine.h"
#include "fenced_text.h"
#include "tournament/openings.h"
#include "tournament/player.h"
#include "tournament/standings.h"

TEST(everybody_meets_everybody_with_both_colours)
{
    for (size_t players = 2; players <= 9; players++) {
        tour_schedule s = {.players = players, .rounds = 3, .games = 2};
        unsigned met[9][9] = {{0}};
        CHECK_EQ_INT(schedule_games(&s), players * (players - 1) / 2 * 6);
        for (size_t n = 0; n < schedule_games(&s); n++) {
            tour_pairing p = schedule_at(&s, n), next = schedule_at(&s, n ^ 1);
            met[p.white][p.black]++;
            CHECK(p.white == next.black && p.black == next.white && p.opening == next.opening);
            CHECK_EQ_INT(p.opening, n / 2);
        }
        for (size_t a = 0; a < players; a++)
            for (size_t b = 0; b < players; b++)
                CHECK_EQ_INT(met[a][b], a == b ? 0 : 3);
    }
}

TEST(in_a_turn_of_a_round_nobody_plays_twice)
{
    tour_schedule s = {.players = 6, .rounds = 1, .games = 1};
    for (size_t turn = 0; turn < 5; turn++) {
        unsigned seen = 0;
        for (size_t i = 0; i < 3; i++) {
            tour_pairing p = schedule_at(&s, turn * 3 + i);
            seen |= 1u << p.white | 1u << p.black;
        }
        CHECK_EQ_INT(seen, 63);
    }
}

/* The order of the circle method; with an odd number one player rests in each turn. */
TEST(everybody_moves_on_by_one_seat)
{
    static const char *const orders[] = {"01", "12 01 02", "03 12 01 23 02 13",
                                         "14 23 01 34 02 13 03 24 04 12"};
    for (size_t players = 2; players <= 5; players++) {
        tour_schedule s = {.players = players, .rounds = 1, .games = 1};
        char order[40] = "";
        for (size_t n = 0, len = 0; n < schedule_games(&s); n++) {
            tour_pairing p = schedule_at(&s, n);
            CHECK(p.encounter == n && p.game == 0 && p.opening == n);
            len += (size_t)snprintf(order + len, sizeof order - len, "%s%zu%zu", n > 0 ? " " : "",
                                    p.white, p.black);
        }
        CHECK_EQ_TEXT(order, orders[players - 2]);
    }
}

TEST(a_gauntlet_is_the_first_against_the_others)
{
    tour_schedule s = {.players = 4, .rounds = 2, .games = 1, .gauntlet = true};
    CHECK_EQ_INT(schedule_games(&s), 6);
    for (size_t n = 0; n < 6; n++) {
        tour_pairing p = schedule_at(&s, n);
        CHECK_EQ_INT(p.white == 0 ? p.black : p.white, n % 3 + 1);
        CHECK_EQ_INT(p.white == 0, n < 3); /* colours change from round to round */
    }
}

/* Colours alternate within an encounter; if it has an odd number of games, the next round begins
 * with the other colour. */
TEST(colours_alternate)
{
    static const char *const whites[] = {"010", "010101", "010101010", "010101010101",
                                         "010101010101010"};
    for (size_t games = 1; games <= 5; games++) {
        tour_schedule s = {.players = 2, .rounds = 3, .games = games};
        char white[20] = "";
        for (size_t n = 0; n < schedule_games(&s); n++)
            white[n] = (char)('0' + schedule_at(&s, n).white);
        check_case("%zu games", games);
        CHECK_EQ_TEXT(white, whites[games - 1]);
    }
}

TEST(an_opening_is_played_with_both_colours)
{
    static const size_t of_three[] = {0, 0, 1, 2, 2, 3}, of_five[] = {0, 0, 1, 1, 2, 3, 3, 4, 4, 5};
    tour_schedule three = {.players = 2, .rounds = 2, .games = 3};
    tour_schedule five = {.players = 2, .rounds = 2, .games = 5};
    for (size_t n = 0; n < 6; n++)
        CHECK_EQ_INT(schedule_at(&three, n).opening, of_three[n]);
    for (size_t n = 0; n < 10; n++)
        CHECK_EQ_INT(schedule_at(&five, n).opening, of_five[n]);
}

TEST(pairs_are_counted_when_both_games_are_played)
{
    tour_schedule s = {.players = 2, .rounds = 2, .games = 2};
    standings table;
    CHECK(standings_new(&table, &s));
    CHECK(standings_add(&table, 1, ARB_BLACK_WINS)); /* the first player wins with Black */
    CHECK(!standings_add(&table, 1, ARB_DRAW));
    CHECK(!standings_add(&table, 4, ARB_DRAW));
    CHECK_EQ_INT(table.score[0].pairs[4], 0);
    CHECK(standings_add(&table, 0, ARB_DRAW));
    CHECK_EQ_INT(table.score[0].pairs[3], 1);
    CHECK_EQ_INT(table.score[1].pairs[1], 1);
    CHECK(standings_add(&table, 2, ARB_BOTH_LOSE));
    CHECK_EQ_INT(table.score[0].results[0], 1);
    CHECK_EQ_INT(table.score[1].results[0], 2);
    CHECK(player_points(&table.score[0]) == 1.5);
    size_t order[PLAYER_LIMIT];
    standings_order(&table, order);
    CHECK(order[0] == 0 && order[1] == 1);
    standings_free(&table);
}

/* If an encounter has an even number of games, pairs of games are counted, else single games. */
TEST(strength_is_estimated_from_pairs_where_there_are_pairs)
{
    const sprt test = {.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
    for (size_t games = 2; games <= 6; games++) {
        tour_schedule s = {.players = 2, .rounds = 6, .games = games};
        standings table;
        CHECK(standings_new(&table, &s));
        for (size_t n = 0; n < schedule_games(&s); n++)
            CHECK(standings_add(&table, n, n % 5 == 0 ? ARB_DRAW : ARB_WHITE_WINS));
        const player_score *score = &table.score[0];
        elo_estimate pairs = elo_of(score->pairs, PENTANOMIAL);
        elo_estimate single = elo_of(score->results, TRINOMIAL);
        check_case("%zu games", games);
        CHECK(standings_elo(&table, 0).error == (games % 2 == 0 ? pairs.error : single.error));
        CHECK(standings_llr(&table, 0, &test) ==
              (games % 2 == 0 ? sprt_llr(&test, score->pairs, PENTANOMIAL)
                              : sprt_llr(&test, score->results, TRINOMIAL)));
        CHECK(games % 2 != 0 || pairs.error != single.error);
        standings_free(&table);
    }
}

static void check_time(const char *text, int moves, int64_t base_us, int64_t increment,
                       const char *written)
{
    time_control tc = {.moves = -1};
    arb_error error;
    char buf[64];
    check_case("%s", text);
    CHECK(time_control_read(&tc, text, &error));
    CHECK_EQ_INT(tc.moves, moves);
    CHECK_EQ_INT(tc.base_us, base_us);
    CHECK_EQ_INT(tc.increment, increment);
    time_control_write(&tc, buf, sizeof buf);
    CHECK_EQ_TEXT(buf, written);
}

TEST(time_controls_are_spelled_as_cutechess_does)
{
    check_time("40/60+0.6", 40, 60000000, 600000, "40/60+0.6");
    check_time("5:00+3", 0, 300000000, 3000000, "300+3");
    check_time("10", 0, 10000000, 0, "10");
    check_time("0/8.25+0.08", 0, 8250000, 80000, "8.25+0.08");
    check_time("0+1", 0, 0, 1000000, "0+1");
    check_time("1770.32+0.000125", 0, 1770320000, 125, "1770.32+0.000125");
    check_time("1000.5", 0, 1000500000, 0, "1000.5"); /* not a power of ten */
    check_time("16666:40", 0, 1000000000000, 0, "1000000");
    static const struct {
        const char *text;
        size_t offset;
    } wrong[] = {{"", 0},    {"x", 0},    {"a/60", 0},  {"40/", 3}, {"60+", 3},     {"0", 0},
                 {"60 ", 2}, {"1:60", 0}, {"60+1x", 4}, {"60.", 0}, {"16666:41", 0}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        time_control tc;
        arb_error error;
        check_case("%s", wrong[i].text);
        CHECK(!time_control_read(&tc, wrong[i].text, &error));
        CHECK_EQ_INT(error.offset, wrong[i].offset);
    }
}

TEST(clocks_get_their_periods_and_increments)
{
    time_control tc = {.moves = 2, .base_us = 1000, .increment = 10};
    player_clock clock;
    player_clock_start(&clock, &tc);
    CHECK(player_clock_spend(&clock, &tc, 400, 0));
    CHECK_EQ_INT(clock.left_us, 610);
    CHECK(player_clock_spend(&clock, &tc, 610, 0));
    CHECK_EQ_INT(clock.left_us, 1010); /* a new period has begun */
    CHECK(player_clock_spend(&clock, &tc, 1015, 5));
    CHECK_EQ_INT(clock.left_us, 10);
    CHECK(!player_clock_spend(&clock, &tc, 16, 5));
}

TEST(go_tells_each_side_its_own_time)
{
    time_control tc[2] = {{.base_us = 60000000, .increment = 1000000, .moves = 40},
                          {.base_us = 30000000, .depth = 5}};
    player_clock clocks[2];
    char go[200];
    player_clock_start(&clocks[0], &tc[0]);
    player_clock_start(&clocks[1], &tc[1]);
    time_control_go(tc, clocks, ARB_WHITE, go, sizeof go);
    CHECK_EQ_TEXT(go, "go wtime 60000 btime 30000 winc 1000 binc 0 movestogo 40");
    time_control_go(tc, clocks, ARB_BLACK, go, sizeof go);
    CHECK_EQ_TEXT(go, "go wtime 60000 btime 30000 winc 1000 binc 0 depth 5");
    tc[1] = (time_control){.infinite = true, .nodes = 7};
    time_control_go(tc, clocks, ARB_BLACK, go, sizeof go);
    CHECK_EQ_TEXT(go, "go nodes 7");
    tc[1].depth = 5;
    time_control_go(tc, clocks, ARB_BLACK, go, sizeof go);
    CHECK_EQ_TEXT(go, "go depth 5 nodes 7");
    tc[0] = (time_control){.infinite = true, .move_us = 1500000};
    time_control_go(tc, clocks, ARB_WHITE, go, sizeof go);
    CHECK_EQ_TEXT(go, "go movetime 1500");
}

TEST(players_are_described_by_words)
{
    tour_player common = {.tc.infinite = true}, player;
    arb_error error;
    CHECK(tour_player_option(&common, "Threads=1"));
    CHECK(tour_player_read(&player, "./bin/mine", &common, &error));
    CHECK_EQ_TEXT(player.name, "mine");
    CHECK_EQ_TEXT(player.program, "./bin/mine");
    char longer[PLAYER_NAME + 20];
    memset(longer, 'p', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    CHECK(tour_player_read(&player, longer, &common, &error));
    CHECK_EQ_INT(strlen(player.name), PLAYER_NAME - 1);
    CHECK(tour_player_read(&player,
                           "cmd=sf \"name=My engine\" option.Hash=64 \"option.Book File=a b\" "
                           "tc=1+1 arg=-q",
                           &common, &error));
    CHECK_EQ_TEXT(player.name, "My engine");
    CHECK_EQ_TEXT(player.options[0], "Threads=1");
    CHECK_EQ_TEXT(player.options[1], "Hash=64");
    CHECK_EQ_TEXT(player.options[2], "Book File=a b");
    CHECK_EQ_TEXT(player.arguments[0], "-q");
    CHECK(!player.tc.infinite && player.tc.increment == 1000000);
    CHECK(tour_player_read(&player, "cmd=a nodes=9223372036854775807", &common, &error));
    CHECK(player.tc.nodes == INT64_MAX);
    static const struct {
        const char *text;
        size_t offset;
    } wrong[] = {{"name=a", 0},
                 {"cmd=a tc=x", 9},
                 {"cmd=a depth=0", 6},
                 {"cmd=a hash=1", 6},
                 {"cmd=a st=", 6},
                 {"cmd=a proto=xboard", 6},
                 {"cmd=a nodes=9223372036854775808", 6}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        check_case("%s", wrong[i].text);
        CHECK(!tour_player_read(&player, wrong[i].text, &common, &error));
        CHECK_EQ_INT(error.offset, wrong[i].offset);
    }
}

TEST(a_book_has_whole_entries_sorted_by_key)
{
    static const char entries[48] = {[7] = 1, [23] = 1, [39] = 2};
    static const char falls[32] = {[0] = 1, [31] = 9};
    CHECK(book_valid(entries, 16) && book_valid(entries, 32) && book_valid(entries, 48));
    CHECK(!book_valid(entries, 0) && !book_valid(entries, 17));
    CHECK(!book_valid(falls, 32));
}

/* The book ends where its memory ends, so a read behind it crashes. */
TEST(the_last_entry_of_a_book_is_found_and_nothing_behind_it_is_read)
{
    const arb_rules *rules = arb_rules_find("chess", 5);
    static const char moves[] = {3, 28, 0, 1, 0, 0, 0, 0}; /* e2e4, its weight 1 */
    arb_position position;
    arb_position_start(&position, rules);
    uint64_t key = arb_position_polyglot_key(&position);
    char blank[16] = {0}, text[8];
    fenced_text fenced = fence(blank, sizeof blank);
    char *entry = fenced.at;
    for (int i = 0; i < 8; i++)
        entry[i] = (char)(key >> (56 - 8 * i));
    for (int i = 0; i < 8; i++)
        entry[8 + i] = moves[i];
    arb_move move = book_move(entry, 16, &position, 0);
    arb_uci_write(&position, move, ARB_UCI_RULES, text, sizeof text);
    CHECK_EQ_TEXT(text, "e2e4");
    entry[0] = (char)(entry[0] + 1);
    CHECK(book_move(entry, 16, &position, 0) == ARB_NO_MOVE);
    unfence(&fenced);
}

TEST(an_opinion_is_that_of_the_best_line)
{
    engine_opinion o = {.known = false};
    engine_info_read(&o, NULL, "depth 3 score cp 12 lowerbound nodes 5 pv e2e4");
    engine_info_read(&o, NULL, "string score cp 99");
    engine_info_read(&o, NULL, "depth 3 multipv 2 score cp 12 pv e2e4");
    engine_info_read(&o, NULL, "depth 3 currmove e2e4");
    CHECK(!o.known);
    engine_info_read(&o, NULL,
                     "depth 12 seldepth 15 multipv 1 score cp -34 nodes 1000 pv score cp 1");
    CHECK(o.known && !o.mate && o.score == -34 && o.depth == 12 && o.nodes == 1000);
    engine_info_read(&o, NULL, "score mate -3 depth 9");
    CHECK(o.mate && o.score == -3 && o.depth == 9);
    engine_info_read(&o, NULL, "depth 10 score cp 99999999999");
    CHECK_EQ_INT(o.score, -3);
}

/* Reads the position that the command gives to an engine. */
static void read_told(const engine_told *told, arb_position *position)
{
    const char *fen = told->text + strlen("position fen "), *moves = strstr(fen, " moves ");
    arb_error error;
    arb_verdict verdict;
    arb_undo undo;
    CHECK(told->len == strlen(told->text) && strncmp(told->text, "position fen ", 13) == 0);
    size_t fen_len = moves != NULL ? (size_t)(moves - fen) : strlen(fen);
    CHECK_EQ_INT(
        arb_position_read(position, arb_position_rules(position), fen, fen_len, NULL, &error),
        ARB_OK);
    for (const char *at = moves != NULL ? moves + 7 : ""; *at != '\0';) {
        size_t len = strcspn(at, " ");
        CHECK_EQ_INT(arb_uci_read(position, at, len, &verdict, &error), ARB_OK);
        CHECK(arb_position_play(position, verdict.move, &undo));
        at += len + (at[len] == ' ');
    }
}

/* This holds if the game is sent whole or move by move, and however many moves are reversible. */
TEST(an_engine_is_told_the_position_on_the_board)
{
    static const char *const shuffle[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    static const char *const other[] = {"e2e4", "d7d5", "e4d5", "e8d7"};
    static engine_told told, step;
    char fen[100], wanted[100];
    arb_position position;
    arb_error error;
    arb_verdict verdict;
    arb_rules rules = *arb_rules_find("chess", 5);
    rules.ending.auto_moves = rules.ending.auto_repetitions = 0;
    rules.ending.claim_moves = rules.ending.claim_repetitions = 0;
    arb_position_start(&position, &rules);
    arb_game *game = arb_game_new(&position, NULL);
    engine_tell_begin(&step, &position);
    for (size_t ply = 0; ply < 1500; ply++) {
        const char *uci = ply / 4 % 200 == 7 && ply < 40 ? other[ply % 4] : shuffle[ply % 4];
        check_case("ply %zu: %s", ply, uci);
        CHECK_EQ_INT(arb_uci_read(arb_game_position(game), uci, 4, &verdict, &error), ARB_OK);
        CHECK_EQ_INT(arb_game_play(game, verdict.move), ARB_OK);
        engine_tell_move(&step, uci, arb_game_position(game));
        if (ply >= 60 && ply % 9 != 0)
            continue;
        engine_tell_position(&told, game);
        CHECK_EQ_TEXT(told.text, step.text);
        read_told(&told, &position);
        arb_position_fen(&position, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
        arb_position_fen(arb_game_position(game), ARB_X_FEN, ARB_EP_LEGAL, wanted, sizeof wanted);
        CHECK_EQ_TEXT(fen, wanted);
    }
    arb_game_free(game);
}

int main(void)
{
    RUN(everybody_meets_everybody_with_both_colours);
    RUN(in_a_turn_of_a_round_nobody_plays_twice);
    RUN(everybody_moves_on_by_one_seat);
    RUN(a_gauntlet_is_the_first_against_the_others);
    RUN(colours_alternate);
    RUN(an_opening_is_played_with_both_colours);
    RUN(pairs_are_counted_when_both_games_are_played);
    RUN(strength_is_estimated_from_pairs_where_there_are_pairs);
    RUN(time_controls_are_spelled_as_cutechess_does);
    RUN(clocks_get_their_periods_and_increments);
    RUN(go_tells_each_side_its_own_time);
    RUN(players_are_described_by_words);
    RUN(a_book_has_whole_entries_sorted_by_key);
    RUN(the_last_entry_of_a_book_is_found_and_nothing_behind_it_is_read);
    RUN(an_opinion_is_that_of_the_best_line);
    RUN(an_engine_is_told_the_position_on_the_board);
    return check_result();
}
