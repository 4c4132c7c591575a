/* allocator.c: libc's allocator in the form of an arb_allocator. Layer: game. The only file of the
 * library that calls libc for memory. */
#include "game/allocator.h"

#include <stdlib.h>

static void *libc_resize(void *context, void *block, size_t size)
{
    (void)context;
    if (size > 0)
        return realloc(block, size);
    free(block);
    return NULL;
}

arb_allocator arb__allocator_or_libc(const arb_allocator *given)
{
    return given ? *given : (arb_allocator){libc_resize, NULL};
}
