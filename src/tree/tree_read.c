/* tree_read.c: reads the first game of a PGN text as a tree, and finds where the game begins and
 * ends. Layer: tree.
 *
 * The reader is lenient: it records each fault with its place and reads on. A line that starts with
 * [Event always begins a game, as in a check of collections. */
#include "tree/tree_read.h"
#include "base/text.h"

#include <stddef.h>

void arb__read_fail(arb__reading *r, arb_status status)
{
    if (r->status == ARB_OK)
        r->status = status;
}

void arb__read_fault(arb__reading *r, arb_tree_fault_code code, size_t begin, size_t end)
{
    arb_tree *tree = r->tree;
    tree->faults_found++;
    if (tree->fault_count == ARB_TREE_FAULT_LIMIT)
        return;
    void *faults = tree->faults;
    if (!arb__grow(tree, &faults, &tree->fault_cap, tree->fault_count, sizeof *tree->faults,
                   ARB_TREE_FAULT_LIMIT)) {
        arb__read_fail(r, ARB_NO_MEMORY);
        return;
    }
    tree->faults = (arb_tree_fault *)faults;
    tree->faults[tree->fault_count++] =
        (arb_tree_fault){code, r->node, tree->base + begin, (uint32_t)(end - begin)};
}

/* ---- where the game ends ---- */

static const char event_head[] = "[Event ";

/* The next line that begins with [Event, which always begins a game. */
static size_t next_event(const char *text, size_t len, size_t from)
{
    const size_t head = sizeof event_head - 1;
    while (from < len) {
        const char *end = (const char *)memchr(text + from, '\n', len - from);
        if (!end)
            return len;
        from = (size_t)(end - text) + 1;
        if (len - from >= head && memcmp(text + from, event_head, head) == 0)
            return from;
    }
    return len;
}

/* Does this tag, which follows moves, begin the next game? It does after a result or an empty
 * line. */
static bool tag_ends_game(const arb__reading *r)
{
    const arb_pgn_token *token = &r->token;
    return r->in_moves && ((token->line_start && token->blank_before) || r->tree->has_marker);
}

/* Does this token begin a game without tags? "1." does, at the start of a line after a game that is
 * over. */
static bool number_ends_game(const arb__reading *r)
{
    const arb_pgn_token *token = &r->token;
    if (token->kind != ARB_PGN_NUMBER || token->number != 1 || !token->line_start ||
        token->end - token->begin != 2 || r->depth > 0 || !r->in_moves)
        return false;
    return r->tree->has_marker || (token->blank_before && r->has_moves && !r->ended);
}

static bool ends_in_line_comment(const char *text, size_t len)
{
    for (; len > 0 && text[len - 1] != '\n'; len--)
        if (text[len - 1] == ';' || text[len - 1] == '%' || text[len - 1] == '[')
            return true;
    return false;
}

/* Closes the braces and parentheses that the text of an unplayable line has left open. */
static void close_text(arb__reading *r)
{
    arb_tree *tree = r->tree;
    if (r->open_text == 0)
        return;
    arb__note *note = &tree->notes[r->open_text];
    const char *text = r->text + note->begin;
    bool line = !r->open_comment && ends_in_line_comment(text, note->len);
    uint32_t begin = arb__text_add(tree, text, note->len);
    bool failed = begin == NO_PLACE;
    if (!failed && r->open_comment)
        failed = arb__text_add(tree, "}", 1) == NO_PLACE;
    if (!failed && line && r->open_parens > 0)
        failed = arb__text_add(tree, "\n", 1) == NO_PLACE;
    for (size_t i = 0; i < r->open_parens && !failed; i++)
        failed = arb__text_add(tree, ")", 1) == NO_PLACE;
    if (failed) {
        arb__read_fail(r, ARB_NO_MEMORY);
        return;
    }
    note->begin = begin;
    note->len = tree->text_len - begin;
}

static void finish(arb__reading *r, size_t end)
{
    arb_tree *tree = r->tree;
    if (!r->in_moves)
        arb__read_begin_moves(r);
    bool marker_inside = r->depth > 0 && r->result_last;
    if (marker_inside)
        arb_tree_delete_note(tree, r->node, r->result_note);
    for (; r->depth > 0 && r->status == ARB_OK; arb__read_close(r))
        arb__read_fault(r, ARB_TREE_UNCLOSED_PAREN, r->lines[r->depth - 1].place,
                        r->lines[r->depth - 1].place + 1u);
    arb__read_flush(r);
    if (marker_inside) {
        tree->has_marker = true;
        tree->marker = r->result;
    }
    if (!tree->has_marker)
        arb__read_fault(r, ARB_TREE_NO_MARKER, end, end);
    if (r->status != ARB_OK)
        return;
    tree->text_len = tree->source_len = 0;
    if (arb__text_add(tree, r->text, end) == NO_PLACE) {
        arb__read_fail(r, ARB_NO_MEMORY);
        return;
    }
    tree->source_len = (uint32_t)end;
    close_text(r);
    for (uint32_t i = 0; i < tree->tag_count; i++) {
        arb__tag *tag = &tree->tags[i];
        if (!tag->escaped)
            continue;
        uint32_t begin = arb__text_add(tree, r->text + tag->value, tag->value_len);
        if (begin == NO_PLACE) {
            arb__read_fail(r, ARB_NO_MEMORY);
            return;
        }
        tag->value_len = arb__unescape(tree->text + begin, r->text + tag->value, tag->value_len);
        tag->value = begin;
        tree->text_len = begin + tag->value_len;
    }
}

/* Reads a game from its beginning and returns the number of bytes up to the next game. */
static size_t read_game(arb__reading *r, size_t len)
{
    r->in = arb_pgn_reader_on(r->text, len);
    size_t end = 0;
    while (r->status == ARB_OK) {
        r->token = arb_pgn_next(&r->in);
        if (r->token.kind == ARB_PGN_END)
            break;
        if ((r->token.kind == ARB_PGN_TAG && tag_ends_game(r)) || number_ends_game(r)) {
            if (!r->token.line_start) /* two files joined without a line end */
                arb__read_fault(r, ARB_TREE_TEXT_AFTER, r->token.begin, r->token.end);
            finish(r, end);
            return r->token.begin;
        }
        if (r->token.kind == ARB_PGN_TAG && !r->in_moves) {
            arb__read_tag(r);
            end = r->token.end;
            continue;
        }
        bool comment = r->token.kind == ARB_PGN_COMMENT || r->token.kind == ARB_PGN_LINE_COMMENT ||
                       r->token.kind == ARB_PGN_ESCAPE;
        if (comment) {
            r->result_last = false;
            arb__read_comment(r);
            end = r->token.end;
            continue;
        }
        if (!r->in_moves)
            arb__read_begin_moves(r);
        if (r->token.kind != ARB_PGN_RESULT)
            r->result_last = false;
        size_t before = r->in.at;
        arb__read_move_token(r);
        end = r->in.at > before ? r->in.at : r->token.end;
    }
    finish(r, end);
    return len;
}

static void release(arb__reading *r)
{
    const arb_allocator *own = &r->tree->allocator;
    if (r->lines)
        own->resize(own->context, r->lines, 0);
    if (r->waiting)
        own->resize(own->context, r->waiting, 0);
}

static bool is_empty(const arb__reading *r)
{
    const arb_tree *tree = r->tree;
    return tree->tag_count == 0 && !r->has_moves && !tree->has_marker;
}

arb_status arb_tree_read(arb_tree *tree, const arb_rules *rules, const char *text, size_t len,
                         size_t *taken)
{
    size_t at = arb__byte_order_mark(text, len), dummy = 0;
    taken = taken ? taken : &dummy;
    for (;;) {
        size_t stretch = next_event(text, len, at);
        arb__tree_clear(tree);
        tree->base = at;
        arb__reading r;
        memset(&r, 0, offsetof(arb__reading, cursor));
        r.tree = tree;
        r.rules = rules;
        r.text = text + at;
        if (stretch - at > ARB_TREE_TEXT_LIMIT) {
            *taken = stretch;
            return ARB_LIMIT;
        }
        size_t used = read_game(&r, stretch - at);
        release(&r);
        at += used;
        *taken = at;
        if (r.status != ARB_OK) {
            arb__tree_clear(tree);
            return r.status;
        }
        /* Text before the first game is not a game. */
        bool nothing = tree->note_count == 1 && tree->live == 1;
        if (!is_empty(&r) || (at == len && !nothing))
            return ARB_OK;
        if (at == len)
            return ARB_BAD_TEXT;
    }
}
