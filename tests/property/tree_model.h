/* tree_model.h: a simple model of a game tree, and the comparison of a tree with it. Layer: tests.
 */
#ifndef ARB_TESTS_TREE_MODEL_H
#define ARB_TESTS_TREE_MODEL_H

#include "arbiter.h"
#include "random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 120, KIDS = 12, NOTES = 8, TEXT = 1 << 16 };

typedef struct {
    int kind, side;
    unsigned nag;
    char text[96];
} model_note;

typedef struct {
    bool used;
    arb_node node;
    int parent, kids[KIDS], kid_count;
    arb_node_kind kind;
    arb_move move;
    model_note notes[NOTES];
    int note_count;
} model_node;

typedef struct {
    arb_tree *tree;
    model_node at[NODES];
} pair;

static uint64_t changes, written;
static char wrote[TEXT], again[TEXT];

static void fail(const char *what, const arb_tree *tree)
{
    arb_pgn_options options = {.style = ARB_PGN_KEEP};
    printf("%s after %" PRIu64 " changes; written before was\n%s\n", what, changes, wrote);
    arb_tree_write(tree, &options, wrote, sizeof wrote);
    printf("the tree is\n%s\n0 passed, 1 failed\n", wrote);
    exit(1);
}

/* ---- the model ---- */

static int new_node(pair *p, int parent, arb_node_kind kind, arb_move move)
{
    for (int i = 0; i < NODES; i++) {
        model_node *node = &p->at[i];
        if (node->used)
            continue;
        *node = (model_node){
            .used = true, .node = ARB_NO_NODE, .parent = parent, .kind = kind, .move = move};
        if (parent >= 0)
            p->at[parent].kids[p->at[parent].kid_count++] = i;
        return i;
    }
    return -1;
}

static int free_nodes(const pair *p)
{
    int count = 0;
    for (int i = 0; i < NODES; i++)
        count += !p->at[i].used;
    return count;
}

static int place_of(const pair *p, int node)
{
    const model_node *parent = &p->at[p->at[node].parent];
    int i = 0;
    while (parent->kids[i] != node)
        i++;
    return i;
}

static void forget(pair *p, int node)
{
    while (p->at[node].kid_count > 0)
        forget(p, p->at[node].kids[--p->at[node].kid_count]);
    p->at[node].used = false;
}

static void put_at(pair *p, int node, int to)
{
    model_node *parent = &p->at[p->at[node].parent];
    int from = place_of(p, node);
    for (; from > to; from--)
        parent->kids[from] = parent->kids[from - 1];
    for (; from < to; from++)
        parent->kids[from] = parent->kids[from + 1];
    parent->kids[to] = node;
}

/* Text is never the first of several alternatives, unless all of them are text. */
static bool may_be_first(const pair *p, int node)
{
    int first = p->at[p->at[node].parent].kids[0];
    return p->at[node].kind != ARB_NODE_TEXT || p->at[first].kind == ARB_NODE_TEXT;
}

/* Can the tree be read back as it is? Alternatives that are all text are read as one, and a
 * variation without moves is lost if the moves beside it are gone. */
static bool can_be_written(const pair *p)
{
    for (int i = 0; i < NODES; i++) {
        const model_node *at = &p->at[i], *first = &p->at[at->kids[0]];
        if (!at->used || at->kid_count == 0 || first->kind != ARB_NODE_TEXT)
            continue;
        bool words = false;
        for (int k = 0; k < first->note_count; k++)
            words |= first->notes[k].kind == ARB_NOTE_TEXT;
        if (at->kid_count > 1 || !words)
            return false;
    }
    return true;
}

/* If a text is the first alternative, the first one that is no text takes its place. */
static void moves_first(pair *p, int parent)
{
    const model_node *at = &p->at[parent];
    for (int i = 0; i < at->kid_count; i++) {
        if (p->at[at->kids[i]].kind != ARB_NODE_TEXT) {
            if (p->at[at->kids[0]].kind == ARB_NODE_TEXT)
                put_at(p, at->kids[i], 0);
            return;
        }
    }
}

/* Joins runs of blanks into one and drops those at the ends. */
static void plain_words(char *to, const char *text, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        bool blank = strchr(" \n\r\t", text[i]) != NULL;
        if (!blank || (n > 0 && to[n - 1] != ' '))
            to[n++] = blank ? ' ' : text[i];
    }
    while (n > 0 && to[n - 1] == ' ')
        n--;
    to[n] = '\0';
}

static model_note model_of(const arb_note *note)
{
    model_note made = {(int)note->kind, (int)note->side, note->nag, ""};
    if (note->kind == ARB_NOTE_LINE_COMMENT)
        made.kind = ARB_NOTE_COMMENT;
    if (note->len < sizeof made.text)
        plain_words(made.text, note->text, note->len);
    return made;
}

static bool same_note(const model_note *a, const model_note *b)
{
    return a->kind == b->kind && a->side == b->side && a->nag == b->nag &&
           strcmp(a->text, b->text) == 0;
}

/* Notes before the move stand in front of the others. */
static void add_note(model_node *node, model_note note)
{
    int at = node->note_count++;
    for (; note.side == ARB_NOTE_BEFORE && at > 0 && node->notes[at - 1].side != ARB_NOTE_BEFORE;
         at--)
        node->notes[at] = node->notes[at - 1];
    node->notes[at] = note;
}

/* Copies the part of the tree below `node` into the model. */
static void take_over(pair *p, int node)
{
    arb_node here = p->at[node].node;
    for (arb_note_id id = arb_tree_note_first(p->tree, here); id != 0;
         id = arb_tree_note_next(p->tree, here, id)) {
        arb_note note = arb_tree_note(p->tree, id);
        add_note(&p->at[node], model_of(&note));
    }
    for (arb_node kid = arb_tree_child(p->tree, here); kid != ARB_NO_NODE;
         kid = arb_tree_next(p->tree, kid)) {
        int made = new_node(p, node, arb_tree_kind(p->tree, kid), arb_tree_move(p->tree, kid));
        p->at[made].node = kid;
        take_over(p, made);
    }
}

/* ---- the comparison ---- */

static void check_node(pair *p, int node, const arb_position *board)
{
    const model_node *at = &p->at[node];
    arb_position found, next;
    arb_undo undo;
    arb_tree_board(p->tree, at->node, &found);
    if (arb_position_key(&found) != arb_position_key(board) || !arb_position_same(&found, board))
        fail("a board is wrong", p->tree);
    int i = 0;
    for (arb_note_id id = arb_tree_note_first(p->tree, at->node); id != 0; i++) {
        arb_note note = arb_tree_note(p->tree, id);
        model_note made = model_of(&note);
        if (i == at->note_count || !same_note(&made, &at->notes[i]))
            fail("a note is wrong", p->tree);
        id = arb_tree_note_next(p->tree, at->node, id);
    }
    if (i != at->note_count)
        fail("a note is missing", p->tree);
    arb_node kid = arb_tree_child(p->tree, at->node), before = ARB_NO_NODE;
    for (i = 0; i < at->kid_count; i++) {
        model_node *wanted = &p->at[at->kids[i]];
        if (wanted->node == ARB_NO_NODE)
            wanted->node = kid; /* a merge has added it, so the model does not know its number */
        if (kid == ARB_NO_NODE || wanted->node != kid ||
            arb_tree_kind(p->tree, kid) != wanted->kind ||
            arb_tree_move(p->tree, kid) != wanted->move || arb_tree_prev(p->tree, kid) != before ||
            arb_tree_parent(p->tree, kid) != at->node)
            fail("a line is wrong", p->tree);
        arb_position_copy(&next, board);
        if (wanted->kind == ARB_NODE_MOVE)
            arb_position_make(&next, wanted->move, &undo);
        else if (wanted->kind == ARB_NODE_NULL && !arb_position_make_null(&next, &undo))
            fail("a null move is in check", p->tree);
        check_node(p, at->kids[i], &next);
        before = kid;
        kid = arb_tree_next(p->tree, kid);
    }
    if (kid != ARB_NO_NODE)
        fail("there is a line too many", p->tree);
}

static void check_written(const arb_tree *tree, random_source *source)
{
    for (int style = ARB_PGN_EXPORT; style <= ARB_PGN_KEEP; style++) {
        arb_pgn_options options = {.style = (arb_pgn_style)style,
                                   .width = random_below(source, 120)};
        arb_tree *back = arb_tree_new(NULL);
        size_t taken, len = arb_tree_write(tree, &options, wrote, sizeof wrote);
        if (len >= sizeof wrote)
            fail("a tree is too long for this test", tree);
        if (arb_tree_read(back, arb_position_rules(arb_tree_start(tree)), wrote, len, &taken) !=
                ARB_OK ||
            taken != len)
            fail("what was written is not one game", tree);
        if (!arb_tree_same(tree, back) || !arb_tree_same(back, tree))
            fail("read again it is another game", tree);
        arb_tree_write(back, &options, again, sizeof again);
        if (strcmp(wrote, again) != 0)
            fail("written again it is another text", tree);
        arb_tree_free(back);
        written++;
    }
}

#endif
