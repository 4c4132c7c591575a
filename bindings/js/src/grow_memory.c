/* grow_memory.c: sbrk in place of libc's, which asks the engine for every page of 64 KB by itself.
 * Engines take longer for each such call the more memory there is, so memory grows by a
 * thirty-second part more than is asked for. */
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

enum { PAGE = 65536 };

static uintptr_t used; /* the end of the memory that was handed out */

void *sbrk(intptr_t bytes)
{
    uintptr_t pages = __builtin_wasm_memory_size(0);
    uintptr_t begin = used > 0 ? used : pages * PAGE;
    if (bytes < 0 || (uintptr_t)bytes > UINTPTR_MAX - begin)
        return (void *)-1; /* memory is never given back */
    uintptr_t more = (begin + (uintptr_t)bytes + PAGE - 1) / PAGE;
    if (more > pages && __builtin_wasm_memory_grow(0, more - pages + pages / 32) == SIZE_MAX &&
        __builtin_wasm_memory_grow(0, more - pages) == SIZE_MAX)
        return (void *)-1;
    used = begin + (uintptr_t)bytes;
    return (void *)begin;
}
