/* text_builder.c: a text that grows as it is written. Layer: common. */
#include "common/text_builder.h"

#include "common/number.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool text_room(text_builder *text, size_t len)
{
    if (len <= text->cap - text->len)
        return true;
    size_t cap = text->cap < 256 ? 256 : 2 * text->cap;
    while (cap - text->len < len)
        cap *= 2;
    char *at = realloc(text->at, cap);
    if (at == NULL) {
        text->failed = true;
        return false;
    }
    text->at = at;
    text->cap = cap;
    return true;
}

static void put_piece(void *context, const char *bytes, size_t len)
{
    text_put(context, bytes, len);
}

fmt_out text_out(text_builder *text)
{
    return (fmt_out){put_piece, text};
}

void text_put_number(text_builder *text, int64_t number)
{
    char digits[NUMBER_SIGNED];
    size_t begin = number_write_signed(digits, number);
    text_put(text, digits + begin, sizeof digits - begin);
}

void text_putf(text_builder *text, const char *format, ...)
{
    char line[1024];
    va_list list;
    va_start(list, format);
    int len = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (len > 0)
        text_put(text, line, (size_t)len < sizeof line ? (size_t)len : sizeof line - 1);
}

void text_put_json_bytes(text_builder *text, const char *bytes, size_t len)
{
    fmt_out out = text_out(text);
    fmt_put_json(&out, bytes, len);
}

void text_put_json(text_builder *text, const char *string)
{
    text_put_json_bytes(text, string, strlen(string));
}

void text_free(text_builder *text)
{
    free(text->at);
    *text = (text_builder){0};
}
