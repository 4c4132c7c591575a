/* test_tree_refused.c: long games read and merged while memory runs out at every place, and the
 * limits of a tree. */
#include "check.h"
#include "scarce_memory.h"
#include "tree/tree_read.h"

#include <sys/mman.h>

enum { PLENTY = 100000, TEXT = 1 << 15 };

/* Text of many equal parts: head, `count` times the part, tail. */
static const char *many(const char *head, const char *part, size_t count, const char *tail)
{
    static char text[TEXT];
    size_t len = (size_t)snprintf(text, sizeof text, "%s", head);
    for (size_t i = 0; i < count; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s", part);
    len += (size_t)snprintf(text + len, sizeof text - len, "%s", tail);
    CHECK(len < sizeof text);
    return text;
}

static arb_tree *read_whole(const char *text)
{
    arb_tree *tree = arb_tree_new(NULL);
    CHECK_EQ_INT(arb_tree_read(tree, arb_rules_at(0), text, strlen(text), NULL), ARB_OK);
    return tree;
}

/* Reads a text with every number of allocations that is too small: each time the tree stays empty
 * and can be used again. */
static void read_in_need(const char *text)
{
    arb_tree *whole = read_whole(text);
    allowed = PLENTY;
    arb_status status = ARB_NO_MEMORY;
    for (size_t n = 0; n < 100 && status != ARB_OK; n++) {
        arb_tree *tree = arb_tree_new(&scarce);
        allowed = n;
        status = arb_tree_read(tree, arb_rules_at(0), text, strlen(text), NULL);
        allowed = PLENTY;
        if (status != ARB_OK) {
            CHECK_EQ_INT(status, ARB_NO_MEMORY);
            CHECK_EQ_INT(arb_tree_count(tree), 1);
            CHECK_EQ_INT(arb_tree_tag_count(tree), 0);
            CHECK_EQ_INT(arb_tree_read(tree, arb_rules_at(0), text, strlen(text), NULL), ARB_OK);
        }
        CHECK(arb_tree_same(tree, whole));
        CHECK_EQ_INT(arb_tree_fault_count(tree), arb_tree_fault_count(whole));
        arb_tree_free(tree);
    }
    CHECK_EQ_INT(status, ARB_OK);
    arb_tree_free(whole);
}

/* Arrays of a tree have room for 64 elements at first. */
TEST(a_long_text_is_read_whole_or_not_at_all)
{
    static const struct {
        const char *head, *part;
        size_t count;
        const char *tail;
    } texts[] = {
        {"", "Nf3 Nf6 Ng1 Ng8 ", 40, "*"},
        {"", "Nf3 {a} Nf6 {b} Ng1 $1 Ng8 ", 40, "*"},
        {"1. e4 (", "{w} ", 70, "1. d4 {d}) {again} e5 *"},
        {"", "[T \"v\"]\n", 70, "\n1. e4 *"},
        {"[T \"", "\\\\", 2000, "\"]\n\n1. e4 *"},
        {"1. e4 ", ") ", 70, "e5 *"},
        {"1. e4 ", "(1. d4 (1. e4 ", 40, ""},
        {"1. e4 zz9 ", "word ", 1000, "{never closed"},
        {"1. e4 zz9 ", "( ", 1000, "; ( to the end of the line"},
        {"1. e4 zz9 ", "( ", 1000, ""},
        {"1. e4 * ", "behind ", 70, ""},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        check_case("text %zu", i);
        read_in_need(many(texts[i].head, texts[i].part, texts[i].count, texts[i].tail));
    }
}

/* The node that needs more room is one of each kind. */
TEST(any_kind_of_node_may_be_the_one_without_room)
{
    static const char *const tails[] = {"a6 a3 *",    "a7a6 a3 *",        "-- a3 *",  "zz9 a3 *",
                                        "(zz9 a3) *", "( {empty} ) a6 *", "(a6 a3) *"};
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        check_case("%s", tails[i]);
        char tail[64];
        snprintf(tail, sizeof tail, "Nf3 Nf6 Ng1 %s", tails[i]);
        read_in_need(many("", "Nf3 Nf6 Ng1 Ng8 ", 15, tail));
        read_in_need(many("", "Nf3 Nf6 Ng1 Ng8 (Nb8) ", 12, tail));
    }
}

TEST(a_merge_without_memory_keeps_what_was_there)
{
    static const struct {
        const char *head, *part;
        size_t count;
        const char *tail;
    } texts[] = {
        {"[White \"", "long", 500, "\"]\n\n1. e4 e5 *"},
        {"1. e4 ", "$7 {x} $8 {y} ", 70, "e5 *"},
        {"1. e4 {", "long ", 500, "} e5 *"},
        {"", "Nf3 Nf6 Ng1 Ng8 ", 40, "*"},
        {"1. e4 e5 (", "e6 a3 ) ( ", 70, "zz9 ) *"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        check_case("text %zu", i);
        arb_tree *from =
            read_whole(many(texts[i].head, texts[i].part, texts[i].count, texts[i].tail));
        arb_status status = ARB_NO_MEMORY;
        for (size_t n = 0; n < 100 && status != ARB_OK; n++) {
            allowed = PLENTY;
            arb_tree *tree = arb_tree_new(&scarce);
            CHECK_EQ_INT(arb_tree_read(tree, arb_rules_at(0), "1. d4 d5 *", 10, NULL), ARB_OK);
            arb_node d4 = arb_tree_child(tree, ARB_ROOT);
            allowed = n;
            status = arb_tree_merge(tree, from);
            CHECK(status == ARB_OK || status == ARB_NO_MEMORY);
            CHECK_EQ_INT(arb_tree_child(tree, ARB_ROOT), d4);
            CHECK(arb_tree_count(tree) <= arb_tree_count(from) + 2);
            arb_tree_free(tree);
        }
        CHECK_EQ_INT(status, ARB_OK);
        arb_tree_free(from);
    }
}

TEST(small_requests_without_memory_change_nothing)
{
    allowed = PLENTY;
    arb_tree *tree = arb_tree_new(&scarce);
    arb_node e4;
    CHECK_EQ_INT(arb_tree_read(tree, arb_rules_at(0), "1. e4 *", 7, NULL), ARB_OK);
    e4 = arb_tree_child(tree, ARB_ROOT);
    for (size_t n = 0; n < 2; n++) {
        allowed = n;
        CHECK_EQ_INT(arb_tree_set_command(tree, e4, "clk", "0:01:00", 7), ARB_NO_MEMORY);
        CHECK_EQ_INT(arb_tree_note_first(tree, e4), 0);
    }
    CHECK_EQ_INT(arb_tree_set_command(tree, e4, "clk", NULL, 0), ARB_OK);
    allowed = 0;
    arb_node stop;
    CHECK(arb_tree_game(tree, e4, NULL, &stop) == NULL && stop == ARB_NO_NODE);
    allowed = PLENTY;
    arb_tree_free(tree);
}

/* Texts that nothing refers to any more stay where they are if there is no memory for a copy
 * without them. */
TEST(unused_text_may_stay)
{
    static char words[3000];
    allowed = PLENTY;
    arb_tree *tree = arb_tree_new(&scarce);
    CHECK_EQ_INT(arb_tree_read(tree, arb_rules_at(0), "[Result \"*\"]\n\n1. e4 {a} *", 25, NULL),
                 ARB_OK);
    arb_note_id id = arb_tree_note_first(tree, arb_tree_child(tree, ARB_ROOT));
    memset(words, 'w', sizeof words);
    for (int i = 0; i < 3; i++)
        CHECK_EQ_INT(arb_tree_set_comment(tree, id, words, sizeof words), ARB_OK);
    CHECK_EQ_INT(tree->garbage, 2 * sizeof words);
    allowed = 0;
    CHECK_EQ_INT(arb_tree_set_comment(tree, id, "short", 5), ARB_OK);
    CHECK_EQ_INT(tree->garbage, 3 * sizeof words);
    arb_note note = arb_tree_note(tree, id);
    CHECK(note.len == 5 && memcmp(note.text, "short", 5) == 0);
    while (arb_tree_set_comment(tree, id, words, 100) == ARB_OK)
        ;
    CHECK_EQ_INT(arb_tree_set_tag(tree, "Result", words, 100), ARB_NO_MEMORY);
    while (arb_tree_set_result(tree, ARB_WHITE_WINS) == ARB_OK)
        ;
    CHECK_EQ_INT(arb_tree_set_result(tree, ARB_BLACK_WINS), ARB_NO_MEMORY);
    CHECK_EQ_INT(arb_tree_result(tree), ARB_WHITE_WINS);
    allowed = PLENTY;
    CHECK_EQ_INT(arb_tree_set_comment(tree, id, words, 100), ARB_OK);
    CHECK(tree->garbage <= 100);
    CHECK_EQ_INT(arb_tree_set_result(tree, ARB_BLACK_WINS), ARB_OK);
    CHECK_EQ_INT(arb_tree_result(tree), ARB_BLACK_WINS);
    arb_tree_free(tree);
}

TEST(what_passes_a_limit_is_refused)
{
    arb_tree *tree = read_whole("1. e4 *");
    arb_node node;
    CHECK_EQ_INT(arb_tree_set_tag(tree, "Long", "x", (size_t)ARB_TREE_TEXT_LIMIT + 1),
                 ARB_NO_MEMORY);
    void *array = NULL;
    uint32_t cap = 64;
    CHECK(!arb__grow(tree, &array, &cap, 64, 1, 64));
    uint32_t count = tree->node_count, room = tree->node_cap;
    tree->node_count = tree->node_cap = ARB_TREE_NODE_LIMIT;
    CHECK_EQ_INT(arb__node_add(tree, ARB_ROOT, NODE_TEXT, ARB_NO_MOVE, 0, &node), ARB_LIMIT);
    tree->node_count = count;
    tree->node_cap = room;

    static arb__reading reading;
    reading = (arb__reading){.tree = tree, .text = "(d4)", .depth = ARB_TREE_DEPTH_LIMIT};
    reading.in = arb_pgn_reader_on(reading.text, 4);
    reading.token = arb_pgn_next(&reading.in);
    reading.node = arb_tree_child(tree, ARB_ROOT);
    tree->has_marker = false;
    arb__read_move_token(&reading);
    CHECK_EQ_INT(reading.status, ARB_LIMIT);
    CHECK_EQ_INT(reading.depth, ARB_TREE_DEPTH_LIMIT);
    arb_tree_free(tree);
}

TEST(a_game_of_more_than_a_gigabyte_is_refused)
{
    size_t len = (size_t)ARB_TREE_TEXT_LIMIT + 1,
           taken = 0; /* pages that are never written need no memory */
    void *text = mmap(NULL, len, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (text == MAP_FAILED)
        return;
    arb_tree *tree = arb_tree_new(NULL);
    CHECK_EQ_INT(arb_tree_read(tree, arb_rules_at(0), (const char *)text, len, &taken), ARB_LIMIT);
    CHECK_EQ_INT(taken, len);
    arb_tree_free(tree);
    munmap(text, len);
}

int main(void)
{
    RUN(a_long_text_is_read_whole_or_not_at_all);
    RUN(any_kind_of_node_may_be_the_one_without_room);
    RUN(a_merge_without_memory_keeps_what_was_there);
    RUN(small_requests_without_memory_change_nothing);
    RUN(unused_text_may_stay);
    RUN(what_passes_a_limit_is_refused);
    RUN(a_game_of_more_than_a_gigabyte_is_refused);
    return check_result();
}
