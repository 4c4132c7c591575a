/* tree_nodes.c: walks, adds, deletes and reorders nodes. Layer: tree. */
#include "tree/tree.h"

/* ---- walking ---- */

size_t arb_tree_count(const arb_tree *tree)
{
    return tree->live;
}

arb_node arb_tree_parent(const arb_tree *tree, arb_node node)
{
    return arb__is_node(tree, node) ? tree->nodes[node].parent : ARB_NO_NODE;
}

arb_node arb_tree_child(const arb_tree *tree, arb_node node)
{
    return arb__is_node(tree, node) ? tree->nodes[node].child : ARB_NO_NODE;
}

arb_node arb_tree_next(const arb_tree *tree, arb_node node)
{
    return arb__is_node(tree, node) ? tree->nodes[node].next : ARB_NO_NODE;
}

arb_node arb_tree_prev(const arb_tree *tree, arb_node node)
{
    if (!arb__is_node(tree, node) || node == ARB_ROOT || arb__is_first(tree, node))
        return ARB_NO_NODE;
    return tree->nodes[node].prev;
}

arb_node arb_tree_line_end(const arb_tree *tree, arb_node node)
{
    while (arb__is_node(tree, node) && tree->nodes[node].child != ARB_NO_NODE)
        node = tree->nodes[node].child;
    return node;
}

arb_node_kind arb_tree_kind(const arb_tree *tree, arb_node node)
{
    return arb__is_node(tree, node) ? (arb_node_kind)tree->nodes[node].kind : ARB_NODE_TEXT;
}

arb_move arb_tree_move(const arb_tree *tree, arb_node node)
{
    return arb__is_node(tree, node) ? tree->nodes[node].move : ARB_NO_MOVE;
}

size_t arb_tree_place(const arb_tree *tree, arb_node node)
{
    if (!arb__is_node(tree, node) || tree->nodes[node].place == NO_PLACE)
        return ARB_NO_PLACE;
    return tree->base + tree->nodes[node].place;
}

arb_node arb_tree_find(const arb_tree *tree, arb_node parent, arb_move move)
{
    arb_node node = arb_tree_child(tree, parent);
    while (node != ARB_NO_NODE &&
           (tree->nodes[node].kind != NODE_MOVE || tree->nodes[node].move != move))
        node = tree->nodes[node].next;
    return node;
}

/* ---- adding ---- */

static void link_last(arb_tree *tree, arb_node parent, arb_node node)
{
    arb__node *nodes = tree->nodes;
    arb_node first = nodes[parent].child;
    if (first == ARB_NO_NODE) {
        nodes[parent].child = nodes[node].prev = node;
    } else {
        nodes[node].prev = nodes[first].prev;
        nodes[nodes[first].prev].next = node;
        nodes[first].prev = node;
    }
}

static void unlink_node(arb_tree *tree, arb_node node)
{
    arb__node *nodes = tree->nodes;
    const arb__node *at = &nodes[node];
    arb_node first = nodes[at->parent].child;
    if (at->next != ARB_NO_NODE)
        nodes[at->next].prev = at->prev;
    else
        nodes[first].prev = at->prev;
    if (node == first)
        nodes[at->parent].child = at->next;
    else
        nodes[at->prev].next = at->next;
}

/* Puts `node` in front of `other`, an alternative to it. */
static void place_before(arb_tree *tree, arb_node node, arb_node other)
{
    arb__node *nodes = tree->nodes;
    unlink_node(tree, node);
    arb_node parent = nodes[node].parent, first = nodes[parent].child;
    nodes[node].next = other;
    nodes[node].prev = nodes[other].prev;
    if (other == first)
        nodes[parent].child = node;
    else
        nodes[nodes[other].prev].next = node;
    nodes[other].prev = node;
}

/* Is the first alternative text that cannot be played? A reader would take all that follows for a
 * part of it, so a move that is added goes in front of it. */
static bool begins_with_text(const arb_tree *tree, arb_node parent)
{
    arb_node first = tree->nodes[parent].child;
    return first != ARB_NO_NODE && tree->nodes[first].kind == NODE_TEXT;
}

arb_status arb__node_add(arb_tree *tree, arb_node parent, int kind, arb_move move, uint32_t place,
                         arb_node *added)
{
    arb_node node = tree->node_free;
    if (node != ARB_NO_NODE) {
        tree->node_free = tree->nodes[node].next;
    } else {
        void *nodes = tree->nodes;
        if (!arb__grow(tree, &nodes, &tree->node_cap, tree->node_count, sizeof *tree->nodes,
                       ARB_TREE_NODE_LIMIT))
            return tree->node_count >= ARB_TREE_NODE_LIMIT ? ARB_LIMIT : ARB_NO_MEMORY;
        tree->nodes = (arb__node *)nodes;
        node = tree->node_count++;
    }
    tree->nodes[node] = (arb__node){.parent = parent,
                                    .child = ARB_NO_NODE,
                                    .next = ARB_NO_NODE,
                                    .move = move,
                                    .place = place,
                                    .kind = (uint8_t)kind};
    tree->live++;
    bool behind_text = kind != NODE_TEXT && begins_with_text(tree, parent);
    link_last(tree, parent, node);
    if (behind_text)
        place_before(tree, node, tree->nodes[parent].child);
    *added = node;
    return ARB_OK;
}

static arb_status add(arb_tree *tree, arb_node parent, int kind, arb_move move, arb_node *node)
{
    arb_node added;
    arb_status status = arb__node_add(tree, parent, kind, move, NO_PLACE, &added);
    if (status != ARB_OK)
        return status;
    status = arb__boards_note(tree, added);
    if (status != ARB_OK)
        arb_tree_delete(tree, added);
    else if (node)
        *node = added;
    return status;
}

/* Keeps the board of the last node, so that a caller who adds a line move by move need not wait
 * until the whole line has been played again for each move. */
arb_status arb_tree_add(arb_tree *tree, arb_node parent, arb_move move, arb_node *node)
{
    arb_node added;
    arb_undo undo;
    if (!arb__is_node(tree, parent) || tree->nodes[parent].kind == NODE_TEXT)
        return ARB_ILLEGAL;
    if (tree->tip != parent)
        arb_tree_board(tree, parent, &tree->tip_board);
    tree->tip = parent;
    if (!arb_position_is_legal(&tree->tip_board, move))
        return ARB_ILLEGAL;
    arb_status status = add(tree, parent, NODE_MOVE, move, &added);
    if (status != ARB_OK)
        return status;
    arb_position_make(&tree->tip_board, move, &undo);
    tree->tip = added;
    if (node)
        *node = added;
    return ARB_OK;
}

arb_status arb_tree_add_null(arb_tree *tree, arb_node parent, arb_node *node)
{
    arb_position position;
    if (!arb__is_node(tree, parent) || tree->nodes[parent].kind == NODE_TEXT)
        return ARB_ILLEGAL;
    arb_tree_board(tree, parent, &position);
    arb_undo undo;
    if (!arb_position_make_null(&position, &undo))
        return ARB_ILLEGAL;
    return add(tree, parent, NODE_NULL, ARB_NO_MOVE, node);
}

/* ---- deleting ---- */

static void free_node(arb_tree *tree, arb_node node)
{
    arb__notes_free(tree, node);
    arb__board_free(tree, node);
    if (tree->tip == node)
        tree->tip = ARB_NO_NODE;
    tree->nodes[node].kind = NODE_FREE;
    tree->nodes[node].next = tree->node_free;
    tree->node_free = node;
    tree->live--;
}

static void delete_node(arb_tree *tree, arb_node node)
{
    unlink_node(tree, node);
    /* Goes down to a leaf, frees it, and continues with its neighbour or its parent. */
    arb_node at = node;
    for (;;) {
        while (tree->nodes[at].child != ARB_NO_NODE)
            at = tree->nodes[at].child;
        arb_node parent = tree->nodes[at].parent, next = tree->nodes[at].next;
        bool done = at == node;
        free_node(tree, at);
        if (done)
            return;
        tree->nodes[parent].child = next;
        at = next != ARB_NO_NODE ? next : parent;
    }
}

bool arb_tree_delete(arb_tree *tree, arb_node node)
{
    if (!arb__is_node(tree, node) || node == ARB_ROOT)
        return false;
    arb_node parent = tree->nodes[node].parent;
    bool move = tree->nodes[node].kind != NODE_TEXT;
    delete_node(tree, node);
    if (!move || !begins_with_text(tree, parent))
        return true;
    arb_node first = tree->nodes[parent].child, other = first;
    while (other != ARB_NO_NODE && tree->nodes[other].kind == NODE_TEXT)
        other = tree->nodes[other].next;
    if (other != ARB_NO_NODE)
        place_before(tree, other, first);
    return true;
}

bool arb_tree_cut(arb_tree *tree, arb_node node)
{
    if (!arb__is_node(tree, node))
        return false;
    while (tree->nodes[node].child != ARB_NO_NODE)
        delete_node(tree, tree->nodes[node].child);
    return true;
}

/* ---- order ---- */

/* Puts `node` in front of `other`. Refuses to put text in front of the move of the main line. */
static bool go_before(arb_tree *tree, arb_node node, arb_node other)
{
    if (tree->nodes[node].kind == NODE_TEXT && arb__is_first(tree, other) &&
        tree->nodes[other].kind != NODE_TEXT)
        return false;
    place_before(tree, node, other);
    return true;
}

bool arb_tree_promote(arb_tree *tree, arb_node node)
{
    arb_node before = arb_tree_prev(tree, node);
    return before != ARB_NO_NODE && go_before(tree, node, before);
}

bool arb_tree_demote(arb_tree *tree, arb_node node)
{
    arb_node behind = node == ARB_ROOT ? ARB_NO_NODE : arb_tree_next(tree, node);
    return behind != ARB_NO_NODE && go_before(tree, behind, node);
}

void arb_tree_promote_line(arb_tree *tree, arb_node node)
{
    if (!arb__is_node(tree, node))
        return;
    for (; node != ARB_ROOT; node = tree->nodes[node].parent) {
        arb_node first = tree->nodes[tree->nodes[node].parent].child;
        if (first != node)
            go_before(tree, node, first);
    }
}

/* ---- as a game ---- */

arb_game *arb_tree_game(const arb_tree *tree, arb_node node, const arb_allocator *allocator,
                        arb_node *stop)
{
    arb_node dummy = ARB_NO_NODE;
    const arb_allocator *own = &tree->allocator;
    stop = stop ? stop : &dummy;
    *stop = ARB_NO_NODE;
    size_t count = 0, at = 0;
    for (arb_node up = node; arb__is_node(tree, up) && up != ARB_ROOT; up = tree->nodes[up].parent)
        count++;
    arb_node *way = count ? (arb_node *)own->resize(own->context, NULL, count * sizeof *way) : NULL;
    if (count && !way)
        return NULL;
    for (arb_node up = node; at < count; up = tree->nodes[up].parent)
        way[count - ++at] = up;
    arb_game *game = arb_game_new(&tree->start, allocator);
    for (at = 0; game && at < count; at++) {
        const arb__node *step = &tree->nodes[way[at]];
        arb_status status = step->kind == NODE_MOVE ? arb_game_play(game, step->move) : ARB_ILLEGAL;
        if (status != ARB_OK) {
            if (status != ARB_NO_MEMORY)
                *stop = way[at];
            arb_game_free(game);
            game = NULL;
        }
    }
    if (way)
        own->resize(own->context, way, 0);
    return game;
}
