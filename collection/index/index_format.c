/* index_format.c: the head of an index, and how a collection is recognised. Layer: collection. */
#include "collection/index/index_format.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[8] = "ARBINDEX";

char *index_path(const char *collection)
{
    size_t size = strlen(collection) + sizeof INDEX_ENDING;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s%s", collection, INDEX_ENDING);
    return path;
}

bool index_stamp_of(int file, index_stamp *stamp)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        return false;
    *stamp = (index_stamp){.size = (uint64_t)status.st_size,
                           .modified = {status.st_mtim.tv_sec, status.st_mtim.tv_nsec},
                           .changed = {status.st_ctim.tv_sec, status.st_ctim.tv_nsec}};
    return true;
}

bool index_hash_of(int file, uint64_t *hash)
{
    enum { CHUNK = 1 << 18 };
    unsigned char *chunk = malloc(CHUNK);
    uint64_t at = 0;
    bool ok = chunk != NULL;
    *hash = INDEX_VERSION;
    while (ok) {
        size_t got = 0;
        ssize_t n = 1;
        while (got < CHUNK && (n = pread(file, chunk + got, CHUNK - got, (off_t)(at + got))) > 0)
            got += (size_t)n;
        ok = n >= 0;
        if (got == 0)
            break;
        *hash = bytes_hash(chunk, got, *hash);
        at += got;
    }
    free(chunk);
    return ok;
}

/* The numbers that follow magic and version in a head, in their order. */
enum { HEAD_NUMBERS = 16 };

static void head_numbers(const index_head *h, uint64_t numbers[HEAD_NUMBERS])
{
    const index_stamp *s = &h->stamp;
    const uint64_t all[HEAD_NUMBERS] = {s->size,
                                        (uint64_t)s->modified.seconds,
                                        (uint64_t)s->modified.nanoseconds,
                                        (uint64_t)s->changed.seconds,
                                        (uint64_t)s->changed.nanoseconds,
                                        s->hash,
                                        s->hurried,
                                        h->key_bits,
                                        h->games,
                                        h->names,
                                        h->postings,
                                        h->games_at,
                                        h->names_at,
                                        h->postings_at,
                                        h->directory_at,
                                        h->unknown_tags};
    memcpy(numbers, all, sizeof all);
}

void index_head_put(const index_head *head, unsigned char bytes[INDEX_HEAD])
{
    uint64_t numbers[HEAD_NUMBERS];
    head_numbers(head, numbers);
    memset(bytes, 0, INDEX_HEAD);
    memcpy(bytes, magic, sizeof magic);
    put_u32(bytes + sizeof magic, INDEX_VERSION);
    for (int i = 0; i < HEAD_NUMBERS; i++)
        put_u64(bytes + 16 + 8 * i, numbers[i]);
}

/* Do `count` items of this size fit between a place and the end? */
static bool fits(uint64_t at, uint64_t count, uint64_t size, uint64_t end)
{
    return at >= PAGE_TEXT && at <= end && count <= (end - at) / size;
}

bool index_head_get(index_head *h, const unsigned char bytes[INDEX_HEAD], uint64_t pages,
                    const char **why)
{
    uint64_t n[HEAD_NUMBERS], end = pages * PAGE_TEXT;
    *why = "is no index of a collection";
    if (memcmp(bytes, magic, sizeof magic) != 0)
        return false;
    *why = "is an index of another version";
    if (get_u32(bytes + sizeof magic) != INDEX_VERSION)
        return false;
    for (int i = 0; i < HEAD_NUMBERS; i++)
        n[i] = get_u64(bytes + 16 + 8 * i);
    *h = (index_head){.stamp = {.size = n[0],
                                .modified = {(int64_t)n[1], (int64_t)n[2]},
                                .changed = {(int64_t)n[3], (int64_t)n[4]},
                                .hash = n[5],
                                .hurried = n[6] != 0},
                      .key_bits = (uint32_t)n[7],
                      .games = n[8],
                      .names = n[9],
                      .postings = n[10],
                      .games_at = n[11],
                      .names_at = n[12],
                      .postings_at = n[13],
                      .directory_at = n[14],
                      .unknown_tags = n[15] != 0};
    *why = "is damaged";
    return n[7] <= INDEX_KEY_BITS && h->games <= UINT32_MAX &&
           fits(h->games_at, h->games, INDEX_GAME, end) && fits(h->names_at, h->names, 1, end) &&
           fits(h->postings_at, h->postings, INDEX_POSTING, end) &&
           fits(h->directory_at, (UINT64_C(1) << h->key_bits) + 1, 8, end);
}
