/* openings.c: reads openings from EPD, PGN and books, and plays them. Layer: tournament. */
#include "tournament/openings.h"

#include <stdlib.h>
#include <string.h>

static bool fail(arb_error *error, arb_status status, size_t offset, const char *text)
{
    *error = (arb_error){status, offset, text};
    return false;
}

openings_form openings_form_of(const char *path)
{
    static const struct {
        const char *ending;
        openings_form form;
    } forms[] = {{".epd", OPENINGS_EPD},
                 {".fen", OPENINGS_EPD},
                 {".txt", OPENINGS_EPD},
                 {".pgn", OPENINGS_PGN},
                 {".bin", OPENINGS_BOOK}};
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof forms / sizeof forms[0]; i++)
        if (strcmp(dot, forms[i].ending) == 0)
            return forms[i].form;
    return OPENINGS_NONE;
}

uint64_t openings_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* ---- reading ---- */

static bool add(openings *o, size_t *cap, size_t at, arb_error *error)
{
    if (o->count == *cap) {
        size_t more = *cap > 0 ? *cap * 2 : 256;
        size_t *grown = realloc(o->at, more * sizeof *grown);
        if (grown == NULL)
            return fail(error, ARB_NO_MEMORY, at, "not enough memory");
        o->at = grown;
        *cap = more;
    }
    o->at[o->count++] = at;
    return true;
}

static size_t line_length(const openings *o, size_t at)
{
    const char *end = memchr(o->text + at, '\n', o->len - at);
    size_t len = end != NULL ? (size_t)(end - o->text) - at : o->len - at;
    while (len > 0 && (o->text[at + len - 1] == '\r' || o->text[at + len - 1] == ' '))
        len--;
    return len;
}

static bool epd_position(const openings *o, size_t at, arb_position *position, arb_error *error)
{
    arb_setup setup;
    arb_status status =
        arb_epd_read(&setup, o->rules, o->text + at, line_length(o, at), NULL, error);
    if (status != ARB_OK) {
        error->offset += at;
        return false;
    }
    if (arb_position_set(position, o->rules, &setup, ARB_KERNEL_AUTO, 0) != 0)
        return fail(error, ARB_BAD_POSITION, at, "this position cannot be played");
    if (arb_position_outcome(position).result != ARB_ONGOING)
        return fail(error, ARB_BAD_POSITION, at, "the game is over in this position");
    return true;
}

static bool read_epd(openings *o, arb_error *error)
{
    arb_position position;
    size_t cap = 0;
    for (size_t at = 0; at < o->len;) {
        size_t len = line_length(o, at);
        if (len > 0 && o->text[at] != '#' &&
            (!epd_position(o, at, &position, error) || !add(o, &cap, at, error)))
            return false;
        const char *end = memchr(o->text + at, '\n', o->len - at);
        at = end != NULL ? (size_t)(end - o->text) + 1 : o->len;
    }
    return true;
}

/* The game of the main line up to `plies`; it stops before an unreadable move and before the move
 * that would end the game. */
static arb_game *tree_game(const openings *o, const arb_tree *tree)
{
    arb_node node = ARB_ROOT;
    for (size_t ply = 0; ply < o->plies; ply++) {
        arb_node next = arb_tree_child(tree, node);
        if (next == ARB_NO_NODE || arb_tree_kind(tree, next) != ARB_NODE_MOVE)
            break;
        node = next;
    }
    arb_game *game = arb_tree_game(tree, node, NULL, NULL);
    while (game != NULL && arb_game_outcome(game).result != ARB_ONGOING && arb_game_undo(game))
        ;
    return game;
}

static bool read_pgn(openings *o, arb_error *error)
{
    arb_tree *tree = arb_tree_new(NULL);
    size_t cap = 0, taken = 0;
    bool right = tree != NULL || fail(error, ARB_NO_MEMORY, 0, "not enough memory");
    for (size_t at = 0; right && at < o->len; at += taken) {
        arb_status status = arb_tree_read(tree, o->rules, o->text + at, o->len - at, &taken);
        if (status == ARB_BAD_TEXT)
            break; /* no more games */
        if (status != ARB_OK)
            right = fail(error, status, at, "this game is too large");
        else if (arb_position_rules(arb_tree_start(tree)) != o->rules)
            right = fail(error, ARB_BAD_TEXT, at, "this game is of another rule set");
        else if (arb_tree_fault_count(tree) > 0 &&
                 arb_tree_fault_at(tree, 0)->code == ARB_TREE_BAD_FEN)
            right = fail(error, ARB_BAD_TEXT, at, "this game has no start position");
        else
            right = add(o, &cap, at, error);
    }
    arb_tree_free(tree);
    return right;
}

static void shuffle(openings *o)
{
    uint64_t state = o->seed;
    for (size_t i = o->count; i > 1; i--) {
        size_t j = (size_t)(openings_random(&state) % i), swapped = o->at[i - 1];
        o->at[i - 1] = o->at[j];
        o->at[j] = swapped;
    }
}

bool openings_read(openings *o, bool random, arb_error *error)
{
    o->count = 0;
    o->at = NULL;
    if (o->form == OPENINGS_NONE)
        return true;
    if (o->form == OPENINGS_BOOK)
        return book_valid(o->text, o->len) ||
               fail(error, ARB_BAD_TEXT, 0, "this is no Polyglot book");
    if (!(o->form == OPENINGS_EPD ? read_epd(o, error) : read_pgn(o, error)))
        return false;
    if (o->count == 0)
        return fail(error, ARB_BAD_TEXT, 0, "there is no opening in it");
    if (random)
        shuffle(o);
    return true;
}

void openings_free(openings *o)
{
    free(o->at);
    o->at = NULL;
}

/* ---- playing ---- */

static arb_game *game_from_start(const openings *o)
{
    arb_position position;
    return arb_position_start(&position, o->rules) == 0 ? arb_game_new(&position, NULL) : NULL;
}

/* The seed of the random numbers of one opening. */
static uint64_t lots_of(const openings *o, size_t number)
{
    return o->seed + number * 0xD1B54A32D192ED03u;
}

/* Draws the start position of Chess960 by lot. */
static arb_game *game_by_lot(const openings *o, size_t number)
{
    uint64_t state = lots_of(o, number);
    arb_setup setup;
    arb_position position;
    return arb_setup_chess960(&setup, (unsigned)(openings_random(&state) % 960)) &&
                   arb_position_set(&position, o->rules, &setup, ARB_KERNEL_AUTO, 0) == 0
               ? arb_game_new(&position, NULL)
               : NULL;
}

static arb_game *book_game(const openings *o, size_t number)
{
    uint64_t state = lots_of(o, number);
    arb_game *game = game_from_start(o);
    for (size_t ply = 0; game != NULL && ply < o->plies; ply++) {
        arb_move move =
            book_move(o->text, o->len, arb_game_position(game), openings_random(&state));
        if (move == ARB_NO_MOVE || arb_game_play(game, move) != ARB_OK)
            break;
        if (arb_game_outcome(game).result != ARB_ONGOING) {
            arb_game_undo(game);
            break;
        }
    }
    return game;
}

arb_game *openings_game(const openings *o, size_t number)
{
    if (o->form == OPENINGS_NONE)
        return o->rules == arb_rules_find("chess960", 8) ? game_by_lot(o, number)
                                                         : game_from_start(o);
    if (o->form == OPENINGS_BOOK)
        return book_game(o, number);
    size_t at = o->at[number % o->count];
    if (o->form == OPENINGS_EPD) {
        arb_position position;
        arb_error error;
        return epd_position(o, at, &position, &error) ? arb_game_new(&position, NULL) : NULL;
    }
    arb_tree *tree = arb_tree_new(NULL);
    arb_game *game = NULL;
    if (tree != NULL && arb_tree_read(tree, o->rules, o->text + at, o->len - at, NULL) == ARB_OK)
        game = tree_game(o, tree);
    arb_tree_free(tree);
    return game;
}
