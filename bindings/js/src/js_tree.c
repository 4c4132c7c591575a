/* js_tree.c: game trees for the modern interface. A node is a number; -1 is none. */
#include "shared_text.h"

#include <stdlib.h>
#include <string.h>

arb_tree *EXPORT(tree_new)(const arb_rules *rules)
{
    arb_tree *tree = arb_tree_new(NULL);
    arb_position start;
    if (tree && !arb_position_start(&start, rules))
        arb_tree_set_start(tree, &start);
    return tree;
}

void EXPORT(tree_free)(arb_tree *tree)
{
    arb_tree_free(tree);
}

/* Reads the first game of a text from text_keep, or of the rest of one. Returns the number of bytes
 * read, -1 if there is no game, or -2 if memory runs out or a limit is passed. */
int EXPORT(tree_read)(arb_tree *tree, const arb_rules *rules, const char *text, size_t len)
{
    size_t taken = 0;
    arb_status status = arb_tree_read(tree, rules, text, len, &taken);
    return status == ARB_OK ? (int)taken : status == ARB_BAD_TEXT ? -1 : -2;
}

int EXPORT(tree_has)(const arb_tree *tree, arb_node node)
{
    return node == 0 || arb_tree_parent(tree, node) != ARB_NO_NODE;
}

int EXPORT(tree_parent)(const arb_tree *tree, arb_node node)
{
    return (int)arb_tree_parent(tree, node);
}

int EXPORT(tree_child)(const arb_tree *tree, arb_node node)
{
    return (int)arb_tree_child(tree, node);
}

int EXPORT(tree_next)(const arb_tree *tree, arb_node node)
{
    return (int)arb_tree_next(tree, node);
}

/* Writes what leads to a node: kind (root, move, null, text), UCI, SAN. */
int EXPORT(tree_move)(const arb_tree *tree, arb_node node)
{
    static const char *const kinds[] = {"root", "move", "null", "text"};
    answer to = {0};
    answer_text(&to, kinds[arb_tree_kind(tree, node)]);
    arb_move move = arb_tree_move(tree, node);
    if (move) {
        arb_position before;
        char text[32];
        arb_tree_board(tree, arb_tree_parent(tree, node), &before);
        answer_char(&to, FIELD);
        answer_bytes(&to, text, arb_uci_write(&before, move, ARB_UCI_RULES, text, sizeof text));
        answer_char(&to, FIELD);
        answer_bytes(&to, text, arb_san_write(&before, move, text, sizeof text));
    }
    return answer_end(&to);
}

int EXPORT(tree_fen)(const arb_tree *tree, arb_node node)
{
    arb_position position;
    char fen[2048];
    answer to = {0};
    arb_tree_board(tree, node, &position);
    answer_bytes(&to, fen, arb_position_fen(&position, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen));
    return answer_end(&to);
}

/* Writes the notes of a node: kind (comment, line-comment, escape, nag, text), side, text or NAG.
 */
int EXPORT(tree_notes)(const arb_tree *tree, arb_node node)
{
    static const char *const kinds[] = {"comment", "line-comment", "escape", "nag", "text"};
    static const char *const sides[] = {"after", "before", "end"};
    answer to = {0};
    for (arb_note_id id = arb_tree_note_first(tree, node); id;
         id = arb_tree_note_next(tree, node, id)) {
        arb_note note = arb_tree_note(tree, id);
        if (to.len)
            answer_char(&to, RECORD);
        answer_text(&to, kinds[note.kind]);
        answer_char(&to, FIELD);
        answer_text(&to, sides[note.side]);
        answer_char(&to, FIELD);
        if (note.kind == ARB_NOTE_NAG)
            answer_number(&to, note.nag);
        else
            answer_bytes(&to, note.text, note.len);
    }
    return answer_end(&to);
}

int EXPORT(tree_tags)(const arb_tree *tree)
{
    answer to = {0};
    for (size_t i = 0; i < arb_tree_tag_count(tree); i++) {
        arb_tree_tag tag = arb_tree_tag_at(tree, i);
        if (i)
            answer_char(&to, RECORD);
        answer_bytes(&to, tag.name, tag.name_len);
        answer_char(&to, FIELD);
        answer_bytes(&to, tag.value, tag.value_len);
    }
    return answer_end(&to);
}

/* Sets the tag in the shared text: name, field mark, value. Returns false if the name is no tag's.
 */
int EXPORT(tree_set_tag)(arb_tree *tree, size_t len)
{
    char *mark = memchr(shared_text, FIELD, len);
    if (!mark)
        return 0;
    *mark = 0;
    return arb_tree_set_tag(tree, shared_text, mark + 1, len - (size_t)(mark + 1 - shared_text)) ==
           ARB_OK;
}

int EXPORT(tree_result)(const arb_tree *tree)
{
    answer to = {0};
    answer_text(&to, arb_result_text(arb_tree_result(tree)));
    return answer_end(&to);
}

/* Writes the faults: name, byte offset, sentence. */
int EXPORT(tree_faults)(const arb_tree *tree, arb_language lang)
{
    answer to = {0};
    for (size_t i = 0; i < arb_tree_fault_count(tree); i++) {
        const arb_tree_fault *fault = arb_tree_fault_at(tree, i);
        char text[512];
        if (!fault)
            break;
        if (i)
            answer_char(&to, RECORD);
        answer_text(&to, arb_tree_fault_name(fault->code));
        answer_char(&to, FIELD);
        answer_number(&to, (long long)fault->place);
        answer_char(&to, FIELD);
        size_t len = arb_tree_fault_text_in(tree, i, lang, text, sizeof text);
        answer_bytes(&to, text, len < sizeof text ? len : sizeof text - 1);
    }
    return answer_end(&to);
}

static int refused; /* the length of the verdict on the last move that was refused */

int EXPORT(tree_refused)(void)
{
    return refused;
}

/* Adds the move in the shared text after a node and returns its number, or -1 if it is refused;
 * then its verdict is in the shared text. */
int EXPORT(tree_add)(arb_tree *tree, arb_node parent, size_t len, arb_language lang)
{
    static arb_typed typed;
    arb_position position;
    arb_node node = ARB_NO_NODE;
    arb_tree_board(tree, parent, &position);
    arb_game *game = arb_game_new(&position, NULL);
    refused = -1;
    if (!game)
        return -1;
    if (arb_move_read(game, arb_coords_in(ARB_COORDS_ALGEBRAIC, lang), shared_text, len, &typed) ==
        ARB_OK) {
        node = arb_tree_find(tree, parent, typed.verdict.move);
        if (node == ARB_NO_NODE && arb_tree_add(tree, parent, typed.verdict.move, &node) != ARB_OK)
            node = ARB_NO_NODE;
    } else {
        size_t need = arb_typed_json(&typed, &position, NULL, 0);
        if (shared_room(need + 1)) {
            arb_typed_json(&typed, &position, shared_text, shared_size);
            refused = (int)need;
        }
    }
    arb_game_free(game);
    return (int)node;
}

int EXPORT(tree_delete)(arb_tree *tree, arb_node node)
{
    return arb_tree_delete(tree, node);
}

int EXPORT(tree_promote)(arb_tree *tree, arb_node node)
{
    return arb_tree_promote(tree, node);
}

int EXPORT(tree_demote)(arb_tree *tree, arb_node node)
{
    return arb_tree_demote(tree, node);
}

void EXPORT(tree_main_line)(arb_tree *tree, arb_node node)
{
    arb_tree_promote_line(tree, node);
}

int EXPORT(tree_comment)(arb_tree *tree, arb_node node, int before, size_t len)
{
    return arb_tree_add_comment(tree, node, before ? ARB_NOTE_BEFORE : ARB_NOTE_AFTER, shared_text,
                                len, NULL) == ARB_OK;
}

int EXPORT(tree_nag)(arb_tree *tree, arb_node node, unsigned nag)
{
    return arb_tree_add_nag(tree, node, nag, NULL) == ARB_OK;
}

/* Removes every comment and NAG of a node. */
void EXPORT(tree_clear_notes)(arb_tree *tree, arb_node node)
{
    arb_note_id id;
    while ((id = arb_tree_note_first(tree, node)) && arb_tree_delete_note(tree, node, id))
        continue;
}

int EXPORT(tree_write)(const arb_tree *tree, int keep, unsigned width)
{
    arb_pgn_options options = {.style = keep ? ARB_PGN_KEEP : ARB_PGN_EXPORT, .width = width};
    size_t len = arb_tree_write(tree, &options, NULL, 0);
    if (!shared_room(len + 1))
        return -1;
    arb_tree_write(tree, &options, shared_text, shared_size);
    return (int)len;
}
