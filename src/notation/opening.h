/* opening.h: the table of named positions. Layer: notation. */
#ifndef ARB_NOTATION_OPENING_H
#define ARB_NOTATION_OPENING_H

#include "arbiter.h"
#include "base/inline.h"

typedef struct {
    uint16_t name; /* index into arb__opening_names */
    uint16_t eco;  /* 0 is A00, 499 is E99 */
} arb__opening;

/* A name is the name of its parent followed by a text of its own; parent 0: there is none. */
typedef struct {
    uint16_t before;
    uint16_t text; /* index into arb__opening_pool */
} arb__opening_part;

/* Sorted by key; the keys whose upper 12 bits are b begin at arb__opening_buckets[b]. */
ARB__TABLE unsigned arb__opening_count;
ARB__TABLE uint64_t arb__opening_keys[];
ARB__TABLE arb__opening arb__openings[];
ARB__TABLE uint16_t arb__opening_buckets[4097];
ARB__TABLE arb__opening_part arb__opening_names[];
ARB__TABLE uint8_t arb__opening_pool[]; /* texts in UTF-8, each with its NUL */

/* Do the rules of this position have named openings? */
bool arb__has_openings(const arb_position *pos);
/* The opening of the position with this key. Valid only if arb__has_openings. */
arb_opening arb__opening_of_key(uint64_t key);

#endif
