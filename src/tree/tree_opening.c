/* tree_opening.c: the opening of the line that leads to a node. Layer: tree. */
#include "notation/opening.h"
#include "tree/tree.h"

arb_opening arb_tree_opening(const arb_tree *tree, arb_node node)
{
    arb_node line[ARB_OPENING_PLIES];
    arb_position position;
    arb_undo undo;
    size_t depth = 0, count;
    if (!arb__is_node(tree, node) || !arb__has_openings(&tree->start))
        return ARB_NO_OPENING;
    for (arb_node at = node; at != ARB_ROOT; at = tree->nodes[at].parent)
        depth++;
    count = depth < ARB_OPENING_PLIES ? depth : ARB_OPENING_PLIES;
    for (arb_node at = node; at != ARB_ROOT; at = tree->nodes[at].parent)
        if (depth-- <= count)
            line[depth] = at;
    arb_position_copy(&position, &tree->start);
    arb_opening found = arb_opening_find(&position);
    for (size_t i = 0; i < count; i++) {
        arb_opening opening = ARB_NO_OPENING;
        if (arb__node_play(&tree->nodes[line[i]], &position, &undo))
            opening = arb_opening_find(&position);
        if (opening != ARB_NO_OPENING)
            found = opening;
    }
    return found;
}

arb_status arb_tree_tag_opening(arb_tree *tree)
{
    char eco[4], name[ARB_OPENING_NAME];
    arb_opening opening = arb_tree_opening(tree, arb_tree_line_end(tree, ARB_ROOT));
    size_t len = arb_opening_name(opening, name, sizeof name);
    if (opening == ARB_NO_OPENING)
        return ARB_OK;
    arb_status status =
        arb_tree_set_tag(tree, "ECO", eco, arb_opening_eco(opening, eco, sizeof eco));
    return status == ARB_OK ? arb_tree_set_tag(tree, "Opening", name, len) : status;
}
