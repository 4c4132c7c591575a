/* tree_boards.c: the position at any node. Layer: tree.
 *
 * Some nodes have a stored board; the position at any other node is found by playing on from the
 * nearest stored board above it. When a line has grown by twice the spacing since its last stored
 * board, a board is stored in its middle. So no node is further from a board than that, and below
 * every board lies a stretch of nodes that belongs to no other board. Hence there are never more
 * boards than nodes divided by the spacing, whatever the shape of the tree. */
#include "tree/tree.h"

#include <stddef.h>

enum { SPACING_SMALL = 32, SPACING_LARGE = 128, SMALL_BYTES = 384 };

static uint32_t squares_of(const arb_position *position)
{
    return (uint32_t)position->size.ranks << arb_size_shift(position->size);
}

static void pack(const arb_tree *tree, const arb_position *position, unsigned char *to)
{
    size_t head = offsetof(arb_position, board);
    if (position->kernel == ARB_KERNEL_BITS) {
        memcpy(to, position, tree->board_bytes);
        return;
    }
    uint32_t squares = squares_of(position);
    memcpy(to, position, head + squares);
    memcpy(to + head + squares, position->hand, sizeof position->hand);
}

static void unpack(const arb_tree *tree, const unsigned char *from, arb_position *position)
{
    size_t head = offsetof(arb_position, board);
    memcpy(position, from, head);
    if (position->kernel == ARB_KERNEL_BITS) {
        memcpy(position, from, tree->board_bytes);
        return;
    }
    uint32_t squares = squares_of(position);
    memset((unsigned char *)position + head, 0, sizeof *position - head);
    memcpy(position, from, head + squares);
    memcpy(position->hand, from + head + squares, sizeof position->hand);
    arb_position_set_budget(position, tree->budget);
}

void arb__boards_start(arb_tree *tree)
{
    const arb_position *start = &tree->start;
    size_t bytes = offsetof(arb_position, board);
    if (start->kernel == ARB_KERNEL_BITS)
        bytes += sizeof start->board.bits;
    else
        bytes += squares_of(start) + sizeof start->hand;
    if (bytes != tree->board_bytes && tree->boards) {
        tree->allocator.resize(tree->allocator.context, tree->boards, 0);
        tree->boards = NULL;
        tree->board_cap = 0;
    }
    tree->board_bytes = (uint32_t)bytes;
    tree->board_spacing = bytes <= SMALL_BYTES ? SPACING_SMALL : SPACING_LARGE;
    tree->board_count = 1;
    tree->board_free = 0;
    tree->tip = ARB_NO_NODE;
}

/* Free boards are linked through their first bytes. */
static uint32_t take_board(arb_tree *tree)
{
    uint32_t index = tree->board_free;
    if (index != 0) {
        memcpy(&tree->board_free, tree->boards + (size_t)index * tree->board_bytes, sizeof index);
        return index;
    }
    void *boards = tree->boards;
    if (!arb__grow(tree, &boards, &tree->board_cap, tree->board_count, tree->board_bytes,
                   ARB_TREE_NODE_LIMIT))
        return 0;
    tree->boards = (unsigned char *)boards;
    return tree->board_count++;
}

bool arb__node_play(const arb__node *node, arb_position *position, arb_undo *undo)
{
    if (node->kind == NODE_NULL)
        return arb_position_make_null(position, undo);
    if (node->kind == NODE_MOVE)
        arb_position_make(position, node->move, undo);
    return node->kind == NODE_MOVE;
}

bool arb_tree_board(const arb_tree *tree, arb_node node, arb_position *position)
{
    if (!arb__is_node(tree, node))
        return false;
    arb_node way[2 * SPACING_LARGE + 2];
    size_t count = 0;
    arb_undo undo;
    while (node != ARB_ROOT && tree->nodes[node].board == 0) {
        way[count++] = node;
        node = tree->nodes[node].parent;
    }
    if (node == ARB_ROOT)
        arb_position_copy(position, &tree->start);
    else
        unpack(tree, tree->boards + (size_t)tree->nodes[node].board * tree->board_bytes, position);
    while (count > 0)
        arb__node_play(&tree->nodes[way[--count]], position, &undo);
    return true;
}

arb_status arb__boards_note(arb_tree *tree, arb_node node)
{
    const uint32_t spacing = tree->board_spacing;
    arb__node *at = &tree->nodes[node];
    const arb__node *parent = &tree->nodes[at->parent];
    uint32_t distance = parent->distance + 1u;
    if (distance >= 2 * spacing) {
        /* Finds the node in the middle, and the true distance: a board may have been stored in
         * between since. */
        arb_node up = node, middle = node;
        for (distance = 0; up != ARB_ROOT && tree->nodes[up].board == 0; distance++) {
            up = tree->nodes[up].parent;
            if (distance + 1 == spacing)
                middle = up;
        }
        if (distance >= 2 * spacing) {
            arb_position position;
            arb_tree_board(tree, middle, &position);
            uint32_t index = take_board(tree);
            if (index == 0)
                return ARB_NO_MEMORY;
            pack(tree, &position, tree->boards + (size_t)index * tree->board_bytes);
            tree->nodes[middle].board = index;
            tree->nodes[middle].distance = 0;
            distance = spacing;
        }
    }
    at->distance = (uint16_t)distance;
    return ARB_OK;
}

void arb__board_free(arb_tree *tree, arb_node node)
{
    uint32_t index = tree->nodes[node].board;
    if (index == 0)
        return;
    memcpy(tree->boards + (size_t)index * tree->board_bytes, &tree->board_free, sizeof index);
    tree->board_free = index;
    tree->nodes[node].board = 0;
}

/* ---- the cursor ---- */

void arb__cursor_start(arb__cursor *cursor, const arb_tree *tree)
{
    cursor->tree = tree;
    arb_position_copy(&cursor->position, &tree->start);
    cursor->has_undo = false;
    cursor->depth = 0;
}

void arb__cursor_play(arb__cursor *cursor, arb_node node)
{
    const arb__node *at = &cursor->tree->nodes[node];
    cursor->has_undo = arb__node_play(at, &cursor->position, &cursor->undo);
}

void arb__cursor_branch(arb__cursor *cursor, arb_node node)
{
    if (cursor->depth < CURSOR_SAVED) {
        arb_position_copy(&cursor->saved[cursor->depth].position, &cursor->position);
        cursor->saved[cursor->depth].undo = cursor->undo;
        cursor->saved[cursor->depth].has_undo = cursor->has_undo;
    }
    cursor->depth++;
    if (cursor->has_undo)
        arb_position_unmake(&cursor->position, &cursor->undo);
    else if (cursor->tree->nodes[node].kind != NODE_TEXT)
        arb_tree_board(cursor->tree, cursor->tree->nodes[node].parent, &cursor->position);
    cursor->has_undo = false;
}

void arb__cursor_return(arb__cursor *cursor, arb_node node)
{
    cursor->depth--;
    if (cursor->depth < CURSOR_SAVED) {
        arb_position_copy(&cursor->position, &cursor->saved[cursor->depth].position);
        cursor->undo = cursor->saved[cursor->depth].undo;
        cursor->has_undo = cursor->saved[cursor->depth].has_undo;
    } else {
        arb_tree_board(cursor->tree, node, &cursor->position);
        cursor->has_undo = false;
    }
}
