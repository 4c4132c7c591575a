/* tree_notes.c: comments, NAGs and other text beside the moves. Layer: tree. */
#include "tree/tree.h"

arb_note_id arb_tree_note_first(const arb_tree *tree, arb_node node)
{
    uint32_t last = arb__is_node(tree, node) ? tree->nodes[node].notes : 0;
    return last ? tree->notes[last].next : 0;
}

arb_note_id arb_tree_note_next(const arb_tree *tree, arb_node node, arb_note_id note)
{
    return note == 0 || note == tree->nodes[node].notes ? 0 : tree->notes[note].next;
}

arb_note arb_tree_note(const arb_tree *tree, arb_note_id id)
{
    if (id == 0 || id >= tree->note_count)
        return (arb_note){.text = "", .place = ARB_NO_PLACE};
    const arb__note *note = &tree->notes[id];
    bool nag = note->kind == ARB_NOTE_NAG;
    return (arb_note){.kind = (arb_note_kind)note->kind,
                      .side = (arb_note_side)note->side,
                      .nag = note->nag,
                      .text = nag || note->len == 0 ? "" : tree->text + note->begin,
                      .len = nag ? 0 : note->len,
                      .place =
                          note->begin < tree->source_len ? tree->base + note->begin : ARB_NO_PLACE};
}

/* Notes before the move come first in the list. */
arb_status arb__note_add(arb_tree *tree, arb_node node, arb_note_kind kind, arb_note_side side,
                         uint32_t begin, uint32_t len, uint16_t nag, uint32_t *added)
{
    uint32_t id = tree->note_free;
    if (id != 0) {
        tree->note_free = tree->notes[id].begin;
    } else {
        void *notes = tree->notes;
        if (!arb__grow(tree, &notes, &tree->note_cap, tree->note_count, sizeof *tree->notes,
                       UINT32_MAX))
            return ARB_NO_MEMORY;
        tree->notes = (arb__note *)notes;
        id = tree->note_count++;
    }
    arb__note *note = &tree->notes[id];
    *note = (arb__note){0, begin, len, nag, (uint8_t)kind, (uint8_t)side};
    uint32_t last = tree->nodes[node].notes;
    if (last == 0) {
        note->next = id;
        tree->nodes[node].notes = id;
    } else {
        uint32_t after = last;
        if (side == ARB_NOTE_BEFORE) /* after the last note before the move */
            while (tree->notes[tree->notes[after].next].side == ARB_NOTE_BEFORE) {
                after = tree->notes[after].next;
                if (after == last)
                    break;
            }
        note->next = tree->notes[after].next;
        tree->notes[after].next = id;
        if (after == last && (side != ARB_NOTE_BEFORE || tree->notes[last].side == side))
            tree->nodes[node].notes = id;
    }
    if (added)
        *added = id;
    return ARB_OK;
}

static void free_note(arb_tree *tree, uint32_t id)
{
    arb__note *note = &tree->notes[id];
    if (note->begin >= tree->source_len)
        tree->garbage += note->len;
    note->next = 0; /* 0 marks a free note */
    note->begin = tree->note_free;
    tree->note_free = id;
}

void arb__notes_free(arb_tree *tree, arb_node node)
{
    uint32_t last = tree->nodes[node].notes;
    tree->nodes[node].notes = 0;
    for (uint32_t id = last ? tree->notes[last].next : 0; id != 0;) {
        uint32_t next = id == last ? 0 : tree->notes[id].next;
        free_note(tree, id);
        id = next;
    }
}

bool arb_tree_delete_note(arb_tree *tree, arb_node node, arb_note_id note)
{
    uint32_t last = arb__is_node(tree, node) ? tree->nodes[node].notes : 0;
    for (uint32_t before = last, id = last ? tree->notes[last].next : 0; id != 0;
         before = id, id = id == last ? 0 : tree->notes[id].next) {
        if (id != note)
            continue;
        tree->notes[before].next = tree->notes[id].next;
        if (id == last)
            tree->nodes[node].notes = before == id ? 0 : before;
        free_note(tree, id);
        return true;
    }
    return false;
}

/* Can the text stand in a comment? A brace would close it, and so would a line end in a comment of
 * one line. */
static bool fits_comment(const char *text, size_t len)
{
    return len == 0 || memchr(text, '}', len) == NULL || memchr(text, '\n', len) == NULL;
}

arb_status arb_tree_add_comment(arb_tree *tree, arb_node node, arb_note_side side, const char *text,
                                size_t len, arb_note_id *note)
{
    if (!arb__is_node(tree, node) || !fits_comment(text, len))
        return ARB_BAD_TEXT;
    if (side == ARB_NOTE_BEFORE && node == ARB_ROOT)
        side = ARB_NOTE_AFTER;
    if (side == ARB_NOTE_END && node != ARB_ROOT)
        side = ARB_NOTE_AFTER;
    uint32_t begin = arb__text_add(tree, text, len);
    if (begin == NO_PLACE)
        return ARB_NO_MEMORY;
    return arb__note_add(tree, node, ARB_NOTE_COMMENT, side, begin, (uint32_t)len, 0, note);
}

arb_status arb_tree_set_comment(arb_tree *tree, arb_note_id id, const char *text, size_t len)
{
    if (id == 0 || id >= tree->note_count || tree->notes[id].kind > ARB_NOTE_LINE_COMMENT ||
        !fits_comment(text, len))
        return ARB_BAD_TEXT;
    uint32_t begin = arb__text_add(tree, text, len);
    if (begin == NO_PLACE)
        return ARB_NO_MEMORY;
    arb__note *note = &tree->notes[id];
    if (note->begin >= tree->source_len)
        tree->garbage += note->len;
    note->begin = begin;
    note->len = (uint32_t)len;
    note->kind = ARB_NOTE_COMMENT;
    return ARB_OK;
}

arb_status arb_tree_add_nag(arb_tree *tree, arb_node node, unsigned nag, arb_note_id *note)
{
    if (!arb__is_node(tree, node) || nag > ARB_NAG_LIMIT)
        return ARB_BAD_TEXT;
    return arb__note_add(tree, node, ARB_NOTE_NAG, ARB_NOTE_AFTER, NO_PLACE, 0, (uint16_t)nag,
                         note);
}
