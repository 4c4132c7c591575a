/* tree.h: what the files of this layer share. Layer: tree. Knows neither files nor sockets.
 *
 * Nodes, notes and tags stand in arrays and name each other by index. All text is in one array: the
 * game's own bytes first, so that an index into it is also the place in the text that was read;
 * behind them what was added later. */
#ifndef ARB_TREE_TREE_H
#define ARB_TREE_TREE_H

#include "arbiter.h"

#include <string.h>

enum { NODE_ROOT = 0, NODE_MOVE, NODE_NULL, NODE_TEXT, NODE_FREE };

typedef struct {
    uint32_t parent;
    uint32_t child; /* the first; ARB_NO_NODE if there is none */
    uint32_t next;  /* the next alternative */
    uint32_t prev;  /* the one before; of the first, the last one */
    arb_move move;
    uint32_t place;    /* of its word in the text, or NO_PLACE */
    uint32_t notes;    /* the last of them, which knows the first; 0: none */
    uint32_t board;    /* the index of its board, if one is kept; 0: none */
    uint16_t distance; /* steps up to the next kept board, at most; 0: kept here */
    uint8_t kind;
} arb__node;

typedef struct {
    uint32_t next; /* of the last: the first */
    uint32_t begin, len;
    uint16_t nag;
    uint8_t kind; /* arb_note_kind */
    uint8_t side; /* arb_note_side */
} arb__note;

typedef struct {
    uint32_t name, name_len;
    uint32_t value, value_len;
    uint32_t place;
    bool escaped; /* while it is read: there is a backslash in the value */
} arb__tag;

#define NO_PLACE UINT32_MAX

struct arb_tree {
    arb_allocator allocator;
    arb__node *nodes;
    uint32_t node_count, node_cap, node_free; /* free nodes hang together by `next` */
    uint32_t live;                            /* nodes that are not free */
    arb__note *notes;
    uint32_t note_count, note_cap, note_free;
    arb__tag *tags;
    uint32_t tag_count, tag_cap;
    char *text;
    uint32_t text_len, text_cap;
    uint32_t source_len; /* what was read */
    uint32_t garbage;    /* bytes behind it that nothing names any more */
    size_t base;         /* where the game begins in the text that was given */
    arb_tree_fault *faults;
    uint32_t fault_count, fault_cap;
    uint64_t faults_found;
    unsigned char *boards; /* the first is at index 1 */
    uint32_t board_count, board_cap, board_free;
    uint32_t board_bytes;   /* of one of them */
    uint32_t board_spacing; /* nodes between two on a line */
    bool has_marker;
    arb_result marker;
    arb_budget *budget; /* NULL: unlimited */
    arb_position start;
};

/* Makes room for one element more of an array; false: no memory, or the limit. */
bool arb__grow(const arb_tree *tree, void **array, uint32_t *cap, uint32_t count, size_t size,
               uint32_t limit);
/* Adds text behind all there is; NO_PLACE if there is no room. */
uint32_t arb__text_add(arb_tree *tree, const char *text, size_t len);
void arb__tree_clear(arb_tree *tree);

/* Adds a node as the last child of `parent`, without a board of its own. */
arb_status arb__node_add(arb_tree *tree, arb_node parent, int kind, arb_move move, uint32_t place,
                         arb_node *node);
arb_status arb__note_add(arb_tree *tree, arb_node node, arb_note_kind kind, arb_note_side side,
                         uint32_t begin, uint32_t len, uint16_t nag, uint32_t *id);
void arb__notes_free(arb_tree *tree, arb_node node);

/* ---- boards ---- */

void arb__boards_start(arb_tree *tree);
/* Keeps boards so that none is ever far above `node`. */
arb_status arb__boards_note(arb_tree *tree, arb_node node);
/* Plays the node's move; false for one that changes nothing on the board. */
bool arb__node_play(const arb__node *node, arb_position *position, arb_undo *undo);
void arb__board_free(arb_tree *tree, arb_node node);

/* A place in a tree with its board, for walks in the order of the text: on along a line, and into
 * variations and back. */
enum { CURSOR_SAVED = 16 };
typedef struct {
    const arb_tree *tree;
    arb_position position;
    arb_undo undo; /* of the last move */
    bool has_undo;
    size_t depth;
    struct {
        arb_position position;
        arb_undo undo;
        bool has_undo;
    } saved[CURSOR_SAVED];
} arb__cursor;

void arb__cursor_start(arb__cursor *cursor, const arb_tree *tree);
/* Moves the cursor onto a child of its node. */
void arb__cursor_play(arb__cursor *cursor, arb_node node);
/* Moves the cursor in front of `node`, on which it stands; and back onto it. */
void arb__cursor_branch(arb__cursor *cursor, arb_node node);
void arb__cursor_return(arb__cursor *cursor, arb_node node);

static inline bool arb__is_first(const arb_tree *tree, arb_node node)
{
    return tree->nodes[tree->nodes[node].parent].child == node;
}

static inline bool arb__is_node(const arb_tree *tree, arb_node node)
{
    return node < tree->node_count && tree->nodes[node].kind != NODE_FREE;
}

/* The tag with this name; NULL if there is none. */
const arb__tag *arb__tag_find(const arb_tree *tree, const char *name, size_t len);

#endif
