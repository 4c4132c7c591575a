/* tree_write.c: writes a tree as PGN. Layer: tree.
 *
 * The walk goes down a line, into each variation after the move that it replaces, and back up
 * through the parents, without recursion. Text that cannot be read as moves is written unchanged,
 * but never at the start of a line, where a reader might take it for a tag. */
#include "tree/tree_write.h"
#include "base/text.h"

enum { SAN_CAP = 64, DEFAULT_WIDTH = 80 };

static void flush(arb__pgn_writing *w)
{
    if (w->len > 0)
        w->listener(w->context, w->buffer, w->len);
    w->len = 0;
}

void arb__pgn_put(arb__pgn_writing *w, const char *text, size_t len)
{
    if (len == 0)
        return;
    if (len > ARB__PGN_BUFFER - w->len)
        flush(w);
    if (len >= ARB__PGN_BUFFER) {
        w->listener(w->context, text, len);
    } else {
        memcpy(w->buffer + w->len, text, len);
        w->len += len;
    }
    w->column += len;
}

void arb__pgn_put_text(arb__pgn_writing *w, const char *text)
{
    arb__pgn_put(w, text, strlen(text));
}

void arb__pgn_new_line(arb__pgn_writing *w)
{
    arb__pgn_put(w, "\n", 1);
    w->column = 0;
    w->blank = false;
}

/* Writes a word of the movetext after a blank or on a new line. */
static void put_word(arb__pgn_writing *w, const char *word, size_t len)
{
    if (w->column > 0 && w->column + w->blank + len >= w->width)
        arb__pgn_new_line(w);
    if (w->blank && w->column > 0)
        arb__pgn_put(w, " ", 1);
    arb__pgn_put(w, word, len);
    w->blank = true;
}

/* ---- notes ---- */

/* Does the text begin with what would begin a game at the start of a line, even in a comment? */
static bool begins_game(const char *text, size_t len)
{
    return len >= 7 && memcmp(text, "[Event", 6) == 0 && arb__is_space(text[6]);
}

/* Writes the words of a comment, folded to the width. */
static void put_folded(arb__pgn_writing *w, const char *text, size_t len)
{
    size_t at = 0;
    bool first = true;
    while (len > 0 && arb__is_space(text[len - 1]))
        len--;
    while (at < len) {
        while (at < len && arb__is_space(text[at]))
            at++;
        size_t begin = at;
        while (at < len && !arb__is_space(text[at]))
            at++;
        size_t extra = (size_t)first + (at == len);
        if (w->column > 0 && w->column + w->blank + (at - begin) + extra >= w->width &&
            (first || !begins_game(text + begin, len - begin)))
            arb__pgn_new_line(w);
        if (w->blank && w->column > 0)
            arb__pgn_put_text(w, " ");
        if (first)
            arb__pgn_put_text(w, "{");
        arb__pgn_put(w, text + begin, at - begin);
        w->blank = true;
        first = false;
    }
    if (first)
        put_word(w, "{", 1);
    arb__pgn_put_text(w, "}");
}

/* Writes a comment that ends with its line (;), or an escaped line (%). */
static void put_line(arb__pgn_writing *w, const char *mark, const arb_note *note)
{
    if (w->column > 0 && (mark[0] == '%' || w->column + 2 + note->len >= w->width))
        arb__pgn_new_line(w);
    if (w->column > 0)
        arb__pgn_put_text(w, " ");
    arb__pgn_put_text(w, mark);
    arb__pgn_put(w, note->text, note->len);
    arb__pgn_new_line(w);
}

/* How many lines of the comment would begin a game? Each gets a blank. */
static size_t added_blanks(const char *text, size_t len)
{
    size_t count = 0;
    const char *end = text + len;
    while (text < end && (text = (const char *)memchr(text, '\n', (size_t)(end - text)))) {
        text++;
        count += begins_game(text, (size_t)(end - text));
    }
    return count;
}

/* Writes a comment unchanged, but for a blank in front of a line that would begin a game. */
static void put_unfolded(arb__pgn_writing *w, const char *text, size_t len)
{
    size_t begin = 0, line = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] != '\n')
            continue;
        line = i + 1;
        if (begins_game(text + line, len - line)) {
            arb__pgn_put(w, text + begin, line - begin);
            arb__pgn_put_text(w, " ");
            begin = line;
        }
    }
    arb__pgn_put(w, text + begin, len - begin);
    if (line > 0)
        w->column = len - line;
}

static void put_comment(arb__pgn_writing *w, const arb_note *note)
{
    bool keep = w->options.style == ARB_PGN_KEEP;
    bool brace = memchr(note->text, '}', note->len) == NULL;
    if (!brace || (keep && note->kind == ARB_NOTE_LINE_COMMENT)) {
        put_line(w, ";", note);
        return;
    }
    if (!keep) {
        put_folded(w, note->text, note->len);
        return;
    }
    if (w->column > 0 &&
        w->column + 3 + note->len + added_blanks(note->text, note->len) >= w->width)
        arb__pgn_new_line(w);
    if (w->blank)
        arb__pgn_put_text(w, " ");
    arb__pgn_put_text(w, "{");
    put_unfolded(w, note->text, note->len);
    arb__pgn_put_text(w, "}");
    w->blank = true;
}

/* Is it a quotation mark, or a word and then one? Behind "[" on the same line it would make a tag.
 */
static bool is_end_of_tag(const arb_note *note)
{
    size_t at = 0;
    while (at < note->len && (arb__is_letter(note->text[at]) || note->text[at] == '_' ||
                              (at > 0 && arb__is_digit(note->text[at]))))
        at++;
    return at < note->len && note->text[at] == '"';
}

/* Writes text unchanged, after other text on its line; "..." if there is none. */
static void put_raw(arb__pgn_writing *w, const arb_note *note, bool in_moves)
{
    if (w->column == 0 && in_moves)
        put_word(w, "...", 3);
    if (w->column > 0 && !in_moves && is_end_of_tag(note))
        arb__pgn_new_line(w);
    if (w->column == 0 && !in_moves) /* in the first column '%' would escape the line */
        w->blank = note->text[0] == '%';
    if (w->blank)
        arb__pgn_put_text(w, " ");
    arb__pgn_put(w, note->text, note->len);
    w->blank = true;
    /* Behind the result every text is one word, and the next word must not begin a line: there
     * "[a" would be a tag and "1." a game. In the moves a reader skips the rest of the line after
     * ';', '%' or '[', so the next word needs a new line. */
    if (!in_moves)
        return;
    size_t line = note->len;
    while (line > 0 && note->text[line - 1] != '\n')
        line--;
    for (; line < note->len; line++) {
        char c = note->text[line];
        if (c == ';' || c == '%' || c == '[') {
            arb__pgn_new_line(w);
            return;
        }
    }
}

static void put_nag(arb__pgn_writing *w, unsigned nag)
{
    char word[16];
    arb__writer out = arb__writer_on(word, sizeof word);
    arb__put_char(&out, '$');
    arb__put_number(&out, nag);
    put_word(w, word, out.len);
}

static bool is_left_out(const arb__pgn_writing *w, const arb_note *note)
{
    if (note->kind == ARB_NOTE_NAG)
        return w->options.no_nags;
    return note->kind != ARB_NOTE_TEXT && w->options.no_comments;
}

static void put_notes(arb__pgn_writing *w, arb_node node, arb_note_side side)
{
    const arb_tree *tree = w->tree;
    /* The result 0-0 must be followed by an empty line, or it would be read as castling. */
    bool needs_break = side == ARB_NOTE_END && arb_tree_result(tree) == ARB_BOTH_LOSE;
    for (arb_note_id id = arb_tree_note_first(tree, node); id != 0;
         id = arb_tree_note_next(tree, node, id)) {
        arb_note note = arb_tree_note(tree, id);
        if (note.side != side || is_left_out(w, &note))
            continue;
        if (needs_break) {
            arb__pgn_new_line(w);
            arb__pgn_new_line(w);
            needs_break = false;
        }
        switch (note.kind) {
        case ARB_NOTE_NAG:
            put_nag(w, note.nag);
            break;
        case ARB_NOTE_TEXT:
            put_raw(w, &note, side != ARB_NOTE_END);
            w->number = true;
            break;
        case ARB_NOTE_ESCAPE:
            put_line(w, "%", &note);
            break;
        default:
            put_comment(w, &note);
            w->number = true;
            break;
        }
    }
}

/* ---- moves ---- */

static void put_number(arb__pgn_writing *w)
{
    char word[16];
    const arb_position *position = &w->cursor.position;
    bool white = arb_position_turn(position) == ARB_WHITE;
    if (!white && !w->number)
        return;
    arb__writer out = arb__writer_on(word, sizeof word);
    arb__put_number(&out, arb_position_fullmove(position));
    arb__put_text(&out, white ? "." : "...");
    put_word(w, word, out.len);
}

/* Writes a node and moves the cursor from the position before it to the node. */
static void put_node(arb__pgn_writing *w, arb_node node)
{
    const arb__node *at = &w->tree->nodes[node];
    char san[SAN_CAP] = "--";
    size_t len = 2;
    put_notes(w, node, ARB_NOTE_BEFORE);
    if (at->kind == NODE_TEXT) {
        if (at->notes != 0 && w->tree->notes[at->notes].kind == ARB_NOTE_TEXT && w->column == 0)
            put_number(w);
    } else {
        put_number(w);
        if (at->kind == NODE_MOVE)
            len = arb_san_write(&w->cursor.position, at->move, san, sizeof san);
        put_word(w, san, len);
        w->number = false;
    }
    arb__cursor_play(&w->cursor, node);
    put_notes(w, node, ARB_NOTE_AFTER);
}

static void open_paren(arb__pgn_writing *w)
{
    put_word(w, "(", 1);
    w->blank = false;
    w->number = true;
}

static void close_paren(arb__pgn_writing *w)
{
    w->blank = w->column == 0;
    put_word(w, ")", 1);
    w->number = true;
}

/* The node that follows the end of a line in the text, or ARB_NO_NODE at the end of the text. */
static arb_node after_line(arb__pgn_writing *w, arb_node node)
{
    const arb_tree *tree = w->tree;
    for (;;) {
        while (node != ARB_ROOT && (arb__is_first(tree, node) || w->options.no_variations))
            node = tree->nodes[node].parent;
        if (node == ARB_ROOT)
            return ARB_NO_NODE;
        close_paren(w);
        arb_node first = tree->nodes[tree->nodes[node].parent].child;
        arb__cursor_return(&w->cursor, first);
        if (tree->nodes[node].next != ARB_NO_NODE) {
            arb__cursor_branch(&w->cursor, first);
            open_paren(w);
            return tree->nodes[node].next;
        }
        node = first;
        if (tree->nodes[node].child != ARB_NO_NODE)
            return tree->nodes[node].child;
    }
}

static void put_moves(arb__pgn_writing *w)
{
    const arb_tree *tree = w->tree;
    arb_node node = tree->nodes[ARB_ROOT].child;
    arb__cursor_start(&w->cursor, tree);
    w->number = true;
    put_notes(w, ARB_ROOT, ARB_NOTE_AFTER);
    w->number = true;
    while (node != ARB_NO_NODE) {
        const arb__node *at = &tree->nodes[node];
        put_node(w, node);
        if (at->next != ARB_NO_NODE && arb__is_first(tree, node) && !w->options.no_variations) {
            arb__cursor_branch(&w->cursor, node);
            open_paren(w);
            node = at->next;
        } else if (at->child != ARB_NO_NODE) {
            node = at->child;
        } else {
            node = after_line(w, node);
        }
    }
}

/* Does anything stand behind the result? */
static bool has_end(const arb_tree *tree)
{
    for (arb_note_id id = arb_tree_note_first(tree, ARB_ROOT); id != 0;
         id = arb_tree_note_next(tree, ARB_ROOT, id))
        if (tree->notes[id].side == ARB_NOTE_END)
            return true;
    return false;
}

void arb_tree_write_to(const arb_tree *tree, const arb_pgn_options *options,
                       arb_text_listener *listener, void *context)
{
    arb__pgn_writing w = {.tree = tree, .listener = listener, .context = context};
    if (options)
        w.options = *options;
    w.width = w.options.width ? w.options.width : DEFAULT_WIDTH;
    arb__pgn_put_tags(&w);
    put_moves(&w);
    if (w.options.style == ARB_PGN_EXPORT || tree->has_marker || has_end(tree)) {
        const char *result = arb_result_text(arb_tree_result(tree));
        put_word(&w, result, strlen(result));
    }
    put_notes(&w, ARB_ROOT, ARB_NOTE_END);
    if (w.column > 0)
        arb__pgn_new_line(&w);
    arb__pgn_new_line(&w);
    flush(&w);
}

typedef struct {
    char *buf;
    size_t cap, len;
} bounded;

static void put_bounded(void *context, const char *bytes, size_t len)
{
    bounded *out = (bounded *)context;
    if (out->len < out->cap) {
        size_t room = out->cap - out->len;
        memcpy(out->buf + out->len, bytes, len < room ? len : room);
    }
    out->len += len;
}

size_t arb_tree_write(const arb_tree *tree, const arb_pgn_options *options, char *buf, size_t cap)
{
    bounded out = {buf, cap > 0 ? cap - 1 : 0, 0};
    arb_tree_write_to(tree, options, put_bounded, &out);
    if (cap > 0)
        buf[out.len < cap ? out.len : cap - 1] = '\0';
    return out.len;
}
