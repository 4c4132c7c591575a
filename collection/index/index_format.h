/* index_format.h: the file beside a collection that says in which games its positions and players
 * occur (docs/index-format.md). Layer: collection. */
#ifndef ARB_COLLECTION_INDEX_FORMAT_H
#define ARB_COLLECTION_INDEX_FORMAT_H

#include "collection/index/paged_file.h"

#define INDEX_ENDING ".arbindex"

enum {
    INDEX_VERSION = 1,
    INDEX_HEAD = 160, /* bytes of the head, for which the first page is used */
    INDEX_GAME = 16,  /* bytes for each game: place, line, flags */
    INDEX_POSTING = 8,
    INDEX_KEY_BITS = 20 /* the most bits of a key that the directory gives */
};

/* Flags of a game: it had too many tags to keep them, so that only its text can answer; it begins
 * with an [Event line. */
enum { INDEX_UNKNOWN_TAGS = 1, INDEX_EVENT_LINE = 2 };

typedef struct {
    int64_t seconds, nanoseconds;
} index_time;

/* What identifies a collection. */
typedef struct {
    uint64_t size;
    index_time modified, changed;
    uint64_t hash; /* a hash of all its bytes */
    bool hurried;  /* it was changed so recently that its times would not show another change */
} index_stamp;

typedef struct {
    index_stamp stamp;
    uint32_t key_bits;
    uint64_t games, names, postings; /* numbers of games, bytes of names, postings */
    uint64_t games_at, names_at, postings_at, directory_at;
    bool unknown_tags; /* some game has INDEX_UNKNOWN_TAGS */
} index_head;

void index_head_put(const index_head *head, unsigned char bytes[INDEX_HEAD]);
/* Returns false if this is no index, or one of another version, or its numbers do not fit
 * `pages`; *why says which. */
bool index_head_get(index_head *head, const unsigned char bytes[INDEX_HEAD], uint64_t pages,
                    const char **why);

/* The path of the index of a collection, which the caller frees. NULL: there is no memory. */
char *index_path(const char *collection);
/* Finds what identifies a file, except the hash of its bytes. Returns false if there is no such
 * file; errno says why. */
bool index_stamp_of(int file, index_stamp *stamp);
/* Computes the hash of all bytes of a file. Returns false if the file cannot be read. */
bool index_hash_of(int file, uint64_t *hash);

#endif
