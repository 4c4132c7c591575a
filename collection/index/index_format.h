/* index_format.h: the file beside a collection that knows where its positions and players are
 * (docs/index-format.md). Room: collection. */
#ifndef ARB_COLLECTION_INDEX_FORMAT_H
#define ARB_COLLECTION_INDEX_FORMAT_H

#include "collection/index/paged_file.h"

#define INDEX_ENDING ".arbindex"

enum {
    INDEX_VERSION = 1,
    INDEX_HEAD = 160, /* bytes of the head, which has the first page for itself */
    INDEX_GAME = 16,  /* bytes of a game: place, line, flags */
    INDEX_POSTING = 8,
    INDEX_KEY_BITS = 20 /* at most so many by the directory */
};

/* Of a game: its tags were too many to be kept, so that only its text can tell of it; it begins
 * with an [Event line. */
enum { INDEX_UNKNOWN_TAGS = 1, INDEX_EVENT_LINE = 2 };

typedef struct {
    int64_t seconds, nanoseconds;
} index_time;

/* By what a collection is known again. */
typedef struct {
    uint64_t size;
    index_time modified, changed;
    uint64_t hash; /* of all its bytes */
    bool hurried;  /* it was changed so shortly before that its times could not tell of more */
} index_stamp;

typedef struct {
    index_stamp stamp;
    uint32_t key_bits;
    uint64_t games, names, postings; /* how many games, bytes of names, postings */
    uint64_t games_at, names_at, postings_at, directory_at;
    bool unknown_tags; /* some game has INDEX_UNKNOWN_TAGS */
} index_head;

void index_head_put(const index_head *head, unsigned char bytes[INDEX_HEAD]);
/* False: no index, of another version, or one whose numbers do not fit `pages`; *why says which. */
bool index_head_get(index_head *head, const unsigned char bytes[INDEX_HEAD], uint64_t pages,
                    const char **why);

/* The path of the index of a collection, to be freed. NULL: no memory. */
char *index_path(const char *collection);
/* What a file is known by, as far as its status tells. False: there is none, errno says why. */
bool index_stamp_of(int file, index_stamp *stamp);
/* The hash of all bytes of a file. False: it cannot be read. */
bool index_hash_of(int file, uint64_t *hash);

#endif
