/* test_edge_cases.c: rarely used arguments and states: no memory for a copy, names with quotes,
 * squares that are empty, mates that end a ruling. Layer: tests. */
#include "log_desk.h"

#include <string.h>

TEST(a_language_is_named_by_its_first_two_letters)
{
    arb_language language = ARB_ENGLISH;
    static const char *const unknown[] = {"", "d", "deu", "xx", "xx-YY"};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        check_case("%s", unknown[i]);
        CHECK(!arb_language_find(unknown[i], strlen(unknown[i]), &language));
    }
    CHECK(arb_language_find("DE_at.UTF-8", 11, &language) && language == ARB_GERMAN);
    CHECK_EQ_TEXT(arb_language_tag(language), "de");
    CHECK_EQ_TEXT(arb_language_tag((arb_language)99), "");
    CHECK_EQ_TEXT(arb_text_in((arb_language)99, "piece"), "piece");
}

/* Gives memory a limited number of times. */
static void *counted_resize(void *context, void *memory, size_t size)
{
    int *left = context;
    if (size == 0) {
        free(memory);
        return NULL;
    }
    return (*left)-- > 0 ? realloc(memory, size) : NULL;
}

TEST(a_copy_of_a_game_is_whole_or_none)
{
    arb_game *game = game_from("chess", NULL, NULL);
    CHECK_EQ_INT(play(game, "e4 e5 Nf3"), 3);
    for (int given = 0; given < 4; given++) {
        int left = given;
        arb_allocator allocator = {counted_resize, &left};
        arb_game *copy = arb_game_copy(game, &allocator);
        check_case("%d times memory", given);
        CHECK_EQ_INT(copy != NULL, given == 3);
        if (copy)
            CHECK_EQ_INT(arb_game_ply(copy), 3);
        arb_game_free(copy);
    }
    arb_game_free(game);
}

/* The log promises that an event which fails for lack of memory is noted and changes nothing. */
TEST(a_move_without_memory_is_noted)
{
    int left = 1;
    arb_allocator allocator = {counted_resize, &left};
    open_desk(ARB_STANDARD, NULL);
    arb_game_free(desk.game);
    desk.game = game_from("chess", NULL, &allocator);
    RULED("W move e2e4", "noted", "");
    CHECK_EQ_INT(desk.ruling.status, ARB_NO_MEMORY);
    CHECK_EQ_INT(arb_game_ply(desk.game), 0);
    RULED("W claim e2e4", "noted", "");
    CHECK_EQ_INT(desk.ruling.seconds, 0);
    left = 100;
    RULED("W move e2e4", "made", "4.7");
}

TEST(a_wrong_claim_with_a_move_that_mates_ends_the_game)
{
    open_desk(ARB_STANDARD, "7k/6pp/8/8/8/8/8/K3R3 w - - 0 1");
    RULED("W claim e1e8", "ended", "5.1.1");
    check_result_is(ARB_WHITE_WINS, "checkmate");
}

TEST(a_queen_that_mates_for_a_pawn_ends_the_game_at_the_first_illegal_move)
{
    open_desk(ARB_STANDARD, "7k/4P1pp/8/8/8/8/8/K7 w - - 0 1");
    RULED("W move e7e8", "unpromoted", "3.7.3.3");
    RULED("W press", "ended", "5.1.1");
    CHECK_EQ_TEXT(desk.ruling.cause, "7.5.2");
    check_result_is(ARB_WHITE_WINS, "checkmate");
}

TEST(where_nothing_stands_nothing_is_adjusted)
{
    open_desk(ARB_STANDARD, NULL);
    RULED("W adjust e4", "noted", "");
}

TEST(names_with_quotes_and_control_characters_are_escaped)
{
    arb_rules rules = *arb_rules_find("chess", 5);
    arb_position position;
    char json[1024];
    strcpy(rules.kinds[ARB_KNIGHT].name, "k\"n\\\x1f");
    CHECK_EQ_INT(arb_position_start(&position, &rules), 0);
    arb_verdict verdict =
        arb_position_verdict(&position, square_of("b1"), square_of("b5"), ARB_NO_KIND);
    arb_verdict_json(&verdict, &position, ARB_COORDS_ALGEBRAIC, json, sizeof json);
    CHECK(strstr(json, "k\\\"n\\\\\\u001f") != NULL);
}

static void check_typed(arb_game *game, arb_coords coords, const char *text, arb_status status)
{
    arb_typed typed;
    check_case("'%s'", text);
    CHECK_EQ_INT(arb_move_read(game, coords, text, strlen(text), &typed), status);
}

TEST(moves_are_typed_with_blanks_behind_and_with_numbers_that_are_none)
{
    arb_game *game = game_from("chess", NULL, NULL);
    check_typed(game, ARB_COORDS_ALGEBRAIC, "Nf3  \t ", ARB_OK);
    check_typed(game, ARB_COORDS_RC, "6 4 4 x", ARB_BAD_TEXT);
    check_typed(game, ARB_COORDS_RC, "6 4 4 12345", ARB_BAD_TEXT);
    check_typed(game, ARB_COORDS_RC, "6 4 4 4", ARB_OK);
    arb_game_free(game);
}

TEST(what_is_asked_about_nothing_is_answered_with_nothing)
{
    arb_game *game = game_from("chess", NULL, NULL);
    const arb_position *position = arb_game_position(game);
    arb_cause list[8], none = {.kind = ARB_CAUSE_COUNT};
    char text[64] = "x";
    CHECK_EQ_INT(arb_position_causes_of(position, square_of("e4"), list, 8), 0);
    CHECK_EQ_INT(arb_position_causes_of(position, ARB_NO_SQUARE, list, 8), 0);
    CHECK_EQ_INT(arb_cause_text(&none, position, ARB_COORDS_ALGEBRAIC, text, sizeof text), 0);
    CHECK_EQ_TEXT(arb_cause_article(&none), "");
    CHECK_EQ_TEXT(arb_cause_name(ARB_CAUSE_COUNT), "");
    CHECK_EQ_INT(arb_lan_write(position, move_of(game, "e4"), text, sizeof text), 5);
    arb_move late = move_of(game, "Nf3");
    CHECK_EQ_INT(play(game, "Nf3 Nf6"), 2);
    CHECK_EQ_INT(arb_lan_write(arb_game_position(game), late, text, sizeof text), 0);
    arb_game_free(game);
}

TEST(a_king_that_cannot_step_is_asked_about_alone)
{
    arb_game *game = game_from("chess", "7k/8/6Q1/8/8/8/8/K7 b - - 0 1", NULL);
    arb_cause list[8];
    char text[256];
    size_t count = arb_position_causes_of(arb_game_position(game), square_of("h8"), list, 8);
    CHECK(count > 0);
    for (size_t i = 0; i < count && i < 8; i++)
        CHECK(arb_cause_text(&list[i], arb_game_position(game), ARB_COORDS_ALGEBRAIC, text,
                             sizeof text) > 0);
    arb_game_free(game);
}

TEST(who_can_still_win_is_told_in_english)
{
    arb_game *game = game_from("chess", "8/7k/8/8/8/8/8/K5Q1 w - - 0 1", NULL);
    arb_winnable answer =
        arb_position_winnable(arb_game_position(game), ARB_BLACK, 0, NULL, 0, NULL, 0);
    char text[256], same[256];
    CHECK(answer.answer == ARB_WIN_NO);
    arb_winnable_text(&answer, ARB_BLACK, text, sizeof text);
    arb_winnable_text_in(&answer, ARB_BLACK, ARB_ENGLISH, same, sizeof same);
    CHECK_EQ_TEXT(text, same);
    arb_game_free(game);
}

TEST(a_book_knows_the_pieces_of_chess_alone)
{
    arb_rules storage;
    arb_position position;
    arb_position_start(&position, test_rules(&storage, "grasshopper"));
    CHECK(arb_position_polyglot_key(&position) == 0);
}

TEST(a_piece_without_a_step_moves_nowhere)
{
    arb_rules rules = *arb_rules_find("chess", 5);
    char text[256];
    rules.kinds[ARB_KNIGHT].leap_count = 0;
    arb_piece_moves_text_in(&rules, ARB_KNIGHT, ARB_ENGLISH, text, sizeof text);
    CHECK(strstr(text, "nowhere") != NULL);
    CHECK_EQ_INT(arb_piece_moves_text_in(&rules, ARB_NO_KIND, ARB_ENGLISH, text, sizeof text), 0);
}

TEST(a_spent_budget_reads_no_move)
{
    arb_game *game = game_from("lab", NULL, NULL);
    arb_budget budget = {.left = 0};
    arb_san san;
    arb_typed typed;
    arb_game_set_budget(game, &budget);
    CHECK_EQ_INT(arb_san_read(arb_game_position(game), "e4", 2, &san), ARB_LIMIT);
    CHECK_EQ_INT(san.count, 0);
    CHECK_EQ_INT(arb_move_read(game, ARB_COORDS_ALGEBRAIC, "e4", 2, &typed), ARB_LIMIT);
    budget.left = 1000000;
    CHECK_EQ_INT(arb_move_read(game, ARB_COORDS_ALGEBRAIC, "e4", 2, &typed), ARB_OK);
    arb_game_free(game);
}

TEST(a_pawn_that_would_promote_is_pinned)
{
    arb_game *game = game_from("chess", "8/K3P2r/8/8/8/8/8/7k w - - 0 1", NULL);
    arb_cause list[8];
    size_t count = arb_position_causes_of(arb_game_position(game), square_of("e7"), list, 8);
    CHECK(count > 0 && list[0].kind == ARB_CAUSE_PINNED);
    arb_game_free(game);
}

TEST(aliases_are_words)
{
    static const char *const bad[] = {",", "a,", ",a", "a,,b", "- ,a"};
    arb_rules rules;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char text[64];
        size_t len = (size_t)snprintf(text, sizeof text, "name = mine\naliases = %s\n", bad[i]);
        check_case("%s", bad[i]);
        CHECK(!arb_rules_read(&rules, text, len, NULL, NULL));
    }
    static const char good[] = "name = mine\naliases = our own, one-more\n";
    CHECK(arb_rules_read(&rules, good, strlen(good), NULL, NULL));
}

TEST(a_leap_of_three_and_one_is_told)
{
    arb_rules rules = *arb_rules_find("chess", 5);
    char text[256];
    for (size_t i = 0; i < rules.kinds[ARB_KNIGHT].leap_count; i++) {
        arb_step *leap = &rules.kinds[ARB_KNIGHT].leaps[i];
        leap->files = (int8_t)(leap->files == 2 ? 3 : leap->files == -2 ? -3 : leap->files);
        leap->ranks = (int8_t)(leap->ranks == 2 ? 3 : leap->ranks == -2 ? -3 : leap->ranks);
    }
    arb_piece_moves_text_in(&rules, ARB_KNIGHT, ARB_ENGLISH, text, sizeof text);
    CHECK(strstr(text, "3 squares straight and 1 to the side") != NULL);
}

TEST(commands_in_comments_end_at_a_bracket)
{
    static const char text[] = "[%clk 0:01:00 \t] [%eval 1.0";
    arb_command command;
    size_t at = 0;
    CHECK(arb_command_next(text, strlen(text), &at, &command));
    CHECK_EQ_INT(command.value_end - command.value_begin, 7);
    CHECK(!arb_command_next(text, strlen(text), &at, &command));
    CHECK_EQ_INT(at, strlen(text));
}

TEST(trees_are_asked_for_what_is_not_there)
{
    static const char text[] = "1. e4 {[%clk 0:01:00]  } e5 *";
    arb_tree *tree = arb_tree_new(NULL);
    size_t taken;
    char why[64];
    CHECK_EQ_INT(arb_tree_read(tree, arb_rules_find("lab", 3), text, strlen(text), &taken), ARB_OK);
    CHECK(arb_tree_opening(tree, ARB_ROOT) == ARB_NO_OPENING);
    CHECK(arb_tree_opening(tree, 9999) == ARB_NO_OPENING);
    CHECK_EQ_INT(arb_tree_fault_text(tree, 9999, why, sizeof why), 0);
    CHECK_EQ_INT(arb_tree_set_command(tree, arb_tree_child(tree, ARB_ROOT), "clk", NULL, 0),
                 ARB_OK);
    CHECK(arb_winnable_memory(UINT64_MAX) > arb_winnable_memory(1000));
    arb_tree_free(tree);
}

int main(void)
{
    RUN(a_language_is_named_by_its_first_two_letters);
    RUN(a_copy_of_a_game_is_whole_or_none);
    RUN(a_move_without_memory_is_noted);
    RUN(a_wrong_claim_with_a_move_that_mates_ends_the_game);
    RUN(a_queen_that_mates_for_a_pawn_ends_the_game_at_the_first_illegal_move);
    RUN(where_nothing_stands_nothing_is_adjusted);
    RUN(names_with_quotes_and_control_characters_are_escaped);
    RUN(moves_are_typed_with_blanks_behind_and_with_numbers_that_are_none);
    RUN(what_is_asked_about_nothing_is_answered_with_nothing);
    RUN(a_king_that_cannot_step_is_asked_about_alone);
    RUN(who_can_still_win_is_told_in_english);
    RUN(a_book_knows_the_pieces_of_chess_alone);
    RUN(a_piece_without_a_step_moves_nowhere);
    RUN(a_spent_budget_reads_no_move);
    RUN(a_pawn_that_would_promote_is_pinned);
    RUN(aliases_are_words);
    RUN(a_leap_of_three_and_one_is_told);
    RUN(commands_in_comments_end_at_a_bracket);
    RUN(trees_are_asked_for_what_is_not_there);
    arb_game_free(desk.game);
    return check_result();
}
