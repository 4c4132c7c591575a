/* test_opening.c: names of openings, by position. */
#include "positions.h"
#include "table.h"

#include <stdlib.h>

static table t;

static arb_opening opening_after(arb_position *position, const char *moves)
{
    arb_pgn_reader reader = arb_pgn_reader_on(moves, strlen(moves));
    for (;;) {
        arb_pgn_token token = arb_pgn_next(&reader);
        arb_undo undo;
        arb_san san;
        if (token.kind == ARB_PGN_END)
            return arb_opening_find(position);
        if (token.kind == ARB_PGN_NUMBER)
            continue;
        if (!CHECK(arb_san_read(position, moves + token.begin, token.end - token.begin, &san) ==
                   ARB_OK))
            return ARB_NO_OPENING;
        arb_position_make(position, san.move, &undo);
    }
}

TEST(every_line_of_the_data_is_found_with_its_name)
{
    unsigned count = 0;
    for (CHECK(table_open(&t, "data/openings.tsv")); table_next(&t);) {
        arb_position position;
        char eco[4], name[ARB_OPENING_NAME];
        if (strcmp(t.column[0], "eco") == 0)
            continue;
        arb_position_start(&position, arb_rules_at(0));
        arb_opening opening = opening_after(&position, t.column[2]);
        CHECK_EQ_INT(arb_opening_of_key(&position, arb_position_key(&position)), opening);
        CHECK(arb_opening_key(opening) == arb_position_key(&position));
        CHECK_EQ_INT(arb_opening_eco(opening, eco, sizeof eco), 3);
        CHECK(arb_opening_name(opening, name, sizeof name) < sizeof name);
        CHECK_EQ_TEXT(eco, t.column[0]);
        CHECK_EQ_TEXT(name, t.column[1]);
        count++;
    }
    CHECK_EQ_INT(count, 3807);
}

TEST(the_order_of_moves_does_not_matter)
{
    arb_position a, b;
    char name[ARB_OPENING_NAME];
    arb_position_start(&a, arb_rules_at(0));
    arb_position_start(&b, arb_rules_find("chess960", 8));
    arb_opening opening = opening_after(&a, "1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nc3");
    CHECK(opening != ARB_NO_OPENING);
    CHECK_EQ_INT(opening, opening_after(&b, "1. Nf3 d5 2. d4 e6 3. c4 Nf6 4. Nc3"));
    size_t len = arb_opening_name(opening, name, sizeof name);
    CHECK_EQ_INT(len, strlen(name));
    CHECK_EQ_TEXT(name, "Queen's Gambit Declined: Three Knights Variation");
}

TEST(other_rules_have_no_such_names)
{
    static const char *const rules[] = {"crazyhouse", "atomic", "3check", "basic", "king-capture"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        arb_position position;
        check_case("%s", rules[i]);
        CHECK_EQ_INT(arb_position_start(&position, arb_rules_find(rules[i], strlen(rules[i]))), 0);
        CHECK_EQ_INT(opening_after(&position, "1. e4 c5"), ARB_NO_OPENING);
    }
}

TEST(the_grid_kernel_finds_the_same)
{
    arb_position position;
    CHECK(test_position(&position, "chess",
                        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
                        ARB_KERNEL_GRID));
    char name[ARB_OPENING_NAME];
    arb_opening_name(arb_opening_find(&position), name, sizeof name);
    CHECK_EQ_TEXT(name, "Sicilian Defense");
}

TEST(a_number_that_is_no_opening_has_no_text)
{
    char buf[8] = "x";
    CHECK_EQ_INT(arb_opening_name(ARB_NO_OPENING, buf, sizeof buf), 0);
    CHECK_EQ_TEXT(buf, "");
    CHECK_EQ_INT(arb_opening_eco(65535, buf, sizeof buf), 0);
    CHECK_EQ_INT(arb_opening_name(1, NULL, 0), arb_opening_name(1, buf, sizeof buf));
}

TEST(a_game_keeps_the_last_name_it_had)
{
    static const char *const moves[] = {"e2e4", "c7c5", "a2a3", "h7h5", "h2h4", "a7a6"};
    arb_position start;
    arb_verdict verdict;
    char name[ARB_OPENING_NAME];
    arb_position_start(&start, arb_rules_at(0));
    arb_game *game = arb_game_new(&start, NULL);
    CHECK_EQ_INT(arb_game_opening(game), ARB_NO_OPENING);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        CHECK_EQ_INT(arb_uci_read(arb_game_position(game), moves[i], 4, &verdict, NULL), ARB_OK);
        CHECK_EQ_INT(arb_game_play(game, verdict.move), ARB_OK);
    }
    arb_opening_name(arb_game_opening(game), name, sizeof name);
    CHECK_EQ_TEXT(name, "Sicilian Defense: Mengarini Variation");
    arb_game_goto(game, 1);
    arb_opening_name(arb_game_opening(game), name, sizeof name);
    CHECK_EQ_TEXT(name, "King's Pawn Game");
    arb_game_free(game);
}

TEST(a_tree_is_tagged_by_its_main_line)
{
    static const char pgn[] = "[Event \"x\"]\n\n1. d4 (1. e4 e5 2. f4) 1... f5 2. h3 g6 *\n";
    char value[ARB_OPENING_NAME];
    arb_tree *tree = arb_tree_new(NULL);
    CHECK_EQ_INT(arb_tree_read(tree, arb_rules_at(0), pgn, strlen(pgn), NULL), ARB_OK);
    CHECK_EQ_INT(arb_tree_tag_opening(tree), ARB_OK);
    arb_tree_tag_text(tree, "ECO", value, sizeof value);
    CHECK_EQ_TEXT(value, "A80");
    arb_tree_tag_text(tree, "Opening", value, sizeof value);
    CHECK_EQ_TEXT(value, "Dutch Defense: Korchnoi Attack");
    arb_node side = arb_tree_next(tree, arb_tree_child(tree, ARB_ROOT));
    arb_opening_name(arb_tree_opening(tree, arb_tree_line_end(tree, side)), value, sizeof value);
    CHECK_EQ_TEXT(value, "King's Gambit");
    CHECK_EQ_INT(arb_tree_opening(tree, ARB_ROOT), ARB_NO_OPENING);
    arb_tree_free(tree);
}

int main(void)
{
    RUN(every_line_of_the_data_is_found_with_its_name);
    RUN(the_order_of_moves_does_not_matter);
    RUN(other_rules_have_no_such_names);
    RUN(the_grid_kernel_finds_the_same);
    RUN(a_number_that_is_no_opening_has_no_text);
    RUN(a_game_keeps_the_last_name_it_had);
    RUN(a_tree_is_tagged_by_its_main_line);
    return check_result();
}
