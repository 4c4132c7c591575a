/* pgn_open.c: opens a PGN file for play (its tree and the game of its main line) and writes the
 * game back into the tree. Layer: formats. It knows the public header only; the library reads and
 * writes PGN. */
#include "formats/pgn.h"

#include "common/utf8.h"

#include <string.h>

/* Does this fault make the game differ from what the file says? Faults inside variations do not:
 * they are kept as text. */
static bool matters(const arb_tree *tree, const arb_tree_fault *fault)
{
    switch (fault->code) {
    case ARB_TREE_NO_MARKER:
    case ARB_TREE_STRAY_CHAR:
    case ARB_TREE_TEXT_AFTER:
        return false;
    case ARB_TREE_ILLEGAL:
    case ARB_TREE_AMBIGUOUS:
    case ARB_TREE_BAD_TOKEN:
    case ARB_TREE_NULL_MOVE:
        break;
    default:
        return true;
    }
    for (arb_node node = ARB_ROOT; node != ARB_NO_NODE; node = arb_tree_child(tree, node)) {
        if (arb_tree_kind(tree, node) > ARB_NODE_MOVE)
            return fault->place == arb_tree_place(tree, node);
        for (arb_note_id id = arb_tree_note_first(tree, node); id != 0;
             id = arb_tree_note_next(tree, node, id)) {
            arb_note note = arb_tree_note(tree, id);
            if (note.kind == ARB_NOTE_TEXT && note.place == fault->place)
                return true;
        }
    }
    return false;
}

/* Does this fault leave no position to start from? */
static bool has_no_start(const arb_tree_fault *fault)
{
    return fault->code == ARB_TREE_BAD_FEN || fault->code == ARB_TREE_UNKNOWN_VARIANT;
}

static void say(fmt_error *error, const char *text, size_t len, size_t place, const char *what)
{
    size_t line, column;
    arb_text_place(text, len, place, &line, &column);
    fmt_error_set(error, line, column, "%s", what);
}

/* Reports the first fault that matters, and returns it; NULL if there is none. */
static const arb_tree_fault *find_fault(const arb_tree *tree, const char *text, size_t len,
                                        fmt_error *error)
{
    char why[400];
    for (size_t i = 0; arb_tree_fault_at(tree, i) != NULL; i++) {
        const arb_tree_fault *fault = arb_tree_fault_at(tree, i);
        if (!matters(tree, fault))
            continue;
        if (arb_tree_fault_text(tree, i, why, sizeof why) >= sizeof error->text)
            why[strcspn(why, ".")] = '\0'; /* only the first sentence */
        say(error, text, len, fault->place, why);
        return fault;
    }
    return NULL;
}

/* Does the tag Termination say that a flag fell, as in "Time forfeit" or "Ann won on time"? */
static bool lost_on_time(const arb_tree *tree)
{
    char text[FMT_PGN_VALUE_LIMIT];
    size_t len = arb_tree_tag_text(tree, "Termination", text, sizeof text);
    for (size_t i = 0; i < len && i + 1 < sizeof text; i++)
        if (text[i] >= 'A' && text[i] <= 'Z')
            text[i] = (char)(text[i] - 'A' + 'a');
    return len > 0 && (strstr(text, "time forfeit") != NULL || strstr(text, "on time") != NULL);
}

/* Declares the written result if the moves do not end the game. The reason is known only if the
 * tags give it: a bare result may be a resignation, an agreement or anything else. */
static void declare(arb_game *game, const arb_tree *tree)
{
    arb_result result = arb_tree_result(tree);
    bool won = result == ARB_WHITE_WINS || result == ARB_BLACK_WINS;
    arb_reason reason = result == ARB_BOTH_LOSE     ? ARB_R_MISCONDUCT
                        : won && lost_on_time(tree) ? ARB_R_FLAG
                                                    : ARB_R_NONE;
    if (arb_game_outcome(game).result == ARB_ONGOING && result != ARB_ONGOING)
        arb_game_declare(game, (arb_outcome){.result = result, .reason = reason});
}

/* Copies the value of a tag as UTF-8, whatever encoding the file has. */
static void copy_tag(const arb_tree *tree, const char *name, char value[FMT_PGN_VALUE_LIMIT])
{
    char old[FMT_PGN_VALUE_LIMIT];
    size_t len = arb_tree_tag_text(tree, name, old, sizeof old);
    utf8_copy_old(value, FMT_PGN_VALUE_LIMIT, old, len < sizeof old ? len : sizeof old - 1);
}

static void copy_tags(const arb_tree *tree, fmt_pgn_tags *tags)
{
    copy_tag(tree, "Event", tags->event);
    copy_tag(tree, "Site", tags->site);
    copy_tag(tree, "Date", tags->date);
    copy_tag(tree, "Round", tags->round);
    copy_tag(tree, "White", tags->white);
    copy_tag(tree, "Black", tags->black);
}

/* Reports a legal move after the end of the game. */
static void say_late(const arb_tree *tree, arb_node node, const char *text, size_t len,
                     fmt_error *error)
{
    enum { SHOWN = 40 };
    char what[SHOWN + 160];
    size_t place = arb_tree_place(tree, node), end = place;
    arb_game *game = arb_tree_game(tree, arb_tree_parent(tree, node), NULL, NULL);
    if (game == NULL) {
        say(error, text, len, place, "there is no memory for the game");
        return;
    }
    while (end < len && end - place < SHOWN && (unsigned char)text[end] > ' ')
        end++;
    arb_outcome_late(arb_game_outcome(game), text + place, end - place, what, sizeof what);
    say(error, text, len, place, what);
    arb_game_free(game);
}

/* The first node beyond `plies` plies; ARB_NO_NODE if the game is not that long. */
static arb_node past_limit(const arb_tree *tree, size_t plies)
{
    arb_node node = arb_tree_child(tree, ARB_ROOT);
    for (size_t i = 0; i < plies && node != ARB_NO_NODE; i++)
        node = arb_tree_child(tree, node);
    return node;
}

/* The last node of the main line before the first node that is not a move. */
static arb_node last_move(const arb_tree *tree)
{
    arb_node node = ARB_ROOT;
    for (;;) {
        arb_node next = arb_tree_child(tree, node);
        if (next == ARB_NO_NODE || arb_tree_kind(tree, next) != ARB_NODE_MOVE)
            return node;
        node = next;
    }
}

/* Reads the text into the tree; if there is no game in it, the tree has no moves. */
static bool read_tree(arb_tree *tree, const arb_rules *rules, const char *text, size_t len,
                      fmt_error *error)
{
    arb_position start;
    arb_status status = arb_tree_read(tree, rules, text, len, NULL);
    if (status == ARB_OK)
        return true;
    if (status != ARB_BAD_TEXT) {
        say(error, text, len, 0,
            status == ARB_LIMIT ? "the game is too large" : "there is no memory for the game");
        return false;
    }
    if (arb_position_start(&start, rules) != 0) {
        say(error, text, len, 0, "the start of these rules cannot be played");
        return false;
    }
    arb_tree_set_start(tree, &start);
    return true;
}

static arb_game *open_game(arb_tree *tree, const arb_rules *rules, const char *text, size_t len,
                           size_t plies, fmt_error *error)
{
    if (!read_tree(tree, rules, text, len, error))
        return NULL;
    const arb_tree_fault *fault = find_fault(tree, text, len, error);
    arb_node last = last_move(tree);
    if (fault != NULL &&
        (has_no_start(fault) || (last == ARB_ROOT && arb_tree_tag_count(tree) == 0)))
        return NULL;
    arb_node stop = past_limit(tree, plies);
    if (stop != ARB_NO_NODE) {
        say(error, text, len, arb_tree_place(tree, stop), "the game is too long");
        return NULL;
    }
    arb_game *game = arb_tree_game(tree, last, NULL, &stop);
    if (game == NULL && stop != ARB_NO_NODE) {
        say_late(tree, stop, text, len, error);
        last = arb_tree_parent(tree, stop);
        game = arb_tree_game(tree, last, NULL, &stop);
    }
    if (game == NULL)
        say(error, text, len, 0, "there is no memory for the game");
    else if (arb_tree_has_marker(tree) && arb_tree_child(tree, last) == ARB_NO_NODE)
        declare(game, tree);
    return game;
}

arb_game *fmt_pgn_open_within(const arb_rules *rules, const char *text, size_t len,
                              arb_budget *budget, size_t plies, arb_tree **tree, fmt_pgn_tags *tags,
                              fmt_error *error)
{
    memset(tags, 0, sizeof *tags);
    *error = (fmt_error){0, 0, ""};
    *tree = arb_tree_new(NULL);
    if (*tree == NULL) {
        fmt_error_set(error, 1, 1, "%s", "there is no memory for the game");
        return NULL;
    }
    arb_tree_set_budget(*tree, budget);
    arb_game *game = open_game(*tree, rules, text, len, plies, error);
    if (game != NULL) {
        copy_tags(*tree, tags);
        return game;
    }
    arb_tree_free(*tree);
    *tree = NULL;
    return NULL;
}

arb_game *fmt_pgn_open(const arb_rules *rules, const char *text, size_t len, arb_tree **tree,
                       fmt_pgn_tags *tags, fmt_error *error)
{
    return fmt_pgn_open_within(rules, text, len, NULL, ARB_PLY_LIMIT, tree, tags, error);
}

bool fmt_pgn_update(arb_tree *tree, const arb_game *game)
{
    arb_node node = ARB_ROOT;
    bool added = false;
    for (size_t ply = 0; ply < arb_game_ply(game); ply++) {
        arb_node next = arb_tree_find(tree, node, arb_game_move(game, ply));
        if (next == ARB_NO_NODE) {
            if (arb_tree_add(tree, node, arb_game_move(game, ply), &next) != ARB_OK)
                return false;
            added = true;
        }
        node = next;
    }
    arb_tree_promote_line(tree, node);
    arb_result result = arb_game_outcome(game).result, was = arb_tree_result(tree);
    /* Moves after a fault, or after the end by the rules, stay in the tree: the game was not
     * shortened by the player. */
    arb_node next = arb_tree_child(tree, node);
    bool shorter = next != ARB_NO_NODE && arb_tree_kind(tree, next) == ARB_NODE_MOVE &&
                   arb_position_outcome(arb_game_position(game)).result == ARB_ONGOING;
    bool changed = added || shorter || was == ARB_ONGOING;
    return !changed || result == was || arb_tree_set_result(tree, result) == ARB_OK;
}

static void put(void *context, const char *bytes, size_t len)
{
    fmt_put(context, bytes, len);
}

void fmt_pgn_write_tree(const fmt_out *out, const arb_tree *tree)
{
    arb_pgn_options options = {.style = ARB_PGN_KEEP};
    fmt_out to = *out;
    arb_tree_write_to(tree, &options, put, &to);
}
