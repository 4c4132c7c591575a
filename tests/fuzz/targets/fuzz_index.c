/* fuzz_index.c: any bytes as the index of a collection. Checksums and the stamp are corrected, so
 * that the code which they guard is reached. The index is refused, or every range lies in the
 * collection and lists existing games in order. Layer: tests. */
#include "tests/fuzz/fuzz.h"

#include "collection/index/index_search.h"

#include <fcntl.h>
#include <unistd.h>

enum { COLLECTION = 1000, LIMIT = 64 };

static char folder[] = "/tmp/arbiter-fuzz-XXXXXX", path[64], beside[80];

static void clean_up(void)
{
    unlink(path);
    unlink(beside);
    rmdir(folder);
}

static int open_collection(void)
{
    static int file = -1;
    if (file >= 0)
        return file;
    char text[COLLECTION];
    memset(text, '\n', sizeof text);
    FUZZ_CHECK(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/c.pgn", folder);
    snprintf(beside, sizeof beside, "%s%s", path, INDEX_ENDING);
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    FUZZ_CHECK(file >= 0 && write(file, text, sizeof text) == sizeof text);
    atexit(clean_up);
    return file;
}

/* Writes the input as pages; the head is made to fit our collection. */
static void write_index(const uint8_t *data, size_t size, int collection)
{
    unsigned char head[32];
    uint64_t hash;
    FILE *file = fopen(beside, "w");
    paged_out pages;
    FUZZ_CHECK(file != NULL && index_hash_of(collection, &hash));
    paged_begin(&pages, file, 0);
    for (size_t at = 0; at < size && at < (size_t)LIMIT * PAGE_TEXT; at++) {
        unsigned char byte = data[at];
        put_u64(head, COLLECTION);
        put_u64(head + 8, hash);
        put_u64(head + 16, 1);
        if (at >= 16 && at < 24)
            byte = head[at - 16]; /* size */
        else if (at >= 56 && at < 72)
            byte = head[at - 48]; /* the hash, and the mark that times cannot show a change */
        paged_put(&pages, &byte, 1);
    }
    paged_end(&pages);
    fclose(file);
}

static void ask(index_search *index, const char *text)
{
    static query q;
    query_error error;
    unsigned node;
    memset(&q, 0, sizeof q);
    FUZZ_CHECK(query_parse(&q, text, &node, &error));
    query_require(&q, node);
    query_prepare(&q);
    FUZZ_CHECK(index_helps(&q));
    if (!index_find(index, &q))
        return;
    index_range range;
    uint64_t behind = 0;
    bool ok;
    while (index_next(index, &range, &ok)) {
        FUZZ_CHECK(range.count > 0 && range.first >= behind);
        FUZZ_CHECK(range.begin < range.end && range.end <= COLLECTION);
        behind = range.first + range.count;
        FUZZ_CHECK(behind <= index_games(index));
    }
    FUZZ_CHECK(ok);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    index_problem problem;
    int collection = open_collection();
    write_index(data, size, collection);
    index_search *index = index_open(path, collection, &problem);
    FUZZ_CHECK((index == NULL) == (problem.text != NULL));
    if (!index)
        return 0;
    FUZZ_CHECK(index_is_sound(index));
    ask(index, "line \"1. e4\" or line \"1. d4 d5\" either");
    ask(index, "player ~ a and (White = B or Black ~ c)");
    index_close(index);
    return 0;
}
