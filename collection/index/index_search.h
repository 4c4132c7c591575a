/* index_search.h: finds by the index beside a collection which of its games a query may want.
 * Layer: collection.
 *
 * The index never gives fewer games than the query wants: those that it gives are read and tested
 * like any other. */
#ifndef ARB_COLLECTION_INDEX_SEARCH_H
#define ARB_COLLECTION_INDEX_SEARCH_H

#include "collection/index/index_format.h"
#include "collection/query/query.h"

typedef struct index_search index_search;

/* Why an index is of no use. */
typedef struct {
    const char *text; /* a sentence; NULL: there is no problem */
    bool of_system;   /* a file or memory failed; else the index itself is faulty */
} index_problem;

/* Opens the index beside the collection, which is open as `file`. Returns NULL if there is no index
 * or a problem. */
index_search *index_open(const char *collection, int file, index_problem *problem);
void index_close(index_search *s);
uint64_t index_games(const index_search *s);
/* Reads every page. Returns false if one is damaged. */
bool index_is_sound(index_search *s);

/* Can an index help with this query? */
bool index_helps(const query *q);
/* Finds the games that may be wanted. Returns false if the index is damaged or if there is no
 * memory. */
bool index_find(index_search *s, const query *q);

/* Opens the index and finds the games. Returns NULL if the index is of no use for this query;
 * *problem says why if the user should know. */
index_search *index_ask(const char *collection, int file, const query *q, index_problem *problem);

/* Consecutive games in the text. */
typedef struct {
    uint64_t first, count; /* the first game, counted from 0, and the number of games */
    uint64_t begin, end;   /* the first byte, and the byte after the last one */
    uint64_t lines;        /* the number of lines before it */
    bool event_follows;    /* an [Event line follows it */
} index_range;
/* Returns the next range. Returns false if there are no more, or if the index is damaged; then *ok
 * is false. */
bool index_next(index_search *s, index_range *range, bool *ok);

#endif
