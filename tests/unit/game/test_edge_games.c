/* test_edge_games.c: what games, their logs and typed moves seldom meet. */
#include "game/log.h"
#include "log_desk.h"
#include "scarce_memory.h"

TEST(a_budget_is_that_of_the_start_position_too)
{
    arb_game *game = game_from("chess", NULL, NULL);
    arb_budget budget = {1000000};
    CHECK_EQ_INT(play(game, "e2e4 e7e5"), 2);
    arb_game_set_budget(game, &budget);
    arb_position start = *arb_game_start(game);
    arb_position_moves(&start, NULL, 0);
    CHECK(arb_game_start(game)->budget == &budget);
    arb_game_set_budget(game, NULL);
    CHECK(arb_game_start(game)->budget == NULL);
    arb_game_free(game);
}

TEST(a_move_that_costs_too_much_is_not_judged)
{
    arb_game *game = game_from("crazyhouse", NULL, NULL);
    arb_budget budget = {0};
    arb_typed typed;
    arb_game_set_budget(game, &budget);
    CHECK_EQ_INT(arb_move_read(game, ARB_COORDS_ALGEBRAIC, "e2e4", 4, &typed), ARB_LIMIT);
    CHECK_EQ_INT(typed.error.status, ARB_LIMIT);
    arb_game_free(game);
}

TEST(a_drop_in_words_needs_a_piece_and_a_square)
{
    static const char *const words[] = {"N@ zz", "X@ f3", "N@ 1 x"};
    arb_game *game = game_from("crazyhouse", NULL, NULL);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        arb_typed typed;
        check_case("%s", words[i]);
        CHECK_EQ_INT(arb_move_read(game, ARB_COORDS_ALGEBRAIC, words[i], strlen(words[i]), &typed),
                     ARB_BAD_TEXT);
        CHECK_EQ_TEXT(typed.error.text, "a drop is from a piece in hand to a square, as in N@ f3");
    }
    arb_game_free(game);
}

TEST(positions_with_the_same_key_are_compared)
{
    arb_game *game = game_from("chess", NULL, NULL);
    CHECK_EQ_INT(play(game, "g1f3 g8f6 f3g5 f6g4"), 4);
    game->plies[0].undo.key = game->position.key; /* as if two keys were equal by chance */
    CHECK_EQ_INT(arb_game_repetitions(game), 1);
    arb_game_free(game);
}

/* Only a search shows that Black cannot win; without memory for it Black keeps the win. */
TEST(a_flag_falls_without_memory_too)
{
    static const char fen[] = "8/8/8/8/8/6p1/6P1/b6B b - - 0 1";
    for (int poor = 0; poor < 2; poor++) {
        allowed = 100;
        arb_game *game = game_from("antichess", fen, &scarce);
        allowed = poor ? 0 : 100;
        CHECK(arb_game_flag(game, ARB_WHITE));
        CHECK_EQ_INT(arb_game_outcome(game).result, poor ? ARB_BLACK_WINS : ARB_DRAW);
        arb_game_free(game);
    }
}

/* No move of this game contradicts that the pawn made its double step earlier. */
TEST(before_the_first_move_a_pawn_may_have_passed)
{
    arb_game *game = game_from("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", NULL);
    arb_square e5 = square_of("e5"), d6 = square_of("d6");
    CHECK(arb_game_verdict(game, e5, d6, ARB_NO_KIND).too_late);
    CHECK_EQ_INT(play(game, "e1e2 e8e7"), 2);
    CHECK(arb_game_verdict(game, e5, d6, ARB_NO_KIND).too_late);
    arb_game_free(game);
    game = game_from("chess", "4k3/8/3p4/4P3/8/8/8/4K3 b - - 0 1", NULL);
    CHECK_EQ_INT(play(game, "d6d5"), 1);
    CHECK(!arb_game_verdict(game, e5, d6, ARB_NO_KIND).too_late);
    arb_game_free(game);
}

TEST(openings_are_those_of_chess)
{
    arb_game *game = game_from("crazyhouse", NULL, NULL);
    CHECK_EQ_INT(play(game, "e2e4 e7e5"), 2);
    CHECK_EQ_INT(arb_game_opening(game), ARB_NO_OPENING);
    arb_game_free(game);
    game = game_from("chess", NULL, NULL);
    CHECK_EQ_INT(play(game, "e2e4 e7e5"), 2);
    CHECK(arb_game_opening(game) != ARB_NO_OPENING);
    arb_game_free(game);
}

/* ---- the log ---- */

TEST(an_illegal_capture_touches_both_pieces)
{
    open_desk(ARB_STANDARD, "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1");
    RULED("W move e2d5", "illegal", "3.7");
    CHECK_EQ_INT(desk.log.touched_count, 2);
    CHECK_EQ_INT(desk.log.touched[0], square_of("e2"));
    CHECK_EQ_INT(desk.log.touched[1], square_of("d5"));
}

/* A touched square without a piece asks for nothing. */
TEST(an_empty_square_is_no_touched_piece)
{
    open_desk(ARB_STANDARD, "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1");
    arb__log_touch(&desk.log, square_of("a4"));
    CHECK_EQ_INT(arb__log_duty(&desk.log, arb_game_position(desk.game)).kind, ARB__DUTY_NONE);
    arb__log_touch(&desk.log, square_of("e2"));
    arb__duty duty = arb__log_duty(&desk.log, arb_game_position(desk.game));
    CHECK_EQ_INT(duty.kind, ARB__DUTY_MOVE);
    CHECK_EQ_INT(duty.piece, square_of("e2"));
}

TEST(an_attempt_touches_the_squares_that_it_has)
{
    open_desk(ARB_STANDARD, "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1");
    arb__hearing h = {.log = &desk.log, .game = desk.game, .by = ARB_WHITE};
    arb_verdict drop = {.from = ARB_NO_SQUARE, .to = square_of("d5")};
    arb__touch_attempt(&h, &drop);
    CHECK_EQ_INT(desk.log.touched_count, 0);
    arb_verdict nowhere = {.from = square_of("e2"), .to = ARB_NO_SQUARE};
    arb__touch_attempt(&h, &nowhere);
    CHECK_EQ_INT(desk.log.touched_count, 1);
}

/* The arbiter replaces the pawn by a queen; if the game has no memory for that move, all stays as
 * it was. */
TEST(a_queen_needs_memory)
{
    static const char fen[] = "k7/4P3/8/8/8/8/8/4K3 w - - 0 1";
    open_desk(ARB_STANDARD, fen);
    arb_game_free(desk.game);
    allowed = 100;
    desk.game = game_from("chess", fen, &scarce);
    RULED("W move e7e8", "unpromoted", "3.7.3.3");
    allowed = 0;
    hear("W press");
    CHECK_EQ_INT(desk.ruling.status, ARB_NO_MEMORY);
    check_board(fen);
    allowed = 100;
    hear("W press");
    CHECK_EQ_INT(desk.ruling.code, ARB_RULE_PENALTY);
    check_board("k3Q3/8/8/8/8/8/8/4K3 b - - 0 1");
    arb_game_free(desk.game);
    desk.game = NULL;
}

int main(void)
{
    RUN(a_budget_is_that_of_the_start_position_too);
    RUN(a_move_that_costs_too_much_is_not_judged);
    RUN(a_drop_in_words_needs_a_piece_and_a_square);
    RUN(positions_with_the_same_key_are_compared);
    RUN(a_flag_falls_without_memory_too);
    RUN(before_the_first_move_a_pawn_may_have_passed);
    RUN(openings_are_those_of_chess);
    RUN(an_illegal_capture_touches_both_pieces);
    RUN(an_empty_square_is_no_touched_piece);
    RUN(an_attempt_touches_the_squares_that_it_has);
    RUN(a_queen_needs_memory);
    arb_game_free(desk.game);
    return check_result();
}
