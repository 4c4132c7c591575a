/* convert_lines.c: the main line of a game and each of its variations as a game of its own. Layer:
 * collection.
 *
 * The game is written whole, in memory, and read as a tree; each line is made the main line in
 * turn. */
#include "collection/convert/convert.h"

#include <stdlib.h>
#include <string.h>

enum { GAME_LIMIT = 64 << 20, PART_SIZE = 16 << 10 };

typedef struct {
    char *text;
    size_t len, cap;
    bool failed; /* there was no memory, or the game is longer than the limit */
    out part;    /* receives the text when the buffer is full */
    char bytes[PART_SIZE];
} whole_text;

static void pour(void *context)
{
    whole_text *w = context;
    size_t wanted = w->len + w->part.len;
    if (wanted > w->cap && !w->failed) {
        size_t cap = 2 * wanted;
        char *grown = cap <= 2 * (size_t)GAME_LIMIT ? realloc(w->text, cap) : NULL;
        w->failed = grown == NULL;
        if (grown) {
            w->text = grown;
            w->cap = cap;
        }
    }
    if (!w->failed) {
        memcpy(w->text + w->len, w->part.text, w->part.len);
        w->len = wanted;
    }
    w->part.len = 0;
}

static void put_line(void *context, const char *bytes, size_t len)
{
    out_bytes(context, bytes, len);
}

/* The last nodes of all lines, in the order of the text: that of the main line first, and after
 * each line those of its variations. */
static size_t find_lines(const arb_tree *tree, arb_node *ends, arb_node *waiting)
{
    size_t count = 0, left = 0;
    waiting[left++] = arb_tree_child(tree, ARB_ROOT);
    while (left > 0) {
        arb_node head = waiting[--left];
        size_t first = left;
        bool is_main = count == 0;
        if (head == ARB_NO_NODE)
            return 0;
        ends[count++] = arb_tree_line_end(tree, head);
        for (arb_node node = head; node != ARB_NO_NODE; node = arb_tree_child(tree, node))
            for (arb_node other = node == head && !is_main ? ARB_NO_NODE
                                                           : arb_tree_next(tree, node);
                 other != ARB_NO_NODE; other = arb_tree_next(tree, other))
                waiting[left++] = other;
        for (size_t low = first, high = left; low + 1 < high;
             low++) { /* reversed, because the first one is taken last */
            arb_node last = waiting[--high];
            waiting[high] = waiting[low];
            waiting[low] = last;
        }
    }
    return count;
}

/* A variation was not played: its result is that of its last position, or none, and not the
 * game's. */
static void write_all(arb_tree *tree, const arb_node *ends, size_t count, bool fold, out *to)
{
    arb_pgn_options options = {.style = fold ? ARB_PGN_EXPORT : ARB_PGN_KEEP,
                               .no_variations = true};
    for (size_t i = 0; i < count; i++) {
        if (i > 0) {
            arb_position end;
            arb_tree_board(tree, ends[i], &end);
            arb_tree_promote_line(tree, ends[i]);
            arb_tree_set_result(tree, arb_position_outcome(&end).result);
        }
        arb_tree_write_to(tree, &options, put_line, to);
    }
}

void write_lines(record *r, const record_ending *ending, out *to)
{
    whole_text *w = calloc(1, sizeof *w);
    arb_tree *tree = arb_tree_new(NULL);
    arb_node *ends = NULL;
    if (w) {
        w->part = (out){w->bytes, 0, sizeof w->bytes, pour, w};
        write_pgn(r, ending, &w->part);
        pour(w);
    }
    const arb_rules *rules = arb_position_rules(ending->final);
    bool ok = w && tree && !w->failed &&
              arb_tree_read(tree, rules, w->text, w->len, NULL) == ARB_OK &&
              (ends = malloc(2 * arb_tree_count(tree) * sizeof *ends)) != NULL;
    size_t count = ok ? find_lines(tree, ends, ends + arb_tree_count(tree)) : 0;
    if (ok && count > 1)
        write_all(tree, ends, count, r->options->fold, to);
    else if (ok)
        out_bytes(to, w->text, w->len);
    r->failed |= !ok;
    free(ends);
    arb_tree_free(tree);
    if (w)
        free(w->text);
    free(w);
}
