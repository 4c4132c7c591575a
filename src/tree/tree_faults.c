/* tree_faults.c: what was wrong with a game that was read, and where. Layer: tree. */
#include "base/text.h"
#include "tree/tree.h"

static const struct {
    const char *name, *text;
} fault_texts[ARB_TREE_FAULT_COUNT] = {
    [ARB_TREE_ILLEGAL] = {"illegal", "this move is not legal"},
    [ARB_TREE_AMBIGUOUS] = {"ambiguous", "more than one move fits"},
    [ARB_TREE_BAD_TOKEN] = {"bad-token", "this is no move"},
    [ARB_TREE_BAD_FEN] = {"bad-fen", "the FEN is no position that can be played"},
    [ARB_TREE_UNKNOWN_VARIANT] = {"unknown-variant", "there is no such rule set"},
    [ARB_TREE_BAD_TAG] = {"bad-tag", "the tag is not closed on its line"},
    [ARB_TREE_UNCLOSED_COMMENT] = {"unclosed-comment", "the comment is not closed"},
    [ARB_TREE_UNCLOSED_PAREN] = {"unclosed-paren", "the variation is not closed"},
    [ARB_TREE_STRAY_CLOSE_PAREN] = {"stray-close-paren", "this parenthesis closes nothing"},
    [ARB_TREE_STRAY_CHAR] = {"stray-char", "this brace closes nothing"},
    [ARB_TREE_NO_MARKER] = {"no-termination-marker", "the game ends without a result"},
    [ARB_TREE_NULL_MOVE] = {"null-move", "a null move is no move of the game"},
    [ARB_TREE_TEXT_AFTER] = {"text-after-result", "text behind the result of the game"},
};

size_t arb_tree_fault_count(const arb_tree *tree)
{
    return (size_t)tree->faults_found;
}

const arb_tree_fault *arb_tree_fault_at(const arb_tree *tree, size_t index)
{
    return index < tree->fault_count ? &tree->faults[index] : NULL;
}

const char *arb_tree_fault_name(arb_tree_fault_code code)
{
    return (unsigned)code < ARB_TREE_FAULT_COUNT ? fault_texts[code].name : "";
}

/* Says what is wrong with the FEN tag. */
static size_t fen_text(const arb_tree *tree, arb_language language, char *buf, size_t cap)
{
    char fen[ARB_START_LIMIT];
    size_t len = arb_tree_tag_text(tree, "FEN", fen, sizeof fen);
    arb_position position;
    arb_faults found = 0;
    arb_error error;
    arb__writer out = arb__writer_on(buf, cap);
    arb_status status = arb_position_read(&position, arb_position_rules(&tree->start), fen,
                                          len < sizeof fen ? len : sizeof fen - 1, &found, &error);
    const char *text = status == ARB_OK ? fault_texts[ARB_TREE_BAD_FEN].text : error.text;
    if (found != 0)
        text = arb_fault_text(found & (~found + 1)); /* the first of them */
    arb__put_text(&out, arb_text_in(language, text));
    return out.len;
}

size_t arb_tree_fault_text_in(const arb_tree *tree, size_t index, arb_language language, char *buf,
                              size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    const arb_tree_fault *fault = arb_tree_fault_at(tree, index);
    if (!fault)
        return 0;
    if (fault->code == ARB_TREE_BAD_FEN)
        return fen_text(tree, language, buf, cap);
    size_t begin = fault->place - tree->base;
    if (fault->code <= ARB_TREE_BAD_TOKEN && begin + fault->len <= tree->source_len &&
        arb__is_node(tree, fault->node)) {
        arb_position position;
        arb_san san;
        arb_tree_board(tree, fault->node, &position);
        arb_outcome outcome = arb_position_outcome(&position);
        if (fault->code != ARB_TREE_BAD_TOKEN && outcome.result != ARB_ONGOING &&
            !arb_position_has_move(&position))
            return arb_outcome_late_in(outcome, language, tree->text + begin, fault->len, buf, cap);
        if (arb_san_read(&position, tree->text + begin, fault->len, &san) != ARB_OK)
            return arb_san_text_in(&san, &position, language, buf, cap);
    }
    arb__put_text(&out, arb_text_in(language, fault_texts[fault->code].text));
    return out.len;
}

size_t arb_tree_fault_text(const arb_tree *tree, size_t index, char *buf, size_t cap)
{
    return arb_tree_fault_text_in(tree, index, ARB_ENGLISH, buf, cap);
}

void arb_text_place(const char *text, size_t len, size_t offset, size_t *line, size_t *column)
{
    size_t start = 0, lines = 1;
    offset = offset < len ? offset : len;
    for (;;) {
        const char *end =
            offset > start ? (const char *)memchr(text + start, '\n', offset - start) : NULL;
        if (!end)
            break;
        start = (size_t)(end - text) + 1;
        lines++;
    }
    *line = lines;
    *column = offset - start + 1;
}
