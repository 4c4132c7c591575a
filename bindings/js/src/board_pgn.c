/* board_pgn.c: reads a PGN by the library and plays it on a board. */
#include "board.h"

#include <stdlib.h>
#include <string.h>

static void write_tags(answer *to, const arb_tree *tree)
{
    for (size_t i = 0; i < arb_tree_tag_count(tree); i++) {
        arb_tree_tag tag = arb_tree_tag_at(tree, i);
        answer_char(to, 'T');
        answer_bytes(to, tag.name, tag.name_len);
        answer_char(to, FIELD);
        answer_bytes(to, tag.value, tag.value_len);
        answer_char(to, RECORD);
    }
}

static void write_comments(answer *to, const board *b, const arb_tree *tree, arb_node node,
                           bool end)
{
    bool any = false;
    for (arb_note_id id = arb_tree_note_first(tree, node); id;
         id = arb_tree_note_next(tree, node, id)) {
        arb_note note = arb_tree_note(tree, id);
        if ((note.kind != ARB_NOTE_COMMENT && note.kind != ARB_NOTE_LINE_COMMENT) ||
            (note.side == ARB_NOTE_END) != end)
            continue;
        if (!any) {
            answer_char(to, 'C');
            board_write_fen(to, b, false);
            answer_char(to, FIELD);
            answer_char(to, note.kind == ARB_NOTE_COMMENT ? '{' : ';');
        } else {
            answer_char(to, ' ');
        }
        answer_bytes(to, note.text, note.len);
        any = true;
    }
    if (any)
        answer_char(to, RECORD);
}

static void write_refused(answer *to, const arb_tree *tree, arb_node node)
{
    for (arb_note_id id = arb_tree_note_first(tree, node); id;
         id = arb_tree_note_next(tree, node, id)) {
        arb_note note = arb_tree_note(tree, id);
        size_t begin = 0, end;
        if (note.kind != ARB_NOTE_TEXT)
            continue;
        while (begin < note.len && (note.text[begin] == '.' || note.text[begin] <= ' ' ||
                                    (note.text[begin] >= '0' && note.text[begin] <= '9')))
            begin++;
        for (end = begin; end < note.len && note.text[end] > ' '; end++)
            continue;
        answer_char(to, 'X');
        answer_bytes(to, note.text + begin, end - begin);
        answer_char(to, RECORD);
        return;
    }
}

/* Plays the main line of a tree on the board, with its comments. */
static void play_line(answer *to, board *b, const arb_tree *tree, const char *pgn, size_t len,
                      bool strict)
{
    arb_node node = ARB_ROOT;
    write_comments(to, b, tree, node, false);
    for (;;) {
        arb_node next = arb_tree_child(tree, node);
        if (next == ARB_NO_NODE)
            break;
        arb_node_kind kind = arb_tree_kind(tree, next);
        if (kind == ARB_NODE_TEXT) {
            write_refused(to, tree, next);
            break;
        }
        arb_move move = arb_tree_move(tree, next);
        size_t place = arb_tree_place(tree, next), end = place;
        while (end < len && pgn[end] > ' ' && !strchr("(){};$!?", pgn[end]))
            end++;
        bool bad =
            kind == ARB_NODE_MOVE &&
            (!arb_position_is_legal(&b->position, move) ||
             (strict && board_read_san(&b->position, pgn + place, end - place, true) != move));
        if (bad || !board_make(b, move)) {
            answer_char(to, 'X');
            answer_bytes(to, pgn + place, end - place);
            answer_char(to, RECORD);
            break;
        }
        write_comments(to, b, tree, next, false);
        node = next;
    }
    write_comments(to, b, tree, ARB_ROOT, true);
}

/* Faults that chess.js lets pass, or that it meets when it plays the moves. */
static bool is_syntax(arb_tree_fault_code code)
{
    return code == ARB_TREE_BAD_TOKEN || code == ARB_TREE_BAD_TAG ||
           code == ARB_TREE_UNCLOSED_COMMENT || code == ARB_TREE_UNCLOSED_PAREN ||
           code == ARB_TREE_STRAY_CLOSE_PAREN || code == ARB_TREE_STRAY_CHAR ||
           code == ARB_TREE_TEXT_AFTER;
}

static void write_fault(answer *to, arb_tree_fault_code code, const char *text, size_t len)
{
    answer_char(to, 'F');
    answer_text(to, arb_tree_fault_name(code));
    answer_char(to, FIELD);
    answer_bytes(to, text, len);
    answer_char(to, RECORD);
}

static bool is_blank(const char *text, size_t len)
{
    return strspn(text, " \t\r\n") >= len;
}

/* Joins the tags at the beginning into one section, because for chess.js a second [Event] before
 * any move begins no new game. */
static void join_tags(char *pgn, size_t len)
{
    arb_pgn_reader in = arb_pgn_reader_on(pgn, len);
    arb_pgn_token tag = arb_pgn_next(&in), next;
    for (; tag.kind == ARB_PGN_TAG; tag = next) {
        next = arb_pgn_next(&in);
        if (next.kind != ARB_PGN_TAG || !is_blank(pgn + tag.end, next.begin - tag.end))
            return;
        for (size_t i = tag.end; i < next.begin; i++)
            pgn[i] = i == tag.end ? '\n' : ' ';
    }
}

/* Reads the only game in the shared text and plays its main line: with `again` on the present
 * board, else from the start of chess unless there is a fault or a FEN tag. Records: T name value,
 * F fault, P (the line was played), C FEN comment, X a refused move, R result. */
int EXPORT(board_pgn)(board *b, size_t len, int again, int strict)
{
    answer to = {0};
    char *pgn = malloc(len + 1);
    arb_tree *tree = arb_tree_new(NULL);
    if (!pgn || !tree) {
        free(pgn);
        arb_tree_free(tree);
        return -1;
    }
    memcpy(pgn, shared_text, len);
    pgn[len] = 0;
    join_tags(pgn, len);
    size_t taken = len;
    if (arb_tree_read(tree, board_rules(), pgn, len, &taken) == ARB_OK) {
        bool play = again || !arb_tree_has_tag(tree, "FEN");
        write_tags(&to, tree);
        for (size_t i = 0; i < arb_tree_fault_count(tree); i++) {
            const arb_tree_fault *fault = arb_tree_fault_at(tree, i);
            if (!fault)
                break;
            if (!is_syntax(fault->code))
                continue;
            play = false;
            write_fault(&to, fault->code, pgn + fault->place, fault->len);
        }
        if (!is_blank(pgn + taken, len - taken)) { /* a second game */
            play = false;
            write_fault(&to, ARB_TREE_TEXT_AFTER, pgn + taken, 1);
        }
        if (play) {
            if (!again)
                board_reset(b);
            answer_char(&to, 'P');
            answer_char(&to, RECORD);
            play_line(&to, b, tree, pgn, len, strict);
        }
        if (arb_tree_has_marker(tree)) {
            answer_char(&to, 'R');
            answer_text(&to, arb_result_text(arb_tree_result(tree)));
            answer_char(&to, RECORD);
        }
    }
    arb_tree_free(tree);
    free(pgn);
    return answer_end(&to);
}
