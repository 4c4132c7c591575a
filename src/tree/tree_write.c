/* tree_write.c: writes a tree as PGN. Layer: tree.
 *
 * The walk goes down a line, into each variation after the move that it replaces, and back up
 * through the parents, without recursion. Text that cannot be read as moves is written unchanged,
 * but never at the start of a line, where a reader might take it for a tag. */
#include "base/text.h"
#include "tree/tree.h"

enum { BUFFER = 4096, SAN_CAP = 64, DEFAULT_WIDTH = 80 };

typedef struct {
    const arb_tree *tree;
    arb_pgn_options options;
    unsigned width;
    arb_text_listener *listener;
    void *context;
    char buffer[BUFFER];
    size_t len;
    size_t column;
    bool blank;  /* a blank must precede the next word */
    bool number; /* Black's move needs a number, because something stands between it and White's */
    arb__cursor cursor;
} writing;

static void flush(writing *w)
{
    if (w->len > 0)
        w->listener(w->context, w->buffer, w->len);
    w->len = 0;
}

static void put(writing *w, const char *text, size_t len)
{
    if (len == 0)
        return;
    if (len > BUFFER - w->len)
        flush(w);
    if (len >= BUFFER) {
        w->listener(w->context, text, len);
    } else {
        memcpy(w->buffer + w->len, text, len);
        w->len += len;
    }
    w->column += len;
}

static void put_text(writing *w, const char *text)
{
    put(w, text, strlen(text));
}

static void new_line(writing *w)
{
    put(w, "\n", 1);
    w->column = 0;
    w->blank = false;
}

/* Writes a word of the movetext after a blank or on a new line. */
static void put_word(writing *w, const char *word, size_t len)
{
    if (w->column > 0 && w->column + w->blank + len >= w->width)
        new_line(w);
    if (w->blank && w->column > 0)
        put(w, " ", 1);
    put(w, word, len);
    w->blank = true;
}

/* ---- tags ---- */

static void put_tag(writing *w, const char *name, size_t name_len, const char *value, size_t len)
{
    /* A second Event tag follows another tag on its line, because at the start of a line it would
     * begin a game. */
    bool event = name_len == 5 && memcmp(name, "Event", 5) == 0;
    if (w->column > 0)
        put_text(w, event ? " " : "\n");
    put_text(w, "[");
    put(w, name, name_len);
    put_text(w, " \"");
    for (size_t i = 0; i < len; i++) {
        if (value[i] == '"' || value[i] == '\\')
            put_text(w, "\\");
        put(w, value + i, 1);
    }
    put_text(w, "\"]");
}

static const char *const roster[] = {"Event", "Site", "Date", "Round", "White", "Black", "Result"};
enum { ROSTER = sizeof roster / sizeof *roster };

static bool is_roster(const arb_tree_tag *tag)
{
    for (size_t i = 0; i < ROSTER; i++)
        if (strlen(roster[i]) == tag->name_len && memcmp(roster[i], tag->name, tag->name_len) == 0)
            return true;
    return false;
}

static void put_roster(writing *w)
{
    const arb_tree *tree = w->tree;
    for (size_t i = 0; i < ROSTER; i++) {
        const arb__tag *tag = arb__tag_find(tree, roster[i], strlen(roster[i]));
        const char *none = i == 2   ? "????.??.??"
                           : i == 6 ? arb_result_text(arb_tree_result(tree))
                                    : "?";
        if (tag)
            put_tag(w, roster[i], strlen(roster[i]), tree->text + tag->value, tag->value_len);
        else
            put_tag(w, roster[i], strlen(roster[i]), none, strlen(none));
    }
}

/* Writes the tags of rules and start position, unless the game's own tags state them. */
static void put_start(writing *w)
{
    const arb_tree *tree = w->tree;
    const arb_rules *rules = arb_position_rules(&tree->start);
    arb_position own;
    char fen[ARB_START_LIMIT + 128], own_fen[ARB_START_LIMIT + 128] = "";
    if (!arb_tree_has_tag(tree, "Variant") && rules != arb_rules_at(0)) {
        const char *name = rules->castling.any_home ? "Chess960" : rules->name;
        if (strcmp(rules->name, "chess960") != 0)
            name = rules->name;
        put_tag(w, "Variant", 7, name, strlen(name));
    }
    if (arb_tree_has_tag(tree, "FEN"))
        return;
    arb_position_fen(&tree->start, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    if (arb_position_start(&own, rules) == 0)
        arb_position_fen(&own, ARB_X_FEN, ARB_EP_LEGAL, own_fen, sizeof own_fen);
    bool told = arb_tree_tag_count(tree) > 0 &&
                tree->source_len > 0; /* the text that was read had no FEN */
    if (strcmp(fen, own_fen) != 0 || (rules->castling.any_home && !told)) {
        if (!arb_tree_has_tag(tree, "SetUp"))
            put_tag(w, "SetUp", 5, "1", 1);
        put_tag(w, "FEN", 3, fen, strlen(fen));
    }
}

static void put_tags(writing *w)
{
    const arb_tree *tree = w->tree;
    bool all = w->options.style == ARB_PGN_KEEP;
    if (!all)
        put_roster(w);
    for (size_t i = 0; i < tree->tag_count; i++) {
        arb_tree_tag tag = arb_tree_tag_at(tree, i);
        bool written = !all && is_roster(&tag) &&
                       arb__tag_find(tree, tag.name, tag.name_len) == &tree->tags[i];
        if (!written)
            put_tag(w, tag.name, tag.name_len, tag.value, tag.value_len);
    }
    put_start(w);
    if (all && tree->has_marker && tree->marker == ARB_BOTH_LOSE &&
        !arb_tree_has_tag(tree, "Result")) /* or its 0-0 would be read as castling */
        put_tag(w, "Result", 6, "0-0", 3);
    if (w->column > 0)
        new_line(w);
    new_line(w);
}

/* ---- notes ---- */

/* Does the text begin with what would begin a game at the start of a line, even in a comment? */
static bool begins_game(const char *text, size_t len)
{
    return len >= 7 && memcmp(text, "[Event", 6) == 0 && arb__is_space(text[6]);
}

/* Writes the words of a comment, folded to the width. */
static void put_folded(writing *w, const char *text, size_t len)
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
            new_line(w);
        if (w->blank && w->column > 0)
            put_text(w, " ");
        if (first)
            put_text(w, "{");
        put(w, text + begin, at - begin);
        w->blank = true;
        first = false;
    }
    if (first)
        put_word(w, "{", 1);
    put_text(w, "}");
}

/* Writes a comment that ends with its line (;), or an escaped line (%). */
static void put_line(writing *w, const char *mark, const arb_note *note)
{
    if (w->column > 0 && (mark[0] == '%' || w->column + 2 + note->len >= w->width))
        new_line(w);
    if (w->column > 0)
        put_text(w, " ");
    put_text(w, mark);
    put(w, note->text, note->len);
    new_line(w);
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
static void put_unfolded(writing *w, const char *text, size_t len)
{
    size_t begin = 0, line = 0;
    for (size_t i = 0; i < len; i++) {
        if (text[i] != '\n')
            continue;
        line = i + 1;
        if (begins_game(text + line, len - line)) {
            put(w, text + begin, line - begin);
            put_text(w, " ");
            begin = line;
        }
    }
    put(w, text + begin, len - begin);
    if (line > 0)
        w->column = len - line;
}

static void put_comment(writing *w, const arb_note *note)
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
        new_line(w);
    if (w->blank)
        put_text(w, " ");
    put_text(w, "{");
    put_unfolded(w, note->text, note->len);
    put_text(w, "}");
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
static void put_raw(writing *w, const arb_note *note, bool in_moves)
{
    if (w->column == 0 && in_moves)
        put_word(w, "...", 3);
    if (w->column > 0 && !in_moves && is_end_of_tag(note))
        new_line(w);
    if (w->column == 0 && !in_moves) /* in the first column '%' would escape the line */
        w->blank = note->text[0] == '%';
    if (w->blank)
        put_text(w, " ");
    put(w, note->text, note->len);
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
            new_line(w);
            return;
        }
    }
}

static void put_nag(writing *w, unsigned nag)
{
    char word[16];
    arb__writer out = arb__writer_on(word, sizeof word);
    arb__put_char(&out, '$');
    arb__put_number(&out, nag);
    put_word(w, word, out.len);
}

static bool is_left_out(const writing *w, const arb_note *note)
{
    if (note->kind == ARB_NOTE_NAG)
        return w->options.no_nags;
    return note->kind != ARB_NOTE_TEXT && w->options.no_comments;
}

static void put_notes(writing *w, arb_node node, arb_note_side side)
{
    const arb_tree *tree = w->tree;
    /* The result 0-0 must be followed by an empty line, or it would be read as castling. */
    bool castles = side == ARB_NOTE_END && arb_tree_result(tree) == ARB_BOTH_LOSE;
    for (arb_note_id id = arb_tree_note_first(tree, node); id != 0;
         id = arb_tree_note_next(tree, node, id)) {
        arb_note note = arb_tree_note(tree, id);
        if (note.side != side || is_left_out(w, &note))
            continue;
        if (castles) {
            new_line(w);
            new_line(w);
            castles = false;
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

static void put_number(writing *w)
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
static void put_node(writing *w, arb_node node)
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

static void open_paren(writing *w)
{
    put_word(w, "(", 1);
    w->blank = false;
    w->number = true;
}

static void close_paren(writing *w)
{
    w->blank = w->column == 0;
    put_word(w, ")", 1);
    w->number = true;
}

/* The node that follows the end of a line in the text, or ARB_NO_NODE at the end of the text. */
static arb_node after_line(writing *w, arb_node node)
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

static void put_moves(writing *w)
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
    writing w = {.tree = tree, .listener = listener, .context = context};
    if (options)
        w.options = *options;
    w.width = w.options.width ? w.options.width : DEFAULT_WIDTH;
    put_tags(&w);
    put_moves(&w);
    if (w.options.style == ARB_PGN_EXPORT || tree->has_marker || has_end(tree)) {
        const char *result = arb_result_text(arb_tree_result(tree));
        put_word(&w, result, strlen(result));
    }
    put_notes(&w, ARB_ROOT, ARB_NOTE_END);
    if (w.column > 0)
        new_line(&w);
    new_line(&w);
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
