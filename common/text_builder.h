/* text_builder.h: a text that grows as it is written. Layer: common. Knows nothing of chess.
 *
 * If memory runs out the text is marked `failed` and is incomplete; callers check once, at the end.
 * An empty text is {0}. */
#ifndef ARB_COMMON_TEXT_BUILDER_H
#define ARB_COMMON_TEXT_BUILDER_H

#include "common/text_out.h"

#include <string.h>

typedef struct {
    char *at; /* not ended by a NUL */
    size_t len;
    size_t cap;
    bool failed;
} text_builder;

/* Makes room for `len` more bytes. Returns false if there is no memory. */
bool text_room(text_builder *text, size_t len);

/* These two are inline so that the length of a constant is known where it is written. */
static inline void text_put(text_builder *text, const char *bytes, size_t len)
{
    if (len == 0 || (len > text->cap - text->len && !text_room(text, len)))
        return;
    memcpy(text->at + text->len, bytes, len);
    text->len += len;
}

static inline void text_puts(text_builder *text, const char *string)
{
    text_put(text, string, strlen(string));
}

void text_put_number(text_builder *text, int64_t number);
/* Works like printf for up to 1023 bytes; the rest is cut off. */
void text_putf(text_builder *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds a JSON string with its quotes; bytes that are not UTF-8 become U+FFFD. */
void text_put_json(text_builder *text, const char *string);
void text_put_json_bytes(text_builder *text, const char *bytes, size_t len);

/* Returns an fmt_out that writes to this text. */
fmt_out text_out(text_builder *text);

void text_free(text_builder *text);

#endif
