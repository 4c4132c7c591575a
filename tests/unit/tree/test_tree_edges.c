/* test_tree_edges.c: what game trees seldom meet: equal games in other words, deep and long lines,
 * many faults, odd texts. */
#include "arbiter.h"
#include "check.h"

#include <stdlib.h>

enum { TEXT = 1 << 15 };

static arb_tree *read_by(const char *rules, const char *text)
{
    arb_tree *tree = arb_tree_new(NULL);
    CHECK_EQ_INT(
        arb_tree_read(tree, arb_rules_find(rules, strlen(rules)), text, strlen(text), NULL),
        ARB_OK);
    return tree;
}

static arb_tree *read_text(const char *text)
{
    return read_by("chess", text);
}

/* A text with tags that has no FEN begins in the usual start of Chess960, and is written so again.
 */
TEST(a_start_of_chess960_is_written_unless_the_tags_were_read_without_it)
{
    static const struct {
        const char *text;
        bool written;
    } cases[] = {{"1. e4 *", true}, {"[Event \"x\"]\n\n1. e4 *", false}, {"", true}};
    static char text[TEXT];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_tree *tree = cases[i].text[0] ? read_by("chess960", cases[i].text) : arb_tree_new(NULL);
        arb_position start;
        check_case("%s", cases[i].text);
        if (!cases[i].text[0]) {
            arb_position_start(&start, arb_rules_find("chess960", 8));
            arb_tree_set_start(tree, &start);
            CHECK_EQ_INT(arb_tree_set_tag(tree, "Event", "x", 1), ARB_OK);
        }
        arb_tree_write(tree, NULL, text, sizeof text);
        CHECK_EQ_INT(strstr(text, "[FEN ") != NULL, cases[i].written);
        arb_tree_free(tree);
    }
}

/* Values are looked at eight bytes at a time. */
TEST(a_control_character_anywhere_in_a_tag_is_a_blank)
{
    static const char controls[] = "\t\x01\x1f\x7f";
    for (size_t which = 0; which + 1 < sizeof controls; which++)
        for (size_t at = 0; at < 12; at++) {
            char text[64], value[32], wanted[] = "abcdefghijkl";
            snprintf(text, sizeof text, "[Event \"%s\"]\n\n1. e4 *", wanted);
            text[8 + at] = controls[which];
            wanted[at] = ' ';
            arb_tree *tree = read_text(text);
            check_case("byte %d at %zu", controls[which], at);
            arb_tree_tag_text(tree, "Event", value, sizeof value);
            CHECK_EQ_TEXT(value, wanted);
            arb_tree_free(tree);
        }
}

TEST(games_are_the_same_in_other_words)
{
    static const struct {
        bool same;
        const char *one, *other;
    } cases[] = {
        {true, "1. e4 {a b} *", "1. e4 { a  b} *"},
        {false, "1. e4 {a b} *", "1. e4 {ab} *"},
        {false, "1. e4 {ab} *", "1. e4 {a b} *"},
        {false, "1. e4 {ab} *", "1. e4 {ac} *"},
        {false, "1. e4 {ab} *", "1. e4 {abc} *"},
        {true, "1. e4 {a} *", "1. e4 ;a\n*"},
        {false, "1. e4 {a} *", "1. e4 $1 *"},
        {false, "1. e4 $2 *", "1. e4 $1 *"},
        {false, "1. e4 word *", "1. e4 ward *"},
        {false, "1. e4 word *", "1. e4 words *"},
        {false, "1. e4 {a} {b} *", "1. e4 {a} *"},
        {false, "1. e4 *", "1. e4 {a} *"},
        {false, "1. e4 * {a}", "1. e4 *"},
        {false, "1. e4 (1. d4) e5 *", "1. e4 e5 (1... d5) *"},
        {false, "1. e4 e5 *", "1. e4 d5 *"},
        {true, "1. e4 e5 *", "1. e4 e5"},
        {true, "1. e4 1-0", "[Result \"1-0\"]\n\n1. e4"},
        {true, "[Result \"1-0\"]\n\n1. e4 1-0", "1. e4 1-0"},
        {false, "[Result \"0-1\"]\n\n1. e4 1-0", "1. e4 1-0"},
        {false, "[Result \"won\"]\n\n1. e4 1-0", "1. e4 1-0"},
        {true, "[Event \"?\"]\n[Date \"????.??.??\"]\n\n1. e4 *", "1. e4 *"},
        {false, "[Event \"x\"]\n\n1. e4 *", "1. e4 *"},
        {false, "[Date \"?\"]\n\n1. e4 *", "1. e4 *"},
        {false, "[Other \"?\"]\n\n1. e4 *", "1. e4 *"},
        {false, "[Event \"x\"]\n\n1. e4 *", "[Event \"y\"]\n\n1. e4 *"},
        {false, "[Event \"x\"]\n\n1. e4 *", "[Event \"xy\"]\n\n1. e4 *"},
        {true, "[Variant \"chess\"]\n\n1. e4 *", "1. e4 *"},
        {true,
         "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. "
         "e4 *",
         "1. e4 *"},
        {false, "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", "1. e4 *"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        arb_tree *one = read_text(cases[i].one), *other = read_text(cases[i].other);
        check_case("%s / %s", cases[i].one, cases[i].other);
        CHECK_EQ_INT(arb_tree_same(one, other), cases[i].same);
        CHECK_EQ_INT(arb_tree_same(other, one), cases[i].same);
        CHECK(arb_tree_same(one, one));
        arb_tree_free(one);
        arb_tree_free(other);
    }
}

/* Lines that end in text are one line only if they say the same. */
TEST(text_merges_with_the_same_text)
{
    arb_tree *tree = read_text("1. e4 (1. zz9 {a} b9) e5 *");
    static const struct {
        const char *text;
        size_t count;
    } others[] = {{"1. e4 (1. zz9 {a} b9) e5 *", 4},
                  {"1. e4 (1. zz9 {a} c9) e5 *", 5},
                  {"1. e4 (1. zz9 {a} b9 d) e5 *", 6}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        arb_tree *other = read_text(others[i].text);
        CHECK_EQ_INT(arb_tree_merge(tree, other), ARB_OK);
        CHECK_EQ_INT(arb_tree_count(tree), others[i].count);
        arb_tree_free(other);
    }
    arb_tree_free(tree);
}

TEST(the_result_is_that_of_the_tag_until_it_is_set)
{
    arb_tree *tree = read_text("[Result \"1/2-1/2\"]\n\n1. e4");
    char value[16];
    CHECK(!arb_tree_has_marker(tree));
    CHECK_EQ_INT(arb_tree_result(tree), ARB_DRAW);
    CHECK_EQ_INT(arb_tree_set_result(tree, ARB_BLACK_WINS), ARB_OK);
    CHECK(arb_tree_has_marker(tree));
    CHECK_EQ_INT(arb_tree_result(tree), ARB_BLACK_WINS);
    arb_tree_tag_text(tree, "Result", value, sizeof value);
    CHECK_EQ_TEXT(value, "0-1");
    arb_tree_free(tree);
}

TEST(faults_past_the_limit_are_counted)
{
    static char text[TEXT];
    strcpy(text, "1. e4 ");
    for (int i = 0; i < ARB_TREE_FAULT_LIMIT + 5; i++)
        strcat(text, ") ");
    strcat(text, "e5 *");
    arb_tree *tree = read_text(text);
    CHECK_EQ_INT(arb_tree_fault_count(tree), ARB_TREE_FAULT_LIMIT + 5);
    CHECK(arb_tree_fault_at(tree, ARB_TREE_FAULT_LIMIT - 1) != NULL);
    CHECK(arb_tree_fault_at(tree, ARB_TREE_FAULT_LIMIT) == NULL);
    CHECK_EQ_INT(arb_tree_count(tree), 3);
    arb_tree_free(tree);
}

/* Stored boards of a line that was deleted serve the next one. */
TEST(a_long_line_takes_the_place_of_another)
{
    static char text[TEXT];
    for (int i = 0; i < 100; i++)
        strcat(text, "Nf3 Nf6 Ng1 Ng8 ");
    arb_tree *tree = read_text(text);
    for (int round = 0; round < 2; round++) {
        arb_node node = ARB_ROOT;
        CHECK(arb_tree_delete(tree, arb_tree_child(tree, ARB_ROOT)));
        CHECK_EQ_INT(arb_tree_count(tree), 1);
        for (int ply = 0; ply < 400; ply++) {
            arb_position position;
            arb_san san;
            static const char *const moves[] = {"Nc3", "Nc6", "Nb1", "Nb8"};
            CHECK(arb_tree_board(tree, node, &position));
            CHECK_EQ_INT(arb_san_read(&position, moves[ply % 4], 3, &san), ARB_OK);
            CHECK_EQ_INT(arb_tree_add(tree, node, san.move, &node), ARB_OK);
        }
        arb_position last;
        CHECK(arb_tree_board(tree, arb_tree_line_end(tree, ARB_ROOT), &last));
        CHECK_EQ_INT(arb_position_fullmove(&last), 201);
    }
    arb_tree_free(tree);
}

/* Below sixteen variations in variations no position is kept for the way back. */
TEST(two_variations_in_twenty)
{
    static char text[TEXT], written[TEXT];
    strcpy(text, "1. e4 ");
    for (int i = 0; i < 10; i++)
        strcat(text, "(1. d4 (1. e4 ");
    strcat(text, "(1. a3 a6) (1. h3 h6) (1. -- e5) 1... c5");
    for (int i = 0; i < 20; i++)
        strcat(text, ") (1. c4)");
    strcat(text, " 1... e5 *\n");
    arb_tree *tree = read_text(text);
    CHECK_EQ_INT(arb_tree_fault_count(tree), 0);
    CHECK_EQ_INT(arb_tree_count(tree), 2 + 20 + 6 + 1 + 20 + 1);
    arb_tree_write(tree, NULL, written, sizeof written);
    arb_tree *again = read_text(written);
    CHECK(arb_tree_same(tree, again));
    arb_tree_free(again);
    arb_tree_free(tree);
}

TEST(odd_texts_are_kept)
{
    static const struct {
        const char *text, *kept;
    } cases[] = {
        {"1. e4 ;line\nword e5 *\n", "\n1. e4 ;line\n... word 1... e5 *\n\n"},
        {"1. e4 * ;line\nword\n", "\n1. e4 * ;line\nword\n\n"},
        {"1. e4 * ;line\n%word x\n", NULL},
        {"1. e4 zz9 (x 1-0", NULL},
        {"1. e4 zz9 (x (y", NULL},
        {"1. e4 zz9 (x 1-0 y", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char first[TEXT], second[TEXT];
        arb_pgn_options keep = {.style = ARB_PGN_KEEP};
        check_case("%s", cases[i].text);
        arb_tree *tree = read_text(cases[i].text);
        arb_tree_write(tree, &keep, first, sizeof first);
        if (cases[i].kept)
            CHECK_EQ_TEXT(first, cases[i].kept);
        arb_tree *again = read_text(first);
        CHECK(arb_tree_same(tree, again));
        arb_tree_write(again, &keep, second, sizeof second);
        CHECK_EQ_TEXT(second, first);
        arb_tree_free(again);
        arb_tree_free(tree);
    }
}

TEST(a_result_is_written_in_front_of_what_stands_behind_it)
{
    char text[256];
    arb_pgn_options keep = {.style = ARB_PGN_KEEP};
    arb_tree *tree = read_text("1. e4 e5");
    arb_tree_write(tree, &keep, text, sizeof text);
    CHECK_EQ_TEXT(text, "\n1. e4 e5\n\n");
    CHECK_EQ_INT(arb_tree_add_comment(tree, ARB_ROOT, ARB_NOTE_AFTER, "a", 1, NULL), ARB_OK);
    arb_tree_write(tree, &keep, text, sizeof text);
    CHECK_EQ_TEXT(text, "\n{a} 1. e4 e5\n\n");
    CHECK_EQ_INT(arb_tree_add_comment(tree, ARB_ROOT, ARB_NOTE_END, "b", 1, NULL), ARB_OK);
    arb_tree_write(tree, &keep, text, sizeof text);
    CHECK_EQ_TEXT(text, "\n{a} 1. e4 e5 * {b}\n\n");
    arb_tree_free(tree);
}

TEST(a_word_longer_than_the_buffer_is_written_whole)
{
    static char text[TEXT], written[TEXT];
    memset(text, 'x', 5000);
    arb_tree *tree = read_text("1. e4 e5 *");
    CHECK_EQ_INT(arb_tree_add_comment(tree, arb_tree_child(tree, ARB_ROOT), ARB_NOTE_AFTER, text,
                                      5000, NULL),
                 ARB_OK);
    arb_tree_write(tree, NULL, written, sizeof written);
    CHECK(strstr(written, text) != NULL);
    arb_tree *again = read_text(written);
    CHECK(arb_tree_same(tree, again));
    arb_tree_free(again);
    arb_tree_free(tree);
}

int main(void)
{
    RUN(a_start_of_chess960_is_written_unless_the_tags_were_read_without_it);
    RUN(a_control_character_anywhere_in_a_tag_is_a_blank);
    RUN(games_are_the_same_in_other_words);
    RUN(text_merges_with_the_same_text);
    RUN(the_result_is_that_of_the_tag_until_it_is_set);
    RUN(faults_past_the_limit_are_counted);
    RUN(a_long_line_takes_the_place_of_another);
    RUN(two_variations_in_twenty);
    RUN(odd_texts_are_kept);
    RUN(a_result_is_written_in_front_of_what_stands_behind_it);
    RUN(a_word_longer_than_the_buffer_is_written_whole);
    return check_result();
}
