/* player.h: who takes part, as a person wrote it. Layer: tournament. Knows no processes.
 *
 *     stockfish
 *     cmd=./new name=New option.Hash=64 option.Threads=1 tc=10+0.1 arg=--quiet
 *
 * A text without "=" is a program. Otherwise it is words, parted by blanks; a word in double quotes
 * may have blanks in it: "name=My engine". */
#ifndef ARB_TOURNAMENT_PLAYER_H
#define ARB_TOURNAMENT_PLAYER_H

#include "tournament/time_control.h"

enum { WORDS_LIMIT = 2048, PLAYER_OPTIONS = 64, PLAYER_ARGUMENTS = 32, PLAYER_NAME = 64 };

typedef struct {
    char name[PLAYER_NAME];
    const char *program;
    char *arguments[PLAYER_ARGUMENTS + 1];   /* ended by NULL */
    const char *options[PLAYER_OPTIONS + 1]; /* "Hash=64", ended by NULL */
    time_control tc;
    char words[WORDS_LIMIT]; /* what the pointers above point into */
} tour_player;

/* One word "key=value" of a text; they are cut off one by one. */
typedef struct {
    char *key, *value; /* value "" where there is no '=' */
    size_t offset;     /* of the word in the text as it was */
} spec_word;
/* The next word of `text` from *at on, which is changed: NULs end key and value. */
bool spec_next(char *text, size_t *at, spec_word *word);

/* Reads a player. `common` has what all players share (time control, options) and comes first.
 * False: *error says why. */
bool tour_player_read(tour_player *player, const char *text, const tour_player *common,
                      arb_error *error);
/* Adds "Hash=64" to the player's options; false: there are too many. */
bool tour_player_option(tour_player *player, const char *option);

#endif
