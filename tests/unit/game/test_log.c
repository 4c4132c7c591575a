/* test_log.c: the arbiter's log: touched pieces, clocks, irregularities. Each test is named after
 * the article of the FIDE Laws of 2023. */
#include "log_desk.h"

/* ---- 4: the act of moving ---- */

TEST(article_4_2_1_only_the_player_having_the_move_adjusts)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W adjust g1", "adjusted", "4.2.1");
    CHECK_EQ_TEXT(desk.text, "White adjusts the knight on g1 (4.2.1).");
    RULED("B adjust g8", "may-not-adjust", "4.2.1");
    RULED("W move e2e4", "made", "4.7"); /* nothing was touched */
}

TEST(article_4_3_1_the_first_own_piece_touched_that_can_move_moves)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W touch a1", "touched", "4.5"); /* the rook cannot move, so another piece may */
    RULED("W touch g1", "touched", "4.3.1");
    CHECK_EQ_TEXT(desk.text, "White must move the knight on g1 (4.3.1).");
    RULED("W touch e2", "touched", "4.3.1");
    CHECK_EQ_TEXT(desk.text, "White must move the knight on g1 (4.3.1).");
    RULED("W move e2e4", "breaks-touch", "4.3.1");
    CHECK_EQ_TEXT(desk.text, "The move is taken back: White must move the knight on g1 (4.3.1).");
    RULED("W press", "breaks-touch", "4.3.1"); /* it is no illegal move, so there is no penalty */
    CHECK_EQ_INT(desk.ruling.seconds, 0);
    CHECK(!arb_log_allows(&desk.log, desk.game, move_of(desk.game, "e2e4")));
    CHECK(arb_log_allows(&desk.log, desk.game, move_of(desk.game, "g1f3")));
    RULED("W move g1f3", "made", "4.7");
    RULED("W touch e2", "not-on-move", "4.3");
}

TEST(article_4_3_2_the_first_enemy_piece_touched_is_captured)
{
    open_desk(ARB_STANDARD, "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1");
    RULED("W touch f5", "touched", "4.3.2");
    RULED("W touch d5", "touched", "4.3.2");
    CHECK_EQ_TEXT(desk.text, "White must capture the pawn on f5 (4.3.2).");
    RULED("W move e4d5", "breaks-touch", "4.3.2");
    RULED("W move e4f5", "made", "4.7");
}

TEST(article_4_3_2_en_passant_takes_the_pawn_touched)
{
    open_desk(ARB_STANDARD, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    RULED("W touch d5", "touched", "4.3.2");
    RULED("W move e5e6", "breaks-touch", "4.3.2");
    RULED("W move e5d6", "made", "4.7");
}

TEST(article_4_3_3_the_first_of_each_colour_if_that_is_legal)
{
    open_desk(ARB_STANDARD, "4k3/8/8/3p1p2/4P3/8/8/4K2N w - - 0 1");
    RULED("W touch d5", "touched", "4.3.2");
    RULED("W touch e4", "touched", "4.3.3");
    CHECK_EQ_TEXT(desk.text, "White must capture the pawn on d5 with the pawn on e4 (4.3.3).");
    open_desk(ARB_STANDARD, "4k3/8/8/3p1p2/4P3/8/8/4K2N w - - 0 1");
    RULED("W touch h1", "touched", "4.3.1");
    RULED("W touch d5", "touched", "4.3.3");
    CHECK_EQ_TEXT(desk.text, "White must move the knight on h1 (4.3.3).");
}

TEST(article_4_4_1_king_then_rook_must_castle)
{
    open_desk(ARB_STANDARD, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    RULED("W touch e1", "touched", "4.3.1");
    RULED("W touch h1", "touched", "4.4.1");
    CHECK_EQ_TEXT(desk.text, "White must castle with the rook on h1 (4.4.1).");
    RULED("W move O-O-O", "breaks-touch", "4.4.1");
    RULED("W move O-O", "made", "4.7");
}

TEST(article_4_4_2_rook_then_king_may_not_castle)
{
    open_desk(ARB_STANDARD, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    RULED("W touch h1", "touched", "4.3.1");
    RULED("W touch e1", "touched", "4.4.2");
    CHECK_EQ_TEXT(desk.text, "White must move the rook on h1 and may not castle with the rook "
                             "touched first (4.4.2).");
    RULED("W move O-O", "breaks-touch", "4.4.2");
    RULED("W move h1h2", "made", "4.7");
}

TEST(article_4_4_3_illegal_castling_is_another_move_of_the_king)
{
    open_desk(ARB_STANDARD, "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    RULED("W touch e1", "touched", "4.3.1");
    RULED("W touch h1", "touched", "4.4.3");
    CHECK_EQ_TEXT(desk.text, "White must move the king on e1 (4.4.3).");
    RULED("W move h1g1", "breaks-touch", "4.4.3");
    RULED("W move O-O-O", "made", "4.7"); /* castling with the other rook is a move of the king */
    /* If the touched king has no move, any move may be made. */
    open_desk(ARB_STANDARD, "3rkr2/8/8/8/8/8/3PPP2/3QKB1R w K - 0 1");
    RULED("W touch e1", "touched", "4.5");
    RULED("W touch h1", "touched", "4.4.3");
    CHECK_EQ_TEXT(desk.text, "Nothing touched can be moved or captured: White may make any legal "
                             "move (4.4.3).");
    RULED("W move d2d3", "made", "4.7");
}

TEST(article_4_5_where_nothing_touched_can_move_any_move_is_free)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W touch a1", "touched", "4.5");
    RULED("W touch d8", "touched", "4.5");
    RULED("W move e2e4", "made", "4.7");
}

TEST(article_4_6_the_promotion_counts_with_its_piece)
{
    open_desk(ARB_STANDARD, "7k/4P2p/8/8/8/8/8/K7 w - - 0 1");
    RULED("W move e7e8", "unpromoted", "3.7.3.3");
    CHECK_EQ_TEXT(desk.text, "White must exchange the pawn before pressing the clock (3.7.3.3).");
    RULED("W move e7e8n", "made", "4.7");
}

TEST(article_4_7_a_move_that_was_made_cannot_be_changed)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W move e2e4", "made", "4.7");
    RULED("W move d2d4", "already-made", "4.7");
    CHECK_EQ_TEXT(desk.text, "White's move cannot be changed any more (4.7).");
    open_desk(ARB_STANDARD, "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1");
    RULED("W move e7e8", "unpromoted", "3.7.3.3");
    RULED("W move e7d8q", "already-made", "4.7"); /* the pawn was released on e8 */
}

/* ---- 5, 6: the end of the game and the clock ---- */

TEST(article_5_1_1_mate_needs_no_clock)
{
    open_desk(ARB_STANDARD, NULL);
    play_pressed("f2f3 e7e5 g2g4");
    RULED("B move Qh4", "ended", "5.1.1");
    check_result_is(ARB_BLACK_WINS, "checkmate");
    RULED("W press", "over", "5.1.1");
    CHECK_EQ_TEXT(desk.text, "The game is over: Black wins by checkmate (5.1.1).");
}

TEST(article_1_3_the_players_move_alternately)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("B move e7e5", "not-on-move", "1.3");
    CHECK_EQ_TEXT(desk.text, "It is White's move (1.3).");
}

TEST(article_5_2_1_stalemate_needs_no_clock)
{
    open_desk(ARB_STANDARD, "7k/8/6KP/8/8/8/8/8 w - - 0 1");
    RULED("W move h7", "ended", "5.2.1");
    check_result_is(ARB_DRAW, "stalemate");
    CHECK_EQ_TEXT(desk.text, "The game is over: drawn by stalemate (5.2.1).");
}

TEST(article_5_2_2_a_dead_position_needs_no_clock)
{
    open_desk(ARB_STANDARD, "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1");
    RULED("W move Kxe2", "ended", "5.2.2");
    check_result_is(ARB_DRAW, "dead-position");
    CHECK_EQ_TEXT(desk.text, "The game is over: drawn, since neither side can win (5.2.2).");
}

TEST(article_5_1_2_resignation_against_a_bare_king_is_a_draw)
{
    open_desk(ARB_STANDARD, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    RULED("W resign", "ended", "5.1.2");
    check_result_is(ARB_DRAW, "resignation");
    open_desk(ARB_STANDARD, NULL);
    RULED("W resign", "ended", "5.1.2");
    check_result_is(ARB_BLACK_WINS, "resignation");
}

TEST(article_5_2_3_a_draw_is_agreed_after_both_have_moved)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W move e2e4", "made", "4.7");
    RULED("W offer", "offered", "9.1.2.1");
    RULED("W press", "completed", "6.2.1");
    RULED("B accept", "too-early", "5.2.3");
    RULED("B move e7e5", "made", "4.7");
    RULED("B offer", "offered", "9.1.2.1"); /* Black's move has refused White's offer */
    RULED("W accept", "ended", "5.2.3");
    check_result_is(ARB_DRAW, "agreement");
}

TEST(article_6_2_1_the_clock_completes_the_move)
{
    open_desk(ARB_STANDARD, NULL);
    CHECK_EQ_INT(arb_log_clock(&desk.log, desk.game), ARB_WHITE);
    RULED("B press", "nothing-made", "6.2.1"); /* starts White's clock */
    RULED("W move e2e4", "made", "4.7");
    CHECK_EQ_INT(arb_log_clock(&desk.log, desk.game), ARB_WHITE);
    RULED("W press", "completed", "6.2.1");
    CHECK_EQ_INT(arb_log_clock(&desk.log, desk.game), ARB_BLACK);
    CHECK(arb_log_has_pressed(&desk.log, ARB_WHITE));
    RULED("W press", "nothing-made", "6.2.1");
}

TEST(article_6_2_1_2_the_next_move_completes_one_that_was_not)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W move e2e4", "made", "4.7");
    RULED("B move e7e5", "made", "4.7"); /* before White has pressed */
    CHECK(!arb_log_has_pressed(&desk.log, ARB_WHITE));
    RULED("W move g1f3", "made", "4.7");
    RULED("W press", "completed", "6.2.1");
}

TEST(article_6_2_2_a_move_may_be_completed_after_the_opponents_next_one)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W move e2e4", "made", "4.7");
    RULED("B move e7e5", "made", "4.7"); /* before White has pressed */
    CHECK_EQ_INT(arb_log_clock(&desk.log, desk.game), ARB_WHITE);
    CHECK_EQ_INT(arb_log_player(&desk.log, desk.game, ARB_E_PRESS), ARB_WHITE);
    CHECK_EQ_INT(arb_log_player(&desk.log, desk.game, ARB_E_OFFER), ARB_BLACK);
    CHECK_EQ_INT(arb_log_player(&desk.log, desk.game, ARB_E_DISPLACE), ARB_WHITE);
    RULED("W press", "completed", "6.2.2");
    CHECK_EQ_INT(desk.ruling.seconds, 0);
    CHECK_EQ_INT(arb_log_clock(&desk.log, desk.game), ARB_BLACK);
    RULED("B press", "completed", "6.2.1");
    CHECK_EQ_INT(arb_log_clock(&desk.log, desk.game), ARB_WHITE);
    RULED("W press", "penalty", "7.5.5"); /* there is no move to complete any more */
    CHECK_EQ_TEXT(desk.ruling.cause, "7.5.3");
}

TEST(article_6_2_2_does_not_excuse_an_illegal_move)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W move e2e4", "made", "4.7");
    RULED("B move e7e5", "made", "4.7");
    RULED("W move g1g3", "illegal", "3.6");
    RULED("W press", "penalty", "7.5.5");
    CHECK_EQ_TEXT(desk.ruling.cause, "7.5.1");
}

TEST(article_6_2_5_pieces_are_adjusted_with_the_clock_running)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W move e2e4", "made", "4.7");
    RULED("B adjust g8", "may-not-adjust", "6.2.5"); /* White's clock still runs */
    CHECK_EQ_TEXT(desk.text, "Only the player whose move and clock it is may adjust pieces "
                             "(6.2.5).");
    RULED("W adjust g1", "may-not-adjust", "4.2.1");
    RULED("W press", "completed", "6.2.1");
    RULED("B adjust g8", "adjusted", "4.2.1");
}

TEST(article_6_9_a_fallen_flag_loses_unless_the_opponent_cannot_mate)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W flag", "ended", "6.9");
    check_result_is(ARB_BLACK_WINS, "flag");
    open_desk(ARB_STANDARD, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    RULED("W flag", "ended", "6.9");
    check_result_is(ARB_DRAW, "flag");
}

/* ---- 7: irregularities ---- */

TEST(article_7_2_1_a_wrong_initial_position_cancels_the_game)
{
    open_desk(ARB_STANDARD, NULL);
    play_pressed("e2e4 e7e5");
    RULED("W wrong-start", "new-game", "7.2.1");
    CHECK(arb_log_cancelled(&desk.log));
    check_result_is(ARB_ONGOING, "none");
    RULED("W move g1f3", "new-game", "");
    CHECK_EQ_INT(desk.ruling.status, ARB_ILLEGAL);
}

TEST(article_7_2_2_a_board_the_wrong_way_round_is_turned)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W wrong-board", "goes-on", "7.2.2");
    RULED("W move e2e4", "made", "4.7");
}

TEST(article_7_3_colours_reversed_before_ten_moves_is_a_new_game)
{
    open_desk(ARB_STANDARD, NULL);
    for (int i = 0; i < 4; i++)
        play_pressed(i == 2 ? "b1c3 b8c6 e2e4 e7e5 " : shuffle);
    play_pressed("g1f3 g8f6 f1e2");
    RULED("W wrong-colours", "new-game", "7.3"); /* Black has made nine moves */
    open_desk(ARB_STANDARD, NULL);
    for (int i = 0; i < 4; i++)
        play_pressed(i == 2 ? "b1c3 b8c6 e2e4 e7e5 " : shuffle);
    play_pressed("g1f3 g8f6 f1e2 f8e7");
    RULED("W wrong-colours", "goes-on", "7.3");
}

TEST(article_7_4_1_displaced_pieces_are_put_back_on_own_time)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("B displace", "restore", "7.4.1");
    CHECK_EQ_TEXT(desk.text, "Black puts the pieces back on Black's own time (7.4.1).");
}

TEST(article_7_5_1_an_illegal_move_is_completed_by_the_clock)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W move g1g3", "illegal", "3.6");
    CHECK_EQ_INT(desk.ruling.seconds, 0);
    RULED("W press", "penalty", "7.5.5");
    CHECK_EQ_TEXT(desk.ruling.cause, "7.5.1");
    CHECK_EQ_INT(desk.ruling.seconds, 120);
    CHECK_EQ_TEXT(desk.text, "White has completed an illegal move, which is taken back: Black gets "
                             "two minutes more (7.5.5, 7.5.1).");
    check_board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    RULED("W move e2e4", "breaks-touch", "4.3.1"); /* the new move must be with the touched piece */
    RULED("W move g1f3", "made", "4.7");
}

TEST(article_7_5_1_an_illegal_move_that_is_taken_back_costs_nothing)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W move g1g3", "illegal", "3.6");
    RULED("W move g1f3", "made", "4.7");
    RULED("W press", "completed", "6.2.1");
    CHECK_EQ_INT(desk.log.illegal[ARB_WHITE], 0);
}

TEST(article_7_5_2_a_pawn_left_on_the_last_row_becomes_a_queen)
{
    open_desk(ARB_STANDARD, "7k/4P3/8/8/8/8/7p/K7 w - - 0 1");
    RULED("W move e7e8", "unpromoted", "3.7.3.3");
    RULED("W press", "penalty", "7.5.5");
    CHECK_EQ_TEXT(desk.ruling.cause, "7.5.2");
    check_board("4Q2k/8/8/8/8/8/7p/K7 b - - 0 1");
    /* The player's second illegal move loses, although the queen stands on the board. */
    open_desk(ARB_STANDARD, "8/4P2k/8/8/8/8/7p/K7 w - - 0 1");
    RULED("W press", "penalty", "7.5.5");
    RULED("W move e7e8", "unpromoted", "3.7.3.3");
    RULED("W press", "ended", "7.5.5");
    check_result_is(ARB_BLACK_WINS, "illegal-moves");
    check_board("4Q3/7k/8/8/8/8/7p/K7 b - - 0 1");
}

TEST(article_7_5_2_a_second_illegal_move_loses_though_the_queen_would_mate)
{
    open_desk(ARB_STANDARD, "7k/4P1pp/8/8/8/8/8/K7 w - - 0 1");
    RULED("W press", "penalty", "7.5.5");
    RULED("W move e7e8", "unpromoted", "3.7.3.3");
    RULED("W press", "ended", "7.5.5");
    check_result_is(ARB_BLACK_WINS, "illegal-moves");
}

TEST(article_7_5_3_the_clock_without_a_move_is_an_illegal_move)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W press", "penalty", "7.5.5");
    CHECK_EQ_TEXT(desk.ruling.cause, "7.5.3");
    CHECK_EQ_INT(desk.ruling.seconds, 120);
}

TEST(article_7_5_4_two_hands_are_an_illegal_move_once_the_clock_is_pressed)
{
    open_desk(ARB_STANDARD, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    RULED("W move O-O", "made", "4.7");
    RULED("W two-hands", "two-hands", "7.5.4");
    RULED("W press", "penalty", "7.5.5");
    CHECK_EQ_TEXT(desk.ruling.cause, "7.5.4");
    CHECK_EQ_INT(arb_game_ply(desk.game), 1); /* the move stands */
}

TEST(article_7_5_5_the_second_completed_illegal_move_loses)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W press", "penalty", "7.5.5");
    play_pressed("e2e4 e7e5");
    RULED("W move g1g3", "illegal", "3.6");
    RULED("W press", "ended", "7.5.5");
    check_result_is(ARB_BLACK_WINS, "illegal-moves");
    CHECK_EQ_TEXT(desk.text, "The game is over: Black wins by the opponent's second illegal move "
                             "(7.5.5, 7.5.1).");
}

TEST(article_7_5_5_one_illegal_move_of_each_player_loses_nothing)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W press", "penalty", "7.5.5");
    play_pressed("e2e4");
    RULED("B press", "penalty", "7.5.5");
    check_result_is(ARB_ONGOING, "none");
}

TEST(article_7_5_5_drawn_if_the_opponent_cannot_mate)
{
    open_desk(ARB_STANDARD, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    RULED("W press", "penalty", "7.5.5");
    RULED("W press", "ended", "7.5.5");
    check_result_is(ARB_DRAW, "illegal-moves");
    CHECK_EQ_TEXT(desk.text, "The game is over: drawn by a second illegal move, since the opponent "
                             "cannot win (7.5.5, 7.5.3).");
}

TEST(article_7_6_an_illegal_position_is_reinstated)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W illegal-position", "reinstate", "7.6");
}

int main(void)
{
    RUN(article_4_2_1_only_the_player_having_the_move_adjusts);
    RUN(article_4_3_1_the_first_own_piece_touched_that_can_move_moves);
    RUN(article_4_3_2_the_first_enemy_piece_touched_is_captured);
    RUN(article_4_3_2_en_passant_takes_the_pawn_touched);
    RUN(article_4_3_3_the_first_of_each_colour_if_that_is_legal);
    RUN(article_4_4_1_king_then_rook_must_castle);
    RUN(article_4_4_2_rook_then_king_may_not_castle);
    RUN(article_4_4_3_illegal_castling_is_another_move_of_the_king);
    RUN(article_4_5_where_nothing_touched_can_move_any_move_is_free);
    RUN(article_4_6_the_promotion_counts_with_its_piece);
    RUN(article_4_7_a_move_that_was_made_cannot_be_changed);
    RUN(article_5_1_1_mate_needs_no_clock);
    RUN(article_1_3_the_players_move_alternately);
    RUN(article_5_2_1_stalemate_needs_no_clock);
    RUN(article_5_2_2_a_dead_position_needs_no_clock);
    RUN(article_5_1_2_resignation_against_a_bare_king_is_a_draw);
    RUN(article_5_2_3_a_draw_is_agreed_after_both_have_moved);
    RUN(article_6_2_1_the_clock_completes_the_move);
    RUN(article_6_2_1_2_the_next_move_completes_one_that_was_not);
    RUN(article_6_2_2_a_move_may_be_completed_after_the_opponents_next_one);
    RUN(article_6_2_2_does_not_excuse_an_illegal_move);
    RUN(article_6_2_5_pieces_are_adjusted_with_the_clock_running);
    RUN(article_6_9_a_fallen_flag_loses_unless_the_opponent_cannot_mate);
    RUN(article_7_2_1_a_wrong_initial_position_cancels_the_game);
    RUN(article_7_2_2_a_board_the_wrong_way_round_is_turned);
    RUN(article_7_3_colours_reversed_before_ten_moves_is_a_new_game);
    RUN(article_7_4_1_displaced_pieces_are_put_back_on_own_time);
    RUN(article_7_5_1_an_illegal_move_is_completed_by_the_clock);
    RUN(article_7_5_1_an_illegal_move_that_is_taken_back_costs_nothing);
    RUN(article_7_5_2_a_pawn_left_on_the_last_row_becomes_a_queen);
    RUN(article_7_5_2_a_second_illegal_move_loses_though_the_queen_would_mate);
    RUN(article_7_5_3_the_clock_without_a_move_is_an_illegal_move);
    RUN(article_7_5_4_two_hands_are_an_illegal_move_once_the_clock_is_pressed);
    RUN(article_7_5_5_the_second_completed_illegal_move_loses);
    RUN(article_7_5_5_one_illegal_move_of_each_player_loses_nothing);
    RUN(article_7_5_5_drawn_if_the_opponent_cannot_mate);
    RUN(article_7_6_an_illegal_position_is_reinstated);
    arb_game_free(desk.game);
    return check_result();
}
