/* player.c: reads the description of a player. Layer: tournament. */
#include "tournament/player.h"

#include "common/number.h"

#include <stdio.h>
#include <string.h>

static bool fail(arb_error *error, size_t offset, const char *text)
{
    *error = (arb_error){ARB_BAD_TEXT, offset, text};
    return false;
}

bool spec_next(char *text, size_t *at, spec_word *word)
{
    char *from = text + *at;
    from += strspn(from, " \t");
    if (*from == '\0')
        return false;
    bool quoted = *from == '"';
    from += quoted;
    char *end = from + strcspn(from, quoted ? "\"" : " \t");
    *word = (spec_word){.key = from, .offset = (size_t)(from - text)};
    *at = (size_t)(end - text) + (*end != '\0');
    *end = '\0';
    word->value = strchr(from, '=');
    if (word->value != NULL)
        *word->value++ = '\0';
    else
        word->value = end;
    return true;
}

bool tour_player_option(tour_player *player, const char *option)
{
    size_t count = 0;
    while (player->options[count] != NULL)
        count++;
    if (count == PLAYER_OPTIONS)
        return false;
    player->options[count] = option;
    return true;
}

static bool add_argument(tour_player *player, char *argument)
{
    size_t count = 0;
    while (player->arguments[count] != NULL)
        count++;
    if (count == PLAYER_ARGUMENTS)
        return false;
    player->arguments[count] = argument;
    return true;
}

/* Reads the number after a key, within its limits. */
static bool number_of(const spec_word *word, uint64_t max, uint64_t *number, arb_error *error)
{
    return (number_whole(word->value, max, number) && *number > 0) ||
           fail(error, word->offset, "a whole number above 0 is expected");
}

static bool take_time(tour_player *player, const spec_word *word, arb_error *error)
{
    size_t value = (size_t)(word->value - word->key);
    if (!time_control_read(&player->tc, word->value, error)) {
        error->offset += word->offset + value;
        return false;
    }
    return true;
}

static bool take_word(tour_player *player, spec_word *word, arb_error *error)
{
    uint64_t number;
    if (strcmp(word->key, "cmd") == 0) {
        player->program = word->value;
    } else if (strcmp(word->key, "name") == 0) {
        if (strlen(word->value) >= sizeof player->name)
            return fail(error, word->offset, "the name is too long");
        snprintf(player->name, sizeof player->name, "%s", word->value);
    } else if (strcmp(word->key, "arg") == 0) {
        if (!add_argument(player, word->value))
            return fail(error, word->offset, "there are too many arguments");
    } else if (strncmp(word->key, "option.", 7) == 0) {
        char *option = word->key + 7;
        if (word->value[-1] == '\0') /* else it has no value, as "Clear Hash" */
            word->value[-1] = '=';   /* restores one text from "option.Hash" and "64" */
        if (!tour_player_option(player, option))
            return fail(error, word->offset, "there are too many options");
    } else if (strcmp(word->key, "tc") == 0) {
        return take_time(player, word, error);
    } else if (strcmp(word->key, "st") == 0) {
        size_t len = time_read(word->value, &player->tc.move_us);
        if (len == 0 || word->value[len] != '\0' || player->tc.move_us == 0)
            return fail(error, word->offset, "seconds for a move are expected");
    } else if (strcmp(word->key, "depth") == 0) {
        if (!number_of(word, 1000, &number, error))
            return false;
        player->tc.depth = (int)number;
    } else if (strcmp(word->key, "nodes") == 0) {
        return number_of(word, UINT64_MAX / 2, &player->tc.nodes, error);
    } else if (strcmp(word->key, "proto") == 0) {
        if (strcmp(word->value, "uci") != 0)
            return fail(error, word->offset, "engines speak UCI here");
    } else {
        return fail(error, word->offset,
                    "the keys of an engine are cmd, name, arg, option.NAME, tc, st, depth, nodes");
    }
    return true;
}

bool tour_player_read(tour_player *player, const char *text, const tour_player *common,
                      arb_error *error)
{
    *player = *common;
    if (strlen(text) >= sizeof player->words)
        return fail(error, 0, "the description of the engine is too long");
    snprintf(player->words, sizeof player->words, "%s", text);
    player->program = player->words;
    if (strchr(text, '=') != NULL) {
        size_t at = 0;
        player->program = "";
        for (spec_word word; spec_next(player->words, &at, &word);)
            if (!take_word(player, &word, error))
                return false;
    }
    if (player->program[0] == '\0')
        return fail(error, 0, "the engine's program is missing: cmd=PROGRAM");
    if (player->name[0] == '\0') {
        const char *slash = strrchr(player->program, '/');
        snprintf(player->name, sizeof player->name, "%.*s", (int)sizeof player->name - 1,
                 slash != NULL ? slash + 1 : player->program);
    }
    return true;
}
