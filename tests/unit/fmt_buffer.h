/* fmt_buffer.h: a string for the formats to write to, and files to compare it with. */
#ifndef ARB_TESTS_FMT_BUFFER_H
#define ARB_TESTS_FMT_BUFFER_H

#include "common/text_out.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    char text[1 << 16];
    size_t len;
} buffer;

/* Text that does not fit is left out, so that the comparison fails. */
static inline void buffer_put(void *context, const char *text, size_t len)
{
    buffer *b = context;
    if (b->len + len < sizeof b->text) {
        memcpy(b->text + b->len, text, len);
        b->len += len;
        b->text[b->len] = '\0';
    }
}

static inline fmt_out buffer_out(buffer *b)
{
    b->len = 0;
    b->text[0] = '\0';
    return (fmt_out){buffer_put, b};
}

/* Reads the next line of a file without its line end. Returns 0 at the end of the file. */
static inline int next_line(FILE *file, char *line, size_t cap)
{
    if (fgets(line, (int)cap, file) == NULL)
        return -1;
    size_t len = strcspn(line, "\n");
    line[len] = '\0';
    return (int)len;
}

#endif
