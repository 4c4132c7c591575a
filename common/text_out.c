/* text_out.c: writes text piece by piece. Layer: common. It knows nothing of chess. */
#include "common/text_out.h"

#include "common/number.h"
#include "common/utf8.h"

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

void fmt_put_number(const fmt_out *out, int64_t number)
{
    char digits[NUMBER_SIGNED];
    size_t begin = number_write_signed(digits, number);
    fmt_put(out, digits + begin, sizeof digits - begin);
}

void fmt_put_tenths(const fmt_out *out, int32_t tenths)
{
    char text[NUMBER_TENTHS];
    fmt_put_text(out, number_tenths(text, tenths));
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

static bool stands_for_itself(uint32_t c, bool json)
{
    return !utf8_is_harmful(c) && !(json && (c == '"' || c == '\\'));
}

static void put_escape(const fmt_out *out, uint32_t c, bool json)
{
    if (json && (c == '"' || c == '\\'))
        fmt_putf(out, "\\%c", (int)c);
    else if (json && (c == '\n' || c == '\t'))
        fmt_put_text(out, c == '\n' ? "\\n" : "\\t");
    else
        fmt_putf(out, json || c >= 0x80 ? "\\u%04x" : "\\x%02x", (unsigned)c);
}

static void put_bad_byte(const fmt_out *out, char byte, bool json)
{
    if (json)
        fmt_put_text(out, "\xEF\xBF\xBD"); /* U+FFFD */
    else
        fmt_putf(out, "\\x%02x", (unsigned char)byte);
}

/* Characters that need no escape are written in pieces as long as possible, because the stream of a
 * terminal may be unbuffered. */
static void put_escaped(const fmt_out *out, const char *text, size_t len, bool json)
{
    size_t begin = 0, at = 0;
    while (at < len) {
        at += (json ? utf8_plain : utf8_ascii)(text + at, len - at);
        if (at == len)
            break;
        uint32_t c = (unsigned char)text[at];
        size_t size = c < 0x80 ? 1 : utf8_read(text + at, len - at, &c);
        if (size > 0 && stands_for_itself(c, json)) {
            at += size;
            continue;
        }
        fmt_put(out, text + begin, at - begin);
        if (size > 0)
            put_escape(out, c, json);
        else
            put_bad_byte(out, text[at], json);
        at += size > 0 ? size : 1;
        begin = at;
    }
    if (at > begin)
        fmt_put(out, text + begin, at - begin);
}

void fmt_put_visible(const fmt_out *out, const char *text, size_t len)
{
    put_escaped(out, text, len, false);
}

void fmt_put_json_part(const fmt_out *out, const char *text, size_t len)
{
    put_escaped(out, text, len, true);
}

void fmt_put_json(const fmt_out *out, const char *text, size_t len)
{
    fmt_put(out, "\"", 1);
    fmt_put_json_part(out, text, len);
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
    for (char *at = error->text; *at != '\0';) {
        uint32_t c = 0;
        size_t size = utf8_read(at, strlen(at), &c);
        if (size == 0 || utf8_is_control(c))
            memset(at, '?', size > 0 ? size : 1);
        at += size > 0 ? size : 1;
    }
}
