/* text_out.h: where the formats write to, and how they say what is wrong. Layer: formats. Knows
 * nothing of chess.
 *
 * A format writes through fmt_out, piece by piece, so that it needs no buffer as long as its text:
 * a command hands over a stream, a server its answer, a test a growing string. */
#ifndef ARB_FORMATS_TEXT_OUT_H
#define ARB_FORMATS_TEXT_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    void (*put)(void *context, const char *text, size_t len);
    void *context;
} fmt_out;

void fmt_put(const fmt_out *out, const char *text, size_t len);
void fmt_put_text(const fmt_out *out, const char *text);
void fmt_put_number(const fmt_out *out, long number);
/* Tenths as a number with one place: -3 is "-0.3". */
void fmt_put_tenths(const fmt_out *out, int32_t tenths);
/* A JSON string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void fmt_put_json(const fmt_out *out, const char *text, size_t len);
/* printf for what fits a line of FMT_LINE_LIMIT bytes; the rest is cut off. */
enum { FMT_LINE_LIMIT = 512 };
void fmt_putf(const fmt_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What is wrong with an input, and where: lines and columns count from 1, columns in bytes. */
typedef struct {
    size_t line;
    size_t column;
    char text[160]; /* a clause without a full stop; never holds control characters */
} fmt_error;

void fmt_error_set(fmt_error *error, size_t line, size_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The bytes of the UTF-8 character at `text`; 0 if there is none. len > 0. */
size_t fmt_utf8(const char *text, size_t len);
/* Does a control character of the second set begin here, U+0080 to U+009F? Terminals obey them. */
bool fmt_is_c1(const char *text, size_t len);

#endif
