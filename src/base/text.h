/* text.h: bounded text out, digits in. Layer: base. Knows nothing of chess.
 *
 * A writer counts every byte it is given and stores those that fit, so that its length is what the
 * whole text needs. The buffer always ends in NUL when cap > 0. */
#ifndef ARB_BASE_TEXT_H
#define ARB_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *buf;
    size_t cap;
    size_t len;
} arb__writer;

static inline arb__writer arb__writer_on(char *buf, size_t cap)
{
    if (cap > 0)
        buf[0] = '\0';
    return (arb__writer){buf, cap, 0};
}

static inline void arb__put_char(arb__writer *out, char c)
{
    if (out->len + 1 < out->cap) {
        out->buf[out->len] = c;
        out->buf[out->len + 1] = '\0';
    }
    out->len++;
}

static inline void arb__put_text(arb__writer *out, const char *text)
{
    while (*text != '\0')
        arb__put_char(out, *text++);
}

static inline void arb__put_number(arb__writer *out, uint64_t number)
{
    char digits[20];
    size_t n = 0;
    do {
        digits[n++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (n > 0)
        arb__put_char(out, digits[--n]);
}

static inline bool arb__is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads the digits that the text begins with, up to `most` (9 at the highest), and returns how many
 * they are. Of none the number is 0. */
static inline size_t arb__read_digits(const char *text, size_t len, size_t most, uint32_t *number)
{
    size_t n = 0;
    *number = 0;
    for (; n < len && n < most && arb__is_digit(text[n]); n++)
        *number = *number * 10 + (uint32_t)(text[n] - '0');
    return n;
}

#endif
