/* postings.c: sorts postings in memory, writes them out in runs, and merges the runs. Layer:
 * collection. */
#include "collection/index/postings.h"
#include "common/smaller_of.h"

#include <stdlib.h>
#include <string.h>

enum { DIGIT = 11, DIGITS = 1 << DIGIT, PASSES = (64 + DIGIT - 1) / DIGIT };

bool postings_begin(postings *p, size_t memory)
{
    memset(p, 0, sizeof *p);
    p->cap = memory / (2 * sizeof(posting));
    p->pairs = malloc(p->cap * sizeof *p->pairs);
    p->scratch = malloc(p->cap * sizeof *p->scratch);
    return p->pairs && p->scratch;
}

void postings_free(postings *p)
{
    free(p->pairs);
    free(p->scratch);
    if (p->file)
        fclose(p->file);
}

/* A radix sort from the lowest digit of the key on. It keeps the order of games with equal keys,
 * which came in order. */
static void sort_pairs(postings *p)
{
    for (int pass = 0; pass < PASSES; pass++) {
        size_t begins[DIGITS] = {0}, at = 0;
        int shift = pass * DIGIT;
        for (size_t i = 0; i < p->count; i++)
            begins[p->pairs[i].key >> shift & (DIGITS - 1)]++;
        for (int i = 0; i < DIGITS; i++) {
            size_t count = begins[i];
            begins[i] = at;
            at += count;
        }
        for (size_t i = 0; i < p->count; i++)
            p->scratch[begins[p->pairs[i].key >> shift & (DIGITS - 1)]++] = p->pairs[i];
        posting *sorted = p->scratch;
        p->scratch = p->pairs;
        p->pairs = sorted;
    }
}

static bool write_run(postings *p)
{
    if (!p->file)
        p->file = tmpfile();
    if (!p->file || p->run_count == POSTING_RUNS)
        return false;
    sort_pairs(p);
    p->runs[p->run_count++] = (posting_run){.at = p->total - p->count, .count = p->count};
    bool ok = fwrite(p->pairs, sizeof *p->pairs, p->count, p->file) == p->count;
    p->count = 0;
    return ok;
}

bool postings_add(postings *p, uint64_t key, uint32_t game)
{
    if (p->count == p->cap && !write_run(p))
        return false;
    p->pairs[p->count++] = (posting){key, game};
    p->total++;
    return true;
}

/* ---- the runs, merged by a heap of their first postings ---- */

static bool comes_before(const postings *p, uint16_t a, uint16_t b)
{
    const posting *left = &p->runs[a].buffer[p->runs[a].next];
    const posting *right = &p->runs[b].buffer[p->runs[b].next];
    if (left->key != right->key)
        return left->key < right->key;
    return left->game != right->game ? left->game < right->game : a < b;
}

static void sink_down(postings *p, size_t at)
{
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= p->heap_count)
            return;
        if (child + 1 < p->heap_count && comes_before(p, p->heap[child + 1], p->heap[child]))
            child++;
        if (!comes_before(p, p->heap[child], p->heap[at]))
            return;
        uint16_t lower = p->heap[child];
        p->heap[child] = p->heap[at];
        p->heap[at] = lower;
        at = child;
    }
}

/* Reads the next piece of a run. Returns false if there is none. */
static bool refill(postings *p, posting_run *run)
{
    size_t room = p->cap / p->run_count;
    size_t count = (size_t)smaller_of(run->count, room);
    if (count == 0)
        return false;
    if (fseeko(p->file, (off_t)(run->at * sizeof(posting)), SEEK_SET) != 0)
        return false;
    run->next = 0;
    run->end = fread(run->buffer, sizeof(posting), count, p->file);
    run->at += run->end;
    run->count -= run->end;
    return run->end > 0;
}

bool postings_sort(postings *p)
{
    if (p->run_count == 0) {
        sort_pairs(p);
        return true;
    }
    if ((p->count > 0 && !write_run(p)) || fflush(p->file) != 0 || p->cap < p->run_count)
        return false;
    for (size_t i = 0; i < p->run_count; i++) {
        p->runs[i].buffer = p->pairs + i * (p->cap / p->run_count);
        if (!refill(p, &p->runs[i]))
            return false;
        p->heap[p->heap_count++] = (uint16_t)i;
    }
    for (size_t i = p->heap_count; i-- > 0;)
        sink_down(p, i);
    return true;
}

bool postings_next(postings *p, posting *next)
{
    if (p->run_count == 0) {
        if (p->given == p->count)
            return false;
        *next = p->pairs[p->given++];
        return true;
    }
    if (p->heap_count == 0)
        return false;
    posting_run *run = &p->runs[p->heap[0]];
    *next = run->buffer[run->next++];
    if (run->next == run->end && !refill(p, run))
        p->heap[0] = p->heap[--p->heap_count];
    sink_down(p, 0);
    return true;
}

bool postings_failed(const postings *p)
{
    for (size_t i = 0; i < p->run_count; i++)
        if (p->runs[i].count > 0 && p->heap_count == 0)
            return true;
    return p->file && ferror(p->file);
}
