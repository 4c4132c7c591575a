/* tree_read_tags.c: the tags of a game, and the start position that they give. Layer: tree. */
#include "base/text.h"
#include "tree/tree_read.h"

uint32_t arb__unescape(char *to, const char *value, uint32_t len)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < len; i++) {
        if (value[i] == '\\' && i + 1 < len && (value[i + 1] == '"' || value[i + 1] == '\\'))
            i++;
        to[n++] = (unsigned char)value[i] < 32 || value[i] == 127 ? ' ' : value[i];
    }
    return n;
}

static bool needs_no_escape(char c)
{
    return (unsigned char)c >= 32 && c != 127 && c != '\\';
}

/* Neither control characters nor a backslash? */
static bool is_unescaped(const char *value, size_t len)
{
    size_t i = 0;
    for (; i + 8 <= len; i += 8) {
        uint64_t bytes;
        memcpy(&bytes, value + i, sizeof bytes);
        uint64_t control = (bytes - arb__each_byte(32)) & ~bytes & arb__each_byte((char)0x80);
        if ((control | arb__zero_bytes(bytes ^ arb__each_byte(127)) |
             arb__zero_bytes(bytes ^ arb__each_byte('\\'))) != 0)
            return false;
    }
    for (; i < len; i++)
        if (!needs_no_escape(value[i]))
            return false;
    return true;
}

void arb__read_tag(arb__reading *r)
{
    arb_tree *tree = r->tree;
    const arb_pgn_token *token = &r->token;
    void *tags = tree->tags;
    if (!arb__grow(tree, &tags, &tree->tag_cap, tree->tag_count, sizeof *tree->tags, UINT32_MAX)) {
        arb__read_fail(r, ARB_NO_MEMORY);
        return;
    }
    tree->tags = (arb__tag *)tags;
    size_t len = token->value_end - token->value_begin;
    tree->tags[tree->tag_count++] =
        (arb__tag){.name = (uint32_t)token->name_begin,
                   .name_len = (uint32_t)(token->name_end - token->name_begin),
                   .value = (uint32_t)token->value_begin,
                   .value_len = (uint32_t)len,
                   .place = (uint32_t)token->begin,
                   .escaped = !is_unescaped(r->text + token->value_begin, len)};
    if (!token->closed)
        arb__read_fault(r, ARB_TREE_BAD_TAG, token->begin, token->end);
}

/* Copies the value of the last tag with this name, cut to `cap` bytes. */
static const arb__tag *tag_value(const arb__reading *r, const char *name, char *buf, size_t cap,
                                 uint32_t *len)
{
    const arb__tag *tags = r->tree->tags;
    size_t name_len = strlen(name);
    for (uint32_t i = r->tree->tag_count; i-- > 0;) {
        const arb__tag *tag = &tags[i];
        if (tag->name_len != name_len || memcmp(r->text + tag->name, name, name_len) != 0)
            continue;
        uint32_t taken = tag->value_len < cap ? tag->value_len : (uint32_t)cap;
        *len = arb__unescape(buf, r->text + tag->value, taken);
        return tag;
    }
    return NULL;
}

/* Does the first tag Result, which counts, say so? (arb_tree_result asks the tree's own copy of the
 * text, which is made when the game has been read.) */
static bool tags_say_both_lose(const arb__reading *r)
{
    const char *text = arb_result_text(ARB_BOTH_LOSE);
    for (uint32_t i = 0; i < r->tree->tag_count; i++) {
        const arb__tag *tag = &r->tree->tags[i];
        if (tag->name_len == 6 && memcmp(r->text + tag->name, "Result", 6) == 0)
            return tag->value_len == strlen(text) &&
                   memcmp(r->text + tag->value, text, tag->value_len) == 0;
    }
    return false;
}

/* The rules that a Variant tag names: the caller's own, or a shipped rule set. */
static const arb_rules *rules_of_variant(const arb_rules *given, const char *value, size_t len)
{
    if (arb_rules_named(given, value, len))
        return given;
    return arb_rules_of_variant(value, len);
}

void arb__read_begin_moves(arb__reading *r)
{
    char value[ARB_START_LIMIT];
    uint32_t len;
    arb_tree *tree = r->tree;
    const arb_rules *rules = r->rules;
    arb_error error;
    r->in_moves = r->playable = true;
    r->both_lose = tags_say_both_lose(r);
    const arb__tag *tag = tag_value(r, "Variant", value, sizeof value, &len);
    if (tag) {
        const arb_rules *named = rules_of_variant(rules, value, len);
        if (!named)
            arb__read_fault(r, ARB_TREE_UNKNOWN_VARIANT, tag->value, tag->value + tag->value_len);
        r->playable = named != NULL;
        rules = named ? named : rules;
    }
    tag = r->playable ? tag_value(r, "FEN", value, sizeof value, &len) : NULL;
    if (tag && arb_position_read(&tree->start, rules, value, len, NULL, &error) != ARB_OK) {
        size_t at =
            error.status == ARB_BAD_TEXT && error.offset <= tag->value_len ? error.offset : 0;
        arb__read_fault(r, ARB_TREE_BAD_FEN, tag->value + at, tag->value + tag->value_len);
        r->playable = false;
    }
    if ((!tag || !r->playable) && arb_position_start(&tree->start, rules) != 0) {
        /* A rule-set file may have a start position that cannot be played. */
        arb__read_fault(r, ARB_TREE_BAD_FEN, 0, 0);
        arb_position_start(&tree->start, arb_rules_at(0));
        r->playable = false;
    }
    arb_position_set_budget(&tree->start, tree->budget);
    arb__boards_start(tree);
    arb__cursor_start(&r->cursor, tree);
    arb_run_start(&r->run, &tree->start, NULL);
}
