/* player.h: a player, as a person describes it. Layer: tournament. Knows no processes.
 *
 *     stockfish
 *     cmd=./new name=New option.Hash=64 option.Threads=1 tc=10+0.1 arg=--quiet
 *
 * A text without "=" is a program. Otherwise it consists of words separated by blanks; a word in
 * double quotes may contain blanks: "name=My engine". */
#ifndef ARB_TOURNAMENT_PLAYER_H
#define ARB_TOURNAMENT_PLAYER_H

#include "tournament/time_control.h"

enum { WORDS_LIMIT = 2048, PLAYER_OPTIONS = 64, PLAYER_ARGUMENTS = 32, PLAYER_NAME = 64 };

typedef struct {
    char name[PLAYER_NAME];
    const char *program;
    char *arguments[PLAYER_ARGUMENTS + 1];   /* ends with NULL */
    const char *options[PLAYER_OPTIONS + 1]; /* "Hash=64"; ends with NULL */
    time_control tc;
    char words[WORDS_LIMIT]; /* holds the texts that the pointers lead to */
} tour_player;

/* One word "key=value" of a text; words are cut off one by one. */
typedef struct {
    char *key, *value; /* the value is "" without '=' */
    size_t offset;     /* place of the word in the text */
} spec_word;
/* Reads the next word of `text` from *at on. It changes the text: NULs end key and value. */
bool spec_next(char *text, size_t *at, spec_word *word);

/* Reads a player. `common` has what all players share (time control, options) and is taken first.
 * Returns false if the text is wrong; *error says why. */
bool tour_player_read(tour_player *player, const char *text, const tour_player *common,
                      arb_error *error);
/* Adds an option such as "Hash=64" to the player's; returns false if there are too many. */
bool tour_player_option(tour_player *player, const char *option);

#endif
