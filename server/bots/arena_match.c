/* arena_match.c: engine matches that are played elsewhere and reported to this server, for
 * spectators of the arena. Layer: server.
 *
 * The program that plays the match (`arbiter match --server`) sends its state again and again. The
 * state is checked, rewritten as it will be shown, and kept in memory only. */
#include "server/bots/arena_match.h"

#include "server/answers/position_json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_LIMIT = 64, PLAYERS = 64, GAMES = 24, SILENT_MS = 30000, OVER_MS = 3600000 };

/* A match that is being read; `why` says what is wrong with it. */
typedef struct {
    text_builder out;
    const arb_rules *rules;
    const char *why;
} telling;

static bool refuse(telling *k, const char *why)
{
    if (k->why == NULL)
        k->why = why;
    return false;
}

static bool put_text(telling *k, const json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));
    if (text == NULL || strlen(text) > TEXT_LIMIT)
        return refuse(k, "names, rounds and titles are texts of at most 64 bytes");
    text_putf(&k->out, "\"%s\":", key);
    text_put_json(&k->out, text);
    return true;
}

static bool put_count(telling *k, const json_t *o, const char *key)
{
    const json_t *value = json_object_get(o, key);
    json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 0 || number > 1000000000)
        return refuse(k, "counts and clocks are whole numbers from 0 to 1000000000");
    text_putf(&k->out, ",\"%s\":%" JSON_INTEGER_FORMAT, key, number);
    return true;
}

static bool put_real(telling *k, const json_t *o, const char *key)
{
    const json_t *value = json_object_get(o, key);
    double number = json_number_value(value);
    if (value == NULL)
        return true;
    if (json_is_null(value))
        text_putf(&k->out, ",\"%s\":null", key);
    else if (json_is_number(value) && fabs(number) < 1e9)
        text_putf(&k->out, ",\"%s\":%.2f", key, number);
    else
        return refuse(k, "Elo, its error and points are numbers or null");
    return true;
}

static bool put_player(telling *k, const json_t *o)
{
    static const char *const counts[] = {"games", "won", "drawn", "lost"};
    static const char *const reals[] = {"points", "elo", "error"};
    text_puts(&k->out, "{");
    bool good = put_text(k, o, "name");
    for (size_t i = 0; i < 4; i++)
        good = good && put_count(k, o, counts[i]);
    for (size_t i = 0; i < 3; i++)
        good = good && put_real(k, o, reals[i]);
    text_puts(&k->out, "}");
    return good;
}

static bool put_position(telling *k, const json_t *o)
{
    arb_position position;
    arb_error error;
    char fen[STATE_FEN_LIMIT];
    const char *text = json_string_value(json_object_get(o, "fen"));
    if (text == NULL ||
        arb_position_read(&position, k->rules, text, strlen(text), NULL, &error) != ARB_OK)
        return refuse(k, "'fen' is no position of the rule set");
    arb_position_fen(&position, ARB_X_FEN, ARB_EP_LEGAL, fen, sizeof fen);
    text_puts(&k->out, ",\"fen\":");
    text_put_json(&k->out, fen);
    return true;
}

static bool put_game(telling *k, const json_t *o)
{
    static const char *const texts[] = {"white", "black", "round"};
    text_puts(&k->out, "{");
    bool good = true;
    for (size_t i = 0; i < 3; i++) {
        text_puts(&k->out, i > 0 ? "," : "");
        good = good && put_text(k, o, texts[i]);
    }
    good = good && put_position(k, o) && put_count(k, o, "ply");
    if (json_object_get(o, "white_ms") != NULL)
        good = good && put_count(k, o, "white_ms") && put_count(k, o, "black_ms");
    text_puts(&k->out, "}");
    return good;
}

static bool put_list(telling *k, const json_t *o, const char *key, size_t limit,
                     bool (*put)(telling *, const json_t *))
{
    const json_t *list = json_object_get(o, key);
    if (!json_is_array(list) || json_array_size(list) > limit)
        return refuse(k, "there are at most 64 players and 24 games");
    text_putf(&k->out, ",\"%s\":[", key);
    for (size_t i = 0; i < json_array_size(list); i++) {
        text_puts(&k->out, i > 0 ? "," : "");
        if (!put(k, json_array_get(list, i)))
            return false;
    }
    text_puts(&k->out, "]");
    return true;
}

static bool put_test(telling *k, const json_t *o)
{
    const json_t *test = json_object_get(o, "sprt");
    if (test == NULL)
        return true;
    text_puts(&k->out, ",\"sprt\":{");
    bool good = put_text(k, test, "result") && put_real(k, test, "llr") &&
                put_real(k, test, "lower") && put_real(k, test, "upper");
    text_puts(&k->out, "}");
    return good;
}

static bool put_match(telling *k, const json_t *o, const char *by)
{
    const char *rules = json_string_value(json_object_get(o, "rules"));
    k->rules = rules != NULL ? arb_rules_find(rules, strlen(rules)) : NULL;
    if (k->rules == NULL)
        return refuse(k, "there is no rule set of that name");
    text_puts(&k->out, "{\"by\":");
    text_put_json(&k->out, by);
    text_puts(&k->out, ",\"rules\":");
    text_put_json(&k->out, k->rules->name);
    text_putf(&k->out, ",\"over\":%s,",
              json_is_true(json_object_get(o, "over")) ? "true" : "false");
    bool good = put_text(k, o, "title") && put_count(k, o, "played") && put_count(k, o, "total") &&
                put_list(k, o, "standings", PLAYERS, put_player) &&
                put_list(k, o, "games", GAMES, put_game) && put_test(k, o);
    text_puts(&k->out, "}");
    return good && !k->out.failed;
}

/* The place of this account's match, else a free place, else the one that would expire first. */
static arena_match *place_for(arena_matches *all, const char *by, int64_t now)
{
    arena_match *best = &all->at[0];
    for (size_t i = 0; i < ARENA_MATCHES; i++) {
        arena_match *m = &all->at[i];
        if (now >= m->until)
            m->until = 0;
        if (m->until > 0 && strcmp(m->by, by) == 0)
            return m;
        if (m->until < best->until)
            best = m;
    }
    return best;
}

const char *arena_match_tell(arena_matches *all, const char *by, const json_t *told, int64_t now)
{
    telling k = {.why = NULL};
    if (!put_match(&k, told, by)) {
        text_free(&k.out);
        return k.why != NULL ? k.why : "there is no memory for it";
    }
    text_put(&k.out, "", 1);
    arena_match *m = place_for(all, by, now);
    text_free(&m->text);
    m->text = k.out;
    strncpy(m->by, by, sizeof m->by - 1);
    m->until = now + (json_is_true(json_object_get(told, "over")) ? OVER_MS : SILENT_MS);
    return NULL;
}

void arena_matches_put(const arena_matches *all, text_builder *out, int64_t now)
{
    const char *comma = "";
    for (size_t i = 0; i < ARENA_MATCHES; i++)
        if (now < all->at[i].until) {
            text_puts(out, comma);
            text_puts(out, all->at[i].text.at);
            comma = ",";
        }
}

void arena_matches_free(arena_matches *all)
{
    for (size_t i = 0; i < ARENA_MATCHES; i++)
        text_free(&all->at[i].text);
    *all = (arena_matches){0};
}
