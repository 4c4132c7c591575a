/* test_log_draws.c: the arbiter's log: claims, offers, rapid and blitz. Each test is named after
 * the article of the FIDE Laws of 2023. */
#include "log_desk.h"

/* ---- 9: draws ---- */

TEST(article_9_1_2_1_an_offer_stands_until_it_is_answered)
{
    open_desk(ARB_STANDARD, NULL);
    play_pressed("e2e4 e7e5");
    RULED("W move g1f3", "made", "4.7");
    RULED("W offer", "offered", "9.1.2.1");
    CHECK_EQ_TEXT(desk.ruling.cause, "");
    RULED("W offer", "offer-stands", "9.1.2.1");
    RULED("W accept", "no-offer", "9.1.2.1");
    RULED("B decline", "declined", "9.1.2.1");
    RULED("B accept", "no-offer", "9.1.2.1");
    RULED("W press", "completed", "6.2.1");
    RULED("W offer", "offered", "9.1.2.1"); /* made at another time it is valid, but see 11.5 */
    CHECK_EQ_TEXT(desk.ruling.cause, "11.5");
    RULED("B touch g8", "touched", "4.3.1"); /* the touch rejects the offer */
    CHECK_EQ_INT(arb_log_offer(&desk.log), -1);
    RULED("W offer", "offered", "9.1.2.1");
    RULED("B move g8g6", "illegal", "3.6"); /* a piece was touched to move it */
    CHECK_EQ_INT(arb_log_offer(&desk.log), -1);
}

TEST(article_9_1_2_3_a_claim_is_an_offer)
{
    open_desk(ARB_STANDARD, NULL);
    play_pressed("e2e4 e7e5");
    RULED("W claim", "wrong-claim", "9.5.3");
    CHECK_EQ_INT(arb_log_offer(&desk.log), ARB_WHITE);
    RULED("B accept", "ended", "5.2.3");
}

TEST(article_9_2_1_threefold_by_the_intended_move)
{
    open_desk(ARB_STANDARD, NULL);
    play_pressed(shuffle);
    play_pressed("g1f3 g8f6 f3g1");
    RULED("B claim f6g8", "ended", "9.2.1");
    check_result_is(ARB_DRAW, "threefold");
}

TEST(article_9_2_2_threefold_on_the_board)
{
    open_desk(ARB_STANDARD, NULL);
    play_pressed(shuffle);
    play_pressed(shuffle);
    RULED("B claim", "not-on-move", "9.2");
    RULED("W claim", "ended", "9.2.2");
    CHECK_EQ_TEXT(desk.text, "The game is over: drawn by threefold repetition (9.2.2).");
}

TEST(article_9_3_1_fifty_moves_by_the_intended_move)
{
    open_desk(ARB_STANDARD, "4k3/8/8/8/8/8/8/R3K3 b - - 99 80");
    RULED("B claim e8d7", "ended", "9.3.1");
    check_result_is(ARB_DRAW, "50-moves");
}

TEST(article_9_3_2_fifty_moves_on_the_board)
{
    open_desk(ARB_STANDARD, "4k3/8/8/8/8/8/8/R3K3 w - - 100 80");
    RULED("W claim", "ended", "9.3.2");
}

TEST(article_9_4_a_touched_piece_loses_the_claim)
{
    open_desk(ARB_STANDARD, "4k3/8/8/8/8/8/8/R3K3 w - - 100 80");
    RULED("W touch a1", "touched", "4.3.1");
    RULED("W claim", "claim-lost", "9.4");
    CHECK_EQ_INT(desk.ruling.seconds, 0);
}

TEST(article_9_5_3_a_wrong_claim_costs_two_minutes_and_the_move_stands)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W claim e2e4", "wrong-claim", "9.5.3");
    CHECK_EQ_INT(desk.ruling.seconds, 120);
    CHECK_EQ_TEXT(desk.text, "The claim is wrong: Black gets two minutes more, and the intended "
                             "move has been made; the claim is an offer of a draw (9.5.3).");
    check_board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    RULED("W press", "completed", "6.2.1");
}

TEST(article_9_5_3_an_illegal_intended_move_is_another_one_of_that_piece)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W claim g1g3", "wrong-claim", "9.5.3");
    CHECK_EQ_INT(arb_game_ply(desk.game), 0);
    RULED("W move e2e4", "breaks-touch", "4.3.1");
    RULED("W move g1f3", "made", "4.7");
}

TEST(article_9_6_1_fivefold_ends_the_game_unasked)
{
    open_desk(ARB_STANDARD, NULL);
    for (int i = 0; i < 3; i++)
        play_pressed(shuffle);
    play_pressed("g1f3 g8f6 f3g1");
    RULED("B move f6g8", "ended", "9.6.1");
}

TEST(article_9_6_2_seventy_five_moves_end_the_game_but_mate_goes_first)
{
    open_desk(ARB_STANDARD, "7k/8/6K1/8/8/8/8/R7 w - - 149 90");
    RULED("W move a1b1", "ended", "9.6.2");
    open_desk(ARB_STANDARD, "7k/8/6K1/8/8/8/8/R7 w - - 149 90");
    RULED("W move a1a8", "ended", "5.1.1");
}

/* ---- 11.8, appendices, guidelines ---- */

TEST(article_11_8_both_players_lose)
{
    char text[128];
    open_desk(ARB_STANDARD, NULL);
    RULED("W both-lose", "ended", "11.8");
    check_result_is(ARB_BOTH_LOSE, "misconduct");
    CHECK_EQ_TEXT(arb_result_text(ARB_BOTH_LOSE), "0-0");
    arb_outcome_text(arb_game_outcome(desk.game), text, sizeof text);
    CHECK_EQ_TEXT(text, "Both players lose by refusal to comply with the Laws (11.8)");
    CHECK_EQ_TEXT(desk.text, "The game is over: lost by both players by refusal to comply with the "
                             "Laws (11.8).");
}

TEST(article_a_3_penalties_are_one_minute)
{
    open_desk(ARB_RAPID, NULL);
    RULED("W press", "penalty", "7.5.5");
    CHECK_EQ_INT(desk.ruling.seconds, 60);
    CHECK_EQ_TEXT(desk.text, "White has pressed the clock without making a move: Black gets one "
                             "minute more (7.5.5, 7.5.3, A.3).");
    RULED("W claim", "wrong-claim", "9.5.3");
    CHECK_EQ_INT(desk.ruling.seconds, 60);
}

TEST(article_a_5_1_2_no_claim_of_a_wrong_start_after_ten_moves)
{
    open_desk(ARB_RAPID, NULL);
    for (int i = 0; i < 4; i++)
        play_pressed(i == 2 ? "b1c3 b8c6 e2e4 e7e5 " : shuffle);
    play_pressed("g1f3 g8f6 f1e2 f8e7");
    RULED("W wrong-start", "goes-on", "A.5.1.2");
    RULED("W wrong-board", "goes-on", "A.5.1.2");
    open_desk(ARB_RAPID, NULL);
    play_pressed("e2e4 e7e5");
    RULED("W wrong-start", "new-game", "7.2.1");
}

TEST(article_a_5_2_the_second_illegal_move_loses_in_rapid_too)
{
    open_desk(ARB_RAPID, NULL);
    RULED("W press", "penalty", "7.5.5");
    RULED("W press", "ended", "7.5.5");
    check_result_is(ARB_BLACK_WINS, "illegal-moves");
}

TEST(article_a_5_2_two_hands_are_not_penalised_after_the_next_move)
{
    open_desk(ARB_RAPID, NULL);
    RULED("W move e2e4", "made", "4.7");
    RULED("W two-hands", "two-hands", "7.5.4");
    RULED("B move e7e5", "made", "4.7");
    RULED("W press", "completed", "6.2.2");
    open_desk(ARB_STANDARD, NULL);
    RULED("W move e2e4", "made", "4.7");
    RULED("W two-hands", "two-hands", "7.5.4");
    RULED("B move e7e5", "made", "4.7");
    RULED("W press", "penalty", "7.5.5");
}

TEST(article_a_5_3_on_time_drawn_if_the_claimant_cannot_mate)
{
    open_desk(ARB_RAPID, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    RULED("W flag", "ended", "A.5.3");
    check_result_is(ARB_DRAW, "flag");
}

TEST(article_a_5_4_an_illegal_position_that_stays_is_a_draw)
{
    open_desk(ARB_RAPID, NULL);
    RULED("W illegal-position", "wait", "A.5.4");
    RULED("W illegal-position", "wait", "A.5.4");
    RULED("W move e2e4", "made", "4.7");
    RULED("B illegal-position", "wait", "A.5.4"); /* the move is made but not completed */
    RULED("W press", "completed", "6.2.1");
    RULED("W illegal-position", "ended", "A.5.4");
    check_result_is(ARB_DRAW, "illegal-position");
    /* After a corrected move the next one is read as itself. */
    open_desk(ARB_RAPID, NULL);
    RULED("W illegal-position", "wait", "A.5.4");
    play_pressed("e2e4 e7e5 g1f3");
    RULED("W illegal-position", "wait", "A.5.4");
    play_pressed("b8c6");
    RULED("W illegal-position", "ended", "A.5.4");
}

TEST(article_b_3_blitz_is_governed_by_a_3_and_a_5)
{
    open_desk(ARB_BLITZ, NULL);
    RULED("W press", "penalty", "7.5.5");
    CHECK_EQ_INT(desk.ruling.seconds, 60);
    CHECK_EQ_TEXT(desk.text, "White has pressed the clock without making a move: Black gets one "
                             "minute more (7.5.5, 7.5.3, A.3, B.3).");
}

TEST(guideline_iii_3_1_1_both_flags_before_the_last_period_let_the_game_continue)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W both-flags", "goes-on", "III.3.1.1");
    CHECK_EQ_TEXT(desk.text, "The game continues (III.3.1.1).");
}

TEST(guideline_iii_3_1_2_both_flags_are_a_draw_in_the_last_period)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W both-flags last", "ended", "III.3.1.2");
    check_result_is(ARB_DRAW, "both-flags");
    CHECK_EQ_TEXT(desk.text, "The game is over: drawn since both flags have fallen (III.3.1.2).");
}

TEST(guideline_iii_2_2_is_not_for_blitz)
{
    open_desk(ARB_BLITZ, NULL);
    RULED("W both-flags last", "not-covered", "III.2.2");
}

TEST(article_11_5_an_offer_at_another_time_is_noted_as_a_distraction)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W offer", "offered", "9.1.2.1");
    CHECK_EQ_TEXT(desk.ruling.cause, "11.5");
    open_desk(ARB_STANDARD, NULL);
    RULED("W move e4", "made", "4.7");
    RULED("W offer", "offered", "9.1.2.1");
    CHECK_EQ_TEXT(desk.text, "White offers a draw (9.1.2.1).");
}

/* ---- casual games, and other rule sets ---- */

TEST(casual_play_knows_legal_and_illegal_moves_only)
{
    open_desk(ARB_CASUAL, NULL);
    RULED("W touch g1", "noted", "");
    RULED("W press", "noted", "");
    RULED("W move g1g3", "illegal", "3.6");
    CHECK_EQ_TEXT(desk.text,
                  "The knight on g1 cannot move to g3: a knight does not move that way.");
    RULED("W press", "noted", "");
    RULED("W claim e2e4", "wrong-claim", "9.2");
    CHECK_EQ_INT(arb_game_ply(desk.game), 0);
    RULED("W move e2e4", "made", "");
    RULED("B offer", "offered", "9.1.2.1");
    RULED("W decline", "declined", "9.1.2.1");
    CHECK_EQ_INT(arb_log_clock(&desk.log, desk.game), ARB_BLACK);
}

TEST(regulations_are_for_rule_sets_that_follow_the_laws)
{
    arb_log log;
    arb_regulations found;
    CHECK(!arb_log_start(&log, ARB_STANDARD, arb_rules_find("king-capture", 12)));
    CHECK(arb_log_start(&log, ARB_CASUAL, arb_rules_find("king-capture", 12)));
    CHECK(arb_log_start(&log, ARB_BLITZ, arb_rules_find("chess960", 8)));
    CHECK(arb_regulations_find("rapid", 5, &found) && found == ARB_RAPID);
    CHECK(!arb_regulations_find("rapids", 6, &found));
    CHECK_EQ_TEXT(arb_regulations_name(ARB_BLITZ), "blitz");
}

TEST(a_ruling_is_one_json_object)
{
    char json[2048], cut[8];
    open_desk(ARB_STANDARD, NULL);
    hear("W move g1g3");
    arb_ruling_json(&desk.ruling, arb_game_position(desk.game), ARB_COORDS_ALGEBRAIC, json,
                    sizeof json);
    CHECK(strstr(json, "\"verdict\":\"wrong-shape\"") != NULL);
    hear("W press");
    size_t len = arb_ruling_json(&desk.ruling, arb_game_position(desk.game), ARB_COORDS_ALGEBRAIC,
                                 json, sizeof json);
    CHECK_EQ_TEXT(json,
                  "{\"ruling\":\"penalty\",\"ok\":false,\"event\":\"press\",\"by\":\"white\","
                  "\"article\":\"7.5.5\",\"cause\":\"7.5.1\",\"result\":\"*\",\"text\":\"White has "
                  "completed an illegal move, which is taken back: Black gets two minutes more "
                  "(7.5.5, 7.5.1).\",\"seconds\":120}");
    CHECK_EQ_INT(arb_ruling_json(&desk.ruling, arb_game_position(desk.game), ARB_COORDS_ALGEBRAIC,
                                 cut, sizeof cut),
                 len);
}

int main(void)
{
    RUN(article_9_1_2_1_an_offer_stands_until_it_is_answered);
    RUN(article_9_1_2_3_a_claim_is_an_offer);
    RUN(article_9_2_1_threefold_by_the_intended_move);
    RUN(article_9_2_2_threefold_on_the_board);
    RUN(article_9_3_1_fifty_moves_by_the_intended_move);
    RUN(article_9_3_2_fifty_moves_on_the_board);
    RUN(article_9_4_a_touched_piece_loses_the_claim);
    RUN(article_9_5_3_a_wrong_claim_costs_two_minutes_and_the_move_stands);
    RUN(article_9_5_3_an_illegal_intended_move_is_another_one_of_that_piece);
    RUN(article_9_6_1_fivefold_ends_the_game_unasked);
    RUN(article_9_6_2_seventy_five_moves_end_the_game_but_mate_goes_first);
    RUN(article_11_8_both_players_lose);
    RUN(article_a_3_penalties_are_one_minute);
    RUN(article_a_5_1_2_no_claim_of_a_wrong_start_after_ten_moves);
    RUN(article_a_5_2_the_second_illegal_move_loses_in_rapid_too);
    RUN(article_a_5_2_two_hands_are_not_penalised_after_the_next_move);
    RUN(article_a_5_3_on_time_drawn_if_the_claimant_cannot_mate);
    RUN(article_a_5_4_an_illegal_position_that_stays_is_a_draw);
    RUN(article_b_3_blitz_is_governed_by_a_3_and_a_5);
    RUN(guideline_iii_3_1_1_both_flags_before_the_last_period_let_the_game_continue);
    RUN(guideline_iii_3_1_2_both_flags_are_a_draw_in_the_last_period);
    RUN(guideline_iii_2_2_is_not_for_blitz);
    RUN(article_11_5_an_offer_at_another_time_is_noted_as_a_distraction);
    RUN(casual_play_knows_legal_and_illegal_moves_only);
    RUN(regulations_are_for_rule_sets_that_follow_the_laws);
    RUN(a_ruling_is_one_json_object);
    arb_game_free(desk.game);
    return check_result();
}
