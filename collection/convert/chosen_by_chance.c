/* chosen_by_chance.c: chooses a number of games at random in one pass. Layer: collection.
 *
 * Every game gets a number from the seed and its place; the games with the smallest numbers are
 * chosen. Their texts are kept in a temporary file, together with those of games that were chosen
 * only for a while: if k of n games are chosen, about k (1 + ln(n / k)) texts are kept. */
#include "collection/convert/game_sink.h"
#include "common/smaller_of.h"

#include <stdlib.h>

typedef struct {
    uint64_t draw, game, begin, len;
} taken;

struct random_games {
    uint64_t seed, size; /* `size`: bytes of the temporary file */
    size_t count, limit;
    taken *heap; /* the games chosen so far, as a heap: the one with the largest number first */
    size_t last; /* the place in `heap` of the game whose text comes now */
    FILE *file;
    bool failed;
};

random_games *random_new(size_t count, uint64_t seed)
{
    random_games *r = calloc(1, sizeof *r);
    taken *heap = calloc(count, sizeof *heap);
    FILE *file = tmpfile();
    if (!r || !heap || !file) {
        free(r);
        free(heap);
        if (file)
            fclose(file);
        return NULL;
    }
    *r = (random_games){.seed = seed, .limit = count, .heap = heap, .file = file};
    return r;
}

void random_free(random_games *r)
{
    if (!r)
        return;
    fclose(r->file);
    free(r->heap);
    free(r);
}

static void swap(random_games *r, size_t a, size_t b)
{
    taken t = r->heap[a];
    r->heap[a] = r->heap[b];
    r->heap[b] = t;
}

static size_t sift_up(random_games *r, size_t at)
{
    while (at > 0 && r->heap[(at - 1) / 2].draw < r->heap[at].draw) {
        swap(r, at, (at - 1) / 2);
        at = (at - 1) / 2;
    }
    return at;
}

static size_t sift_down(random_games *r, size_t at)
{
    for (;;) {
        size_t child = 2 * at + 1;
        if (child + 1 < r->count && r->heap[child + 1].draw > r->heap[child].draw)
            child++;
        if (child >= r->count || r->heap[child].draw <= r->heap[at].draw)
            return at;
        swap(r, at, child);
        at = child;
    }
}

bool random_takes(random_games *r, uint64_t game)
{
    taken t = {
        .draw = dedupe_mix(dedupe_mix(r->seed, game), ~game), .game = game, .begin = r->size};
    if (r->count < r->limit) {
        r->heap[r->count] = t;
        r->last = sift_up(r, r->count++);
        return true;
    }
    if (r->heap[0].draw <= t.draw)
        return false;
    r->heap[0] = t;
    r->last = sift_down(r, 0);
    return true;
}

void random_text(random_games *r, const char *text, size_t len)
{
    r->failed |= fwrite(text, 1, len, r->file) != len;
    r->size += len;
    r->heap[r->last].len += len;
}

static int by_game(const void *a, const void *b)
{
    const taken *left = a, *right = b;
    return left->game < right->game ? -1 : left->game > right->game;
}

bool random_write(random_games *r, FILE *to, uint64_t *written)
{
    char buf[8192];
    qsort(r->heap, r->count, sizeof *r->heap, by_game);
    for (size_t i = 0; i < r->count && !r->failed; i++) {
        r->failed = fseeko(r->file, (off_t)r->heap[i].begin, SEEK_SET) != 0;
        for (uint64_t left = r->heap[i].len; left > 0 && !r->failed;) {
            size_t n = fread(buf, 1, (size_t)smaller_of(left, sizeof buf), r->file);
            r->failed = n == 0;
            fwrite(buf, 1, n, to);
            left -= n;
        }
    }
    *written = r->count;
    return !r->failed;
}
