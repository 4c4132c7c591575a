/* text_out.h: a destination for text that is written piece by piece, and errors in an input. Layer:
 * common. It knows nothing of chess.
 *
 * A function that writes through fmt_out needs no buffer for the whole text: a command passes a
 * stream, the server a growing answer, a test a string. */
#ifndef ARB_COMMON_TEXT_OUT_H
#define ARB_COMMON_TEXT_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    void (*put)(void *context, const char *text, size_t len);
    void *context;
} fmt_out;

void fmt_put(const fmt_out *out, const char *text, size_t len);
void fmt_put_text(const fmt_out *out, const char *text);
void fmt_put_number(const fmt_out *out, int64_t number);
/* Writes tenths as a number with one decimal place: -3 is "-0.3". */
void fmt_put_tenths(const fmt_out *out, int32_t tenths);
/* Write text from outside as a JSON string, with its quotes or without them. Characters that could
 * harm a terminal (utf8.h) are escaped; bytes that are not UTF-8 become U+FFFD. */
void fmt_put_json(const fmt_out *out, const char *text, size_t len);
void fmt_put_json_part(const fmt_out *out, const char *text, size_t len);
/* Writes the same for a person to read: such characters and bytes become \xNN or \uNNNN. */
void fmt_put_visible(const fmt_out *out, const char *text, size_t len);
/* Works like printf for a line of up to FMT_LINE_LIMIT bytes; the rest is cut off. */
enum { FMT_LINE_LIMIT = 512 };
void fmt_putf(const fmt_out *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What is wrong with an input, and where: lines and columns count from 1, columns in bytes. */
typedef struct {
    size_t line;
    size_t column;
    char text[160]; /* UTF-8 without control characters: a clause without a full stop */
} fmt_error;

void fmt_error_set(fmt_error *error, size_t line, size_t column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
