/* test_tree_added.c: moves added in any order and between other changes: each is judged on the
 * board of its parent. */
#include "arbiter.h"
#include "check.h"

enum { EDITS = 3000, MOVES = 1024 };

static uint64_t seed;

static uint32_t below(size_t count)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((seed >> 33) % count);
}

/* Picks the last node, as if a line were written down, or any other node. */
static arb_node pick(const arb_tree *tree, arb_node last)
{
    for (int tries = 0; tries < 50; tries++) {
        arb_node node = below(8) > 0 ? last : below(arb_tree_count(tree) + 50);
        if (node == ARB_ROOT || arb_tree_parent(tree, node) != ARB_NO_NODE)
            return node;
        last = ARB_ROOT;
    }
    return ARB_ROOT;
}

static void add_some(arb_tree *tree, arb_node *last)
{
    static arb_move moves[MOVES];
    arb_node parent = pick(tree, *last);
    arb_position position, other;
    arb_tree_board(tree, parent, &position);
    size_t count = arb_position_moves(&position, moves, MOVES);
    if (count > 0) {
        CHECK_EQ_INT(arb_tree_add(tree, parent, moves[below(count)], last), ARB_OK);
        parent = *last;
    }
    arb_tree_board(tree, pick(tree, ARB_ROOT), &other); /* its moves may be illegal at the parent */
    arb_tree_board(tree, parent, &position);
    count = arb_position_moves(&other, moves, MOVES);
    for (size_t i = 0; i < count; i++)
        if (!arb_position_is_legal(&position, moves[i]))
            CHECK_EQ_INT(arb_tree_add(tree, parent, moves[i], NULL), ARB_ILLEGAL);
}

static void edit(arb_tree *tree, arb_node *last)
{
    arb_position start;
    uint32_t kind = below(40);
    if (kind > 3)
        add_some(tree, last);
    else if (kind > 1 && *last != ARB_ROOT)
        arb_tree_delete(tree, below(2) > 0 ? *last : arb_tree_parent(tree, *last));
    else if (kind == 1)
        arb_tree_add_null(tree, pick(tree, *last), last);
    else if (below(8) == 0) {
        arb_position_copy(&start, arb_tree_start(tree));
        arb_tree_set_start(tree, &start);
    }
    if (*last != ARB_ROOT && arb_tree_parent(tree, *last) == ARB_NO_NODE)
        *last = ARB_ROOT;
}

TEST(a_move_is_judged_on_the_board_of_its_parent)
{
    static const char *const names[] = {"chess", "chess960", "3check", "crazyhouse", "grand"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        check_case("%s", names[i]);
        seed = i + 1;
        arb_position start;
        arb_position_start(&start, arb_rules_find(names[i], strlen(names[i])));
        arb_tree *tree = arb_tree_new(NULL);
        arb_tree_set_start(tree, &start);
        arb_node last = ARB_ROOT;
        for (int n = 0; n < EDITS; n++)
            edit(tree, &last);
        CHECK(arb_tree_count(tree) > 10);
        arb_tree_free(tree);
    }
}

TEST(a_node_that_is_not_there_is_no_node)
{
    arb_tree *tree = arb_tree_new(NULL);
    arb_position start, position;
    arb_san read;
    arb_node deleted;
    arb_position_copy(&start, arb_tree_start(tree));
    CHECK_EQ_INT(arb_san_read(&start, "e4", 2, &read), ARB_OK);
    CHECK_EQ_INT(arb_tree_add(tree, ARB_ROOT, read.move, &deleted), ARB_OK);
    CHECK(arb_tree_board(tree, deleted, &position) && arb_tree_delete(tree, deleted));
    const arb_node nodes[] = {deleted, deleted + 1, 1000000, ARB_NO_NODE};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        arb_node node = nodes[i], stop = ARB_ROOT;
        const char *text;
        size_t len;
        check_case("%zu", i);
        arb_position_copy(&position, &start);
        CHECK(!arb_tree_board(tree, node, &position) && arb_position_same(&position, &start));
        CHECK_EQ_INT(arb_tree_parent(tree, node), ARB_NO_NODE);
        CHECK_EQ_INT(arb_tree_child(tree, node), ARB_NO_NODE);
        CHECK_EQ_INT(arb_tree_next(tree, node), ARB_NO_NODE);
        CHECK_EQ_INT(arb_tree_prev(tree, node), ARB_NO_NODE);
        CHECK_EQ_INT(arb_tree_line_end(tree, node), node);
        CHECK_EQ_INT(arb_tree_kind(tree, node), ARB_NODE_TEXT);
        CHECK(arb_tree_move(tree, node) == ARB_NO_MOVE);
        CHECK(arb_tree_place(tree, node) == ARB_NO_PLACE);
        CHECK_EQ_INT(arb_tree_opening(tree, node), ARB_NO_OPENING);
        CHECK_EQ_INT(arb_tree_note_first(tree, node), 0);
        CHECK_EQ_INT(arb_tree_find(tree, node, read.move), ARB_NO_NODE);
        CHECK(!arb_tree_command(tree, node, "clk", &text, &len));
        CHECK(arb_tree_add(tree, node, read.move, NULL) != ARB_OK);
        CHECK(arb_tree_add_null(tree, node, NULL) != ARB_OK);
        CHECK(arb_tree_add_comment(tree, node, ARB_NOTE_AFTER, "a", 1, NULL) != ARB_OK);
        CHECK(arb_tree_add_nag(tree, node, 1, NULL) != ARB_OK);
        CHECK(arb_tree_set_command(tree, node, "clk", "1", 1) != ARB_OK);
        CHECK(!arb_tree_delete(tree, node) && !arb_tree_cut(tree, node));
        CHECK(!arb_tree_promote(tree, node) && !arb_tree_demote(tree, node));
        CHECK(!arb_tree_delete_note(tree, node, 1));
        arb_tree_promote_line(tree, node);
        arb_game *game = arb_tree_game(tree, node, NULL, &stop);
        CHECK(game != NULL && arb_game_ply(game) == 0 && stop == ARB_NO_NODE);
        arb_game_free(game);
    }
    arb_tree_free(tree);
}

int main(void)
{
    RUN(a_node_that_is_not_there_is_no_node);
    RUN(a_move_is_judged_on_the_board_of_its_parent);
    return check_result();
}
