/* index_search.h: which games of a collection a query may want, by the index beside it. Room:
 * collection.
 *
 * What the index tells is never less than what the query wants: the games that it gives are read
 * and asked like any other. */
#ifndef ARB_COLLECTION_INDEX_SEARCH_H
#define ARB_COLLECTION_INDEX_SEARCH_H

#include "collection/index/index_format.h"
#include "collection/query/query.h"

typedef struct index_search index_search;

/* Why an index is of no use. */
typedef struct {
    const char *text; /* NULL: there is no problem */
    bool of_system;   /* files or memory fail; else the index itself is to blame */
} index_problem;

/* Opens the index beside the collection, which is open as `file`. NULL: there is none, or there is
 * a problem. */
index_search *index_open(const char *collection, int file, index_problem *problem);
void index_close(index_search *s);
uint64_t index_games(const index_search *s);
/* Reads every page. False: one is damaged. */
bool index_is_sound(index_search *s);

/* Can an index tell anything of this query? */
bool index_helps(const query *q);
/* Finds the games that may be wanted. False: it is damaged, or there is no memory. */
bool index_find(index_search *s, const query *q);

/* The index with the games found; NULL: it is of no use for this query, and *problem says why if
 * that is worth a word. */
index_search *index_ask(const char *collection, int file, const query *q, index_problem *problem);

/* Games that stand behind one another in the text. */
typedef struct {
    uint64_t first, count; /* games, from 0 */
    uint64_t begin, end;   /* bytes */
    uint64_t lines;        /* in front */
    bool event_follows;    /* an [Event line stands behind */
} index_range;
/* The next of them; false: no more, or damaged (*ok is false then). */
bool index_next(index_search *s, index_range *range, bool *ok);

#endif
