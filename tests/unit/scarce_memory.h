/* scarce_memory.h: an allocator that fails after a number of allocations. */
#ifndef ARB_TESTS_SCARCE_MEMORY_H
#define ARB_TESTS_SCARCE_MEMORY_H

#include "arbiter.h"

#include <stdlib.h>

/* So many allocations succeed from now on; all after them fail. */
static size_t allowed;

static inline void *scarce_resize(void *context, void *block, size_t size)
{
    (void)context;
    if (size == 0) {
        free(block);
        return NULL;
    }
    if (allowed == 0)
        return NULL;
    allowed--;
    return realloc(block, size);
}

static const arb_allocator scarce = {scarce_resize, NULL};

#endif
