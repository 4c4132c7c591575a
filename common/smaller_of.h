/* smaller_of.h: the smaller of two sizes, as of a part and the room for it. Layer: common. */
#ifndef ARB_COMMON_SMALLER_OF_H
#define ARB_COMMON_SMALLER_OF_H

#include <stdint.h>

static inline uint64_t smaller_of(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

#endif
