/* dedupe.c: a table of fingerprints that grows to a limit and then only answers. Room: collection.
 */
#include "collection/convert/dedupe.h"

#include <stdlib.h>

enum { FIRST_SIZE = 4096 };

bool dedupe_init(dedupe *d, size_t limit)
{
    *d = (dedupe){.size = FIRST_SIZE, .limit = limit};
    d->table = calloc(d->size, sizeof *d->table);
    return d->table != NULL;
}

void dedupe_free(dedupe *d)
{
    free(d->table);
}

static fingerprint *place_of(const dedupe *d, fingerprint wanted)
{
    size_t at = (size_t)wanted.part[0] & (d->size - 1);
    for (;; at = (at + 1) & (d->size - 1)) {
        fingerprint *f = &d->table[at];
        if ((f->part[0] == wanted.part[0] && f->part[1] == wanted.part[1]) ||
            (f->part[0] == 0 && f->part[1] == 0))
            return f;
    }
}

/* Doubles the table. Old and new table exist at the same time, so the limit is for both. */
static bool grow(dedupe *d)
{
    dedupe larger = *d;
    larger.size = 2 * d->size;
    if (3 * d->size * sizeof *d->table > d->limit)
        return false;
    larger.table = calloc(larger.size, sizeof *larger.table);
    if (!larger.table)
        return false;
    for (size_t i = 0; i < d->size; i++)
        if (d->table[i].part[0] != 0 || d->table[i].part[1] != 0)
            *place_of(&larger, d->table[i]) = d->table[i];
    free(d->table);
    *d = larger;
    return true;
}

bool dedupe_seen(dedupe *d, uint64_t low, uint64_t high)
{
    fingerprint wanted = {{low, high | 1}}; /* never zero */
    fingerprint *f = place_of(d, wanted);
    if (f->part[1] != 0) {
        d->duplicates++;
        return true;
    }
    if (d->count >= d->size / 8 * 7) {
        if (!grow(d)) {
            d->forgotten++;
            return false;
        }
        f = place_of(d, wanted);
    }
    *f = wanted;
    d->count++;
    return false;
}
