/* arena_match.h: engine matches that are played elsewhere and reported to this server. Layer:
 * server. */
#ifndef ARB_SERVER_ARENA_MATCH_H
#define ARB_SERVER_ARENA_MATCH_H

#include "common/text_builder.h"
#include "server/match/match.h"

#include <jansson.h>

enum { ARENA_MATCHES = 8 }; /* at once; a new one replaces the one that was silent longest */

typedef struct {
    char by[MATCH_ACCOUNT_LIMIT]; /* the account that reports it */
    text_builder text;            /* the state as JSON */
    int64_t until;                /* when it is no longer shown; 0: this place is free */
} arena_match;

typedef struct {
    arena_match at[ARENA_MATCHES];
} arena_matches;

/* Stores the current state of an account's match. Returns NULL, or why it was refused. */
const char *arena_match_tell(arena_matches *all, const char *by, const json_t *told, int64_t now);
/* Writes all of them as JSON objects, separated by commas. */
void arena_matches_put(const arena_matches *all, text_builder *out, int64_t now);
void arena_matches_free(arena_matches *all);

#endif
