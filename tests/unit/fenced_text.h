/* fenced_text.h: a copy of a text that ends where its memory ends, so that reading behind it ends
 * the program at once, without the sanitizers too. */
#ifndef ARB_TESTS_FENCED_TEXT_H
#define ARB_TESTS_FENCED_TEXT_H

#include "check.h"

#include <sys/mman.h>
#include <unistd.h>

typedef struct {
    char *room;
    size_t bytes;
    char *at; /* the text */
} fenced_text;

static inline fenced_text fence(const void *text, size_t len)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE), whole = (len / page + 1) * page;
    fenced_text f = {.bytes = whole + page};
    f.room = mmap(NULL, f.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(f.room != MAP_FAILED && mprotect(f.room + whole, page, PROT_NONE) == 0);
    f.at = f.room + whole - len;
    memcpy(f.at, text, len);
    return f;
}

static inline void unfence(fenced_text *f)
{
    munmap(f->room, f->bytes);
}

#endif
