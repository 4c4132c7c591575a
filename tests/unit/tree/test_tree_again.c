/* test_tree_again.c: a game that is written, in either style and at any width, reads back the same.
 */
#include "arbiter.h"
#include "check.h"

#include <stdlib.h>

enum { WIDEST = 120, TEXT = 8192 };

/* Reads into a tree that has never read anything. */
static arb_tree *read_new(const char *text)
{
    arb_tree *tree = arb_tree_new(NULL);
    size_t taken = 0;
    CHECK_EQ_INT(arb_tree_read(tree, arb_rules_at(0), text, strlen(text), &taken), ARB_OK);
    CHECK_EQ_INT(taken, strlen(text));
    return tree;
}

static void check_again(const arb_tree *tree)
{
    for (int style = ARB_PGN_EXPORT; style <= ARB_PGN_KEEP; style++)
        for (unsigned width = 1; width <= WIDEST; width++) {
            static char text[TEXT], second[TEXT];
            arb_pgn_options options = {.style = (arb_pgn_style)style, .width = width};
            CHECK(arb_tree_write(tree, &options, text, sizeof text) < sizeof text);
            arb_tree *again = read_new(text);
            if (!CHECK(arb_tree_same(tree, again)))
                printf("style %d, width %u:\n%s\n", style, width, text);
            arb_tree_write(again, &options, second, sizeof second);
            CHECK_EQ_TEXT(second, text);
            arb_tree_free(again);
        }
}

static const char *const games[] = {
    "[Event \"a\"]\n\n1. e4 {the tag [Event \"b\"] begins a game at the start of a line} *\n",
    "[Event \"a\"]\n\n1. e4 (1. d4 {[Event [Event [Event [Event  x [Event} d5) e5 {[Event} *\n",
    "[Event \"a\"]\n\n1. e4 e5 2. Ke3 {later [Event \"b\"] x} Nf6 1-0\n",
    "1. e4 zz (; open\nd5",
    "1. e4 zz ((x [y",
    "1. e4 zz (x {never closed",
    "1. e4 zz (x 1-0",
    "1. e4 zz (x 1-0 y)",
    "1. e4 (1. d4 zz 1-0",
    "1. e4 ..e5 ...Nf3 *\n",
    "1. e4 {} e5 {} *\n",
    "1. e4 ;ends with its line\r\r\ne5 *\n",
    "1. e4 $300 e5 $255 *\n",
    "1. e4 {[%clk 0:01:00 ] [%eval 1.0} e5 *\n",
    "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\"]\n\n1. -- Kd7 *\n",
    "[FEN \"no position\"]\n\n1. e4 *\n",
    "[Result \"0-0\"]\n\n1. e4 e5 0-0\n",
    "[Result \"0-0\"]\n\n0-0 0-0\n",
    "[Result \"0-0\"]\n\n0-0\n",
    "[Result \"0-0\"]\n\n1. e4 Ke3 0-0 {both} d5 0-0\n",
    "[Result \"0-0\"]\n\n1. e4 e5 0-0\n\n{behind both}\n",
    "[Result \"0-0\"]\n\n1. e4 e5 0-0\n\nword $1 1. %\n",
    "[Result \"0-0\"]\n\n1. e4 e5 0-0\n[Result no tag\n",
    "[Result \"1-0\"]\n\n1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 0-0 1-0\n",
    "1. e4 * behind [a \"b\"] [c \"d\"] 1. d4 %e\n",
    "1. e4 * x[ [a\" 1.\n",
    "1. e4 (1. d4 {d} (1. c4) {back} 1... d5 (1... e5) {again} 2. c4) {last} 1... e5 *\n",
    "1. e4 (1. d4 (1. c4) word 1... d9) e5 *\n",
    "1. e4 (1. d4 (1. c4) 1-0\n",
};

TEST(a_game_that_was_written_is_the_same_game)
{
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        check_case("%.40s", games[i]);
        arb_tree *tree = read_new(games[i]);
        check_again(tree);
        arb_tree_free(tree);
    }
}

TEST(an_added_comment_begins_no_game)
{
    arb_tree *tree = read_new("1. e4 e5 *\n");
    static const char comment[] = "\n[Event \"b\"]\n[Site \"c\"]\n\n1. d4 *\n[Event \"d\"]\n";
    CHECK_EQ_INT(arb_tree_add_comment(tree, arb_tree_child(tree, ARB_ROOT), ARB_NOTE_AFTER, comment,
                                      sizeof comment - 1, NULL),
                 ARB_OK);
    char text[TEXT];
    arb_pgn_options options = {.style = ARB_PGN_KEEP};
    arb_tree_write(tree, &options, text, sizeof text);
    arb_tree *again = read_new(text);
    CHECK(arb_tree_same(tree, again));
    arb_tree_free(again);
    arb_tree_free(tree);
}

/* Stored boards have the size of the game's board, and a tree may read games of several sizes.
 */
TEST(a_tree_reads_games_of_other_boards_one_after_the_other)
{
    char text[TEXT] = "";
    const char *const names[] = {"chess", "lab", "crazyhouse", "chess"};
    arb_tree *tree = arb_tree_new(NULL);
    for (int i = 0; i < 40; i++)
        strcat(text, "Nf3 Nf6 Ng1 Ng8 (1... a6 2. Nf3 (2. a3)) ");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const arb_rules *rules = arb_rules_find(names[i], strlen(names[i]));
        size_t taken;
        check_case("%s", names[i]);
        CHECK_EQ_INT(arb_tree_read(tree, rules, text, strlen(text), &taken), ARB_OK);
        CHECK(arb_position_rules(arb_tree_start(tree)) == rules);
        CHECK_EQ_INT(arb_tree_count(tree), 1 + 40 * 7);
        arb_position last;
        arb_tree_board(tree, arb_tree_line_end(tree, ARB_ROOT), &last);
        CHECK_EQ_INT(arb_position_fullmove(&last), 81);
    }
    arb_tree_free(tree);
}

TEST(a_rule_set_whose_start_cannot_be_played_gives_a_tree_without_moves)
{
    arb_rules rules = *arb_rules_find("chess", 5);
    const char *text = "1. e4 e5 *\n";
    arb_tree *tree = arb_tree_new(NULL);
    size_t taken;
    strcpy(rules.board.start, "8/8/8/8/8/8/8/8 w - - 0 1");
    CHECK_EQ_INT(arb_tree_read(tree, &rules, text, strlen(text), &taken), ARB_OK);
    CHECK(arb_tree_fault_at(tree, 0) && arb_tree_fault_at(tree, 0)->code == ARB_TREE_BAD_FEN);
    arb_tree_free(tree);
}

TEST(a_start_without_a_tag_is_written_with_it)
{
    static const char fen[] = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    arb_tree *tree = arb_tree_new(NULL);
    arb_position start;
    char text[TEXT];
    CHECK_EQ_INT(
        arb_position_read(&start, arb_rules_find("chess", 5), fen, strlen(fen), NULL, NULL),
        ARB_OK);
    arb_tree_set_start(tree, &start);
    arb_pgn_options options = {.style = ARB_PGN_EXPORT};
    arb_tree_write(tree, &options, text, sizeof text);
    CHECK(strstr(text, "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]") != NULL);
    CHECK_EQ_INT(arb_tree_tag_opening(tree), ARB_OK);
    CHECK_EQ_INT(arb_tree_tag_count(tree), 0);
    CHECK_EQ_INT(arb_tree_add_nag(tree, ARB_ROOT, 99999, NULL), ARB_BAD_TEXT);
    arb_tree_free(tree);
}

TEST(both_lose_is_read_into_a_new_tree)
{
    arb_tree *tree = read_new("[Event \"a\"]\n[Result \"0-0\"]\n\n1. e4 e5 0-0\n");
    CHECK(arb_tree_has_marker(tree));
    CHECK_EQ_INT(arb_tree_result(tree), ARB_BOTH_LOSE);
    CHECK_EQ_INT(arb_tree_count(tree), 3);
    CHECK_EQ_INT(arb_tree_fault_count(tree), 0);
    /* A missing Result tag is written, because it distinguishes the result 0-0 from castling. */
    CHECK(arb_tree_delete_tag(tree, "Result"));
    check_again(tree);
    arb_tree_free(tree);
}

TEST(what_is_left_out_leaves_no_trace)
{
    arb_tree *tree =
        read_new("[Result \"0-0\"]\n\n{start} 1. e4 {a} e5 $1 (1... d5 $2 {b}) 2. Nf3\n"
                 "% escaped\n0-0\n\n{end} $3\n");
    char text[TEXT];
    arb_pgn_options options = {.style = ARB_PGN_KEEP, .no_comments = true};
    arb_tree_write(tree, &options, text, sizeof text);
    CHECK_EQ_TEXT(text, "[Result \"0-0\"]\n\n1. e4 e5 $1 (1... d5 $2) 2. Nf3 0-0\n\n$3\n\n");
    options.no_nags = true;
    arb_tree_write(tree, &options, text, sizeof text);
    CHECK_EQ_TEXT(text, "[Result \"0-0\"]\n\n1. e4 e5 (1... d5) 2. Nf3 0-0\n\n");
    options.no_variations = true;
    options.no_comments = false;
    arb_tree_write(tree, &options, text, sizeof text);
    CHECK_EQ_TEXT(text, "[Result \"0-0\"]\n\n{start} 1. e4 {a} 1... e5 2. Nf3\n% escaped\n"
                        "0-0\n\n{end}\n\n");
    arb_tree_free(tree);
}

int main(void)
{
    RUN(a_game_that_was_written_is_the_same_game);
    RUN(an_added_comment_begins_no_game);
    RUN(a_tree_reads_games_of_other_boards_one_after_the_other);
    RUN(a_rule_set_whose_start_cannot_be_played_gives_a_tree_without_moves);
    RUN(a_start_without_a_tag_is_written_with_it);
    RUN(both_lose_is_read_into_a_new_tree);
    RUN(what_is_left_out_leaves_no_trace);
    return check_result();
}
