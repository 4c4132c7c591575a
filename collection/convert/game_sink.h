/* game_sink.h: where written games go, one after another: some are duplicates, some are not chosen,
 * and there may be many files. Layer: collection. */
#ifndef ARB_COLLECTION_GAME_SINK_H
#define ARB_COLLECTION_GAME_SINK_H

#include "collection/convert/dedupe.h"
#include "collection/index/index_build.h"
#include "collection/marked_text.h"
#include "collection/stats/stats.h"

#include <stdio.h>

typedef struct split_files split_files;
typedef struct random_games random_games;

typedef struct {
    bool head;  /* the text has the heads of games, so that the sink can tell the games apart */
    FILE *file; /* for text outside of games, and for games that are not split */
    bool failed;

    dedupe *dedupe;       /* NULL: duplicates stay */
    FILE *duplicates;     /* where duplicates go; NULL: nowhere */
    stats *stats;         /* games are counted and not written; else NULL */
    index_builder *index; /* an index that gathers them; else NULL */
    bool reference;       /* games are remembered for `dedupe` and not written */

    uint64_t every, first; /* `every` 0: all games, else the last one of each group of this size;
                              `first`: only so many of these */
    random_games *random;  /* a number of games chosen at random; NULL: all */
    split_files *split;    /* many files; NULL: one file */

    /* ---- the current game ---- */
    uint64_t games, written;
    FILE *to[2];
    bool to_random;
} game_sink;

/* The sink as the target of marked texts; text goes to the file until a game begins. `low`, `high`
 * of a head: the fingerprint, if there is a table; `key`: by what the game is sorted into files,
 * two keys with a tab between; or what stats_add counts. */
out_target sink_target(game_sink *s);
/* Have all games been written that were asked for? */
bool sink_is_full(const game_sink *s);
/* Writes what is buffered and closes the files. Returns false if something could not be written. */
bool sink_end(game_sink *s);

/* ---- many files (split_files.c) ---- */

typedef enum { SPLIT_NUMBER, SPLIT_SIZE, SPLIT_KEY } split_kind;

/* Makes files in `folder`, which must exist: one for every so many games, for every so many bytes,
 * or for each key. */
split_files *split_new(const char *folder, const char *ending, split_kind kind, uint64_t limit);
/* Names the files that are read, which stay valid: none of them is replaced. */
void split_spares(split_files *s, char *const *paths, size_t count);
void split_game(split_files *s, const char *key, size_t len, FILE *to[2]);
void split_wrote(split_files *s, size_t len);
uint64_t split_count(const split_files *s);
/* The first file that could not be written, or NULL. */
const char *split_problem(const split_files *s);
/* Closes all files; only then is it known whether they were written. */
void split_close(split_files *s);
void split_free(split_files *s);

/* ---- a number of games, chosen at random (chosen_by_chance.c) ---- */

/* The same seed chooses the same games. Returns NULL if there is no memory. */
random_games *random_new(size_t count, uint64_t seed);
/* Is this game among the chosen ones so far? Then its text goes to random_text. */
bool random_takes(random_games *r, uint64_t game);
void random_text(random_games *r, const char *text, size_t len);
/* Writes the games that were taken, in their order. */
bool random_write(random_games *r, FILE *to, uint64_t *written);
void random_free(random_games *r);

#endif
