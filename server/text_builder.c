/* text_builder.c: a text that grows. Layer: server. */
#include "server/text_builder.h"

#include "common/number.h"
#include "common/text_out.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool srv_room(srv_text *text, size_t len)
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

void srv_put_number(srv_text *text, int64_t number)
{
    char digits[NUMBER_DIGITS];
    size_t begin = number_write(digits, number < 0 ? 0 - (uint64_t)number : (uint64_t)number);
    if (number < 0)
        srv_put(text, "-", 1);
    srv_put(text, digits + begin, sizeof digits - begin);
}

void srv_putf(srv_text *text, const char *format, ...)
{
    char line[1024];
    va_list list;
    va_start(list, format);
    int len = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (len > 0)
        srv_put(text, line, (size_t)len < sizeof line ? (size_t)len : sizeof line - 1);
}

static void put_piece(void *context, const char *bytes, size_t len)
{
    srv_put(context, bytes, len);
}

void srv_put_json_bytes(srv_text *text, const char *bytes, size_t len)
{
    fmt_out out = {put_piece, text};
    fmt_put_json(&out, bytes, len);
}

void srv_put_json(srv_text *text, const char *string)
{
    srv_put_json_bytes(text, string, strlen(string));
}

void srv_text_free(srv_text *text)
{
    free(text->at);
    *text = (srv_text){0};
}
