/* tree_json.c: a game with variations and comments as JSON. Layer: server. Every node has
 * everything that a page needs to show it without asking again. */
#include "server/answers/tree_json.h"

#include "server/answers/position_json.h"

#include <stdlib.h>
#include <string.h>

static void put_bytes(text_builder *out, const char *key, const char *bytes, size_t len)
{
    text_puts(out, key);
    text_put_json_bytes(out, bytes, len);
}

/* ---- notes ---- */

/* Writes a comment as a person reads it: without its commands, and with blanks folded. */
static void put_comment(text_builder *out, const char *text, size_t len)
{
    char *plain = malloc(len + 1);
    size_t n = 0, at = 0, done = 0;
    arb_command command;
    if (plain == NULL) {
        out->failed = true;
        return;
    }
    while (done < len) {
        size_t next = done;
        bool more = (at = done, arb_command_next(text, len, &at, &command));
        size_t end = more ? command.begin : len;
        for (; next < end; next++)
            if (!(text[next] == ' ' && (n == 0 || plain[n - 1] == ' ')))
                plain[n++] = text[next];
        done = more ? command.end : len;
    }
    while (n > 0 && (plain[n - 1] == ' ' || plain[n - 1] == '\n'))
        n--;
    text_put_json_bytes(out, plain, n);
    free(plain);
}

static bool is_comment(arb_note_kind kind)
{
    return kind == ARB_NOTE_COMMENT || kind == ARB_NOTE_LINE_COMMENT;
}

static void put_comments(text_builder *out, const arb_tree *tree, arb_node node, arb_note_side side,
                         const char *key)
{
    bool any = false;
    for (arb_note_id id = arb_tree_note_first(tree, node); id != 0;
         id = arb_tree_note_next(tree, node, id)) {
        arb_note note = arb_tree_note(tree, id);
        if (note.side != side || !is_comment(note.kind))
            continue;
        text_puts(out, any ? "," : key);
        put_comment(out, note.text, note.len);
        any = true;
    }
    text_puts(out, any ? "]" : "");
}

static void put_nags(text_builder *out, const arb_tree *tree, arb_node node)
{
    bool any = false;
    for (arb_note_id id = arb_tree_note_first(tree, node); id != 0;
         id = arb_tree_note_next(tree, node, id)) {
        arb_note note = arb_tree_note(tree, id);
        if (note.kind != ARB_NOTE_NAG)
            continue;
        text_putf(out, "%s%u", any ? "," : ",\"nags\":[", note.nag);
        any = true;
    }
    text_puts(out, any ? "]" : "");
}

/* Writes the raw text of a part that could not be read as moves. */
static void put_raw(text_builder *out, const arb_tree *tree, arb_node node)
{
    for (arb_note_id id = arb_tree_note_first(tree, node); id != 0;
         id = arb_tree_note_next(tree, node, id)) {
        arb_note note = arb_tree_note(tree, id);
        if (note.kind == ARB_NOTE_TEXT) {
            put_bytes(out, ",\"raw\":", note.text, note.len);
            return;
        }
    }
}

static void put_marks(text_builder *out, const arb_tree *tree, arb_node node, arb_size size)
{
    static const char *const names[] = {"csl", "cal"};
    bool any = false;
    for (int i = 0; i < 2; i++) {
        const char *text;
        size_t len, at = 0;
        arb_mark mark;
        if (!arb_tree_command(tree, node, names[i], &text, &len))
            continue;
        while (arb_mark_next(size, text, len, &at, &mark)) {
            text_putf(out, "%s{\"colour\":\"%c\",\"from\":", any ? "," : ",\"marks\":[",
                      mark.colour);
            state_put_square(out, size, mark.from);
            text_puts(out, ",\"to\":");
            state_put_square(out, size, mark.to);
            text_puts(out, "}");
            any = true;
        }
    }
    text_puts(out, any ? "]" : "");
}

static void put_numbers(text_builder *out, const arb_tree *tree, arb_node node)
{
    const char *text;
    size_t len;
    int64_t ms;
    arb_eval eval;
    if (arb_tree_command(tree, node, "clk", &text, &len) && arb_clock_read(text, len, &ms))
        text_putf(out, ",\"clock_ms\":%lld", (long long)ms);
    if (arb_tree_command(tree, node, "emt", &text, &len) && arb_clock_read(text, len, &ms))
        text_putf(out, ",\"spent_ms\":%lld", (long long)ms);
    if (arb_tree_command(tree, node, "eval", &text, &len) && arb_eval_read(text, len, &eval))
        text_putf(out, ",\"eval\":{\"%s\":%d}", eval.mate ? "mate" : "cp", (int)eval.value);
}

/* ---- nodes ---- */

/* The state of the writer of nodes: `node`, and the board before its move if it is a move. On the
 * main line it counts how often each position has occurred. */
typedef struct {
    const arb_tree *tree;
    arb_node node;
    arb_position before, position;
    bool main;
    arb_run run;
    arb_run_keys keys;
} tree_walk;

static void count_positions(tree_walk *walk, arb_node node)
{
    bool follows = walk->main && arb_tree_parent(walk->tree, node) == walk->node;
    walk->main = node == ARB_ROOT || (follows && arb_tree_kind(walk->tree, node) == ARB_NODE_MOVE);
    if (node == ARB_ROOT)
        arb_run_start(&walk->run, &walk->position, &walk->keys);
    else if (walk->main)
        arb_run_note(&walk->run, &walk->position);
}

/* Goes to the next node. Along a line that takes one move; a board is looked up only at the start
 * of a variation, and for a node that is not a move. */
static void go_to(tree_walk *walk, arb_node node)
{
    arb_undo undo;
    arb_node parent = arb_tree_parent(walk->tree, node);
    if (node != ARB_ROOT && parent == walk->node)
        arb_position_copy(&walk->before, &walk->position);
    else if (node != ARB_ROOT)
        arb_tree_board(walk->tree, parent, &walk->before);
    if (arb_tree_kind(walk->tree, node) == ARB_NODE_MOVE) {
        arb_position_copy(&walk->position, &walk->before);
        arb_position_make(&walk->position, arb_tree_move(walk->tree, node), &undo);
    } else {
        arb_tree_board(walk->tree, node, &walk->position);
    }
    count_positions(walk, node);
    walk->node = node;
}

static void put_move(text_builder *out, const tree_walk *walk)
{
    char san[32], uci[16];
    const arb_position *before = &walk->before, *after = &walk->position;
    arb_move move = arb_tree_move(walk->tree, walk->node);
    arb_size size = arb_position_size(after);
    arb_san_write(before, move, san, sizeof san);
    arb_uci_write(before, move, ARB_UCI_RULES, uci, sizeof uci);
    arb_square to = arb_move_type_of(move) == ARB_CASTLING
                        ? arb_position_royal(after, arb_position_turn(before))
                        : arb_move_to(move);
    text_putf(out, ",\"san\":\"%s\",\"uci\":\"%s\",\"from\":", san, uci);
    state_put_square(out, size, arb_move_from(move));
    text_puts(out, ",\"to\":");
    state_put_square(out, size, to);
    state_put_changes(out, before, after);
}

static void put_end(text_builder *out, const tree_walk *walk, arb_language language)
{
    char text[256];
    arb_outcome outcome = walk->main ? arb_run_outcome(&walk->run, &walk->position)
                                     : arb_position_outcome(&walk->position);
    if (outcome.result == ARB_ONGOING)
        return;
    arb_outcome_text_in(outcome, language, text, sizeof text);
    text_putf(out, ",\"outcome\":{\"result\":\"%s\",\"reason\":\"%s\",\"article\":\"%s\",\"text\":",
              arb_result_text(outcome.result), arb_reason_name(outcome.reason),
              arb_outcome_article(outcome));
    text_put_json(out, text);
    text_puts(out, "}");
}

static void put_node(text_builder *out, const tree_walk *walk, arb_language language)
{
    static const char *const kinds[] = {"root", "move", "null", "text"};
    const arb_tree *tree = walk->tree;
    const arb_position *position = &walk->position;
    arb_node node = walk->node;
    arb_node_kind kind = arb_tree_kind(tree, node);
    text_putf(out, "{\"id\":%u,\"parent\":", node);
    if (node == ARB_ROOT)
        text_puts(out, "null");
    else
        text_put_number(out, arb_tree_parent(tree, node));
    text_putf(out, ",\"kind\":\"%s\",\"turn\":\"%s\",\"number\":%u", kinds[kind],
              arb_position_turn(position) == ARB_WHITE ? "white" : "black",
              (unsigned)arb_position_fullmove(position));
    if (kind == ARB_NODE_MOVE)
        put_move(out, walk);
    if (kind == ARB_NODE_MOVE || kind == ARB_NODE_ROOT) {
        state_put_check(out, position);
        state_put_counts(out, position);
        put_end(out, walk, language);
        arb_opening opening = arb_opening_find(position);
        if (opening != ARB_NO_OPENING)
            state_put_opening(out, opening);
    }
    if (kind == ARB_NODE_TEXT)
        put_raw(out, tree, node);
    put_comments(out, tree, node, ARB_NOTE_BEFORE, ",\"before\":[");
    put_comments(out, tree, node, ARB_NOTE_AFTER, ",\"comments\":[");
    put_comments(out, tree, node, ARB_NOTE_END, ",\"end\":[");
    put_nags(out, tree, node);
    put_marks(out, tree, node, arb_position_size(position));
    put_numbers(out, tree, node);
    text_puts(out, "}");
}

/* The next node in reading order: along the line first, then its variations. */
static arb_node after(const arb_tree *tree, arb_node node)
{
    arb_node next = arb_tree_child(tree, node);
    while (next == ARB_NO_NODE && node != ARB_NO_NODE) {
        next = arb_tree_next(tree, node);
        node = arb_tree_parent(tree, node);
    }
    return next;
}

static void put_tags(text_builder *out, const arb_tree *tree)
{
    text_puts(out, "\"tags\":[");
    for (size_t i = 0; i < arb_tree_tag_count(tree); i++) {
        arb_tree_tag tag = arb_tree_tag_at(tree, i);
        put_bytes(out, i > 0 ? ",[" : "[", tag.name, tag.name_len);
        put_bytes(out, ",", tag.value, tag.value_len);
        text_puts(out, "]");
    }
    text_puts(out, "]");
}

/* Writes the squares of a refused move, for drawing it. */
static void put_refused(text_builder *out, const arb_tree *tree, const arb_tree_fault *fault,
                        const char *word, size_t len)
{
    arb_position position;
    arb_san san;
    arb_tree_board(tree, fault->node, &position);
    if (arb_san_read(&position, word, len, &san) != ARB_ILLEGAL)
        return;
    arb_size size = arb_position_size(&position);
    arb_verdict verdict = arb_san_nearest(&san);
    state_put_square_member(out, "from", size, verdict.from);
    state_put_square_member(out, "to", size, verdict.to != ARB_NO_SQUARE ? verdict.to : san.to);
    state_put_square_member(out, "at", size, verdict.at);
    state_put_square_member(out, "by", size, verdict.by);
    text_putf(out, ",\"verdict\":\"%s\",\"article\":\"%s\"", arb_verdict_name(verdict.code),
              arb_verdict_article(&verdict));
}

static void put_faults(text_builder *out, const arb_tree *tree, arb_language language,
                       const char *text, size_t len)
{
    char sentence[1024];
    text_puts(out, ",\"faults\":[");
    for (size_t i = 0; arb_tree_fault_at(tree, i) != NULL; i++) {
        const arb_tree_fault *fault = arb_tree_fault_at(tree, i);
        size_t line = 0, column = 0;
        arb_text_place(text, len, fault->place, &line, &column);
        arb_tree_fault_text_in(tree, i, language, sentence, sizeof sentence);
        text_putf(out, "%s{\"code\":\"%s\",\"node\":%u,\"line\":%zu,\"column\":%zu,\"text\":",
                  i > 0 ? "," : "", arb_tree_fault_name(fault->code), fault->node, line, column);
        text_put_json(out, sentence);
        bool inside = fault->place <= len && fault->len <= len - fault->place;
        if (inside)
            put_bytes(out, ",\"word\":", text + fault->place, fault->len < 64 ? fault->len : 64);
        if (inside && fault->code == ARB_TREE_ILLEGAL)
            put_refused(out, tree, fault, text + fault->place, fault->len);
        text_puts(out, "}");
    }
    text_puts(out, "]");
}

void tree_put(text_builder *out, const arb_tree *tree, arb_language language, const char *text,
              size_t len)
{
    char fen[STATE_FEN_LIMIT];
    const arb_position *start = arb_tree_start(tree);
    const arb_rules *rules = arb_position_rules(start);
    arb_fen_style style = rules->castling.any_home ? ARB_SHREDDER_FEN : ARB_X_FEN;
    put_tags(out, tree);
    text_putf(out,
              ",\"result\":\"%s\",\"rules\":{\"name\":", arb_result_text(arb_tree_result(tree)));
    text_put_json(out, rules->name);
    text_puts(out, ",\"title\":");
    text_put_json(out, rules->title);
    state_put_kinds(out, rules);
    text_puts(out, "},\"start\":");
    arb_position_fen(start, style, ARB_EP_LEGAL, fen, sizeof fen);
    text_put_json(out, fen);
    state_put_board(out, start);
    text_puts(out, ",\"nodes\":[");
    tree_walk walk = {.tree = tree, .node = ARB_NO_NODE};
    for (arb_node node = ARB_ROOT; node != ARB_NO_NODE; node = after(tree, node)) {
        text_puts(out, node != ARB_ROOT ? "," : "");
        go_to(&walk, node);
        put_node(out, &walk, language);
    }
    text_puts(out, "]");
    put_faults(out, tree, language, text, len);
}

/* ---- places ---- */

size_t tree_path(const arb_tree *tree, arb_node node, uint32_t *path, size_t cap)
{
    size_t count = 0;
    for (; node != ARB_ROOT && node != ARB_NO_NODE && count < cap;
         node = arb_tree_parent(tree, node)) {
        uint32_t number = 0;
        for (arb_node at = arb_tree_prev(tree, node); at != ARB_NO_NODE;
             at = arb_tree_prev(tree, at))
            number++;
        path[count++] = number;
    }
    for (size_t i = 0; i < count / 2; i++) {
        uint32_t kept = path[i];
        path[i] = path[count - 1 - i];
        path[count - 1 - i] = kept;
    }
    return count;
}

arb_node tree_follow(const arb_tree *tree, const uint32_t *path, size_t count)
{
    arb_node node = ARB_ROOT;
    for (size_t i = 0; i < count; i++) {
        arb_node child = arb_tree_child(tree, node);
        for (uint32_t n = path[i]; n > 0 && child != ARB_NO_NODE; n--)
            child = arb_tree_next(tree, child);
        if (child == ARB_NO_NODE)
            return node;
        node = child;
    }
    return node;
}
