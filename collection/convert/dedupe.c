/* dedupe.c: a table of fingerprints that grows to a limit; then it takes no more and only
 * answers. Layer: collection. */
#include "collection/convert/dedupe.h"

#include <stdlib.h>

enum { FIRST_SIZE = 16 /* places of a part at first */ };

static bool make_places(dedupe *d, dedupe_part *part, uint32_t size)
{
    *part = (dedupe_part){.size = size};
    if (size * sizeof *part->places > d->limit - d->bytes)
        return false;
    part->places = calloc(size, sizeof *part->places);
    if (!part->places)
        return false;
    d->bytes += size * sizeof *part->places;
    return true;
}

bool dedupe_init(dedupe *d, size_t limit)
{
    *d = (dedupe){.limit = limit};
    d->parts = calloc(DEDUPE_PARTS, sizeof *d->parts);
    for (size_t i = 0; d->parts && i < DEDUPE_PARTS; i++)
        if (!make_places(d, &d->parts[i], FIRST_SIZE)) {
            dedupe_free(d);
            return false;
        }
    return d->parts != NULL;
}

void dedupe_free(dedupe *d)
{
    for (size_t i = 0; d->parts && i < DEDUPE_PARTS; i++)
        free(d->parts[i].places);
    free(d->parts);
    d->parts = NULL;
}

/* The highest 32 bits choose the first place to look at, among any number of places. */
static uint64_t *place_of(const dedupe_part *part, uint64_t wanted)
{
    uint32_t at = (uint32_t)((wanted >> 32) * part->size >> 32);
    while (part->places[at] != 0 && part->places[at] != wanted)
        at = at + 1 == part->size ? 0 : at + 1;
    return &part->places[at];
}

/* Grows by half, so that more than half of the places are always taken. */
static bool grow(dedupe *d, dedupe_part *part)
{
    dedupe_part larger;
    if (part->size > UINT32_MAX / 2 || !make_places(d, &larger, part->size + part->size / 2))
        return false;
    for (uint32_t i = 0; i < part->size; i++)
        if (part->places[i] != 0)
            *place_of(&larger, part->places[i]) = part->places[i];
    larger.count = part->count;
    d->bytes -= part->size * sizeof *part->places;
    free(part->places);
    *part = larger;
    return true;
}

bool dedupe_seen(dedupe *d, uint64_t low, uint64_t high)
{
    dedupe_part *part = &d->parts[high % DEDUPE_PARTS];
    uint64_t wanted = low ? low : 1;
    uint64_t *place = place_of(part, wanted);
    if (*place != 0) {
        d->duplicates++;
        return true;
    }
    if (part->count >= (uint64_t)part->size * 4 / 5) {
        if (!grow(d, part)) {
            d->forgotten++;
            return false;
        }
        place = place_of(part, wanted);
    }
    *place = wanted;
    part->count++;
    return false;
}
