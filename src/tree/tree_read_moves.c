/* tree_read_moves.c: what each token of the movetext does. Layer: tree.
 *
 * A token that cannot be played ends its line: the rest of it, up to the parenthesis or result that
 * closes it, is one node of text. Open variations stand in an array: no recursion. */
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

/* Puts the waiting notes on a node: in front of its move, or behind it where no further move
 * came. */
static void flush_waiting(arb__reading *r, arb_node node, arb_note_side side)
{
    for (uint32_t i = r->waiting_from; i < r->waiting_count; i++)
        note_on(r, node, side, &r->waiting[i]);
    r->waiting_count = r->waiting_from;
    r->waits = false;
}

static void take_note(arb__reading *r, arb_note_kind kind, size_t begin, size_t end, unsigned nag)
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
        take_note(r, ARB_NOTE_COMMENT, token->begin + 1, end - token->closed, 0);
        return;
    }
    if (end > token->begin + 1 && r->text[end - 1] == '\r')
        end--;
    take_note(r, token->kind == ARB_PGN_ESCAPE ? ARB_NOTE_ESCAPE : ARB_NOTE_LINE_COMMENT,
              token->begin + 1, end, 0);
}

/* Signs such as "!?" have numbers, too; a longer row of signs counts as its first two. */
static void take_nag(arb__reading *r)
{
    const char *at = r->text + r->token.begin;
    size_t len = r->token.end - r->token.begin;
    uint32_t nag;
    if (at[0] == '$') {
        arb__read_number(at + 1, len - 1, ARB_NAG_LIMIT, &nag);
    } else {
        bool bad = at[0] == '?';
        nag = len == 1 ? 1 + bad : at[0] == at[1] ? 3 + bad : 5 + bad;
    }
    take_note(r, nag > ARB_NAG_LIMIT ? ARB_NOTE_TEXT : ARB_NOTE_NAG, r->token.begin, r->token.end,
              nag);
}

/* ---- lines ---- */

static bool add_node(arb__reading *r, int kind, arb_move move, size_t place)
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

/* Keeps the rest of the line, from the token up to what closes the line, as a node of text. */
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
        bool closes = token.kind == ARB_PGN_CLOSE && open == 0 && r->depth > 0;
        bool result = token.kind == ARB_PGN_RESULT && open == 0 && r->depth == 0;
        bool next_game = token.kind == ARB_PGN_TAG && token.line_start && token.blank_before;
        if (token.kind == ARB_PGN_END || closes || result || next_game) {
            /* A result at the very end is the game's, though a parenthesis is open. */
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
    if (add_node(r, NODE_TEXT, ARB_NO_MOVE, begin))
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
    /* A variation without moves is kept as a node without text. */
    if (r->fresh)
        add_node(r, NODE_TEXT, ARB_NO_MOVE, r->token.begin);
    flush_waiting(r, r->node, ARB_NOTE_AFTER);
    const arb__open_line *line = &r->lines[--r->depth];
    r->node = line->node;
    r->waiting_from = line->before;
    arb__cursor_return(&r->cursor, r->node);
    r->fresh = r->ended = false;
    r->waits = true;
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
    if (add_node(r, NODE_NULL, ARB_NO_MOVE, r->token.begin)) {
        r->cursor.undo = undo;
        r->cursor.has_undo = true;
    }
}

/* ---- stretches of moves ---- */

/* Does this begin a comment, a variation or a NAG? A run skips them, and a tree keeps them. */
static bool ends_stretch(char c)
{
    return c == '{' || c == '(' || c == ')' || c == '$' || c == '!' || c == '?';
}

/* The bytes from here on that are nothing but words, numbers and blanks, up to the end of a word.
 */
static size_t stretch_length(const char *text, size_t len)
{
    size_t most = len < ARB__RUN_BYTES ? len : ARB__RUN_BYTES, n = 0;
    while (n < most && !ends_stretch(text[n]))
        n++;
    while (n > 0 && n < len && (unsigned char)text[n] > ' ' && (unsigned char)text[n - 1] > ' ')
        n--; /* the limit cut a word */
    return n;
}

/* Skips a move number, if one stands here, and blanks: where the next word begins. */
static size_t next_word(const char *text, size_t at)
{
    while ((unsigned char)text[at] <= ' ' || arb__is_digit(text[at]) || text[at] == '.')
        at++;
    return at;
}

/* Plays many moves at once, by the run that plays whole collections. False: too few moves stand
 * here without anything between them, and nothing has changed. */
static bool take_run(arb__reading *r)
{
    enum { LEAST = 40 };
    size_t begin = r->token.begin;
    size_t len = stretch_length(r->text + begin, r->in.len - begin);
    uint64_t plies;
    if (len < LEAST || !r->run.fits)
        return false;
    r->run.moves = r->run_moves;
    r->run.cap = ARB__RUN_MOVES;
    r->run.room = r->in.len - begin - len;
    size_t taken = arb_run_score(&r->run, &r->cursor.position, r->text + begin, len, &plies);
    size_t at = begin;
    for (uint64_t i = 0; i < plies; i++) {
        at = next_word(r->text, at);
        if (!add_node(r, NODE_MOVE, r->run_moves[i], at))
            return true;
        while (at < begin + taken && (unsigned char)r->text[at] > ' ')
            at++;
    }
    if (plies == 0)
        return false;
    r->cursor.undo = r->run.last;
    r->cursor.has_undo = r->has_moves = true;
    r->in.at = begin + taken;
    r->in.line_start = r->in.after_tag = false;
    return true;
}

static void take_word(arb__reading *r)
{
    if (r->playable && take_run(r))
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
        if (add_node(r, NODE_MOVE, san.move, begin)) {
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
        take_note(r, ARB_NOTE_TEXT, begin, r->token.end, 0);
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
    take_note(r, ARB_NOTE_TEXT, r->token.begin, r->token.end, 0);
}

static void take_after_result(arb__reading *r)
{
    if (!r->text_after)
        arb__read_fault(r, ARB_TREE_TEXT_AFTER, r->token.begin, r->token.end);
    r->text_after = true;
    take_note(r, ARB_NOTE_TEXT, r->token.begin, r->token.end, 0);
}

void arb__read_move_token(arb__reading *r)
{
    if (r->tree->has_marker && r->token.kind != ARB_PGN_NAG) {
        take_after_result(r);
        return;
    }
    if (r->depth == 0 && arb_pgn_is_both_lose(r->in.text, r->in.len, &r->token) &&
        arb_tree_result(r->tree) == ARB_BOTH_LOSE) {
        r->token.kind = ARB_PGN_RESULT;
        r->token.result = ARB_BOTH_LOSE;
    }
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
        take_nag(r);
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
