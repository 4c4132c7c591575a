/* text_builder.h: a text that grows. Layer: server. Knows nothing of chess or sockets.
 *
 * A text that could not grow is marked `failed` and stays as it was; whoever sends it asks once. */
#ifndef ARB_SERVER_TEXT_BUILDER_H
#define ARB_SERVER_TEXT_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
    char *at;
    size_t len;
    size_t cap;
    bool failed;
} srv_text;

/* Room for so many bytes more. */
bool srv_room(srv_text *text, size_t len);

/* These two are here so that the length of a constant is known where it is put. */
static inline void srv_put(srv_text *text, const char *bytes, size_t len)
{
    if (len == 0 || (len > text->cap - text->len && !srv_room(text, len)))
        return;
    memcpy(text->at + text->len, bytes, len);
    text->len += len;
}

static inline void srv_puts(srv_text *text, const char *string)
{
    srv_put(text, string, strlen(string));
}

void srv_put_number(srv_text *text, int64_t number);
void srv_putf(srv_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A JSON string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void srv_put_json(srv_text *text, const char *string);
void srv_put_json_bytes(srv_text *text, const char *bytes, size_t len);
void srv_text_free(srv_text *text);

#endif
