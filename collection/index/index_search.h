/* index_search.h: finds by the index beside a collection which of its games a query may want.
 * Room: collection.
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
    const char *text; /* NULL: there is no problem */
    bool of_system;   /* a file or memory failed; else the index itself is faulty */
} index_problem;

/* Opens the index beside the collection, which is open as `file`. NULL: there is no index, or a
 * problem. */
index_search *index_open(const char *collection, int file, index_problem *problem);
void index_close(index_search *s);
uint64_t index_games(const index_search *s);
/* Reads every page. False: one is damaged. */
bool index_is_sound(index_search *s);

/* Can an index help with this query? */
bool index_helps(const query *q);
/* Finds the games that may be wanted. False: it is damaged, or there is no memory. */
bool index_find(index_search *s, const query *q);

/* The index with the games found. NULL if it is of no use for this query; *problem says why if
 * the user should know. */
index_search *index_ask(const char *collection, int file, const query *q, index_problem *problem);

/* Consecutive games in the text. */
typedef struct {
    uint64_t first, count; /* games, from 0 */
    uint64_t begin, end;   /* bytes */
    uint64_t lines;        /* in front */
    bool event_follows;    /* an [Event line follows */
} index_range;
/* The next range. False: there are no more, or the index is damaged (then *ok is false). */
bool index_next(index_search *s, index_range *range, bool *ok);

#endif
