/* tree_edit.c: changes a game with variations, as the page asks. Layer: server. The library makes
 * the change. */
#include "server/answers/tree_json.h"

#include <stdlib.h>
#include <string.h>

static const char *text_of(json_t *edit, const char *key)
{
    const char *text = json_string_value(json_object_get(edit, key));
    return text != NULL ? text : "";
}

static const char *add(arb_tree *tree, json_t *edit, arb_node *node)
{
    const char *text = text_of(edit, "move");
    arb_position position;
    arb_typed typed;
    arb_tree_board(tree, *node, &position);
    if (arb_position_move_read(&position, ARB_COORDS_ALGEBRAIC, text, strlen(text), &typed) !=
        ARB_OK)
        return "this is no legal move here";
    arb_node found = arb_tree_find(tree, *node, typed.verdict.move);
    if (found == ARB_NO_NODE && arb_tree_add(tree, *node, typed.verdict.move, &found) != ARB_OK)
        return "there is no memory for the move";
    *node = found;
    return NULL;
}

/* The note that a person means by "the comment": the first one after the move. */
static arb_note_id comment_of(const arb_tree *tree, arb_node node)
{
    for (arb_note_id id = arb_tree_note_first(tree, node); id != 0;
         id = arb_tree_note_next(tree, node, id)) {
        arb_note note = arb_tree_note(tree, id);
        if (note.kind == ARB_NOTE_COMMENT && note.side == ARB_NOTE_AFTER)
            return id;
    }
    return 0;
}

/* Replaces the text of the comment; commands in it stay, before the text. */
static const char *comment(arb_tree *tree, json_t *edit, arb_node node)
{
    const char *text = text_of(edit, "text");
    arb_note_id id = comment_of(tree, node);
    arb_note note = id != 0 ? arb_tree_note(tree, id) : (arb_note){.len = 0};
    size_t len = 0, at = 0;
    arb_command command;
    char *whole = malloc(note.len + strlen(text) + 3);
    if (whole == NULL)
        return "there is no memory for the comment";
    while (id != 0 && arb_command_next(note.text, note.len, &at, &command)) {
        memcpy(whole + len, note.text + command.begin, command.end - command.begin);
        len += command.end - command.begin;
    }
    if (len > 0 && text[0] != '\0')
        whole[len++] = ' ';
    memcpy(whole + len, text, strlen(text));
    len += strlen(text);
    arb_status status = ARB_OK;
    if (id != 0 && len == 0)
        arb_tree_delete_note(tree, node, id);
    else if (id != 0)
        status = arb_tree_set_comment(tree, id, whole, len);
    else if (len > 0)
        status = arb_tree_add_comment(tree, node, ARB_NOTE_AFTER, whole, len, NULL);
    free(whole);
    return status == ARB_BAD_TEXT ? "a comment cannot hold both a closing brace and a line end"
           : status != ARB_OK     ? "there is no memory for the comment"
                                  : NULL;
}

/* Moves the comments after the signs, which come directly after the move. */
static bool move_comments(arb_tree *tree, arb_node node)
{
    enum { MOST = 64 };
    arb_note_id ids[MOST];
    size_t count = 0;
    for (arb_note_id id = arb_tree_note_first(tree, node); id != 0 && count < MOST;
         id = arb_tree_note_next(tree, node, id)) {
        arb_note note = arb_tree_note(tree, id);
        if (note.kind == ARB_NOTE_COMMENT && note.side == ARB_NOTE_AFTER)
            ids[count++] = id;
    }
    for (size_t i = 0; i < count; i++) {
        arb_note note = arb_tree_note(tree, ids[i]);
        char *text = malloc(note.len + 1);
        if (text == NULL)
            return false;
        memcpy(text, note.text, note.len);
        arb_status status = arb_tree_add_comment(tree, node, ARB_NOTE_AFTER, text, note.len, NULL);
        free(text);
        if (status != ARB_OK)
            return false;
        arb_tree_delete_note(tree, node, ids[i]);
    }
    return true;
}

/* The signs "!" to "?!" (1 to 6) replace one another; setting the same one again removes it. */
static const char *nag(arb_tree *tree, json_t *edit, arb_node node)
{
    json_int_t wanted = json_integer_value(json_object_get(edit, "nag"));
    bool was = false;
    if (wanted < 1 || wanted > 255)
        return "'nag' is a number from 1 to 255";
    for (arb_note_id id = arb_tree_note_first(tree, node), next; id != 0; id = next) {
        arb_note note = arb_tree_note(tree, id);
        next = arb_tree_note_next(tree, node, id);
        if (note.kind != ARB_NOTE_NAG ||
            (note.nag != (unsigned)wanted && (note.nag > 6 || wanted > 6)))
            continue;
        was |= note.nag == (unsigned)wanted;
        arb_tree_delete_note(tree, node, id);
    }
    if (!was && (arb_tree_add_nag(tree, node, (unsigned)wanted, NULL) != ARB_OK ||
                 !move_comments(tree, node)))
        return "there is no memory for the sign";
    return NULL;
}

static const char *marks(arb_tree *tree, json_t *edit, arb_node node)
{
    static const char *const names[] = {"csl", "cal"};
    for (int i = 0; i < 2; i++) {
        const char *text = text_of(edit, names[i]);
        if (strpbrk(text, "]}\n") != NULL)
            return "marks are written as in Ge2e4,Rd5";
        if (arb_tree_set_command(tree, node, names[i], text[0] != '\0' ? text : NULL,
                                 strlen(text)) != ARB_OK)
            return "there is no memory for the marks";
    }
    return NULL;
}

static const char *tag(arb_tree *tree, json_t *edit)
{
    const char *name = text_of(edit, "name"), *value = text_of(edit, "value");
    if (strcmp(name, "FEN") == 0 || strcmp(name, "Variant") == 0 || strcmp(name, "SetUp") == 0)
        return "where a game starts cannot be changed in it";
    arb_status status = arb_tree_set_tag(tree, name, value, strlen(value));
    return status == ARB_NO_MEMORY ? "there is no memory for the tag"
           : status != ARB_OK      ? "this is no name of a tag"
                                   : NULL;
}

const char *tree_edit(arb_tree *tree, json_t *edit, arb_node *node)
{
    const char *what = text_of(edit, "edit");
    json_t *number = json_object_get(edit, "node");
    json_int_t at = json_is_integer(number) ? json_integer_value(number) : 0;
    if (at < 0 || at >= (json_int_t)arb_tree_count(tree))
        return "the game has no such node";
    *node = (arb_node)at;
    if (strcmp(what, "add") == 0)
        return add(tree, edit, node);
    if (strcmp(what, "comment") == 0)
        return comment(tree, edit, *node);
    if (strcmp(what, "nag") == 0)
        return nag(tree, edit, *node);
    if (strcmp(what, "marks") == 0)
        return marks(tree, edit, *node);
    if (strcmp(what, "tag") == 0)
        return tag(tree, edit);
    if (strcmp(what, "promote") == 0) {
        arb_tree_promote(tree, *node);
        return NULL;
    }
    if (strcmp(what, "main") == 0) {
        arb_tree_promote_line(tree, *node);
        return NULL;
    }
    if (strcmp(what, "delete") != 0)
        return "edits are add, comment, nag, marks, tag, promote, main and delete";
    arb_node parent = arb_tree_parent(tree, *node);
    if (!arb_tree_delete(tree, *node))
        return "the start cannot be deleted";
    *node = parent;
    return NULL;
}
