/* dedupe.h: fingerprints of games that have been seen, in bounded memory. Layer: collection. */
#ifndef ARB_COLLECTION_DEDUPE_H
#define ARB_COLLECTION_DEDUPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The table consists of parts that grow one at a time, so that at most one part is in memory twice.
 * The bits that choose the part of a fingerprint are not stored. */
enum { DEDUPE_PARTS = 4096 };

typedef struct {
    uint64_t *places; /* 0: free */
    uint32_t size, count;
} dedupe_part;

typedef struct {
    dedupe_part *parts;
    size_t bytes; /* bytes of all places */
    size_t limit; /* the most bytes, including the copy of a part that grows */
    uint64_t duplicates;
    uint64_t forgotten; /* games that could not be remembered, because no place was left */
} dedupe;

/* Returns false if there is no memory. */
bool dedupe_init(dedupe *d, size_t limit);
void dedupe_free(dedupe *d);

/* Has this game been seen? If not, it is remembered if there is room. So a game is called a
 * duplicate wrongly only if 76 bits are equal by chance. A game takes 10 to 15 bytes. */
bool dedupe_seen(dedupe *d, uint64_t low, uint64_t high);

/* A step of a fingerprint: every bit of the result depends on every bit of both. */
static inline uint64_t dedupe_mix(uint64_t state, uint64_t value)
{
    state = (state ^ value) * 0x9E3779B97F4A7C15u;
    state = (state ^ state >> 32) * 0xD6E8FEB86659FD93u;
    return state ^ state >> 29;
}

/* The same with half the work: it takes some more steps until every bit depends on every bit of
 * both. `odd` is any odd number. */
static inline uint64_t dedupe_step(uint64_t state, uint64_t value, uint64_t odd)
{
    state = (state ^ value) * odd;
    return state ^ state >> 32;
}

#endif
