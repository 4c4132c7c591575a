/* stats.h: what is in a collection, counted game by game. Layer: collection.
 *
 * Its size does not depend on the collection: players past a limit are counted together. */
#ifndef ARB_COLLECTION_STATS_H
#define ARB_COLLECTION_STATS_H

#include "arbiter.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    STATS_OPENINGS = UINT16_MAX + 1, /* one for each arb_opening */
    STATS_FIRST_YEAR = 1400,
    STATS_YEARS = 701,
    STATS_RATINGS = 40, /* classes of 100 points each */
    STATS_LENGTHS = 21, /* classes of 10 moves each; the last one has all longer games */
    STATS_PLAYERS = 65536,
    STATS_PLACES = 2 * STATS_PLAYERS, /* places in the table of players */
    STATS_NAME = 64,                  /* bytes of a player's name that count, with a NUL */
    STATS_TITLE = 256,
    STATS_SHOWN = 20, /* openings and players in a table */
};

typedef struct {
    uint64_t white, draw, black, none;
    uint64_t both_lose; /* games with the result 0-0 */
} stats_results;

typedef struct {
    char name[STATS_NAME];
    size_t number; /* the number of names that came before this one */
    uint64_t games;
    uint64_t finished;    /* games with a result */
    uint64_t half_points; /* half points won in these games */
} stats_player;

typedef struct {
    uint64_t games, plies;
    uint64_t faulty; /* faulty games */
    stats_results results;
    uint64_t ends[ARB_R_COUNT]; /* by the rule that ended the game; ARB_R_NONE: no rule did */
    uint64_t years[STATS_YEARS], no_year;
    uint64_t ratings[STATS_RATINGS], no_rating; /* of players, two in each game */
    uint64_t lengths[STATS_LENGTHS];
    stats_results openings[STATS_OPENINGS];
    stats_player *players; /* a hash table */
    size_t player_count;
    uint64_t more_players; /* sides of games whose player had no place in the table */
} stats;

/* Returns NULL if there is no memory. */
stats *stats_new(void);
void stats_free(stats *s);

/* Adds a game, given as fields with tabs between: result, reason, plies, opening, ratings of White
 * and Black, date, names of White and Black. */
void stats_add(stats *s, const char *fields, size_t len);

/* Finds the player of this name; a new one has no games yet. NULL: there is no place for a new
 * one. */
stats_player *stats_player_of(stats *s, const char *name);

/* The first writes the counts of a shard as lines of text; `title` is that of a page. The second
 * adds up such lines of all shards, one line at a time; it returns false if a line is not what the
 * first one writes, or if another version wrote it (stats_parts.c). */
void stats_part_write(stats *s, const char *title, FILE *to);
bool stats_parts_read(stats *s, FILE *from, char title[STATS_TITLE]);

/* List the openings, and the places of the players in their table, those with most games first. */
size_t stats_top_openings(const stats *s, size_t list[STATS_SHOWN]);
size_t stats_top_players(const stats *s, size_t list[STATS_SHOWN]);

static inline uint64_t stats_sum(const stats_results *r)
{
    return r->white + r->draw + r->black + r->none + r->both_lose;
}

static inline double stats_share(uint64_t part, uint64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

#endif
