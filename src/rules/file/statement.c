/* statement.c: reads a text of lines `key = value`, one statement after the other. Layer: rules.
 * Knows no keys. */
#include <string.h>

#include "arbiter.h"
#include "base/text.h"

/* The length of the UTF-8 character at the start, or 0 if there is none (RFC 3629). */
static size_t character_at(const char *text, size_t left)
{
    const unsigned char *c = (const unsigned char *)text;
    if (c[0] < 0x80)
        return c[0] != 0;
    size_t len = c[0] >= 0xC2 && c[0] <= 0xDF   ? 2
                 : c[0] >= 0xE0 && c[0] <= 0xEF ? 3
                 : c[0] >= 0xF0 && c[0] <= 0xF4 ? 4
                                                : 0;
    if (len == 0 || len > left)
        return 0;
    for (size_t i = 1; i < len; i++) {
        if (c[i] < 0x80 || c[i] > 0xBF)
            return 0;
    }
    bool bad = (c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xED && c[1] > 0x9F) ||
               (c[0] == 0xF0 && c[1] < 0x90) || (c[0] == 0xF4 && c[1] > 0x8F);
    return bad ? 0 : len;
}

/* The offset of the first byte of a line that is no text, or its end. */
static size_t not_text_at(const char *text, size_t at, size_t end)
{
    while (at < end) {
        size_t len = character_at(text + at, end - at);
        if (len == 0)
            break;
        at += len;
    }
    return at;
}

static bool is_blank_at(const char *text, size_t at)
{
    return text[at] == ' ' || text[at] == '\t' || text[at] == '\r';
}

static void trim_blanks(const char *text, size_t *at, size_t *end)
{
    while (*at < *end && is_blank_at(text, *at))
        ++*at;
    while (*at < *end && is_blank_at(text, *end - 1))
        --*end;
}

/* Where the comment of a line starts, or its end. A comment starts at a '#' that opens the line or
 * follows a blank or '='. */
static size_t comment_at(const char *text, size_t start, size_t end)
{
    for (size_t at = start; at < end; at++) {
        if (text[at] == '#' && (at == start || is_blank_at(text, at - 1) || text[at - 1] == '='))
            return at;
    }
    return end;
}

static void wrong_statement(arb_statement *statement, size_t at, const char *mistake)
{
    *statement = (arb_statement){.key = at, .mistake = mistake};
}

/* Returns false if the line is empty or a comment. */
static bool read_statement_line(const char *text, size_t start, size_t end,
                                arb_statement *statement)
{
    size_t bad = not_text_at(text, start, end);
    if (bad < end) {
        wrong_statement(statement, bad,
                        text[bad] == '\0' ? "a NUL byte" : "a byte that is not UTF-8");
        return true;
    }
    end = comment_at(text, start, end);
    trim_blanks(text, &start, &end);
    if (start == end)
        return false;
    const char *equals = (const char *)memchr(text + start, '=', end - start);
    if (equals == NULL) {
        wrong_statement(statement, start, "this is no statement: write 'key = value'");
        return true;
    }
    size_t middle = (size_t)(equals - text);
    size_t key_end = middle, value = middle + 1;
    trim_blanks(text, &start, &key_end);
    trim_blanks(text, &value, &end);
    if (start == key_end)
        wrong_statement(statement, middle, "there is no key before '='");
    else
        *statement = (arb_statement){
            .key = start, .key_len = key_end - start, .value = value, .value_len = end - value};
    return true;
}

bool arb_statement_next(const char *text, size_t len, size_t *at, arb_statement *statement)
{
    if (*at == 0)
        *at = arb__byte_order_mark(text, len);
    while (*at < len) {
        const char *stop = (const char *)memchr(text + *at, '\n', len - *at);
        size_t start = *at, end = stop != NULL ? (size_t)(stop - text) : len;
        *at = stop != NULL ? end + 1 : len;
        if (read_statement_line(text, start, end, statement))
            return true;
    }
    return false;
}
