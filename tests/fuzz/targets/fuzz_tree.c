/* fuzz_tree.c: PGN text, read as game trees. Every game ends where the next begins; a tree that is
 * written, in either style, reads back as the same tree and is written as the same text again;
 * places lie within the text; boards are those of the moves. Layer: tests. */
#include "tests/fuzz/fuzz.h"

static void check_style(const arb_tree *tree, const arb_rules *rules, arb_pgn_style style)
{
    arb_pgn_options options = {.style = style};
    fuzz_grown first = {0}, second = {0};
    size_t taken;
    arb_tree_write_to(tree, &options, fuzz_grow, &first);
    FUZZ_CHECK(arb_tree_write(tree, &options, NULL, 0) == first.len);
    arb_tree *back = arb_tree_new(NULL);
    if (arb_tree_count(tree) == 1 && arb_tree_tag_count(tree) == 0 && style == ARB_PGN_KEEP &&
        !arb_tree_has_marker(tree)) {
        arb_tree_free(back); /* a text of comments alone is no game */
        free(first.text);
        return;
    }
    FUZZ_CHECK(arb_tree_read(back, rules, first.text, first.len, &taken) == ARB_OK);
    if (getenv("FUZZ_SHOW") != NULL)
        fprintf(stderr, "<%.*s>\n", (int)first.len, first.text);
    FUZZ_CHECK(taken == first.len);
    FUZZ_CHECK(arb_tree_same(tree, back));
    arb_tree_write_to(back, &options, fuzz_grow, &second);
    FUZZ_CHECK(first.len == second.len && memcmp(first.text, second.text, first.len) == 0);
    arb_tree_free(back);
    free(first.text);
    free(second.text);
}

static void check_nodes(const arb_tree *tree, size_t len)
{
    arb_node node = ARB_ROOT;
    arb_position here, parent;
    arb_undo undo;
    for (size_t steps = 0; node != ARB_NO_NODE && steps < 100; steps++) {
        arb_node child = arb_tree_child(tree, node);
        size_t place = arb_tree_place(tree, node);
        FUZZ_CHECK(place == ARB_NO_PLACE || place < len);
        for (arb_note_id id = arb_tree_note_first(tree, node); id != 0;
             id = arb_tree_note_next(tree, node, id))
            FUZZ_CHECK(arb_tree_note(tree, id).place <= len ||
                       arb_tree_note(tree, id).place == ARB_NO_PLACE);
        if (child != ARB_NO_NODE && arb_tree_kind(tree, child) == ARB_NODE_MOVE) {
            arb_tree_board(tree, node, &parent);
            arb_tree_board(tree, child, &here);
            FUZZ_CHECK(arb_position_play(&parent, arb_tree_move(tree, child), &undo));
            FUZZ_CHECK(arb_position_key(&parent) == arb_position_key(&here));
        }
        node = child;
    }
    for (size_t i = 0; arb_tree_fault_at(tree, i) != NULL; i++) {
        char text[2048];
        FUZZ_CHECK(arb_tree_fault_at(tree, i)->place <= len);
        FUZZ_CHECK(arb_tree_fault_text(tree, i, text, sizeof text) > 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const arb_rules *rules = arb_rules_at(data[0] % arb_rules_count());
    char *text = fuzz_copy((fuzz_text){(const char *)data + 1, size - 1});
    size_t len = size - 1, at = 0, taken = 0;
    arb_tree *tree = arb_tree_new(NULL), *all = arb_tree_new(NULL);
    while (at < len && arb_tree_read(tree, rules, text + at, len - at, &taken) == ARB_OK) {
        FUZZ_CHECK(taken > 0 && taken <= len - at);
        check_nodes(tree, len - at);
        check_style(tree, rules, ARB_PGN_EXPORT);
        check_style(tree, rules, ARB_PGN_KEEP);
        arb_status status = arb_tree_merge(all, tree);
        FUZZ_CHECK(status == ARB_OK || status == ARB_BAD_POSITION);
        while (arb_tree_child(tree, ARB_ROOT) != ARB_NO_NODE)
            FUZZ_CHECK(arb_tree_delete(tree, arb_tree_child(tree, ARB_ROOT)));
        FUZZ_CHECK(arb_tree_count(tree) == 1);
        at += taken;
    }
    arb_tree_free(tree);
    arb_tree_free(all);
    free(text);
    return 0;
}
