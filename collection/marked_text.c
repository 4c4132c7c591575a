/* marked_text.c: text with marks for numbers that are not known yet. Layer: collection. */
#include "collection/marked_text.h"

#include "common/number.h"
#include "common/smaller_of.h"
#include "common/text_out.h"
#include "common/utf8.h"

#include <inttypes.h>
#include <string.h>

/* A mark is the byte OUT_MARK, what it is, and a number in the machine's own order. */
enum { MARK_SIZE = 2 + sizeof(int64_t) };

void out_bytes(out *o, const char *text, size_t len)
{
    while (len > 0) {
        if (o->len == o->cap)
            o->full(o->context);
        size_t part = (size_t)smaller_of(o->cap - o->len, len);
        memcpy(o->text + o->len, text, part);
        o->len += part;
        text += part;
        len -= part;
    }
}

void out_text(out *o, const char *text)
{
    out_bytes(o, text, strlen(text));
}

void out_number(out *o, uint64_t number)
{
    char digits[NUMBER_DIGITS];
    size_t begin = number_write(digits, number);
    out_bytes(o, digits + begin, NUMBER_DIGITS - begin);
}

void out_relative(out *o, out_mark mark, int64_t number)
{
    char bytes[MARK_SIZE] = {OUT_MARK, (char)mark};
    memcpy(bytes + 2, &number, sizeof number);
    if (o->cap - o->len < sizeof bytes)
        o->full(o->context); /* a mark is never cut */
    out_bytes(o, bytes, sizeof bytes);
}

/* Writes a byte of an old file as UTF-8. */
static void put_old(const fmt_out *sink, const char *byte,
                    void (*put)(const fmt_out *sink, const char *text, size_t len))
{
    uint32_t c;
    char bytes[4];
    utf8_read_old(byte, 1, &c);
    put(sink, bytes, utf8_write(c, bytes));
}

static void put_bytes(void *context, const char *text, size_t len)
{
    out_bytes(context, text, len);
}

/* Passes on valid UTF-8 unchanged, and any other byte as the character that it stands for in old
 * files. */
static void put_characters(out *o, const char *text, size_t len,
                           void (*put)(const fmt_out *sink, const char *text, size_t len))
{
    fmt_out sink = {put_bytes, o};
    size_t begin = 0, at = 0;
    while (at < len) {
        uint32_t c;
        at += utf8_ascii(text + at, len - at);
        if (at == len)
            break;
        size_t n = utf8_read(text + at, len - at, &c);
        if (n > 0) {
            at += n;
            continue;
        }
        put(&sink, text + begin, at - begin);
        put_old(&sink, text + at, put);
        begin = ++at;
    }
    put(&sink, text + begin, at - begin);
}

void out_safe(out *o, const char *text, size_t len)
{
    put_characters(o, text, len, fmt_put_visible);
}

void out_json_part(out *o, const char *text, size_t len)
{
    put_characters(o, text, len, fmt_put_json_part);
}

void out_json(out *o, const char *text, size_t len)
{
    out_text(o, "\"");
    put_characters(o, text, len, fmt_put_json_part);
    out_text(o, "\"");
}

/* Writes the text unchanged, except for the byte with which marks begin. */
static void put_unmarked(const fmt_out *sink, const char *text, size_t len)
{
    const char *mark;
    while (len > 0 && (mark = memchr(text, OUT_MARK, len)) != NULL) {
        size_t part = (size_t)(mark - text);
        fmt_put(sink, text, part);
        fmt_put(sink, " ", 1);
        text += part + 1;
        len -= part + 1;
    }
    fmt_put(sink, text, len);
}

void out_kept(out *o, const char *text, size_t len)
{
    put_characters(o, text, len, put_unmarked);
}

/* Writes the text as it is, control characters as blanks. */
static void put_blanked(const fmt_out *sink, const char *text, size_t len)
{
    for (size_t at = 0; at < len;) {
        size_t ascii = utf8_ascii(text + at, len - at);
        fmt_put(sink, text + at, ascii);
        at += ascii;
        if (at == len)
            return;
        uint32_t c = 0;
        size_t n = utf8_read(text + at, len - at, &c);
        bool control = utf8_is_control(c);
        fmt_put(sink, control ? " " : text + at, control ? 1 : n);
        at += n;
    }
}

void out_utf8(out *o, const char *text, size_t len)
{
    size_t ascii = utf8_ascii(text, len);
    out_bytes(o, text, ascii);
    if (ascii < len)
        put_characters(o, text + ascii, len - ascii, put_blanked);
}

void out_field(out *o, const char *text, size_t len)
{
    while (len > 0) {
        size_t n = 0;
        while (n < len && text[n] != '\0')
            n++;
        out_utf8(o, text, n);
        if (n < len)
            out_bytes(o, text + n++, 1);
        text += n;
        len -= n;
    }
}

void out_head(out *o, uint64_t low, uint64_t high, const char *key, size_t len)
{
    out_relative(o, OUT_LOW, (int64_t)low);
    out_relative(o, OUT_HIGH, (int64_t)high);
    out_kept(o, key, len);
    out_relative(o, OUT_BODY, 0);
}

static void put_text_out(const char *text, size_t len, out_target *to)
{
    if (!to->in_head) {
        to->text(to->context, text, len);
        return;
    }
    size_t room = OUT_KEY - to->key_len;
    size_t part = (size_t)smaller_of(len, room);
    memcpy(to->key + to->key_len, text, part);
    to->key_len += part;
}

static void fill_mark(char mark, uint64_t number, out_target *to)
{
    char digits[NUMBER_DIGITS];
    size_t begin;
    switch (mark) {
    case OUT_LOW:
        to->low = number;
        to->in_head = true;
        to->key_len = 0;
        break;
    case OUT_HIGH:
        to->high = number;
        break;
    case OUT_BODY:
        to->in_head = false;
        to->game(to->context, to->low, to->high, to->key, to->key_len);
        break;
    default:
        number += mark == OUT_GAME ? to->games : mark == OUT_LINE ? to->lines : to->bytes;
        begin = number_write(digits, number);
        put_text_out(digits + begin, NUMBER_DIGITS - begin, to);
    }
}

void out_resolve(const out *o, out_target *to)
{
    size_t at = 0;
    while (at < o->len) {
        const char *mark = memchr(o->text + at, OUT_MARK, o->len - at);
        size_t end = mark ? (size_t)(mark - o->text) : o->len;
        put_text_out(o->text + at, end - at, to);
        at = end;
        if (!mark)
            break;
        uint64_t number;
        memcpy(&number, mark + 2, sizeof number);
        fill_mark(mark[1], number, to);
        at += MARK_SIZE;
    }
}
