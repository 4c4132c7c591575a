/* postings.h: pairs of a position's key and a game, sorted with bounded memory. Layer: collection.
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
    uint64_t at, count; /* where they begin in the file, and how many they are */
    uint64_t next, end; /* the part of `buffer` that is still to be merged */
    posting *buffer;
} posting_run;

typedef struct {
    posting *pairs, *scratch; /* two arrays of `cap` pairs */
    size_t count, cap;
    uint64_t total;
    FILE *file; /* the file with the runs; NULL: there are none so far */
    size_t run_count;
    posting_run runs[POSTING_RUNS];
    size_t heap_count;
    uint16_t heap[POSTING_RUNS];
    size_t given; /* postings handed out so far, if all fit into memory */
} postings;

/* Prepares to sort in this many bytes. Returns false if there is no memory. */
bool postings_begin(postings *p, size_t memory);
void postings_free(postings *p);
/* Adds a posting; games must come in their order. Returns false if the disk is full or if there are
 * too many runs. */
bool postings_add(postings *p, uint64_t key, uint32_t game);
/* Sorts all postings, after the last one was added. Then postings_next hands them out by key, and
 * by game for equal keys. */
bool postings_sort(postings *p);
bool postings_next(postings *p, posting *next);
/* Could a run not be read? */
bool postings_failed(const postings *p);

#endif
