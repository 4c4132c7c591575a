/* tree_merge.c: merges one tree into another, and compares two trees. Layer: tree.
 *
 * Both walk the two trees in step: to children, alternatives and parents. */
#include "base/text.h"
#include "tree/tree.h"

enum { LOOK_LIMIT = 512 }; /* how many alternatives are compared; no chess position has more */

/* Compares texts; a run of blanks counts as one, and blanks at the ends do not count. */
static bool same_words(const char *a, size_t a_len, const char *b, size_t b_len)
{
    size_t i = 0, k = 0;
    for (;;) {
        size_t i_was = i, k_was = k;
        while (i < a_len && arb__is_space(a[i]))
            i++;
        while (k < b_len && arb__is_space(b[k]))
            k++;
        if (i == a_len || k == b_len)
            return i == a_len && k == b_len;
        if ((i > i_was) != (k > k_was) && i_was > 0 && k_was > 0)
            return false;
        if (a[i++] != b[k++])
            return false;
    }
}

/* Do the notes say the same, whether before or after their moves? */
static bool says_the_same(const arb_note *a, const arb_note *b)
{
    bool comments = a->kind <= ARB_NOTE_LINE_COMMENT && b->kind <= ARB_NOTE_LINE_COMMENT;
    if (a->nag != b->nag || (a->kind != b->kind && !comments))
        return false;
    if (comments)
        return same_words(a->text, a->len, b->text, b->len);
    return a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
}

static bool same_note(const arb_note *a, const arb_note *b)
{
    return a->side == b->side && says_the_same(a, b);
}

static bool same_notes(const arb_tree *a, arb_node at, const arb_tree *b, arb_node bt)
{
    arb_note_id i = arb_tree_note_first(a, at), k = arb_tree_note_first(b, bt);
    for (; i != 0 && k != 0; i = arb_tree_note_next(a, at, i), k = arb_tree_note_next(b, bt, k)) {
        arb_note x = arb_tree_note(a, i), y = arb_tree_note(b, k);
        if (!same_note(&x, &y))
            return false;
    }
    return i == 0 && k == 0;
}

static bool same_node(const arb_tree *a, arb_node at, const arb_tree *b, arb_node bt)
{
    const arb__node *x = &a->nodes[at], *y = &b->nodes[bt];
    return x->kind == y->kind && x->move == y->move;
}

/* ---- the same ---- */

static bool has_tag(const arb_tree *tree, const arb_tree_tag *tag)
{
    const arb__tag *found = arb__tag_find(tree, tag->name, tag->name_len);
    if (found)
        return found->value_len == tag->value_len &&
               memcmp(tree->text + found->value, tag->value, tag->value_len) == 0;
    static const char *const of_start[] = {
        "Variant", "SetUp", "FEN"}; /* the start position is compared instead of these tags */
    for (size_t i = 0; i < sizeof of_start / sizeof *of_start; i++)
        if (strlen(of_start[i]) == tag->name_len &&
            memcmp(of_start[i], tag->name, tag->name_len) == 0)
            return true;
    static const char *const roster[] = {"Event", "Site", "Date", "Round", "White", "Black"};
    for (size_t i = 0; i < sizeof roster / sizeof *roster; i++) {
        const char *none = i == 2 ? "????.??.??" : "?";
        if (strlen(roster[i]) == tag->name_len && memcmp(roster[i], tag->name, tag->name_len) == 0)
            return strlen(none) == tag->value_len && memcmp(none, tag->value, tag->value_len) == 0;
    }
    if (tag->name_len == 6 && memcmp(tag->name, "Result", 6) == 0) {
        const char *result = arb_result_text(arb_tree_result(tree));
        return strlen(result) == tag->value_len && memcmp(result, tag->value, tag->value_len) == 0;
    }
    return false;
}

static bool has_tags(const arb_tree *tree, const arb_tree *other)
{
    for (size_t i = 0; i < arb_tree_tag_count(other); i++) {
        arb_tree_tag tag = arb_tree_tag_at(other, i);
        if (arb__tag_find(other, tag.name, tag.name_len) == &other->tags[i] && !has_tag(tree, &tag))
            return false;
    }
    return true;
}

/* The next node of a walk through the whole tree: the child, else the alternative, else the next
 * alternative of a parent. */
static arb_node next_node(const arb_tree *tree, arb_node node)
{
    if (tree->nodes[node].child != ARB_NO_NODE)
        return tree->nodes[node].child;
    while (node != ARB_ROOT && tree->nodes[node].next == ARB_NO_NODE)
        node = tree->nodes[node].parent;
    return node == ARB_ROOT ? ARB_NO_NODE : tree->nodes[node].next;
}

static bool same_shape(const arb_tree *a, arb_node at, const arb_tree *b, arb_node bt)
{
    const arb__node *x = &a->nodes[at], *y = &b->nodes[bt];
    return (x->child == ARB_NO_NODE) == (y->child == ARB_NO_NODE) &&
           (x->next == ARB_NO_NODE) == (y->next == ARB_NO_NODE);
}

/* Is there no variation between this move and the one above it? Then a reader cannot tell notes
 * before this move from notes after the other, and takes all of them as notes after it. */
static bool joins(const arb_tree *tree, arb_node node)
{
    if (node == ARB_ROOT || !arb__is_first(tree, node))
        return false;
    arb_node parent = tree->nodes[node].parent;
    return parent == ARB_ROOT || !arb__is_first(tree, parent) ||
           tree->nodes[parent].next == ARB_NO_NODE;
}

/* The notes on one side of a node, as a reader finds them. */
typedef struct {
    const arb_tree *tree;
    arb_node node;
    arb_note_side side;
    arb_note_id id;
} side_walk;

static bool next_note(side_walk *way, arb_note *note)
{
    const arb_tree *tree = way->tree;
    for (;;) {
        while (way->id != 0 && tree->notes[way->id].side != way->side)
            way->id = arb_tree_note_next(tree, way->node, way->id);
        if (way->id != 0) {
            *note = arb_tree_note(tree, way->id);
            way->id = arb_tree_note_next(tree, way->node, way->id);
            return true;
        }
        arb_node child = tree->nodes[way->node].child;
        if (way->side != ARB_NOTE_AFTER || child == ARB_NO_NODE || !joins(tree, child))
            return false;
        *way = (side_walk){tree, child, ARB_NOTE_BEFORE, arb_tree_note_first(tree, child)};
    }
}

static bool same_beside(const arb_tree *a, arb_node at, const arb_tree *b, arb_node bt)
{
    for (int side = ARB_NOTE_AFTER; side <= ARB_NOTE_END; side++) {
        arb_note_side which = (arb_note_side)side;
        side_walk aw = {a, at, which, arb_tree_note_first(a, at)};
        side_walk bw = {b, bt, which, arb_tree_note_first(b, bt)};
        arb_note x, y;
        bool more = which != ARB_NOTE_BEFORE || !joins(a, at);
        while (more) {
            more = next_note(&aw, &x);
            if (more != next_note(&bw, &y) || (more && !says_the_same(&x, &y)))
                return false;
        }
    }
    return true;
}

bool arb_tree_same(const arb_tree *a, const arb_tree *b)
{
    if (a->live != b->live || arb_tree_result(a) != arb_tree_result(b) ||
        arb_position_rules(&a->start) != arb_position_rules(&b->start) ||
        !arb_position_same(&a->start, &b->start) || !has_tags(a, b) || !has_tags(b, a))
        return false;
    arb_node at = ARB_ROOT, bt = ARB_ROOT;
    while (at != ARB_NO_NODE && bt != ARB_NO_NODE) {
        if (!same_node(a, at, b, bt) || !same_shape(a, at, b, bt) || !same_beside(a, at, b, bt))
            return false;
        at = next_node(a, at);
        bt = next_node(b, bt);
    }
    return at == bt;
}

/* ---- merge ---- */

static bool has_note(const arb_tree *tree, arb_node node, const arb_note *note)
{
    size_t looked = 0;
    for (arb_note_id id = arb_tree_note_first(tree, node); id != 0 && looked < LOOK_LIMIT;
         id = arb_tree_note_next(tree, node, id), looked++) {
        arb_note own = arb_tree_note(tree, id);
        if (same_note(&own, note))
            return true;
    }
    return false;
}

static arb_status merge_notes(arb_tree *tree, arb_node node, const arb_tree *from, arb_node source)
{
    for (arb_note_id id = arb_tree_note_first(from, source); id != 0;
         id = arb_tree_note_next(from, source, id)) {
        arb_note note = arb_tree_note(from, id);
        if (has_note(tree, node, &note))
            continue;
        uint32_t begin = arb__text_add(tree, note.text, note.len);
        if (begin == NO_PLACE)
            return ARB_NO_MEMORY;
        arb_status status = arb__note_add(tree, node, note.kind, note.side, begin,
                                          (uint32_t)note.len, (uint16_t)note.nag, NULL);
        if (status != ARB_OK)
            return status;
    }
    return ARB_OK;
}

static arb_status find_or_add(arb_tree *tree, arb_node parent, const arb_tree *from,
                              arb_node source, arb_node *node)
{
    size_t looked = 0;
    const arb__node *wanted = &from->nodes[source];
    for (arb_node at = tree->nodes[parent].child; at != ARB_NO_NODE && looked < LOOK_LIMIT;
         at = tree->nodes[at].next, looked++) {
        if (same_node(tree, at, from, source) &&
            (wanted->kind != NODE_TEXT || same_notes(tree, at, from, source))) {
            *node = at;
            return ARB_OK;
        }
    }
    arb_status status = arb__node_add(tree, parent, wanted->kind, wanted->move, NO_PLACE, node);
    return status == ARB_OK ? arb__boards_note(tree, *node) : status;
}

static arb_status merge_tags(arb_tree *tree, const arb_tree *from)
{
    for (size_t i = 0; i < arb_tree_tag_count(from); i++) {
        arb_tree_tag tag = arb_tree_tag_at(from, i);
        char name[256];
        if (tag.name_len >= sizeof name || arb__tag_find(tree, tag.name, tag.name_len))
            continue;
        memcpy(name, tag.name, tag.name_len);
        name[tag.name_len] = '\0';
        arb_status status = arb_tree_set_tag(tree, name, tag.value, tag.value_len);
        if (status != ARB_OK)
            return status;
    }
    return ARB_OK;
}

arb_status arb_tree_merge(arb_tree *tree, const arb_tree *from)
{
    if (tree == from)
        return ARB_OK;
    if (arb_position_rules(&tree->start) != arb_position_rules(&from->start) ||
        !arb_position_same(&tree->start, &from->start))
        return ARB_BAD_POSITION;
    arb_node at = ARB_ROOT, source = ARB_ROOT;
    arb_status status = merge_tags(tree, from);
    if (status == ARB_OK)
        status = merge_notes(tree, ARB_ROOT, from, ARB_ROOT);
    while (status == ARB_OK) {
        if (from->nodes[source].child != ARB_NO_NODE) {
            source = from->nodes[source].child;
        } else {
            while (source != ARB_ROOT && from->nodes[source].next == ARB_NO_NODE) {
                source = from->nodes[source].parent;
                at = tree->nodes[at].parent;
            }
            if (source == ARB_ROOT)
                break;
            source = from->nodes[source].next;
            at = tree->nodes[at].parent;
        }
        status = find_or_add(tree, at, from, source, &at);
        if (status == ARB_OK)
            status = merge_notes(tree, at, from, source);
    }
    return status;
}
