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

int main(void)
{
    RUN(a_move_is_judged_on_the_board_of_its_parent);
    return check_result();
}
