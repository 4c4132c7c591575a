/* sorted_postings.c: postings come out sorted, none lost, whether they fit into memory or wait in
 * runs. Layer: tests. */
#include "check.h"
#include "collection/index/postings.h"

#include <stdlib.h>

enum { COUNT = 50000, SHARED_KEYS = 700 };

/* The same numbers in every run. */
static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state ^ *state >> 29;
}

static int compare(const void *a, const void *b)
{
    const posting *left = a, *right = b;
    if (left->key != right->key)
        return left->key < right->key ? -1 : 1;
    return left->game < right->game ? -1 : left->game > right->game;
}

static void sort_in(size_t memory, size_t runs)
{
    static posting all[COUNT];
    postings *p = malloc(sizeof *p);
    uint64_t state = 1;
    CHECK(p != NULL && postings_begin(p, memory));
    for (uint32_t i = 0; i < COUNT; i++) {
        uint64_t key = next_random(&state);
        all[i] = (posting){i % 3 == 0 ? key % SHARED_KEYS << 40 : key, i / 80};
        CHECK(postings_add(p, all[i].key, all[i].game));
    }
    qsort(all, COUNT, sizeof *all, compare);
    CHECK(postings_sort(p));
    CHECK_EQ_INT(p->run_count, runs);
    posting next;
    size_t wrong = 0, given = 0;
    for (; given < COUNT && postings_next(p, &next); given++)
        wrong += next.key != all[given].key || next.game != all[given].game;
    CHECK_EQ_INT(given, COUNT);
    CHECK_EQ_INT(wrong, 0);
    CHECK(!postings_next(p, &next));
    CHECK(!postings_failed(p));
    postings_free(p);
    free(p);
}

TEST(postings_in_memory_are_sorted)
{
    sort_in(4 * COUNT * sizeof(posting), 0);
}

TEST(postings_in_runs_are_sorted)
{
    sort_in(2 * (COUNT / 7) * sizeof(posting), 8);
    sort_in(2 * (size_t)500 * sizeof(posting), 100);
}

int main(void)
{
    RUN(postings_in_memory_are_sorted);
    RUN(postings_in_runs_are_sorted);
    return check_result();
}
