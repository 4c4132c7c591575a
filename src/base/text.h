/* text.h: the library's bounded text writer, its reader of digits, and classes of ASCII characters.
 * Layer: base. Knows nothing of chess, and no locale.
 *
 * A writer counts every byte it is given and stores those that fit, so that its length is what the
 * whole text needs. The buffer always ends in NUL when cap > 0. */
#ifndef ARB_BASE_TEXT_H
#define ARB_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

static inline void arb__put_bytes(arb__writer *out, const char *bytes, size_t len)
{
    if (len > 0 && out->len + 1 < out->cap) {
        size_t room = out->cap - out->len - 1, kept = len < room ? len : room;
        memcpy(out->buf + out->len, bytes, kept);
        out->buf[out->len + kept] = '\0';
    }
    out->len += len;
}

static inline void arb__put_text(arb__writer *out, const char *text)
{
    arb__put_bytes(out, text, strlen(text));
}

/* Writes the blank before an item of a list, unless it is the first: the list began at this length.
 */
static inline void arb__put_blank(arb__writer *out, size_t list)
{
    if (out->len > list)
        arb__put_char(out, ' ');
}

/* Writes a number's digits into the end of the array and returns where they begin. */
enum { ARB__DIGITS = 20 };
static inline size_t arb__write_digits(char digits[ARB__DIGITS], uint64_t number)
{
    size_t begin = ARB__DIGITS;
    do
        digits[--begin] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return begin;
}

static inline void arb__put_number(arb__writer *out, uint64_t number)
{
    char digits[ARB__DIGITS];
    if (number < 10) { /* most numbers */
        arb__put_char(out, (char)('0' + number));
        return;
    }
    size_t begin = arb__write_digits(digits, number);
    arb__put_bytes(out, digits + begin, ARB__DIGITS - begin);
}

static inline bool arb__is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool arb__is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool arb__is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline char arb__to_lower(char c)
{
    return arb__is_upper(c) ? (char)(c - 'A' + 'a') : c;
}

static inline char arb__to_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* A space, or one of the control characters from tab to carriage return. */
static inline bool arb__is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Eight bytes at once; the first is the lowest byte of the number on every machine. */
static inline uint64_t arb__load_eight(const void *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* Eight bytes at a time: a word with this byte eight times, and the top bit set of every byte that
 * is 0. Bytes above the lowest zero byte may be marked wrongly, so only the lowest mark counts. */
static inline uint64_t arb__each_byte(char c)
{
    return UINT64_C(0x0101010101010101) * (unsigned char)c;
}

static inline uint64_t arb__zero_bytes(uint64_t bytes)
{
    return (bytes - arb__each_byte(1)) & ~bytes & arb__each_byte((char)0x80);
}

/* The length of the byte order mark with which some editors begin a file, or 0. */
static inline size_t arb__byte_order_mark(const char *text, size_t len)
{
    return len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* Reads all digits that the text begins with and returns how many there are. A number above `limit`
 * (at most 100000000) is stored as some number above `limit`. Without any, the number is 0. */
static inline size_t arb__read_number(const char *text, size_t len, uint32_t limit,
                                      uint32_t *number)
{
    size_t n = 0;
    *number = 0;
    for (; n < len && arb__is_digit(text[n]); n++)
        if (*number <= limit)
            *number = *number * 10 + (uint32_t)(text[n] - '0');
    return n;
}

/* The same, of at most `most` digits (up to 8). */
static inline size_t arb__read_digits(const char *text, size_t len, size_t most, uint32_t *number)
{
    return arb__read_number(text, len < most ? len : most, 99999999, number);
}

#endif
