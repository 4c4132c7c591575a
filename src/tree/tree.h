/* tree.h: declarations that the files of this layer share. Layer: tree. Knows neither files nor
 * sockets.
 *
 * Nodes, notes and tags are in arrays and refer to each other by index. All text is in one array:
 * first the bytes of the game as they were read, so that an index is also an offset in that text;
 * after them the text that was added later. */
#ifndef ARB_TREE_TREE_H
#define ARB_TREE_TREE_H

#include "arbiter.h"

#include <string.h>

enum { NODE_ROOT = 0, NODE_MOVE, NODE_NULL, NODE_TEXT, NODE_FREE };

typedef struct {
    uint32_t parent;
    uint32_t child; /* the first child; ARB_NO_NODE: none */
    uint32_t next;  /* the next alternative */
    uint32_t prev;  /* the alternative before it; for the first one, the last */
    arb_move move;
    uint32_t place;    /* offset of its word in the text, or NO_PLACE */
    uint32_t notes;    /* the last note, whose `next` is the first; 0: none */
    uint32_t board;    /* the index of its stored board; 0: none */
    uint16_t distance; /* at most so many steps up to a stored board; 0: stored here */
    uint8_t kind;
} arb__node;

typedef struct {
    uint32_t next; /* the next note; for the last one, the first */
    uint32_t begin, len;
    uint16_t nag;
    uint8_t kind; /* arb_note_kind */
    uint8_t side; /* arb_note_side */
} arb__note;

typedef struct {
    uint32_t name, name_len;
    uint32_t value, value_len;
    uint32_t place;
    bool escaped; /* during reading: does the value contain a backslash? */
} arb__tag;

#define NO_PLACE UINT32_MAX

struct arb_tree {
    arb_allocator allocator;
    arb__node *nodes;
    uint32_t node_count, node_cap, node_free; /* free nodes are linked by `next` */
    uint32_t live;                            /* nodes that are not free */
    arb__note *notes;
    uint32_t note_count, note_cap, note_free;
    arb__tag *tags;
    uint32_t tag_count, tag_cap;
    char *text;
    uint32_t text_len, text_cap;
    uint32_t source_len; /* length of the text that was read */
    uint32_t garbage;    /* bytes of added text that nothing refers to any more */
    size_t base;         /* offset of the game in the text that was given */
    arb_tree_fault *faults;
    uint32_t fault_count, fault_cap;
    uint64_t faults_found;
    unsigned char *boards; /* the first is at index 1 */
    uint32_t board_count, board_cap, board_free;
    uint32_t board_bytes;   /* size of one board */
    uint32_t board_spacing; /* nodes between two stored boards on a line */
    bool has_marker;
    arb_result marker;
    arb_budget *budget; /* NULL: unlimited */
    arb_position start;
    arb_node tip; /* the node that `tip_board` belongs to; ARB_NO_NODE: none */
    arb_position tip_board;
};

/* Makes room for one more element. Returns false if there is no memory or the limit is reached. */
bool arb__grow(const arb_tree *tree, void **array, uint32_t *cap, uint32_t count, size_t size,
               uint32_t limit);
/* Appends text and returns its offset; NO_PLACE: there is no room. */
uint32_t arb__text_add(arb_tree *tree, const char *text, size_t len);
void arb__tree_clear(arb_tree *tree);

/* Adds a node as the last child of `parent`, without a stored board. */
arb_status arb__node_add(arb_tree *tree, arb_node parent, int kind, arb_move move, uint32_t place,
                         arb_node *node);
arb_status arb__note_add(arb_tree *tree, arb_node node, arb_note_kind kind, arb_note_side side,
                         uint32_t begin, uint32_t len, uint16_t nag, uint32_t *id);
void arb__notes_free(arb_tree *tree, arb_node node);

/* ---- boards ---- */

void arb__boards_start(arb_tree *tree);
/* Stores boards so that none is ever far above `node`. */
arb_status arb__boards_note(arb_tree *tree, arb_node node);
/* Plays the node's move; false for one that changes nothing on the board. */
bool arb__node_play(const arb__node *node, arb_position *position, arb_undo *undo);
void arb__board_free(arb_tree *tree, arb_node node);

/* A node with its position, for walks in the order of the text: along a line, into variations and
 * back. */
enum { CURSOR_SAVED = 16 };
typedef struct {
    const arb_tree *tree;
    arb_position position;
    arb_undo undo; /* of the last move played */
    bool has_undo;
    size_t depth;
    struct {
        arb_position position;
        arb_undo undo;
        bool has_undo;
    } saved[CURSOR_SAVED];
} arb__cursor;

void arb__cursor_start(arb__cursor *cursor, const arb_tree *tree);
/* Moves the cursor to a child of its node. */
void arb__cursor_play(arb__cursor *cursor, arb_node node);
/* Moves the cursor from `node` to the position before its move; and back. */
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
