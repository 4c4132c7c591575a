/* tree_edits.c: makes random changes to game trees and to a simple model, and compares them.
 *
 *     tree_edits [CHANGES] [SEED]
 *
 * Trees grow, lines are moved up and down, cut, deleted and merged, comments come and go. After
 * each change the tree has the model's lines, moves, notes and boards. Now and then it is written
 * in both styles: read again it is the same tree, and written again it is the same text. */
#include "tree_model.h"

enum { GAME_CHANGES = 60 };

/* ---- changes ---- */

static int any_node(const pair *p, random_source *source)
{
    for (;;) {
        int node = (int)random_below(source, NODES);
        if (p->at[node].used)
            return node;
    }
}

static void add_line(pair *p, random_source *source, int node)
{
    arb_move list[ARB_MOVES_8X8];
    arb_position board;
    for (unsigned steps = 1 + random_below(source, 6); steps > 0; steps--) {
        model_node *at = &p->at[node];
        if (free_nodes(p) == 0 || at->kid_count == KIDS)
            return;
        arb_tree_board(p->tree, at->node, &board);
        size_t count = arb_position_moves(&board, list, ARB_MOVES_8X8);
        arb_node made = ARB_NO_NODE;
        bool null = random_chance(source, 5);
        arb_move move =
            null || count == 0 ? ARB_NO_MOVE : list[random_below(source, (unsigned)count)];
        arb_status status = null         ? arb_tree_add_null(p->tree, at->node, &made)
                            : count == 0 ? ARB_ILLEGAL
                                         : arb_tree_add(p->tree, at->node, move, &made);
        if (at->kind == ARB_NODE_TEXT && status == ARB_OK)
            fail("a move stands behind text", p->tree);
        if (status != ARB_OK)
            return;
        int kid = new_node(p, node, null ? ARB_NODE_NULL : ARB_NODE_MOVE, move);
        p->at[kid].node = made;
        moves_first(p, node);
        node = kid;
    }
}

static void add_comment(pair *p, random_source *source, int node)
{
    static const char *const texts[] = {
        "",
        "x",
        "two words",
        " blanks  at all  places ",
        "a {brace",
        "right } brace",
        "[%clk 0:01:00]",
        "[Event \"x\"]",
        "\n[Event \"x\"]\n",
        "two\nlines",
        "% no escape",
        "; no comment",
        "1. e4",
        "1-0",
        "(1. d4)",
        "$1 [a \"b\"]",
        "a comment that is so long that it stands on a line of its own whatever the width is"};
    const char *text = texts[random_below(source, sizeof texts / sizeof *texts)];
    arb_note_side side = (arb_note_side)random_below(source, 3);
    arb_note_id id;
    if (arb_tree_add_comment(p->tree, p->at[node].node, side, text, strlen(text), &id) != ARB_OK)
        fail("a comment is refused", p->tree);
    arb_note note = arb_tree_note(p->tree, id);
    if (note.len != strlen(text) || memcmp(note.text, text, note.len) != 0)
        fail("a comment is another", p->tree);
    add_note(&p->at[node], model_of(&note));
}

static void delete_note(pair *p, random_source *source, int node)
{
    model_node *at = &p->at[node];
    int which = (int)random_below(source, NOTES), i = 0;
    arb_note_id id = arb_tree_note_first(p->tree, at->node);
    for (; id != 0 && i < which; i++)
        id = arb_tree_note_next(p->tree, at->node, id);
    if (id == 0 || at->notes[i].kind == ARB_NOTE_TEXT)
        return;
    arb_tree_delete_note(p->tree, at->node, id);
    at->note_count--;
    for (; i < at->note_count; i++)
        at->notes[i] = at->notes[i + 1];
}

static void delete_node(pair *p, int node)
{
    if (arb_tree_delete(p->tree, p->at[node].node) != (node != 0))
        fail("a line cannot be deleted", p->tree);
    if (node == 0)
        return;
    int parent = p->at[node].parent;
    put_at(p, node, p->at[parent].kid_count - 1);
    p->at[parent].kid_count--;
    forget(p, node);
    moves_first(p, parent);
}

static void cut(pair *p, int node)
{
    arb_tree_cut(p->tree, p->at[node].node);
    while (p->at[node].kid_count > 0)
        forget(p, p->at[node].kids[--p->at[node].kid_count]);
}

/* Moves a line one place up (-1) or down (1). */
static void shift(pair *p, int node, int step)
{
    bool done = step < 0 ? arb_tree_promote(p->tree, p->at[node].node)
                         : arb_tree_demote(p->tree, p->at[node].node);
    const model_node *parent = &p->at[node == 0 ? 0 : p->at[node].parent];
    int to = node == 0 ? -1 : place_of(p, node) + step;
    bool expected = to >= 0 && to < parent->kid_count;
    int up = expected && step > 0 ? parent->kids[to] : node; /* which of the two goes up */
    if (expected && place_of(p, up) == 1 && !may_be_first(p, up))
        expected = false;
    if (expected)
        put_at(p, node, to);
    if (done != expected)
        fail("a line goes up or down otherwise", p->tree);
}

static void promote_line(pair *p, int node)
{
    arb_tree_promote_line(p->tree, p->at[node].node);
    for (; node != 0; node = p->at[node].parent)
        if (may_be_first(p, node))
            put_at(p, node, 0);
}

/* ---- merging ---- */

static bool same_text(const model_node *a, const model_node *b)
{
    if (a->note_count != b->note_count)
        return false;
    for (int i = 0; i < a->note_count; i++)
        if (!same_note(&a->notes[i], &b->notes[i]))
            return false;
    return true;
}

static bool has_note(const model_node *node, const model_note *note)
{
    for (int i = 0; i < node->note_count; i++)
        if (same_note(&node->notes[i], note))
            return true;
    return false;
}

/* Returns false if the model has no room. */
static bool merge_model(pair *p, int node, const pair *from, int source)
{
    const model_node *other = &from->at[source];
    for (int i = 0; i < other->note_count; i++) {
        if (has_note(&p->at[node], &other->notes[i]))
            continue;
        if (p->at[node].note_count == NOTES)
            return false;
        add_note(&p->at[node], other->notes[i]);
    }
    for (int i = 0; i < other->kid_count; i++) {
        const model_node *wanted = &from->at[other->kids[i]];
        int found = -1;
        for (int k = 0; k < p->at[node].kid_count && found < 0; k++) {
            const model_node *own = &p->at[p->at[node].kids[k]];
            if (own->kind == wanted->kind && own->move == wanted->move &&
                (own->kind != ARB_NODE_TEXT || same_text(own, wanted)))
                found = p->at[node].kids[k];
        }
        if (found < 0 && p->at[node].kid_count < KIDS) {
            found = new_node(p, node, wanted->kind, wanted->move);
            if (found >= 0)
                moves_first(p, node);
        }
        if (found < 0 || !merge_model(p, found, from, other->kids[i]))
            return false;
    }
    return true;
}

static void merge(pair *p, const pair *from)
{
    static pair before;
    before = *p;
    if (!merge_model(p, 0, from, 0)) {
        *p = before;
        return;
    }
    if (arb_tree_merge(p->tree, from->tree) != ARB_OK)
        fail("a tree cannot be merged", p->tree);
}

/* ---- games ---- */

static void begin(pair *p, random_source *source)
{
    static const char *const games[] = {
        "*\n",
        "1. e4 e5 2. Nf3 Nc6 *\n",
        "1. e4 (1. d4 {d} (1. c4) 1... d5) {last} 1... e5 ({first} 1... c5 $1) 2. Nf3 1-0\n",
        "1. e4 (1. Ke2 e5 {x}) (1. d4 d5) () 1... e5 2. Ke3 {x} Nf6 0-1\n",
        "{i} 1. e4 ; to the end\n1... e5 Diagram (1... -- 2. d4) *\n% escaped\n",
        "[FEN \"r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R b Kkq - 3 17\"]\n\n17... O-O ({a} O-O-O) *\n",
    };
    unsigned which = random_below(source, sizeof games / sizeof *games);
    memset(p->at, 0, sizeof p->at);
    p->tree = arb_tree_new(NULL);
    arb_tree_read(p->tree, arb_rules_at(0), games[which], strlen(games[which]), NULL);
    p->at[new_node(p, -1, ARB_NODE_ROOT, ARB_NO_MOVE)].node = ARB_ROOT;
    take_over(p, 0);
}

static void change(pair *p, random_source *source)
{
    static const char *const names[] = {"Event", "Date", "Annotator", "White", "ECO"};
    static const char *const values[] = {"", "?", "a \"b\" \\c", "0-0", "]", "[x"};
    int node = any_node(p, source);
    model_node *at = &p->at[node];
    const char *name = names[random_below(source, 5)], *value = values[random_below(source, 6)];
    switch (random_below(source, 15)) {
    case 0:
    case 1:
    case 2:
    case 3:
        add_line(p, source, node);
        break;
    case 4:
    case 5:
        if (at->note_count < NOTES && at->kind != ARB_NODE_TEXT)
            add_comment(p, source, node);
        break;
    case 6:
        if (at->note_count < NOTES && at->kind != ARB_NODE_TEXT &&
            arb_tree_add_nag(p->tree, at->node, 5, NULL) == ARB_OK)
            add_note(at, (model_note){ARB_NOTE_NAG, ARB_NOTE_AFTER, 5, ""});
        break;
    case 7:
        delete_note(p, source, node);
        break;
    case 8:
        delete_node(p, node);
        break;
    case 9:
        if (random_chance(source, 30))
            cut(p, node);
        break;
    case 10:
    case 11:
        shift(p, node, -1);
        break;
    case 12:
        shift(p, node, 1);
        break;
    case 13:
        promote_line(p, node);
        break;
    default:
        if (random_chance(source, 30))
            arb_tree_set_result(p->tree, (arb_result)random_below(source, 4));
        else if (random_chance(source, 30))
            arb_tree_delete_tag(p->tree, random_chance(source, 50) ? "Result" : name);
        else
            arb_tree_set_tag(p->tree, name, value, strlen(value));
        break;
    }
}

int main(int argc, char **argv)
{
    static pair one, two;
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
    random_source source = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
    while (changes < wanted) {
        begin(&one, &source);
        begin(&two, &source);
        for (int i = 0; i < GAME_CHANGES; i++, changes++) {
            pair *p = random_chance(&source, 80) ? &one : &two;
            change(p, &source);
            if (random_chance(&source, 5) &&
                arb_position_same(arb_tree_start(one.tree), arb_tree_start(two.tree)))
                merge(p, p == &one ? &two : &one);
            check_node(p, 0, arb_tree_start(p->tree));
            if (random_chance(&source, 20) && can_be_written(p))
                check_written(p->tree, &source);
        }
        arb_tree_free(one.tree);
        arb_tree_free(two.tree);
    }
    printf("%" PRIu64 " changes, %" PRIu64 " times written and read again\n1 passed, 0 failed\n",
           changes, written);
    return 0;
}
