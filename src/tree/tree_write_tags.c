/* tree_write_tags.c: writes the tags of a tree as PGN. Layer: tree. Knows nothing of moves. */
#include "base/text.h"
#include "tree/tree_write.h"

static void put_tag(arb__pgn_writing *w, const char *name, size_t name_len, const char *value,
                    size_t len)
{
    /* A second Event tag follows another tag on its line, because at the start of a line it would
     * begin a game. */
    bool event = name_len == 5 && memcmp(name, "Event", 5) == 0;
    if (w->column > 0)
        arb__pgn_put_text(w, event ? " " : "\n");
    arb__pgn_put_text(w, "[");
    arb__pgn_put(w, name, name_len);
    arb__pgn_put_text(w, " \"");
    for (size_t i = 0; i < len; i++) {
        if (value[i] == '"' || value[i] == '\\')
            arb__pgn_put_text(w, "\\");
        arb__pgn_put(w, value + i, 1);
    }
    arb__pgn_put_text(w, "\"]");
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

static void put_roster(arb__pgn_writing *w)
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
static void put_start(arb__pgn_writing *w)
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

void arb__pgn_put_tags(arb__pgn_writing *w)
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
        arb__pgn_new_line(w);
    arb__pgn_new_line(w);
}
