/* text_out.c: pieces of text out. Layer: formats. Knows nothing of chess. */
#include "formats/text_out.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void fmt_put(const fmt_out *out, const char *text, size_t len)
{
    if (len > 0)
        out->put(out->context, text, len);
}

void fmt_put_text(const fmt_out *out, const char *text)
{
    fmt_put(out, text, strlen(text));
}

void fmt_put_number(const fmt_out *out, long number)
{
    char digits[24];
    size_t at = sizeof digits;
    unsigned long rest = number < 0 ? 0ul - (unsigned long)number : (unsigned long)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0)
        digits[--at] = '-';
    fmt_put(out, digits + at, sizeof digits - at);
}

void fmt_put_tenths(const fmt_out *out, int32_t tenths)
{
    int64_t size = tenths < 0 ? -(int64_t)tenths : tenths;
    char digit = (char)('0' + size % 10);
    if (tenths < 0)
        fmt_put(out, "-", 1);
    fmt_put_number(out, (long)(size / 10));
    fmt_put(out, ".", 1);
    fmt_put(out, &digit, 1);
}

void fmt_putf(const fmt_out *out, const char *format, ...)
{
    char line[FMT_LINE_LIMIT];
    va_list list;
    va_start(list, format);
    int len = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (len > 0)
        fmt_put(out, line, (size_t)len < sizeof line ? (size_t)len : sizeof line - 1);
}

/* RFC 3629: no overlong forms, no surrogates, nothing past U+10FFFF. */
size_t fmt_utf8(const char *text, size_t len)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t need = at[0] < 0x80 ? 1 : at[0] < 0xC2 ? 0 : at[0] < 0xE0 ? 2 : at[0] < 0xF0 ? 3 : 4;
    if (need == 0 || need > len || at[0] > 0xF4)
        return 0;
    for (size_t i = 1; i < need; i++)
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    if ((at[0] == 0xE0 && at[1] < 0xA0) || (at[0] == 0xED && at[1] > 0x9F) ||
        (at[0] == 0xF0 && at[1] < 0x90) || (at[0] == 0xF4 && at[1] > 0x8F))
        return 0;
    return need;
}

bool fmt_is_c1(const char *text, size_t len)
{
    return len > 1 && (unsigned char)text[0] == 0xC2 && (unsigned char)text[1] < 0xA0;
}

void fmt_put_json(const fmt_out *out, const char *text, size_t len)
{
    fmt_put(out, "\"", 1);
    for (size_t at = 0; at < len;) {
        size_t size = fmt_utf8(text + at, len - at);
        unsigned char c = (unsigned char)text[at];
        if (size == 0)
            fmt_put_text(out, "\xEF\xBF\xBD");
        else if (c == '"' || c == '\\')
            fmt_putf(out, "\\%c", c);
        else if (c < 0x20 || c == 0x7F)
            fmt_putf(out, "\\u%04x", c);
        else if (fmt_is_c1(text + at, len - at))
            fmt_putf(out, "\\u%04x", (unsigned char)text[at + 1]);
        else
            fmt_put(out, text + at, size);
        at += size > 0 ? size : 1;
    }
    fmt_put(out, "\"", 1);
}

void fmt_error_set(fmt_error *error, size_t line, size_t column, const char *format, ...)
{
    va_list list;
    error->line = line;
    error->column = column;
    va_start(list, format);
    vsnprintf(error->text, sizeof error->text, format, list);
    va_end(list);
    for (char *c = error->text; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F || fmt_is_c1(c, 2))
            *c = '?';
}
