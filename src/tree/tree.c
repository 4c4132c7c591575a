/* tree.c: a tree's storage, its tags and its result. Layer: tree. */
#include "tree/tree.h"

#include "base/text.h"
#include "game/allocator.h"

static void release(arb_tree *tree, void *block)
{
    if (block)
        tree->allocator.resize(tree->allocator.context, block, 0);
}

/* A small array doubles; a large one grows by an eighth, so that little memory stays unused. */
bool arb__grow(const arb_tree *tree, void **array, uint32_t *cap, uint32_t count, size_t size,
               uint32_t limit)
{
    if (count < *cap)
        return true;
    uint32_t more = *cap < 64 ? 64 : *cap < 4096 ? *cap : *cap / 8;
    if (count >= limit)
        return false;
    uint32_t room = *cap > limit - more ? limit : *cap + more;
    void *block = tree->allocator.resize(tree->allocator.context, *array, room * size);
    if (!block)
        return false;
    *array = block;
    *cap = room;
    return true;
}

/* ---- text ---- */

static uint32_t move_text(char *to, uint32_t *at, const char *from, uint32_t begin, uint32_t len)
{
    uint32_t now = *at;
    memcpy(to + now, from + begin, len);
    *at += len;
    return now;
}

/* Copies the text that was read, and those parts of the added text that are still in use, into a
 * new array. */
static void compact_text(arb_tree *tree)
{
    const arb_allocator *own = &tree->allocator;
    uint32_t source = tree->source_len, at = source;
    char *text = (char *)own->resize(own->context, NULL, tree->text_cap);
    if (!text)
        return; /* the unused text stays */
    memcpy(text, tree->text, source);
    for (uint32_t i = 1; i < tree->note_count; i++) {
        arb__note *note = &tree->notes[i];
        if (note->next != 0 && note->begin >= source && note->len > 0)
            note->begin = move_text(text, &at, tree->text, note->begin, note->len);
    }
    for (uint32_t i = 0; i < tree->tag_count; i++) {
        arb__tag *tag = &tree->tags[i];
        if (tag->name >= source)
            tag->name = move_text(text, &at, tree->text, tag->name, tag->name_len);
        if (tag->value >= source)
            tag->value = move_text(text, &at, tree->text, tag->value, tag->value_len);
    }
    release(tree, tree->text);
    tree->text = text;
    tree->text_len = at;
    tree->garbage = 0;
}

uint32_t arb__text_add(arb_tree *tree, const char *text, size_t len)
{
    enum { LITTLE = 4096 };
    if (tree->garbage > LITTLE && tree->garbage > (tree->text_len - tree->source_len) / 2)
        compact_text(tree);
    if (len > ARB_TREE_TEXT_LIMIT - tree->text_len)
        return NO_PLACE;
    uint32_t end = tree->text_len + (uint32_t)len;
    if (end > tree->text_cap) {
        uint32_t cap = end + end / 8 + 64;
        char *block = (char *)tree->allocator.resize(tree->allocator.context, tree->text, cap);
        if (!block)
            return NO_PLACE;
        tree->text = block;
        tree->text_cap = cap;
    }
    uint32_t begin = tree->text_len;
    if (len > 0)
        memcpy(tree->text + begin, text, len);
    tree->text_len = end;
    return begin;
}

/* ---- the tree ---- */

void arb__tree_clear(arb_tree *tree)
{
    tree->nodes[0] = (arb__node){.parent = ARB_NO_NODE,
                                 .child = ARB_NO_NODE,
                                 .next = ARB_NO_NODE,
                                 .place = NO_PLACE,
                                 .kind = NODE_ROOT};
    tree->node_count = tree->live = 1;
    tree->node_free = ARB_NO_NODE;
    tree->note_count = 1;
    tree->note_free = 0;
    tree->tag_count = 0;
    tree->text_len = tree->source_len = tree->garbage = 0;
    tree->base = 0;
    tree->fault_count = 0;
    tree->faults_found = 0;
    tree->has_marker = false;
    tree->marker = ARB_ONGOING;
}

arb_tree *arb_tree_new(const arb_allocator *allocator)
{
    arb_allocator own = arb__allocator_or_libc(allocator);
    arb_tree *tree = (arb_tree *)own.resize(own.context, NULL, sizeof *tree);
    if (!tree)
        return NULL;
    memset(tree, 0, sizeof *tree);
    tree->allocator = own;
    void *nodes = NULL;
    arb_position start;
    if (!arb__grow(tree, &nodes, &tree->node_cap, 0, sizeof *tree->nodes, ARB_TREE_NODE_LIMIT) ||
        !nodes) {
        arb_tree_free(tree);
        return NULL;
    }
    tree->nodes = (arb__node *)nodes;
    arb_position_start(&start, arb_rules_at(0));
    arb_tree_set_start(tree, &start);
    return tree;
}

void arb_tree_free(arb_tree *tree)
{
    if (!tree)
        return;
    release(tree, tree->nodes);
    release(tree, tree->notes);
    release(tree, tree->tags);
    release(tree, tree->text);
    release(tree, tree->faults);
    release(tree, tree->boards);
    arb_allocator own = tree->allocator;
    own.resize(own.context, tree, 0);
}

void arb_tree_set_start(arb_tree *tree, const arb_position *start)
{
    arb__tree_clear(tree);
    arb_position_copy(&tree->start, start);
    arb_position_set_budget(&tree->start, tree->budget);
    arb__boards_start(tree);
}

void arb_tree_set_budget(arb_tree *tree, arb_budget *budget)
{
    tree->budget = budget;
    tree->tip = ARB_NO_NODE; /* its board has the old one */
}

const arb_position *arb_tree_start(const arb_tree *tree)
{
    return &tree->start;
}

/* ---- tags ---- */

const arb__tag *arb__tag_find(const arb_tree *tree, const char *name, size_t len)
{
    for (uint32_t i = 0; i < tree->tag_count; i++) {
        const arb__tag *tag = &tree->tags[i];
        if (tag->name_len == len && memcmp(tree->text + tag->name, name, len) == 0)
            return tag;
    }
    return NULL;
}

size_t arb_tree_tag_count(const arb_tree *tree)
{
    return tree->tag_count;
}

arb_tree_tag arb_tree_tag_at(const arb_tree *tree, size_t index)
{
    if (index >= tree->tag_count)
        return (arb_tree_tag){"", "", 0, 0, ARB_NO_PLACE};
    const arb__tag *tag = &tree->tags[index];
    return (arb_tree_tag){tree->text + tag->name, tree->text + tag->value, tag->name_len,
                          tag->value_len,
                          tag->place == NO_PLACE ? ARB_NO_PLACE : tree->base + tag->place};
}

bool arb_tree_has_tag(const arb_tree *tree, const char *name)
{
    return arb__tag_find(tree, name, strlen(name)) != NULL;
}

size_t arb_tree_tag_text(const arb_tree *tree, const char *name, char *buf, size_t cap)
{
    arb__writer out = arb__writer_on(buf, cap);
    const arb__tag *tag = arb__tag_find(tree, name, strlen(name));
    for (uint32_t i = 0; tag && i < tag->value_len; i++)
        arb__put_char(&out, tree->text[tag->value + i]);
    return out.len;
}

static bool is_tag_name(const char *name)
{
    size_t n = 0;
    for (; name[n] != '\0'; n++) {
        char c = name[n];
        if (!(arb__is_letter(c) || arb__is_digit(c) || c == '_'))
            return false;
    }
    return n > 0 && n <= 255;
}

arb_status arb_tree_set_tag(arb_tree *tree, const char *name, const char *value, size_t len)
{
    if (!is_tag_name(name))
        return ARB_BAD_TEXT;
    void *tags = tree->tags;
    if (!arb__grow(tree, &tags, &tree->tag_cap, tree->tag_count, sizeof *tree->tags, UINT32_MAX))
        return ARB_NO_MEMORY;
    tree->tags = (arb__tag *)tags;
    uint32_t begin = arb__text_add(tree, value, len);
    if (begin == NO_PLACE)
        return ARB_NO_MEMORY;
    for (uint32_t i = begin; i < tree->text_len; i++)
        if ((unsigned char)tree->text[i] < 32 || tree->text[i] == 127)
            tree->text[i] = ' ';
    arb__tag *tag = NULL;
    const arb__tag *found = arb__tag_find(tree, name, strlen(name));
    if (found) {
        tag = &tree->tags[found - tree->tags];
        if (tag->value >= tree->source_len)
            tree->garbage += tag->value_len;
    } else {
        uint32_t name_len = (uint32_t)strlen(name);
        uint32_t name_begin = arb__text_add(tree, name, name_len);
        if (name_begin == NO_PLACE)
            return ARB_NO_MEMORY;
        tag = &tree->tags[tree->tag_count++];
        *tag = (arb__tag){.name = name_begin, .name_len = name_len};
    }
    tag->value = begin;
    tag->value_len = (uint32_t)len;
    tag->place = NO_PLACE;
    return ARB_OK;
}

bool arb_tree_delete_tag(arb_tree *tree, const char *name)
{
    const arb__tag *tag = arb__tag_find(tree, name, strlen(name));
    if (!tag)
        return false;
    uint32_t index = (uint32_t)(tag - tree->tags);
    if (tag->value >= tree->source_len)
        tree->garbage += tag->value_len;
    if (tag->name >= tree->source_len)
        tree->garbage += tag->name_len;
    memmove(tree->tags + index, tree->tags + index + 1,
            (tree->tag_count - index - 1) * sizeof *tree->tags);
    tree->tag_count--;
    return true;
}

/* ---- result ---- */

bool arb_tree_has_marker(const arb_tree *tree)
{
    return tree->has_marker;
}

arb_result arb_tree_result(const arb_tree *tree)
{
    if (tree->has_marker)
        return tree->marker;
    const arb__tag *tag = arb__tag_find(tree, "Result", 6);
    for (int result = ARB_WHITE_WINS; tag && result <= ARB_BOTH_LOSE; result++) {
        const char *text = arb_result_text((arb_result)result);
        if (strlen(text) == tag->value_len &&
            memcmp(tree->text + tag->value, text, tag->value_len) == 0)
            return (arb_result)result;
    }
    return ARB_ONGOING;
}

arb_status arb_tree_set_result(arb_tree *tree, arb_result result)
{
    const char *text = arb_result_text(result);
    if (arb_tree_has_tag(tree, "Result")) {
        arb_status status = arb_tree_set_tag(tree, "Result", text, strlen(text));
        if (status != ARB_OK)
            return status;
    }
    tree->has_marker = true;
    tree->marker = result;
    return ARB_OK;
}
