/* tree_read_moves.c: what each token of the movetext does. Layer: tree.
 *
 * A token that cannot be played ends its line: everything up to the parenthesis or result that
 * closes the line becomes one node of text. Open variations are in an array, so that there is no
 * recursion. */
#include "base/text.h"
#include "tree/tree_read.h"

/* ---- notes ---- */

static void note_on(arb__reading *r, arb_node node, arb_note_side side,
                    const arb__waiting_note *note)
{
    arb_status status = arb__note_add(r->tree, node, (arb_note_kind)note->kind, side, note->begin,
                                      note->len, note->nag, &r->result_note);
    if (status != ARB_OK)
        arb__read_fail(r, status);
}

/* Attaches the waiting notes to a node: before its move, or after it if no further move
 * followed. */
static void flush_waiting(arb__reading *r, arb_node node, arb_note_side side)
{
    for (uint32_t i = r->waiting_from; i < r->waiting_count; i++)
        note_on(r, node, side, &r->waiting[i]);
    r->waiting_count = r->waiting_from;
    r->waits = false;
}

void arb__read_note(arb__reading *r, arb_note_kind kind, size_t begin, size_t end, unsigned nag)
{
    arb__waiting_note note = {(uint32_t)begin, (uint32_t)(end - begin), (uint16_t)nag,
                              (uint8_t)kind};
    if (r->tree->has_marker) {
        note_on(r, ARB_ROOT, ARB_NOTE_END, &note);
        return;
    }
    if (!r->fresh && (!r->waits || kind == ARB_NOTE_NAG)) {
        note_on(r, r->node, ARB_NOTE_AFTER, &note);
        return;
    }
    void *waiting = r->waiting;
    if (!arb__grow(r->tree, &waiting, &r->waiting_cap, r->waiting_count, sizeof note, UINT32_MAX)) {
        arb__read_fail(r, ARB_NO_MEMORY);
        return;
    }
    r->waiting = (arb__waiting_note *)waiting;
    r->waiting[r->waiting_count++] = note;
}

void arb__read_comment(arb__reading *r)
{
    const arb_pgn_token *token = &r->token;
    size_t end = token->end;
    if (token->kind == ARB_PGN_COMMENT) {
        if (!token->closed)
            arb__read_fault(r, ARB_TREE_UNCLOSED_COMMENT, token->begin, token->begin + 1);
        arb__read_note(r, ARB_NOTE_COMMENT, token->begin + 1, end - token->closed, 0);
        return;
    }
    while (end > token->begin + 1 && r->text[end - 1] == '\r')
        end--; /* every one: else each writing and reading of the game would drop one more */
    arb__read_note(r, token->kind == ARB_PGN_ESCAPE ? ARB_NOTE_ESCAPE : ARB_NOTE_LINE_COMMENT,
                   token->begin + 1, end, 0);
}

/* Signs such as "!?" have NAG numbers too; of a longer row of signs the first two count. */
void arb__read_nag(arb__reading *r, size_t begin, size_t end)
{
    const char *at = r->text + begin;
    size_t len = end - begin;
    uint32_t nag;
    if (at[0] == '$') {
        arb__read_number(at + 1, len - 1, ARB_NAG_LIMIT, &nag);
    } else {
        bool bad = at[0] == '?';
        nag = len == 1 ? 1 + bad : at[0] == at[1] ? 3 + bad : 5 + bad;
    }
    arb__read_note(r, nag > ARB_NAG_LIMIT ? ARB_NOTE_TEXT : ARB_NOTE_NAG, begin, end, nag);
}

/* ---- lines ---- */

bool arb__read_add(arb__reading *r, int kind, arb_move move, size_t place)
{
    arb_node parent =
        r->fresh && r->depth > 0 ? r->tree->nodes[r->lines[r->depth - 1].node].parent : r->node;
    arb_node node;
    arb_status status = arb__node_add(r->tree, parent, kind, move, (uint32_t)place, &node);
    if (status == ARB_OK)
        status = arb__boards_note(r->tree, node);
    if (status != ARB_OK) {
        arb__read_fail(r, status);
        return false;
    }
    r->node = node;
    r->fresh = false;
    flush_waiting(r, node, ARB_NOTE_BEFORE);
    return true;
}

/* "0-0" is a result where the tags say that both lose and the moves end; elsewhere it castles. */
static void find_both_lose(const arb__reading *r, arb_pgn_token *token)
{
    if (r->both_lose && r->depth == 0 && arb_pgn_is_both_lose(r->in.text, r->in.len, token)) {
        token->kind = ARB_PGN_RESULT;
        token->result = ARB_BOTH_LOSE;
    }
}

/* Stores the rest of the line, from this token up to what closes the line, as a node of text. */
static void keep_rest(arb__reading *r)
{
    size_t begin = r->token.begin, end = begin;
    size_t open = 0;
    bool unclosed = false, result_last = false;
    arb_pgn_reader in = r->in, at_result = in;
    size_t before_result = begin;
    in.at = begin;
    in.line_start = in.after_tag = false;
    in.line_start = r->token.line_start && r->text[begin] != '[';
    for (;;) {
        arb_pgn_reader here = in;
        arb_pgn_token token = arb_pgn_next(&in);
        find_both_lose(r, &token);
        bool closes = token.kind == ARB_PGN_CLOSE && open == 0 && r->depth > 0;
        bool result = token.kind == ARB_PGN_RESULT && open == 0 && r->depth == 0;
        bool next_game = token.kind == ARB_PGN_TAG && token.line_start && token.blank_before;
        if (token.kind == ARB_PGN_END || closes || result || next_game) {
            /* A result at the very end belongs to the game even if a parenthesis is open. */
            bool rewind = result_last && !closes && !result;
            r->in = rewind ? at_result : here;
            end = rewind ? before_result : end;
            break;
        }
        result_last = token.kind == ARB_PGN_RESULT;
        if (result_last) {
            at_result = here;
            before_result = end;
        }
        open += token.kind == ARB_PGN_OPEN;
        open -= token.kind == ARB_PGN_CLOSE && open > 0;
        end = token.end;
        unclosed = token.kind == ARB_PGN_COMMENT && !token.closed;
        if (unclosed)
            arb__read_fault(r, ARB_TREE_UNCLOSED_COMMENT, token.begin, token.begin + 1);
    }
    if (open > 0)
        arb__read_fault(r, ARB_TREE_UNCLOSED_PAREN, begin, begin + 1);
    r->ended = true;
    arb__waiting_note rest = {(uint32_t)begin, (uint32_t)(end - begin), 0, ARB_NOTE_TEXT};
    if (arb__read_add(r, NODE_TEXT, ARB_NO_MOVE, begin))
        note_on(r, r->node, ARB_NOTE_AFTER, &rest);
    if (unclosed || open > 0)
        r->open_text = r->result_note;
    r->open_comment = unclosed;
    r->open_parens = open;
}

static void open_variation(arb__reading *r)
{
    bool no_move = r->fresh ? true : r->node == ARB_ROOT;
    if (no_move || r->depth == ARB_TREE_DEPTH_LIMIT) {
        if (r->depth == ARB_TREE_DEPTH_LIMIT)
            arb__read_fail(r, ARB_LIMIT);
        arb__read_fault(r, ARB_TREE_BAD_TOKEN, r->token.begin, r->token.end);
        keep_rest(r);
        return;
    }
    void *lines = r->lines;
    if (!arb__grow(r->tree, &lines, &r->line_cap, r->depth, sizeof *r->lines,
                   ARB_TREE_DEPTH_LIMIT + 1)) {
        arb__read_fail(r, ARB_NO_MEMORY);
        return;
    }
    r->lines = (arb__open_line *)lines;
    r->lines[r->depth++] = (arb__open_line){r->node, (uint32_t)r->token.begin, r->waiting_from};
    r->waiting_from = r->waiting_count;
    arb__cursor_branch(&r->cursor, r->node);
    r->fresh = true;
    r->waits = r->ended = false;
}

void arb__read_close(arb__reading *r)
{
    /* A variation without moves becomes a node without text. */
    if (r->fresh)
        arb__read_add(r, NODE_TEXT, ARB_NO_MOVE, r->token.begin);
    flush_waiting(r, r->node, ARB_NOTE_AFTER);
    const arb__open_line *line = &r->lines[--r->depth];
    r->node = line->node;
    r->waiting_from = line->before;
    arb__cursor_return(&r->cursor, r->node);
    r->fresh = r->ended = false;
    /* What replaces the first move of a variation is written as one more variation of the same
     * move, behind this one. So nothing will stand between this move and the comment: it is a
     * comment after the move. */
    r->waits = arb__is_first(r->tree, r->node);
}

/* ---- words ---- */

static bool has_digit(const char *word, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (arb__is_digit(word[i]))
            return true;
    return false;
}

static void take_null_move(arb__reading *r)
{
    arb_undo undo;
    if (!arb_position_make_null(&r->cursor.position, &undo)) {
        arb__read_fault(r, ARB_TREE_ILLEGAL, r->token.begin, r->token.end);
        keep_rest(r);
        return;
    }
    if (r->depth == 0)
        arb__read_fault(r, ARB_TREE_NULL_MOVE, r->token.begin, r->token.end);
    if (arb__read_add(r, NODE_NULL, ARB_NO_MOVE, r->token.begin)) {
        r->cursor.undo = undo;
        r->cursor.has_undo = true;
    }
}

static void take_word(arb__reading *r)
{
    if (r->playable && arb__read_run(r))
        return;
    size_t begin = r->token.begin, len = r->token.end - begin;
    const char *word = r->text + begin;
    arb_san san;
    if (r->playable && arb_pgn_is_null_move(word, len)) {
        take_null_move(r);
        return;
    }
    while (len > 1 && *word == '.') {
        word++;
        len--;
    }
    bool bracket = *word == '['; /* a tag where none may stand, or text that looks like one */
    arb_status status =
        r->playable && !bracket ? arb_san_read(&r->cursor.position, word, len, &san) : ARB_BAD_TEXT;
    if (status == ARB_OK) {
        if (arb__read_add(r, NODE_MOVE, san.move, begin)) {
            arb_position_make(&r->cursor.position, san.move, &r->cursor.undo);
            r->cursor.has_undo = r->has_moves = true;
        }
        return;
    }
    if (r->playable)
        arb__read_fault(r,
                        status == ARB_ILLEGAL     ? ARB_TREE_ILLEGAL
                        : status == ARB_AMBIGUOUS ? ARB_TREE_AMBIGUOUS
                                                  : ARB_TREE_BAD_TOKEN,
                        begin, r->token.end);
    if (status == ARB_BAD_TEXT && !has_digit(word, len) && r->playable && !bracket)
        arb__read_note(r, ARB_NOTE_TEXT, begin, r->token.end, 0);
    else
        keep_rest(r);
}

static void take_result(arb__reading *r)
{
    if (r->depth == 0) {
        flush_waiting(r, r->node, ARB_NOTE_AFTER);
        r->tree->has_marker = true;
        r->tree->marker = r->token.result;
        r->fresh = false;
        return;
    }
    /* A result inside a variation ends the game if nothing follows it, and is text of the variation
     * otherwise. */
    r->result = r->token.result;
    r->result_last = !r->fresh && !r->waits;
    arb__read_note(r, ARB_NOTE_TEXT, r->token.begin, r->token.end, 0);
}

static void take_after_result(arb__reading *r)
{
    if (!r->text_after)
        arb__read_fault(r, ARB_TREE_TEXT_AFTER, r->token.begin, r->token.end);
    r->text_after = true;
    arb__read_note(r, ARB_NOTE_TEXT, r->token.begin, r->token.end, 0);
}

void arb__read_move_token(arb__reading *r)
{
    if (r->tree->has_marker && r->token.kind != ARB_PGN_NAG) {
        take_after_result(r);
        return;
    }
    find_both_lose(r, &r->token);
    switch (r->token.kind) {
    case ARB_PGN_WORD:
    case ARB_PGN_TAG:
        take_word(r);
        break;
    case ARB_PGN_RESULT:
        take_result(r);
        break;
    case ARB_PGN_OPEN:
        open_variation(r);
        break;
    case ARB_PGN_CLOSE:
        if (r->depth > 0)
            arb__read_close(r);
        else
            arb__read_fault(r, ARB_TREE_STRAY_CLOSE_PAREN, r->token.begin, r->token.end);
        break;
    case ARB_PGN_NAG:
        arb__read_nag(r, r->token.begin, r->token.end);
        break;
    case ARB_PGN_STRAY:
        arb__read_fault(r, ARB_TREE_STRAY_CHAR, r->token.begin, r->token.end);
        break;
    default:
        break;
    }
}

void arb__read_flush(arb__reading *r)
{
    flush_waiting(r, r->node, ARB_NOTE_AFTER);
}
