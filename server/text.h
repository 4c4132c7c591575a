/* text.h: a text that grows. Layer: server. Knows nothing of chess or sockets.
 *
 * A text that could not grow is marked `failed` and stays as it was; whoever sends it asks once. */
#ifndef ARB_SERVER_TEXT_H
#define ARB_SERVER_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *at;
    size_t len;
    size_t cap;
    bool failed;
} srv_text;

void srv_put(srv_text *text, const char *bytes, size_t len);
void srv_puts(srv_text *text, const char *string);
void srv_put_number(srv_text *text, int64_t number);
void srv_putf(srv_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A JSON string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void srv_put_json(srv_text *text, const char *string);
void srv_put_json_bytes(srv_text *text, const char *bytes, size_t len);
void srv_text_free(srv_text *text);

#endif
