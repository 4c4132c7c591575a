/* marked_text.c: text with marks for numbers that are not known yet. Room: collection. */
#include "collection/marked_text.h"

#include <inttypes.h>
#include <string.h>

/* A mark is the byte OUT_MARK, what it is, and a number in the machine's own order. */
enum { MARK_SIZE = 2 + sizeof(int64_t) };

void out_bytes(out *o, const char *text, size_t len)
{
    while (len > 0) {
        if (o->len == o->cap)
            o->full(o->context);
        size_t part = o->cap - o->len < len ? o->cap - o->len : len;
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

enum { DIGITS = 20 }; /* of the largest number */

/* Into the end of the room: where they begin. */
static size_t write_digits(char digits[DIGITS], uint64_t number)
{
    size_t begin = DIGITS;
    do
        digits[--begin] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    return begin;
}

void out_number(out *o, uint64_t number)
{
    char digits[DIGITS];
    size_t begin = write_digits(digits, number);
    out_bytes(o, digits + begin, DIGITS - begin);
}

void out_relative(out *o, out_mark mark, int64_t number)
{
    char bytes[MARK_SIZE] = {OUT_MARK, (char)mark};
    memcpy(bytes + 2, &number, sizeof number);
    if (o->cap - o->len < sizeof bytes)
        o->full(o->context); /* a mark is never cut */
    out_bytes(o, bytes, sizeof bytes);
}

/* The bytes of the UTF-8 character at `text`, 0 if there is none. */
static size_t utf8(const char *text, size_t len, uint32_t *character)
{
    const unsigned char *byte = (const unsigned char *)text;
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = byte[0] < 0x80   ? 1
               : byte[0] < 0xC2 ? 0
               : byte[0] < 0xE0 ? 2
               : byte[0] < 0xF0 ? 3
               : byte[0] < 0xF5 ? 4
                                : 0;
    if (n == 0 || n > len)
        return 0;
    uint32_t value = n == 1 ? byte[0] : byte[0] & (0x7Fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((byte[i] & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (byte[i] & 0x3Fu);
    }
    if (value < smallest[n] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000))
        return 0;
    *character = value;
    return n;
}

/* Would it do something to a terminal, or to the order in which a line is read? */
static bool is_harmful(uint32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x200E || c == 0x200F ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/* A byte that is no UTF-8. */
static void put_latin1(out *o, uint32_t c)
{
    char pair[2] = {(char)(0xC0 | c >> 6), (char)(0x80 | (c & 0x3F))};
    out_bytes(o, pair, 2);
}

/* Bytes that are text as they are. */
static size_t plain_length(const char *text, size_t len, bool json)
{
    size_t n = 0;
    while (n < len && text[n] >= ' ' && text[n] < 0x7F &&
           !(json && (text[n] == '"' || text[n] == '\\')))
        n++;
    return n;
}

static void put_text(out *o, const char *text, size_t len, bool json)
{
    for (size_t i = 0; i < len;) {
        size_t plain = plain_length(text + i, len - i, json);
        out_bytes(o, text + i, plain);
        i += plain;
        if (i == len)
            return;
        uint32_t c = 0;
        char buf[16];
        size_t n = utf8(text + i, len - i, &c);
        if (n == 0)
            c = (unsigned char)text[i];
        if (json && (c == '"' || c == '\\')) {
            snprintf(buf, sizeof buf, "\\%c", (int)c);
            out_text(o, buf);
        } else if (is_harmful(c)) {
            snprintf(buf, sizeof buf, json || c > 0xFF ? "\\u%04x" : "\\x%02x", (unsigned)c);
            out_text(o, buf);
        } else if (n == 0) {
            put_latin1(o, c);
        } else {
            out_bytes(o, text + i, n);
        }
        i += n > 0 ? n : 1;
    }
}

void out_safe(out *o, const char *text, size_t len)
{
    put_text(o, text, len, false);
}

void out_json(out *o, const char *text, size_t len)
{
    out_text(o, "\"");
    put_text(o, text, len, true);
    out_text(o, "\"");
}

void out_utf8(out *o, const char *text, size_t len)
{
    for (size_t i = 0; i < len;) {
        size_t plain = plain_length(text + i, len - i, false);
        out_bytes(o, text + i, plain);
        i += plain;
        if (i == len)
            return;
        uint32_t c = 0;
        size_t n = utf8(text + i, len - i, &c);
        if (n == 0)
            c = (unsigned char)text[i];
        if (c < 0x20 || (c >= 0x7F && c < 0xA0))
            out_text(o, " ");
        else if (n == 0)
            put_latin1(o, c);
        else
            out_bytes(o, text + i, n);
        i += n > 0 ? n : 1;
    }
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

void out_fingerprint(out *o, uint64_t low, uint64_t high)
{
    out_relative(o, OUT_LOW, (int64_t)low);
    out_relative(o, OUT_HIGH, (int64_t)high);
}

static void fill_mark(char mark, uint64_t number, out_target *to)
{
    char digits[DIGITS];
    size_t begin;
    switch (mark) {
    case OUT_LOW:
        to->low = number;
        break;
    case OUT_HIGH:
        to->silent = dedupe_seen(to->dedupe, to->low, number);
        break;
    default:
        begin = write_digits(digits, (mark == OUT_GAME ? to->games : to->lines) + number);
        if (!to->silent)
            fwrite(digits + begin, 1, DIGITS - begin, to->file);
    }
}

void out_resolve(const out *o, out_target *to)
{
    size_t at = 0;
    while (at < o->len) {
        const char *mark = memchr(o->text + at, OUT_MARK, o->len - at);
        size_t end = mark ? (size_t)(mark - o->text) : o->len;
        if (!to->silent)
            fwrite(o->text + at, 1, end - at, to->file);
        at = end;
        if (!mark)
            break;
        uint64_t number;
        memcpy(&number, mark + 2, sizeof number);
        fill_mark(mark[1], number, to);
        at += MARK_SIZE;
    }
}
