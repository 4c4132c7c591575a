/* postings.h: pairs of a position's key and a game, sorted with bounded memory. Room: collection.
 */
#ifndef ARB_COLLECTION_POSTINGS_H
#define ARB_COLLECTION_POSTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    uint64_t key;
    uint32_t game;
} posting;

enum { POSTING_RUNS = 1024 };

/* Postings that were sorted and written out when memory was full. */
typedef struct {
    uint64_t at, count; /* in the file */
    uint64_t next, end; /* of `buffer` */
    posting *buffer;
} posting_run;

typedef struct {
    posting *pairs, *scratch; /* `cap` each */
    size_t count, cap;
    uint64_t total;
    FILE *file; /* holds the runs; NULL: none so far */
    size_t run_count;
    posting_run runs[POSTING_RUNS];
    size_t heap_count;
    uint16_t heap[POSTING_RUNS];
    size_t given; /* where all fit into memory */
} postings;

/* Sorts in this many bytes. False: no memory. */
bool postings_begin(postings *p, size_t memory);
void postings_free(postings *p);
/* To be called for the games in their order. False: the disk is full, or there are too many runs.
 */
bool postings_add(postings *p, uint64_t key, uint32_t game);
/* To be called after the last one. Then postings_next gives all, sorted by key, then by game. */
bool postings_sort(postings *p);
bool postings_next(postings *p, posting *next);
/* Could a run not be read? */
bool postings_failed(const postings *p);

#endif
