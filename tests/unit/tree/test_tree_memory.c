/* test_tree_memory.c: game trees when memory runs out. */
#include "arbiter.h"
#include "check.h"
#include "scarce_memory.h"

TEST(without_memory_it_says_so)
{
    const char *text = "[A \"\\\\\"]\n{a} 1. e4 (1. d4 {x}) ({y} 1. c4) e5 2. Ke3 {z 1-0";
    bool done = false;
    for (size_t n = 0; n < 100 && !done; n++) {
        allowed = n;
        arb_tree *tree = arb_tree_new(&scarce);
        if (tree == NULL)
            continue;
        arb_status status = arb_tree_read(tree, arb_rules_at(0), text, strlen(text), NULL);
        CHECK(status == ARB_OK || (status == ARB_NO_MEMORY && arb_tree_count(tree) == 1));
        done = status == ARB_OK;
        arb_tree_free(tree);
    }
    CHECK(done);
}

static arb_tree *read_tree(const arb_allocator *allocator, const char *text)
{
    allowed = 1000;
    arb_tree *tree = arb_tree_new(allocator);
    CHECK(arb_tree_read(tree, arb_rules_at(0), text, strlen(text), NULL) == ARB_OK);
    return tree;
}

enum { CHANGES = 10, MERGE = 9 };

static arb_status change(arb_tree *tree, int which, int round, const arb_tree *other)
{
    static const char words[] = "words that are long enough to need room of their own";
    arb_node e4 = arb_tree_child(tree, ARB_ROOT), e5 = arb_tree_child(tree, e4);
    const char name[] = {'T', (char)('a' + round / 26), (char)('a' + round % 26), '\0'};
    switch (which) {
    case 0:
        return arb_tree_set_tag(tree, "White", words, strlen(words));
    case 1:
        return arb_tree_set_tag(tree, name, "v", 1);
    case 2:
        return arb_tree_add_comment(tree, e4, ARB_NOTE_BEFORE, words, strlen(words), NULL);
    case 3:
        return arb_tree_set_comment(tree, arb_tree_note_first(tree, e4), words, strlen(words));
    case 4:
        return arb_tree_add_nag(tree, ARB_ROOT, 5, NULL);
    case 5:
        return arb_tree_set_command(tree, e4, "clk", "0:00:59.999", 11);
    case 6:
        return arb_tree_set_command(tree, arb_tree_line_end(tree, ARB_ROOT), name, "1", 1);
    case 7:
        return arb_tree_add(tree, ARB_ROOT, arb_tree_move(tree, e4), NULL);
    case 8:
        return arb_tree_add_null(tree, round % 2 ? arb_tree_line_end(tree, ARB_ROOT) : e5, NULL);
    default:
        return arb_tree_merge(tree, other);
    }
}

/* Makes changes until memory runs out: each is complete or leaves the tree as it was. */
TEST(a_change_without_memory_leaves_the_tree_as_it_was)
{
    static char before[1 << 15], after[1 << 15];
    static char long_comment[2000];
    snprintf(long_comment, sizeof long_comment,
             "[Black \"B\"]\n\n1. e4 {%01000d} (1. Nf3 $1) e5 2. Nf3 Nc6 {more} *", 7);
    arb_tree *other = read_tree(NULL, long_comment);
    for (int which = 0; which < CHANGES; which++) {
        size_t refused = 0;
        for (size_t n = 0; n < 6; n++) {
            arb_tree *tree =
                read_tree(&scarce, "[White \"A\"]\n\n1. e4 {x [%clk 0:01:00] y} (1. d4 {z}) e5 *");
            arb_status status = ARB_OK;
            size_t left = n;
            for (int round = 0; round < 200 && status == ARB_OK; round++) {
                size_t len = arb_tree_write(tree, NULL, before, sizeof before);
                size_t count = arb_tree_count(tree);
                allowed = left;
                status = change(tree, which, round, other);
                left = allowed;
                allowed = 1000;
                if (status == ARB_OK || which == MERGE) /* a merge may stop half-way */
                    continue;
                CHECK_EQ_INT(status, ARB_NO_MEMORY);
                CHECK_EQ_INT(arb_tree_count(tree), count);
                CHECK_EQ_INT(arb_tree_write(tree, NULL, after, sizeof after), len);
                CHECK(memcmp(before, after, len < sizeof after ? len : sizeof after) == 0);
            }
            refused += status == ARB_NO_MEMORY;
            arb_tree_free(tree);
        }
        if (!CHECK(refused > 0))
            printf("change %d was never refused\n", which);
    }
    arb_tree_free(other);
}

/* Replaced texts are discarded when there are many of them; texts in use do not change. */
TEST(replaced_texts_make_room_and_nothing_else_goes)
{
    static const char text[] = "[White \"Anna\"]\n\n1. e4 {one} e5 {two} *";
    static char long_text[3000], value[64];
    arb_tree *tree = arb_tree_new(NULL);
    CHECK(arb_tree_read(tree, arb_rules_at(0), text, strlen(text), NULL) == ARB_OK);
    arb_node e4 = arb_tree_child(tree, ARB_ROOT), e5 = arb_tree_child(tree, e4);
    CHECK(arb_tree_set_tag(tree, "Annotator", "kept \x01 too", 10) == ARB_OK);
    CHECK(arb_tree_set_command(tree, e5, "cal", "Ge2e4", 5) == ARB_OK);
    memset(long_text, 'x', sizeof long_text);
    for (int i = 0; i < 20; i++) {
        CHECK(arb_tree_set_comment(tree, arb_tree_note_first(tree, e4), long_text,
                                   sizeof long_text) == ARB_OK);
        CHECK(arb_tree_set_tag(tree, "Site", long_text, sizeof long_text) == ARB_OK);
    }
    CHECK(arb_tree_set_tag(tree, "Site", "here", 4) == ARB_OK);
    arb_tree_tag_text(tree, "Annotator", value, sizeof value);
    CHECK_EQ_TEXT(value, "kept   too");
    arb_tree_tag_text(tree, "White", value, sizeof value);
    CHECK_EQ_TEXT(value, "Anna");
    arb_tree_tag_text(tree, "Site", value, sizeof value);
    CHECK_EQ_TEXT(value, "here");
    arb_note note = arb_tree_note(tree, arb_tree_note_first(tree, e4));
    CHECK(note.len == sizeof long_text && memcmp(note.text, long_text, note.len) == 0);
    const char *arrows;
    size_t len;
    CHECK(arb_tree_command(tree, e5, "cal", &arrows, &len) && len == 5 &&
          memcmp(arrows, "Ge2e4", 5) == 0);
    arb_tree_free(tree);
}

TEST(what_does_not_fit_a_tree_is_refused)
{
    arb_tree *tree = arb_tree_new(NULL);
    arb_note_id id;
    CHECK(arb_tree_read(tree, arb_rules_at(0), "1. e4 {[%clk 0:01:00]} e5 *", 27, NULL) == ARB_OK);
    arb_node e4 = arb_tree_child(tree, ARB_ROOT);
    CHECK_EQ_INT(arb_tree_set_tag(tree, "Two words", "x", 1), ARB_BAD_TEXT);
    CHECK_EQ_INT(arb_tree_set_tag(tree, "", "x", 1), ARB_BAD_TEXT);
    CHECK_EQ_INT(arb_tree_set_command(tree, e4, "two words", "x", 1), ARB_BAD_TEXT);
    CHECK_EQ_INT(arb_tree_set_command(tree, e4, "clk", "]", 1), ARB_BAD_TEXT);
    CHECK_EQ_INT(arb_tree_add_comment(tree, e4, ARB_NOTE_AFTER, "}\n", 2, &id), ARB_BAD_TEXT);
    CHECK_EQ_INT(arb_tree_set_comment(tree, arb_tree_note_first(tree, e4), "}\n", 2), ARB_BAD_TEXT);
    CHECK_EQ_INT(arb_tree_set_comment(tree, 1000, "x", 1), ARB_BAD_TEXT);
    CHECK_EQ_INT(arb_tree_add(tree, 1000, arb_tree_move(tree, e4), NULL), ARB_ILLEGAL);
    CHECK_EQ_INT(arb_tree_add(tree, e4, arb_tree_move(tree, e4), NULL), ARB_ILLEGAL);
    CHECK_EQ_INT(arb_tree_add_null(tree, 1000, NULL), ARB_ILLEGAL);
    CHECK(arb_tree_tag_at(tree, 1000).place == ARB_NO_PLACE &&
          arb_tree_note(tree, 1000).place == ARB_NO_PLACE);
    /* The root can have no notes before it, and only the root can have notes after the game. */
    CHECK(arb_tree_add_comment(tree, ARB_ROOT, ARB_NOTE_BEFORE, "a", 1, &id) == ARB_OK);
    CHECK_EQ_INT(arb_tree_note(tree, id).side, ARB_NOTE_AFTER);
    CHECK(arb_tree_add_comment(tree, e4, ARB_NOTE_END, "b", 1, &id) == ARB_OK);
    CHECK_EQ_INT(arb_tree_note(tree, id).side, ARB_NOTE_AFTER);
    /* Notes before the move stay in their order, in front of the others. */
    CHECK(arb_tree_add_comment(tree, e4, ARB_NOTE_BEFORE, "c", 1, NULL) == ARB_OK);
    CHECK(arb_tree_add_comment(tree, e4, ARB_NOTE_BEFORE, "d", 1, NULL) == ARB_OK);
    id = arb_tree_note_first(tree, e4);
    CHECK_EQ_INT(arb_tree_note(tree, id).text[0], 'c');
    CHECK_EQ_INT(arb_tree_note(tree, arb_tree_note_next(tree, e4, id)).text[0], 'd');
    /* A comment that has nothing but a command is deleted with it. */
    arb_node e5 = arb_tree_child(tree, e4);
    CHECK(arb_tree_set_command(tree, e5, "clk", "0:00:30", 7) == ARB_OK &&
          arb_tree_note_first(tree, e5) != 0);
    CHECK(arb_tree_set_command(tree, e5, "clk", NULL, 0) == ARB_OK &&
          arb_tree_note_first(tree, e5) == 0);
    CHECK(arb_tree_merge(tree, tree) == ARB_OK && arb_tree_count(tree) == 3);
    arb_tree_free(tree);

    int64_t ms;
    arb_eval eval;
    arb_mark mark;
    size_t at = 0;
    CHECK(!arb_clock_read("1:2:3:4", 7, &ms) && !arb_clock_read("x", 1, &ms) &&
          !arb_clock_read("1:2x", 4, &ms));
    CHECK(!arb_eval_read("x", 1, &eval) && !arb_eval_read("1.0,x", 5, &eval) &&
          !arb_eval_read("1.0x", 4, &eval));
    CHECK(arb_mark_next((arb_size){8, 8}, "G Gz9 Gxx, Ge4", 14, &at, &mark) &&
          mark.to == ARB_NO_SQUARE);
}

int main(void)
{
    RUN(without_memory_it_says_so);
    RUN(a_change_without_memory_leaves_the_tree_as_it_was);
    RUN(replaced_texts_make_room_and_nothing_else_goes);
    RUN(what_does_not_fit_a_tree_is_refused);
    return check_result();
}
