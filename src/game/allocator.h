/* allocator.h: the allocator that games and trees use. Layer: game. */
#ifndef ARB_GAME_ALLOCATOR_H
#define ARB_GAME_ALLOCATOR_H

#include "arbiter.h"

/* The caller's allocator; NULL means that of libc. */
arb_allocator arb__allocator_or_libc(const arb_allocator *given);

#endif
