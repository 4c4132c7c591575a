/* shard.h: one part of the work of many processes. Layer: collection.
 *
 * The files stand behind one another, and their bytes are cut into equal parts; a packed file's
 * text is cut where its packed bytes would be. A game belongs to the part in which its [Event line
 * begins; a file whose size is not known belongs as a whole to the part in which it begins. Parts
 * follow one another, and so does their output. */
#ifndef ARB_COLLECTION_SHARD_H
#define ARB_COLLECTION_SHARD_H

#include "collection/blocks.h"
#include "collection/checker/checker.h"

enum { SHARD_LIMIT = 1000000 };

typedef struct {
    uint64_t number, count; /* this part's number, from 1; a count of 0 or 1 is the whole */
} shard;

static inline bool shard_is_part(const shard *s)
{
    return s->count > 1;
}

/* Reads "2/3". */
bool shard_read(shard *s, const char *text);

/* The part of each file that belongs to the shard. */
typedef struct {
    uint64_t all_begin, all_end; /* the part, in bytes of all files */
    uint64_t before;             /* bytes of the files before this one */

    uint64_t size, begin, end; /* the size of this file and the part of it; the size is 0 if the
                                  file cannot be divided */
    bool owned;                /* this file begins in this part */
    bool reached;              /* the part has begun */
    uint64_t lines, games;     /* what this file has before the part */
    checker *checker;          /* counts these; NULL: nobody wants to know */
    out nowhere;
    char sink[4096];
} shard_part;

/* Without `options` nothing is counted. Returns NULL if there is no memory. */
shard_part *shard_part_new(const shard *s, const char *const *files, size_t count,
                           const check_options *options);
void shard_part_free(shard_part *part);

/* Goes on to the next file. Returns false if nothing of it belongs to the shard. */
bool shard_next_file(shard_part *part, const char *path);
/* Skips what need not be looked at. Returns false if it cannot; the source says why. */
bool shard_begin_file(shard_part *part, const char *path, blocks *b);

/* If the file is divided, shortens a block of it to what belongs to the part. */
typedef enum { SHARD_BEFORE, SHARD_WITHIN, SHARD_LAST, SHARD_BEHIND } shard_where;
shard_where shard_cut(shard_part *part, block *b);

#endif
